/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-details.h"
#include "ful-compare-head.h"
#include "ful-compare-page.h"

#include "compare/functions/ful-compare-flame.h"
#include "compare/functions/ful-compare-list.h"
#include "compare/functions/ful-compare-tree.h"
#include "compare/times/ful-compare-times.h"
#include "document/ful-document.h"
#include "panels/ful-filter-bar.h"
#include "panels/ful-panel-stack.h"

G_BEGIN_DECLS

#define FUL_COMPARE_PANEL_OVERVIEW "overview"
#define FUL_COMPARE_PANEL_FUNCTIONS "functions"
#define FUL_COMPARE_PANEL_TREE "tree"
#define FUL_COMPARE_PANEL_FLAME "flame"
#define FUL_COMPARE_PANEL_MARKERS "markers"
#define FUL_COMPARE_PANEL_TRACKS "tracks"
#define FUL_COMPARE_PANEL_STACKS "stacks"
#define FUL_COMPARE_PANEL_NETWORK "network"
#define FUL_COMPARE_PANEL_SOURCE "source"

struct _FulComparePage
{
  GtkWidget            parent_instance;

  FulCompareDocument  *document;
  FulCompareTimes     *times;
  FulDocument         *view;        /* of the names of @document: what counts in all runs */
  GSimpleActionGroup  *actions;     /* "view" of the window */
  char                *pending;     /* (nullable): text of a view, until its functions are known */
  GtkFileChooserNative *chooser;    /* (nullable): where to save */
  guint                progress_id;
  guint                fold_id;
  gboolean             is_wide;     /* details have room next to the panel */

  GtkWidget           *box;
  FulCompareHead      *head;
  FulFilterBar        *filter_bar;
  GtkStack            *stack;
  GtkWidget           *loading;
  GtkWidget           *progress;    /* in @loading */
  GtkWidget           *failure;
  AdwFlap             *flap;
  FulPanelStack       *panels;
  FulCompareList      *functions;
  FulCompareTree      *tree;
  FulCompareFlame     *flame;
  FulCompareList      *markers;
  FulCompareDetails   *details;
};

/* ful-compare-page.c */
void ful_compare_page_show_details      (FulComparePage *self);

/* ful-compare-page-panels.c */
void ful_compare_page_create_panels     (FulComparePage *self);
void ful_compare_page_create_states     (FulComparePage *self);
void ful_compare_page_show_panel        (FulComparePage *self,
                                         guint           i);

/* ful-compare-page-actions.c */
void ful_compare_page_class_add_actions (GtkWidgetClass *widget_class);
void ful_compare_page_add_keys          (FulComparePage *self);
void ful_compare_page_save              (FulComparePage *self);

G_END_DECLS
