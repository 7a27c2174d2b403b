/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-empty-page.h"
#include "ful-filter-bar.h"
#include "ful-match-bar.h"
#include "ful-sample-page.h"

G_BEGIN_DECLS

struct _FulSamplePage
{
  GtkWidget      parent_instance;

  FulAnalysis   *analysis;
  FulDocument   *document;
  FulTransformPreview *preview;
  GSettings     *settings;    /* (nullable): of the panel */
  gboolean       body_busy;
  int            n_pending;   /* see ful_sample_page_add_pending() */
  gconstpointer  nodes;       /* of the tree that the hovered row is of; only compared */
  guint          empty_id;    /* timeout until the empty page is shown */

  GtkWidget     *body;
  FulSelectionReveal reveal;   /* (nullable) */
  gpointer       panel;        /* (unowned): for that; it is in @body */
  FulFilterBar  *filter_bar;
  GtkWidget     *menu_button;
  FulEmptyPage  *empty_page;
  GtkStack      *stack;
  GtkLabel      *hovered;     /* describes the item under the pointer */
  FulMatchBar   *matches;
  GSimpleAction *fold;        /* whether functions without names are folded */
  GSimpleAction *as_times;    /* whether samples are shown as times */
  GMenuModel    *panel_menu;  /* (nullable): the entries of the panel in the menu */
};

void ful_sample_page_install_actions (GtkWidgetClass *widget_class);
void ful_sample_page_add_keys        (FulSamplePage  *self);

G_END_DECLS
