/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/ful-story-types.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulStoryStrip:
 *
 * When threads ran, in the colours of what they did mostly.
 */
#define FUL_TYPE_STORY_STRIP (ful_story_strip_get_type ())
G_DECLARE_FINAL_TYPE (FulStoryStrip, ful_story_strip, FUL, STORY_STRIP, GtkWidget)

GtkWidget *ful_story_strip_new (void);
void       ful_story_strip_set (FulStoryStrip  *self,
                                const FulStory *story);

G_END_DECLS
