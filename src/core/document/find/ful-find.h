/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "find/ful-find-catalog.h"
#include "find/ful-find-kind.h"
#include "find/ful-find-names.h"
#include "find/ful-find-query.h"
#include "find/ful-find-search.h"

G_BEGIN_DECLS

/**
 * FulFind:
 *
 * The search over all in a document, or without one in what else has names. What can be found is listed by a worker on first
 * use, and for another profile or range; a search stops the one before. Emits "changed" with new results. Main thread only.
 */
#define FUL_TYPE_FIND (ful_find_get_type ())
G_DECLARE_FINAL_TYPE (FulFind, ful_find, FUL, FIND, GObject)

FulFind              *ful_find_new         (void);
FulFind              *ful_find_of          (FulAnalysis          *analysis);
void                  ful_find_search_for  (FulFind              *self,
                                            const char           *text,
                                            gint32                kind,
                                            FulFindNames * const *others,
                                            guint                 n_max);
gboolean              ful_find_get_busy    (FulFind              *self);
const FulFindQuery   *ful_find_get_query   (FulFind              *self);
const GArray         *ful_find_get_groups  (FulFind              *self);
FulFindCatalog       *ful_find_get_catalog (FulFind              *self);
gboolean              ful_find_go          (FulFind              *self,
                                            FulFindCatalog       *catalog,
                                            FulFindKind           kind,
                                            guint                 row,
                                            gboolean              with_time);

G_END_DECLS
