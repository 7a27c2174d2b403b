/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-row-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulRowModel:
 *
 * A flat list of a number of rows, one of them selected. It does not know what the
 * rows are: cells use the position of their item. Emits "select" (row) when the view
 * asks for another row to be selected, which the default handler does; "settled" when
 * there is an item for each row; "rewind" for the view to scroll a page towards its
 * top. Main thread only.
 */
#define FUL_TYPE_ROW_MODEL (ful_row_model_get_type ())
#define FUL_ROW_MODEL(instance) (G_TYPE_CHECK_INSTANCE_CAST ((instance), FUL_TYPE_ROW_MODEL, FulRowModel))
#define FUL_ROW_MODEL_CLASS(klass) (G_TYPE_CHECK_CLASS_CAST ((klass), FUL_TYPE_ROW_MODEL, FulRowModelClass))

typedef struct _FulRowModel FulRowModel;
typedef struct _FulRowModelClass FulRowModelClass;

struct _FulRowModel
{
  GObject     parent_instance;

  /*< private >*/   /* of the model and its subclasses */
  guint       n_rows;
  guint       n_announced;  /* number of items */
  guint       anchor;       /* position in the middle of the view */
  double      top;          /* rows above the view */
  double      wanted_top;   /* of rows that are about to change; negative: where the view is */
  GPtrArray  *stale;        /* FulRowItem that have to emit "changed" */
  gboolean    is_working;   /* is in the queue of models with steps to do */
  gint64      selected;     /* row, or -1 */
  GHashTable *items;        /* position → FulRowItem that a view holds */
  gboolean    is_patient;   /* see ful_row_model_set_patient() */
  gboolean    rewinding;    /* the view scrolls to its top, away from the rows to remove */
};

struct _FulRowModelClass
{
  GObjectClass parent_class;

  void (*select) (FulRowModel *self,
                  gint64       row);
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRowModel, g_object_unref)

GType        ful_row_model_get_type     (void) G_GNUC_CONST;
FulRowModel *ful_row_model_new          (void);
void         ful_row_model_set_rows     (FulRowModel   *self,
                                         guint          n_rows,
                                         gboolean       reset);
void         ful_row_model_refresh      (FulRowModel   *self);
void         ful_row_model_set_selected (FulRowModel   *self,
                                         gint64         row);
gint64       ful_row_model_get_selected (FulRowModel   *self);
GtkBitset   *ful_row_model_dup_held     (FulRowModel   *self);
void         ful_row_model_set_anchor   (FulRowModel   *self,
                                         guint          position);
gboolean     ful_row_model_place_top    (FulRowModel   *self,
                                         GtkScrollable *view);
void         ful_row_model_follow       (FulRowModel   *self,
                                         GtkScrollable *view);
gboolean     ful_row_model_get_busy     (FulRowModel   *self);
void         ful_row_model_set_patient  (FulRowModel    *self);
gboolean     ful_row_model_get_patient  (FulRowModel    *self);

G_END_DECLS
