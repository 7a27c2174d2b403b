/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/change/ful-change.h"
#include "compare/document/ful-compare-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareHead:
 *
 * The line above a comparison: both sides, a button that exchanges them, what is measured, and what can be known from it.
 */
#define FUL_TYPE_COMPARE_HEAD (ful_compare_head_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareHead, ful_compare_head, FUL, COMPARE_HEAD, GtkWidget)

GtkWidget *ful_compare_head_new          (FulCompareDocument *document);
void       ful_compare_head_set_note     (FulCompareHead     *self,
                                          const char         *text);
void       ful_compare_head_choose_range (FulCompareHead     *self,
                                          FulSide             side);

G_END_DECLS
