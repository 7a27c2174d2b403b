/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-answer.h"
#include "ful-compared-runs.h"
#include "ful-compared-view.h"

#include "compare/change/ful-change.h"
#include "compare/ful-comparison.h"
#include "compare/ful-per.h"
#include "model/ful-profile.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/**
 * FulCompareDocument:
 *
 * A comparison that a window shows: two sides, and what was found. Emits "changed" when there is another answer, or an error,
 * or what is asked for is another thing. Main thread only.
 */
#define FUL_TYPE_COMPARE_DOCUMENT (ful_compare_document_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareDocument, ful_compare_document, FUL, COMPARE_DOCUMENT, GObject)

FulCompareDocument *ful_compare_document_new          (GPtrArray          *const parts[FUL_N_SIDES]);
GPtrArray          *ful_compare_document_get_parts    (FulCompareDocument *self,
                                                       FulSide             side);
GPtrArray          *ful_compare_document_get_sources  (FulCompareDocument *self,
                                                       FulSide             side);
char               *ful_compare_document_dup_name     (FulCompareDocument *self,
                                                       FulSide             side);
FulCompareAnswer   *ful_compare_document_get_answer   (FulCompareDocument *self);
const GError       *ful_compare_document_get_error    (FulCompareDocument *self);
gboolean            ful_compare_document_is_busy      (FulCompareDocument *self);
guint               ful_compare_document_get_n_read   (FulCompareDocument *self,
                                                       guint              *out_n);
void                ful_compare_document_show_read    (FulCompareDocument *self);
const char         *ful_compare_document_get_reading  (FulCompareDocument *self);
void                ful_compare_document_set_per      (FulCompareDocument *self,
                                                       FulPer              per,
                                                       const char         *marker);
FulPer              ful_compare_document_get_per      (FulCompareDocument *self);
void                ful_compare_document_set_table    (FulCompareDocument *self,
                                                       FulComparedTable    table);
FulComparedTable    ful_compare_document_get_table    (FulCompareDocument *self);
void                ful_compare_document_set_options  (FulCompareDocument *self,
                                                       FulViewOptions     *options);
FulComparedView    *ful_compare_document_get_view     (FulCompareDocument *self);
FulViewOptions     *ful_compare_document_get_options  (FulCompareDocument *self);
void                ful_compare_document_set_range    (FulCompareDocument *self,
                                                       FulSide             side,
                                                       const char         *range);
void                ful_compare_document_set_ranges   (FulCompareDocument *self,
                                                       const char *const   ranges[FUL_N_SIDES]);
const char         *ful_compare_document_get_range    (FulCompareDocument *self,
                                                       FulSide             side);
void                ful_compare_document_pair         (FulCompareDocument *self,
                                                       const char         *old,
                                                       const char         *name);
void                ful_compare_document_set_renames  (FulCompareDocument *self,
                                                       GHashTable         *renames);
GHashTable         *ful_compare_document_get_renames  (FulCompareDocument *self);
const char         *ful_compare_document_find_old_name
                                                      (FulCompareDocument *self,
                                                       const char         *name);
FulProfile         *ful_compare_document_get_names    (FulCompareDocument *self);
void                ful_compare_document_exchange     (FulCompareDocument *self);
void                ful_compare_document_read         (FulCompareDocument *self);

G_END_DECLS
