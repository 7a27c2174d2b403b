/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/story/ful-story-types.h"

#include <adwaita.h>

G_BEGIN_DECLS

void  ful_details_fill_story       (GtkWidget      *box,
                                    const FulStory *story);
char *ful_details_dup_story_query (const FulStory *story);

G_END_DECLS
