/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A list model over a number of rows that is its own selection model: GTK's wrappers
 * ask for every item when many change, and would need an object for each. Items
 * are positions (see FulRowItem): when rows change, anywhere in the list, the items
 * emit "changed", and the list grows or shrinks at its end only. That takes more than a
 * frame for many rows: ful-row-model-steps.c does it in steps. */

#include "config.h"

#include "ful-row-model-private.h"

guint ful_row_model_signals[FUL_N_ROW_MODEL_SIGNALS];

static GType
get_item_type (GListModel *model)
{
  return FUL_TYPE_ROW_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return FUL_ROW_MODEL (model)->n_announced;
}

static void
item_gone_cb (gpointer  user_data,
              GObject  *item)
{
  FulRowModel *self = user_data;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (value == item)
      {
        g_hash_table_iter_remove (&iter);
        return;
      }
}

/* It is not among the items any more. */
void
ful_row_model_forget_item (FulRowModel *self,
                           gpointer     item)
{
  g_object_weak_unref (item, item_gone_cb, self);
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  FulRowModel *self = FUL_ROW_MODEL (model);
  FulRowItem *item;

  if (position >= self->n_announced)
    return NULL;

  item = g_hash_table_lookup (self->items, GUINT_TO_POINTER (position));
  if (item)
    return g_object_ref (item);

  item = ful_row_item_new (position);
  g_hash_table_insert (self->items, GUINT_TO_POINTER (position), item);
  g_object_weak_ref (G_OBJECT (item), item_gone_cb, self);

  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static gboolean
is_selected (GtkSelectionModel *model,
             guint              position)
{
  return FUL_ROW_MODEL (model)->selected == position;
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint              position,
                        guint              n_items)
{
  FulRowModel *self = FUL_ROW_MODEL (model);
  GtkBitset *set = gtk_bitset_new_empty ();

  if (self->selected >= 0 && self->selected < self->n_announced)
    gtk_bitset_add (set, (guint) self->selected);

  return set;
}

static gboolean
select_item (GtkSelectionModel *model,
             guint              position,
             gboolean           unselect_rest)
{
  FulRowModel *self = FUL_ROW_MODEL (model);

  if (position < self->n_rows)
    g_signal_emit (self, ful_row_model_signals[FUL_ROW_MODEL_SELECT], 0, (gint64) position);

  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint              position)
{
  if (is_selected (model, position))
    g_signal_emit (model, ful_row_model_signals[FUL_ROW_MODEL_SELECT], 0, (gint64) -1);

  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
}

G_DEFINE_TYPE_WITH_CODE (FulRowModel, ful_row_model, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                         G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, selection_model_init))

static void
ful_row_model_dispose (GObject *object)
{
  FulRowModel *self = FUL_ROW_MODEL (object);
  GHashTableIter iter;
  gpointer item;

  ful_row_model_stop_steps (self);

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      ful_row_model_forget_item (self, item);
      g_hash_table_iter_remove (&iter);
    }

  G_OBJECT_CLASS (ful_row_model_parent_class)->dispose (object);
}

static void
ful_row_model_finalize (GObject *object)
{
  FulRowModel *self = FUL_ROW_MODEL (object);

  g_hash_table_unref (self->items);
  g_ptr_array_unref (self->stale);

  G_OBJECT_CLASS (ful_row_model_parent_class)->finalize (object);
}

static void
ful_row_model_class_init (FulRowModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ful_row_model_dispose;
  object_class->finalize = ful_row_model_finalize;
  klass->select = ful_row_model_set_selected;

  ful_row_model_signals[FUL_ROW_MODEL_SELECT] =
    g_signal_new ("select", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_FIRST,
                  G_STRUCT_OFFSET (FulRowModelClass, select), NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_INT64);
  ful_row_model_signals[FUL_ROW_MODEL_REWIND] =
    g_signal_new ("rewind", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 0);
  ful_row_model_signals[FUL_ROW_MODEL_SETTLED] =
    g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_row_model_init (FulRowModel *self)
{
  self->items = g_hash_table_new (NULL, NULL);
  self->stale = g_ptr_array_new_with_free_func (g_object_unref);
  self->selected = -1;
  self->wanted_top = -1;
}

FulRowModel *
ful_row_model_new (void)
{
  return g_object_new (FUL_TYPE_ROW_MODEL, NULL);
}

/**
 * ful_row_model_set_rows:
 * @n_rows: number of rows
 * @reset: whether they have nothing in common with the previous ones
 *
 * Rows were added, removed or changed; items emit "changed". "settled" follows.
 */
void
ful_row_model_set_rows (FulRowModel *self,
                        guint        n_rows,
                        gboolean     reset)
{
  self->n_rows = n_rows;
  self->rewinding |= reset && self->n_announced > n_rows;
  ful_row_model_begin_steps (self);
}

/**
 * ful_row_model_refresh:
 *
 * The contents of the rows changed; like ful_row_model_set_rows().
 */
void
ful_row_model_refresh (FulRowModel *self)
{
  ful_row_model_set_rows (self, self->n_rows, FALSE);
}

/**
 * ful_row_model_set_selected:
 * @row: a row, or -1 for none
 */
void
ful_row_model_set_selected (FulRowModel *self,
                            gint64       row)
{
  gint64 old = self->selected;

  if (old == row)
    return;

  self->selected = row;
  if (old >= 0 && old < self->n_announced)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), (guint) old, 1);
  if (row >= 0 && row < self->n_announced)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), (guint) row, 1);
}

/**
 * ful_row_model_get_selected:
 *
 * Returns: the selected row, or -1 for none, or if it is not among the items yet
 */
gint64
ful_row_model_get_selected (FulRowModel *self)
{
  return self->selected < self->n_announced ? self->selected : -1;
}

/**
 * ful_row_model_dup_held:
 *
 * Returns: (transfer full): positions of the items that views hold
 */
GtkBitset *
ful_row_model_dup_held (FulRowModel *self)
{
  GtkBitset *held = gtk_bitset_new_empty ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    gtk_bitset_add (held, GPOINTER_TO_UINT (key));

  return held;
}

/**
 * ful_row_model_set_anchor:
 * @position: in the middle of the view
 *
 * Rows around it are filled first.
 */
void
ful_row_model_set_anchor (FulRowModel *self,
                          guint        position)
{
  self->anchor = position;
}

static void
scrolled_cb (GtkAdjustment *adjustment,
             FulRowModel   *self)
{
  double upper = gtk_adjustment_get_upper (adjustment);
  double middle = gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) / 2;

  if (upper <= 0)
    return;

  ful_row_model_set_anchor (self, (guint) (CLAMP (middle / upper, 0, 1) * self->n_announced));
  self->top = gtk_adjustment_get_value (adjustment) / upper * self->n_announced;
}

/**
 * ful_row_model_place_top:
 * @view: the view of the model, in its scrolled window
 *
 * Once the rows are settled: scrolls the row that was at the top to the top again.
 *
 * Returns: whether there is such a row
 */
gboolean
ful_row_model_place_top (FulRowModel   *self,
                         GtkScrollable *view)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (view));
  double top = self->wanted_top;

  self->wanted_top = -1;
  if (top < 0)
    return FALSE;

  /* All rows have the same height. The extent of the view may be that of the rows before. */
  for (GtkWidget *row = gtk_widget_get_first_child (rows); row; row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_mapped (row) && gtk_widget_get_height (row) > 0)
      {
        gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (view), top * gtk_widget_get_height (row));
        break;
      }

  return TRUE;
}

static void
rewind_cb (GtkScrollable *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (view);

  gtk_adjustment_set_value (adjustment,
                            gtk_adjustment_get_value (adjustment) - gtk_adjustment_get_page_size (adjustment));
}

/**
 * ful_row_model_follow:
 * @view: the view of the model, in its scrolled window
 *
 * Fills the rows in view first, and scrolls @view to its top when needed. Call it once.
 */
void
ful_row_model_follow (FulRowModel   *self,
                      GtkScrollable *view)
{
  g_signal_connect_object (gtk_scrollable_get_vadjustment (view), "value-changed", G_CALLBACK (scrolled_cb), self, 0);
  g_signal_connect_object (self, "rewind", G_CALLBACK (rewind_cb), view, G_CONNECT_SWAPPED);
}

/**
 * ful_row_model_get_busy:
 *
 * Returns: whether there are steps to do
 */
gboolean
ful_row_model_get_busy (FulRowModel *self)
{
  return self->is_working;
}

/**
 * ful_row_model_set_patient:
 *
 * A list that gets the focus selects no row from now on: one is selected when the user does that.
 */
void
ful_row_model_set_patient (FulRowModel *self)
{
  self->is_patient = TRUE;
}

gboolean
ful_row_model_get_patient (FulRowModel *self)
{
  return self->is_patient;
}
