/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK asks for the state of rows, and changes ranges of rows; the model stores
 * markers, a bit each, so that the selection is independent of order and search. */

#include "config.h"

#include "ful-marker-table-model.h"

struct _FulMarkerTableModel
{
  FulRowModel    parent_instance;

  FulMarkerView *view;         /* (nullable): before the first one */
  FulMarkerSet  *selection;    /* (nullable): of the list of @view */
  guint          n_selected;   /* rows of @view in @selection */
};

static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (FulMarkerTableModel, ful_marker_table_model, FUL_TYPE_ROW_MODEL,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, selection_model_init))

enum
{
  SELECTION,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const guint *
get_markers (FulMarkerTableModel *self,
             guint                row)
{
  return &g_array_index (self->view->markers, guint, row);
}

/* The number of selected rows. */
static guint
clip (FulMarkerTableModel *self,
      guint                row,
      guint                n_rows)
{
  guint len = self->view ? self->view->markers->len : 0;

  return row < len ? MIN (n_rows, len - row) : 0;
}

static gboolean
has_row (FulMarkerTableModel *self,
         gint64               row)
{
  return row >= 0 && clip (self, (guint) row, 1) > 0 && ful_marker_set_has (self->selection, *get_markers (self, (guint) row));
}

static gboolean
is_selected (GtkSelectionModel *model,
             guint              position)
{
  return has_row (FUL_MARKER_TABLE_MODEL (model), position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint              position,
                        guint              n_items)
{
  GtkBitset *set = gtk_bitset_new_empty ();
  guint n = clip (FUL_MARKER_TABLE_MODEL (model), position, n_items);    /* GTK asks for G_MAXUINT to get all */

  for (guint i = position; i < position + n; i++)
    if (is_selected (model, i))
      gtk_bitset_add (set, i);

  return set;
}

static void
add (FulMarkerTableModel *self,
     guint                row,
     guint                n_rows)
{
  self->n_selected += ful_marker_set_add (self->selection, get_markers (self, row), n_rows);
}

static void
clear (FulMarkerTableModel *self)
{
  ful_marker_set_clear (self->selection);
  self->n_selected = 0;
}

/* Returns: (transfer full): the selected ones of the rows that views hold */
static GtkBitset *
dup_shown (FulMarkerTableModel *self)
{
  g_autoptr(GtkBitset) held = ful_row_model_dup_held (FUL_ROW_MODEL (self));
  GtkBitset *shown = gtk_bitset_new_empty ();
  GtkBitsetIter iter;
  guint row;

  for (gboolean found = gtk_bitset_iter_init_first (&iter, held, &row); found; found = gtk_bitset_iter_next (&iter, &row))
    if (has_row (self, row))
      gtk_bitset_add (shown, row);

  return shown;
}

/* Views update each row that is reported: reports only those that changed. @shown: the
 * previous dup_shown(). */
static void
notify_selection (FulMarkerTableModel *self,
                  GtkBitset           *shown)
{
  g_autoptr(GtkBitset) changed = dup_shown (self);
  GtkBitsetIter iter;
  guint row;

  gtk_bitset_difference (changed, shown);
  for (gboolean found = gtk_bitset_iter_init_first (&iter, changed, &row); found; found = gtk_bitset_iter_next (&iter, &row))
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), row, 1);
  g_signal_emit (self, signals[SELECTION], 0);
}

/* The row of the details is a selected one; the last one cannot be unselected. */
static void
settle (FulMarkerTableModel *self,
        GtkBitset           *shown)
{
  gint64 row = FUL_ROW_MODEL (self)->selected;

  if (!has_row (self, row) && self->n_selected > 0)
    {
      for (row = 0; !has_row (self, row); row++)
        ;
      g_signal_emit_by_name (self, "select", row);
    }
  else if (row >= 0 && self->n_selected == 0)
    {
      add (self, (guint) row, 1);
    }
  notify_selection (self, shown);
}

static gboolean
select_range (GtkSelectionModel *model,
              guint              position,
              guint              n_items,
              gboolean           unselect_rest)
{
  FulMarkerTableModel *self = FUL_MARKER_TABLE_MODEL (model);
  g_autoptr(GtkBitset) shown = dup_shown (self);
  guint n_rows = clip (self, position, n_items);

  if (n_rows == 0)
    return TRUE;

  if (unselect_rest)
    clear (self);
  add (self, position, n_rows);
  settle (self, shown);

  return TRUE;
}

static gboolean
select_item (GtkSelectionModel *model,
             guint              position,
             gboolean           unselect_rest)
{
  FulMarkerTableModel *self = FUL_MARKER_TABLE_MODEL (model);
  g_autoptr(GtkBitset) shown = dup_shown (self);

  if (clip (self, position, 1) == 0)
    return TRUE;

  if (unselect_rest)
    clear (self);
  add (self, position, 1);
  g_signal_emit_by_name (self, "select", (gint64) position);
  notify_selection (self, shown);

  return TRUE;
}

static gboolean
unselect_range (GtkSelectionModel *model,
                guint              position,
                guint              n_items)
{
  FulMarkerTableModel *self = FUL_MARKER_TABLE_MODEL (model);
  g_autoptr(GtkBitset) shown = dup_shown (self);
  guint n_rows = clip (self, position, n_items);

  if (n_rows == 0)
    return TRUE;

  self->n_selected -= ful_marker_set_remove (self->selection, get_markers (self, position), n_rows);
  settle (self, shown);

  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint              position)
{
  return unselect_range (model, position, 1);
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
  iface->select_range = select_range;
  iface->unselect_range = unselect_range;
}

static void
select_only (FulMarkerTableModel *self,
             gint64               row)
{
  clear (self);
  if (row >= 0)
    add (self, (guint) row, 1);
  ful_row_model_set_selected (FUL_ROW_MODEL (self), row);
}

static void
ful_marker_table_model_finalize (GObject *object)
{
  FulMarkerTableModel *self = FUL_MARKER_TABLE_MODEL (object);

  g_clear_pointer (&self->view, ful_marker_view_unref);
  g_clear_pointer (&self->selection, ful_marker_set_free);

  G_OBJECT_CLASS (ful_marker_table_model_parent_class)->finalize (object);
}

static void
ful_marker_table_model_class_init (FulMarkerTableModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_marker_table_model_finalize;

  signals[SELECTION] = g_signal_new ("selection", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_marker_table_model_init (FulMarkerTableModel *self)
{
}

FulMarkerTableModel *
ful_marker_table_model_new (void)
{
  return g_object_new (FUL_TYPE_MARKER_TABLE_MODEL, NULL);
}

/**
 * ful_marker_table_model_set_view:
 * @view: the rows
 * @row: the one that details are about, or -1
 *
 * Shows other rows, or the same in another order.
 */
void
ful_marker_table_model_set_view (FulMarkerTableModel *self,
                                 FulMarkerView       *view,
                                 gint64               row)
{
  g_autoptr(GtkBitset) shown = dup_shown (self);
  gboolean reset = self->view == NULL || self->view->list != view->list;

  ful_marker_view_ref (view);
  g_clear_pointer (&self->view, ful_marker_view_unref);
  self->view = view;
  if (reset)
    {
      g_clear_pointer (&self->selection, ful_marker_set_free);
      self->selection = ful_marker_set_new (view->list->n_markers);
    }
  if (has_row (self, row) && ful_marker_set_get_n (self->selection) > 1)
    {
      g_autoptr(GArray) selected = ful_marker_set_filter (self->selection, view->markers);

      self->n_selected = selected->len;
      ful_row_model_set_selected (FUL_ROW_MODEL (self), row);
    }
  else
    {
      select_only (self, row);
    }
  notify_selection (self, shown);
  ful_row_model_set_rows (FUL_ROW_MODEL (self), view->markers->len, reset);
}

/**
 * ful_marker_table_model_select:
 * @row: the row to be selected, as the only one, or -1 for none
 */
void
ful_marker_table_model_select (FulMarkerTableModel *self,
                               gint64               row)
{
  g_autoptr(GtkBitset) shown = dup_shown (self);

  select_only (self, row);
  notify_selection (self, shown);
}

/**
 * ful_marker_table_model_dup_selection:
 *
 * Returns: (transfer full) (nullable): the selected rows that are shown, if several are
 */
FulMarkerView *
ful_marker_table_model_dup_selection (FulMarkerTableModel *self)
{
  if (self->n_selected < 2)
    return NULL;
  if (self->n_selected == self->view->markers->len)
    return ful_marker_view_ref (self->view);

  return ful_marker_view_new_of_set (self->view, self->selection);
}
