/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulComparePage:
 *
 * A comparison in a tab: how far it is read, why it cannot be made, or its panels.
 */
#define FUL_TYPE_COMPARE_PAGE (ful_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (FulComparePage, ful_compare_page, FUL, COMPARE_PAGE, GtkWidget)

GtkWidget    *ful_compare_page_new         (FulCompareDocument *document,
                                            GSettings          *settings);
GActionGroup *ful_compare_page_get_actions (FulComparePage     *self);
const char   *ful_compare_page_get_panel_title (guint          i);
gboolean      ful_compare_page_is_settled  (FulComparePage     *self);
gboolean      ful_compare_page_set_view    (FulComparePage     *self,
                                            const char         *text,
                                            GError            **error);
void          ful_compare_page_choose_range (FulComparePage   *self);
char         *ful_compare_page_dup_view    (FulComparePage     *self,
                                            GFile              *folder);

G_END_DECLS
