/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GtkColumnView keeps widgets for some two hundred rows. To create, fill or remove
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

#include "ful-row-model-private.h"

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
        ful_row_model_forget_item (self, item);
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
          ful_row_model_forget_item (self, item);
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

  g_signal_emit (self, ful_row_model_signals[FUL_ROW_MODEL_REWIND], 0);

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
      g_signal_emit (self, ful_row_model_signals[FUL_ROW_MODEL_SETTLED], 0);
    }
  if (step_id == 0)
    queue_step ();

  return G_SOURCE_REMOVE;
}

/* Rows were added, removed or changed. */
void
ful_row_model_begin_steps (FulRowModel *self)
{
  refresh_items (self);

  if (self->is_working)
    return;
  self->is_working = TRUE;
  g_queue_push_head (&working, self);
  if (step_id == 0)
    queue_step ();
}

/* The model is disposed of. */
void
ful_row_model_stop_steps (FulRowModel *self)
{
  self->is_working = FALSE;
  if (g_queue_remove (&working, self) && !working.head)
    g_clear_handle_id (&step_id, g_source_remove);
  g_ptr_array_set_size (self->stale, 0);
}
