/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-place-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPlaceModel:
 *
 * A flat list of as many rows as its user says, one of them selected, that tells
 * nothing of what the rows are: cells look at the place of their item. Emits
 * "select" (row) when the view wants another row to be selected, which the default
 * does; "settled" when all rows are announced; "rewind" asks the view to go a page
 * towards its top. Main thread only.
 */
#define FUL_TYPE_PLACE_MODEL (ful_place_model_get_type ())
#define FUL_PLACE_MODEL(instance) (G_TYPE_CHECK_INSTANCE_CAST ((instance), FUL_TYPE_PLACE_MODEL, FulPlaceModel))
#define FUL_PLACE_MODEL_CLASS(klass) (G_TYPE_CHECK_CLASS_CAST ((klass), FUL_TYPE_PLACE_MODEL, FulPlaceModelClass))

typedef struct _FulPlaceModel FulPlaceModel;
typedef struct _FulPlaceModelClass FulPlaceModelClass;

struct _FulPlaceModel
{
  GObject     parent_instance;

  /*< private >*/   /* of the model and those made of it */
  guint       n_rows;
  guint       n_announced;  /* places of the list */
  guint       anchor;       /* position in the middle of the view */
  GPtrArray  *stale;        /* FulPlaceItem that were not told yet that they changed */
  gboolean    is_working;   /* has a place among those with work */
  gint64      selected;     /* row, or -1 */
  GHashTable *items;        /* position → FulPlaceItem that somebody holds */
  gboolean    rewinding;    /* the view is on its way to the top, where nobody sees rows go */
};

struct _FulPlaceModelClass
{
  GObjectClass parent_class;

  void (*select) (FulPlaceModel *self,
                  gint64         row);
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPlaceModel, g_object_unref)

GType          ful_place_model_get_type     (void) G_GNUC_CONST;
FulPlaceModel *ful_place_model_new          (void);
void           ful_place_model_set_rows     (FulPlaceModel *self,
                                             guint          n_rows,
                                             gboolean       reset);
void           ful_place_model_refresh      (FulPlaceModel *self);
void           ful_place_model_set_selected (FulPlaceModel *self,
                                             gint64         row);
gint64         ful_place_model_get_selected (FulPlaceModel *self);
GtkBitset     *ful_place_model_dup_held     (FulPlaceModel *self);
void           ful_place_model_set_anchor   (FulPlaceModel *self,
                                             guint          position);
void           ful_place_model_follow       (FulPlaceModel *self,
                                             GtkScrollable *view);
gboolean       ful_place_model_get_busy     (FulPlaceModel *self);

G_END_DECLS
