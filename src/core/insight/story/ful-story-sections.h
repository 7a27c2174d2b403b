/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-story-types.h"

G_BEGIN_DECLS

char *ful_story_to_text     (const FulStory *story,
                             gboolean        color);
char *ful_story_to_markdown (const FulStory *story);

G_END_DECLS
