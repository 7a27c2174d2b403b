/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compared-runs.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareList:
 *
 * The functions of both sides, or the names of their markers: what takes longer first. Emits "selected" (item) when the user
 * selects one, and when another measure of markers is chosen.
 */
#define FUL_TYPE_COMPARE_LIST (ful_compare_list_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareList, ful_compare_list, FUL, COMPARE_LIST, GtkWidget)

GtkWidget       *ful_compare_list_new       (FulCompareDocument *document,
                                             gboolean            of_markers);
void             ful_compare_list_reveal    (FulCompareList     *self,
                                             gint32              item);
gint32           ful_compare_list_get_item  (FulCompareList     *self);
FulComparedTable ful_compare_list_get_table (FulCompareList     *self);
gboolean         ful_compare_list_get_busy  (FulCompareList     *self);
char            *ful_compare_list_dup_rows  (FulCompareList     *self);

G_END_DECLS
