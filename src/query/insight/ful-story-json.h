/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"

#include "insight/story/ful-story-types.h"

G_BEGIN_DECLS

void ful_story_write_json (const FulStory *story,
                           FulQueryJson   *json);

G_END_DECLS
