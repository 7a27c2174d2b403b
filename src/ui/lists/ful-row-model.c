/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A list model over a number of rows that is its own selection model: GTK's wrappers
 * ask for every item when many change, and would need an object for each. Items
 * are positions (see FulRowItem): when rows change, anywhere in the list, the items
 * emit "changed", and the list grows or shrinks at its end only.
 *
 * GtkColumnView keeps widgets for some two hundred rows. To create, fill or remove
 * them all takes longer than a frame, so the model does it in steps, two a frame,
 * the rows in view first. Meanwhile get_n_items () may be less than the number of
 * rows, or more: rows beyond the end are blank.
 *
 * Measured on 2026-11-23 (release build, CPU time of the main thread, GTK 4.8,
 * benchmark-window on four captures): without the steps 7 to 12 of 3,400 turns of the
 * main loop take longer than 33 ms, the longest 83 to 138 ms; with them none to three
 * of 4,000, the longest 24 to 44 ms. With a tree of 1,000,000 nodes it is 22 of 2,550
 * and 178 ms, against one of 3,259 and 41 ms. */

#include "config.h"

#include "ful-row-model.h"

/* Rows whose widgets are created or removed in one step. */
#define ROWS_PER_STEP 10

/* Rows that are filled again in one step: more than a view of usual height shows. */
#define ROWS_PER_REFRESH 36

/* GtkColumnView has widgets for fewer rows than this. */
#define MAX_ROW_WIDGETS 240

/* Rows below the view that are kept when many are removed at once: the rows after them have widgets, but
 * removing these step by step scrolls others into view each time. */
#define ROWS_KEPT_BELOW 160

/* A view with more rows above it than this does not scroll to the top page by page. */
#define MAX_REWIND_ROWS 3000

/* ms between two steps: the changes of several are laid out in one frame. */
#define STEP_MS 8

/* ms, more than a frame, between two pages on the way to the top. */
#define REWIND_MS 17

enum
{
  SELECT,
  REWIND,
  SETTLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

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
    g_signal_emit (self, signals[SELECT], 0, (gint64) position);

  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint              position)
{
  if (is_selected (model, position))
    g_signal_emit (model, signals[SELECT], 0, (gint64) -1);

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

static int
compare_distance (gconstpointer a,
                  gconstpointer b,
                  gpointer      user_data)
{
  FulRowModel *self = user_data;
  FulRowItem *x = *(FulRowItem * const *) a;
  FulRowItem *y = *(FulRowItem * const *) b;

  return ABS ((int) ful_row_item_get_position (x) - (int) self->anchor) -
         ABS ((int) ful_row_item_get_position (y) - (int) self->anchor);
}

/* Emits "changed" of the next items. */
static void
refresh_step (FulRowModel *self)
{
  for (guint i = 0; i < ROWS_PER_REFRESH && self->stale->len > 0; i++)
    {
      g_autoptr(FulRowItem) item = g_ptr_array_steal_index (self->stale, self->stale->len - 1);

      ful_row_item_emit_changed (item);
    }
}

/* Emits "changed" of all items: those around the anchor now, the others,
 * which are out of view, in later steps. */
static void
refresh_items (FulRowModel *self)
{
  GHashTableIter iter;
  gpointer item;

  g_ptr_array_set_size (self->stale, 0);
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    g_ptr_array_add (self->stale, g_object_ref (item));

  /* The nearest come last, and are processed from the end. */
  g_ptr_array_sort_with_data (self->stale, compare_distance, self);
  for (guint i = 0; i < self->stale->len / 2; i++)
    {
      gpointer far = self->stale->pdata[self->stale->len - 1 - i];

      self->stale->pdata[self->stale->len - 1 - i] = self->stale->pdata[i];
      self->stale->pdata[i] = far;
    }

  refresh_step (self);
}

/* Forgets the items beyond the end. */
static void
forget_items (FulRowModel *self)
{
  GHashTableIter iter;
  gpointer key, item;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &item))
    if (GPOINTER_TO_UINT (key) >= self->n_announced)
      {
        g_object_weak_unref (item, item_gone_cb, self);
        g_hash_table_iter_remove (&iter);
      }
}

/* Removes rows above those with widgets, which costs nothing, if the view is far
 * beyond the new end: GTK would create widgets all the way up to it otherwise.
 * Returns: whether there were such rows. */
static gboolean
remove_rows_above_view (FulRowModel *self)
{
  guint end = self->n_rows + MAX_ROW_WIDGETS;
  guint n_above = self->anchor - MIN (self->anchor, end);
  g_autoptr(GHashTable) moved = NULL;
  GHashTableIter iter;
  gpointer key, item;

  if (n_above == 0 || self->n_announced <= end)
    return FALSE;

  moved = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &item))
    {
      guint position = GPOINTER_TO_UINT (key);

      if (position < n_above)
        {
          g_object_weak_unref (item, item_gone_cb, self);
          continue;
        }

      ful_row_item_move (item, position - n_above);
      g_hash_table_insert (moved, GUINT_TO_POINTER (position - n_above), item);
    }

  g_hash_table_unref (self->items);
  self->items = g_steal_pointer (&moved);
  self->anchor -= n_above;
  self->n_announced -= n_above;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_above, 0);
  refresh_items (self);

  return TRUE;
}

/* The number of items after the next step. */
static guint
next_size (FulRowModel *self)
{
  guint n_rows = self->n_rows;
  guint portion;

  /* Beyond those with widgets, items cost nothing. */
  if (self->n_announced < n_rows)
    return self->n_announced < MAX_ROW_WIDGETS ? MIN (self->n_announced + ROWS_PER_STEP, n_rows) : n_rows;

  if (self->n_announced > self->anchor + ROWS_KEPT_BELOW)
    return MAX (n_rows, self->anchor + ROWS_KEPT_BELOW);

  /* If the view is beyond the end, each row removed scrolls one into view. */
  portion = self->anchor > n_rows ? ROWS_PER_STEP / 2 : ROWS_PER_STEP;

  return MAX (n_rows, self->n_announced > portion ? self->n_announced - portion : 0);
}

/* One step towards as many items as there are rows. */
static void
resize_step (FulRowModel *self)
{
  guint n_before = self->n_announced;

  if (remove_rows_above_view (self))
    return;

  self->n_announced = next_size (self);
  if (self->n_announced > n_before)
    {
      g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->n_announced - n_before);
    }
  else if (self->n_announced < n_before)
    {
      forget_items (self);
      g_list_model_items_changed (G_LIST_MODEL (self), self->n_announced, n_before - self->n_announced, 0);
    }
}

/* Removing rows in or near the view creates and removes widgets, and lays out all
 * others each time; scrolling only moves widgets. So the view of a new tree scrolls
 * to its top first. Returns: whether it is still on its way. */
static gboolean
rewind_view (FulRowModel *self)
{
  guint before = self->anchor;

  if (self->anchor + MAX_ROW_WIDGETS < self->n_rows)
    return FALSE;

  g_signal_emit (self, signals[REWIND], 0);

  return self->anchor < before;
}

/* Returns: whether there is more to do */
static gboolean
run_step (FulRowModel *self)
{
  if (self->rewinding)
    {
      self->rewinding = (self->anchor > MAX_REWIND_ROWS && remove_rows_above_view (self)) || rewind_view (self);
      return TRUE;
    }

  if (self->stale->len > 0)
    refresh_step (self);
  else if (self->n_announced != self->n_rows)
    resize_step (self);

  return self->stale->len > 0 || self->n_announced != self->n_rows;
}

/* All models with steps to do, and the source of the next step: the lists of one panel
 * take turns, or a frame would have a step of each. */
static GQueue working = G_QUEUE_INIT;
static guint step_id;

static gboolean
step_cb (gpointer user_data);

static void
queue_step (void)
{
  gboolean rewinding = FALSE;

  for (GList *l = working.head; l; l = l->next)
    rewinding |= FUL_ROW_MODEL (l->data)->rewinding;
  if (working.head)
    step_id = g_timeout_add (rewinding ? REWIND_MS : STEP_MS, step_cb, NULL);
}

static gboolean
step_cb (gpointer user_data)
{
  g_autoptr(FulRowModel) self = g_object_ref (g_queue_pop_head (&working));
  gboolean has_more;

  step_id = 0;
  has_more = run_step (self);
  /* The step may have disposed of the model. */
  if (self->is_working && has_more)
    {
      g_queue_push_tail (&working, self);
    }
  else if (self->is_working)
    {
      self->is_working = FALSE;
      g_signal_emit (self, signals[SETTLED], 0);
    }
  if (step_id == 0)
    queue_step ();

  return G_SOURCE_REMOVE;
}

static void
ful_row_model_dispose (GObject *object)
{
  FulRowModel *self = FUL_ROW_MODEL (object);
  GHashTableIter iter;
  gpointer item;

  self->is_working = FALSE;
  if (g_queue_remove (&working, self) && !working.head)
    g_clear_handle_id (&step_id, g_source_remove);
  g_ptr_array_set_size (self->stale, 0);

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      g_object_weak_unref (item, item_gone_cb, self);
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

  signals[SELECT] = g_signal_new ("select", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_FIRST,
                                  G_STRUCT_OFFSET (FulRowModelClass, select), NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[REWIND] = g_signal_new ("rewind", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
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
  refresh_items (self);

  if (self->is_working)
    return;
  self->is_working = TRUE;
  g_queue_push_head (&working, self);
  if (step_id == 0)
    queue_step ();
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
