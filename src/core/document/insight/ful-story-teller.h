/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "insight/story/ful-story-types.h"

G_BEGIN_DECLS

/**
 * FulStoryTeller:
 *
 * The story of the marked range, else of the marker that is set, else of the committed range of a document. The last one is
 * kept while a new one is computed on a worker; while a range is dragged, stories come that only say what ran. Emits "changed" when
 * it was replaced. Main thread only.
 */
#define FUL_TYPE_STORY_TELLER (ful_story_teller_get_type ())
G_DECLARE_FINAL_TYPE (FulStoryTeller, ful_story_teller, FUL, STORY_TELLER, GObject)

FulStoryTeller *ful_story_teller_new        (FulAnalysis    *analysis);
void            ful_story_teller_set_active (FulStoryTeller *self,
                                             gboolean        active);
void            ful_story_teller_set_marker (FulStoryTeller *self,
                                             gint32          marker);
const FulStory *ful_story_teller_get_story  (FulStoryTeller *self);
gboolean        ful_story_teller_get_busy   (FulStoryTeller *self);

G_END_DECLS
