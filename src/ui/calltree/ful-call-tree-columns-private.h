/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree-columns.h"

#include "stacks/ful-search.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-figures.h"

G_BEGIN_DECLS

enum
{
  FUL_CALL_TREE_PERCENT,
  FUL_CALL_TREE_TOTAL,
  FUL_CALL_TREE_SELF,
  FUL_CALL_TREE_WHEN,
  FUL_CALL_TREE_FUNCTION,
  FUL_CALL_TREE_LIBRARY,
  FUL_CALL_TREE_N_COLUMNS,
};

/* Creates a cell, and shows a row in it. */
typedef struct
{
  GtkWidget *(*create) (FulCallTreeColumns   *self,
                        GtkListItem          *list_item);
  void       (*fill)   (FulCallTreeColumns   *self,
                        GtkWidget            *cell,
                        guint                 position,
                        const FulCallTreeRow *row);
} FulCallTreeCell;

/* A column as its factory knows it. */
typedef struct
{
  FulCallTreeColumns    *columns;
  const FulCallTreeCell *cell;
} FulCallTreeColumn;

struct _FulCallTreeColumns
{
  GtkColumnView       *view;
  FulCallTreeModel    *model;
  FulDocument         *document;      /* (nullable): whose notes are marked */
  FulTransformPreview *preview;       /* (nullable): what a transform would do to @model */
  FulCallNodeIndex     asked;         /* the last node that ful_call_tree_cells_would_go() was called for, or FUL_NONE, */
  gboolean             asked_goes;    /* and its answer */
  FulWhenStrips       *strips;        /* of @model */
  GHashTable          *when_items;    /* GtkListItem of strips on screen */
  FulCallTreeColumn    columns[FUL_CALL_TREE_N_COLUMNS];
  GtkColumnViewColumn *view_columns[FUL_CALL_TREE_N_COLUMNS];
  gboolean             has_library_column;    /* else the library is right after the function */
  FulSearch           *search;        /* (nullable) */
  FulCallTree         *tree;          /* (nullable): whose figures are shown */
  gboolean             is_js_tracer;  /* the thread of @tree is a traced one */
  FulFigures           figures;
};

extern const FulCallTreeCell ful_call_tree_cells[FUL_CALL_TREE_N_COLUMNS];

gboolean ful_call_tree_cells_would_go    (FulCallTreeColumns   *self,
                                          const FulCallTreeRow *row);
void     ful_call_tree_cells_update_when (FulCallTreeColumns   *self,
                                          GtkWidget            *cell,
                                          guint                 position,
                                          const FulCallTreeRow *row);

G_END_DECLS
