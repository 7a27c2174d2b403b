/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "document/view/ful-view-state.h"
#include "insight/overview/ful-overview-types.h"

G_BEGIN_DECLS

/* The lists of an overview whose rows lead somewhere. */
typedef enum
{
  FUL_OVERVIEW_PART_FINDINGS,
  FUL_OVERVIEW_PART_THREADS,
  FUL_OVERVIEW_PART_OWN,
  FUL_OVERVIEW_PART_FUNCTIONS,
  FUL_OVERVIEW_PART_STRETCHES,
  FUL_OVERVIEW_PART_WAITS,
  FUL_OVERVIEW_PART_CATEGORIES,
  FUL_OVERVIEW_PART_LIBRARIES,
  FUL_OVERVIEW_PART_MARKERS,
  FUL_OVERVIEW_PART_REQUESTS,   /* those of ful_overview_list_requests() */
  FUL_OVERVIEW_PART_PAGES,
  FUL_OVERVIEW_PART_MEMORY,
  FUL_N_OVERVIEW_PARTS,
} FulOverviewPart;

guint    ful_overview_count_rows (const FulOverview *overview,
                                  FulOverviewPart    part);
gint32   ful_overview_get_counter (const FulOverview *overview,
                                  FulOverviewPart    part,
                                  guint              row);
FulViewState *ful_overview_make_state (const FulOverview *overview,
                                  FulOverviewPart    part,
                                  guint              row,
                                  FulDocument       *document);
gboolean ful_overview_follow     (const FulOverview *overview,
                                  FulOverviewPart    part,
                                  guint              row,
                                  FulDocument       *document);

G_END_DECLS
