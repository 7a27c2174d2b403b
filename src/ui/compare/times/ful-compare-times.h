/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/change/ful-change.h"
#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compared-times.h"
#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"

G_BEGIN_DECLS

/**
 * FulCompareTimes:
 *
 * A run of each side of a comparison as a document, and their common axis. Window, preview range and time under the pointer of one
 * of them are those of all; a range that is committed in one is that of both sides. Nothing is read before a panel wants it. Emits
 * "changed" when there are other documents, or they are read, and "selected" when another function is.
 */
#define FUL_TYPE_COMPARE_TIMES (ful_compare_times_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareTimes, ful_compare_times, FUL, COMPARE_TIMES, GObject)

FulCompareTimes  *ful_compare_times_new           (FulCompareDocument *document,
                                                   GSettings          *settings);
GSettings        *ful_compare_times_get_settings  (FulCompareTimes    *self);
void              ful_compare_times_want          (FulCompareTimes    *self);
gboolean          ful_compare_times_get_busy      (FulCompareTimes    *self);
const GError     *ful_compare_times_get_error     (FulCompareTimes    *self);
FulComparedTimes *ful_compare_times_get_times     (FulCompareTimes    *self);
FulAnalysis      *ful_compare_times_get_axis      (FulCompareTimes    *self);
FulAnalysis      *ful_compare_times_get_analysis  (FulCompareTimes    *self,
                                                   FulSide             side);
FulAnalysis      *ful_compare_times_get_all_threads
                                                  (FulCompareTimes    *self,
                                                   FulSide             side);
void              ful_compare_times_align         (FulCompareTimes    *self,
                                                   const char         *moment);
void              ful_compare_times_select        (FulCompareTimes    *self,
                                                   const FulTrackPair *pair);
void              ful_compare_times_set_run       (FulCompareTimes    *self,
                                                   FulSide             side,
                                                   guint               run);
guint             ful_compare_times_get_run       (FulCompareTimes    *self,
                                                   FulSide             side);
void              ful_compare_times_select_func   (FulCompareTimes    *self,
                                                   FulSide             side,
                                                   FulFuncIndex        func);
void              ful_compare_times_select_item   (FulCompareTimes    *self,
                                                   gint32              item);
FulFuncIndex      ful_compare_times_get_func      (FulCompareTimes    *self,
                                                   FulSide             side);
GFile            *ful_compare_times_get_file      (FulCompareTimes    *self,
                                                   FulSide             side);
gint32            ful_compare_times_get_item      (FulCompareTimes    *self);
void              ful_compare_times_commit        (FulCompareTimes    *self);

G_END_DECLS
