/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-link.h"

#include "document/analysis/ful-analysis.h"
#include "document/view/ful-view-state.h"
#include "insight/overview/ful-overview-types.h"

G_BEGIN_DECLS

/**
 * FulInsight:
 *
 * The overview of a document: of its committed range, while somebody watches it. The last one is kept while a new one is
 * computed on a worker. Emits "changed" when it was replaced, or failed, and "show-counter" with the number of a counter when
 * a line about one was followed. Main thread only.
 */
#define FUL_TYPE_INSIGHT (ful_insight_get_type ())
G_DECLARE_FINAL_TYPE (FulInsight, ful_insight, FUL, INSIGHT, GObject)

FulInsight        *ful_insight_of           (FulAnalysis     *analysis);
const FulOverview *ful_insight_get_overview (FulInsight      *self);
gboolean           ful_insight_get_busy     (FulInsight      *self);
void               ful_insight_watch        (FulInsight      *self);
void               ful_insight_unwatch      (FulInsight      *self);
void               ful_insight_select_linked (FulInsight *self);
FulViewState      *ful_insight_make_state   (FulInsight      *self,
                                             FulOverviewPart  part,
                                             guint            row);
gboolean           ful_insight_follow       (FulInsight      *self,
                                             FulOverviewPart  part,
                                             guint            row);

G_END_DECLS
