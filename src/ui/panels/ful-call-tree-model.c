/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A list model over FulTreeRows, and its own selection model: GTK's wrappers
 * ask for every item when many change, and would need an object for each. Items
 * are places (see FulCallTreeItem): whatever happens to rows, in the middle or
 * everywhere, the places are told to look again, and the list grows or shrinks
 * at its end only.
 *
 * A list of GTK has widgets for some two hundred rows. To make, fill or drop
 * them all takes longer than a frame, so each is done in portions, two of them
 * a frame, beginning with what is in view. Meanwhile the list may
 * announce fewer places than there are rows, or more: those are blank. */

#include "config.h"

#include "ful-call-tree-model.h"

/* Rows whose widgets are made or dropped in one turn. */
#define PORTION 10

/* Rows that are filled anew in one turn: more than a view of usual height shows. */
#define REFRESHED 36

/* A list has widgets for less rows than this. */
#define REALISED 240

/* Rows behind the place of the view that stay when many go at once: those after them have widgets, but to drop
 * them bit by bit brings others from above each time. */
#define KEPT 160

/* ms between two portions: what several of them change is laid out in one frame. */
#define STEP_MS 8

/* ms, more than a frame: between two steps of a view to the top. */
#define REWIND_MS 17

struct _FulCallTreeModel
{
  GObject       parent_instance;

  FulTreeRows  *rows;       /* (nullable): before the first tree */
  guint         n_announced;  /* places of the list */
  guint         anchor;     /* position in the middle of the view */
  GPtrArray    *stale;      /* FulCallTreeItem that were not told yet that they changed */
  guint         work_id;
  gint64            selected;   /* row of the selected node, or -1 */
  FulCallNodeIndex  node;       /* the selected node, or FUL_NONE */
  GHashTable   *items;      /* position → FulCallTreeItem that somebody holds */
  FulCallTree  *tree;       /* (nullable): the newest one, whose rows may be under way */
  FulDerivedThread *thread; /* (nullable): what it was made of */
  gboolean      afresh;     /* @tree opens as a new one */
  gboolean      rewinding;  /* the view is on its way to the top, where nobody sees rows go */
  FulCallNodeIndex  reveal;     /* node of @tree to select when its rows are there, or FUL_NONE */
  GCancellable *job;        /* (nullable): while it runs */
};

enum
{
  NODE_SELECTED,
  REWIND,
  SETTLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static guint
get_n_rows (FulCallTreeModel *self)
{
  return self->rows ? self->rows->n_rows : 0;
}

static GType
get_item_type (GListModel *model)
{
  return FUL_TYPE_CALL_TREE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return FUL_CALL_TREE_MODEL (model)->n_announced;
}

static void
item_gone_cb (gpointer  user_data,
              GObject  *item)
{
  FulCallTreeModel *self = user_data;
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
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (model);
  FulCallTreeItem *item;

  if (position >= self->n_announced)
    return NULL;

  item = g_hash_table_lookup (self->items, GUINT_TO_POINTER (position));
  if (item)
    return g_object_ref (item);

  item = ful_call_tree_item_new (position);
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
  return FUL_CALL_TREE_MODEL (model)->selected == position;
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint              position,
                        guint              n_items)
{
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (model);
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
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (model);

  if (position < get_n_rows (self))
    ful_call_tree_model_select (self, position);

  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint              position)
{
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (model);

  if (is_selected (model, position))
    ful_call_tree_model_select (self, -1);

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

G_DEFINE_FINAL_TYPE_WITH_CODE (FulCallTreeModel, ful_call_tree_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, selection_model_init))

static int
compare_distance (gconstpointer a,
                  gconstpointer b,
                  gpointer      user_data)
{
  FulCallTreeModel *self = user_data;
  FulCallTreeItem *x = *(FulCallTreeItem * const *) a;
  FulCallTreeItem *y = *(FulCallTreeItem * const *) b;

  return ABS ((int) ful_call_tree_item_get_position (x) - (int) self->anchor) -
         ABS ((int) ful_call_tree_item_get_position (y) - (int) self->anchor);
}

/* Tells the next items that they show something else. */
static void
refresh_some (FulCallTreeModel *self)
{
  for (guint i = 0; i < REFRESHED && self->stale->len > 0; i++)
    {
      g_autoptr(FulCallTreeItem) item = g_ptr_array_steal_index (self->stale, self->stale->len - 1);

      ful_call_tree_item_emit_changed (item);
    }
}

/* All items show something else: those around the anchor now, the others,
 * which are beyond the edges of the view, a few in each turn. */
static void
refresh_items (FulCallTreeModel *self)
{
  GHashTableIter iter;
  gpointer item;

  g_ptr_array_set_size (self->stale, 0);
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    g_ptr_array_add (self->stale, g_object_ref (item));

  /* The nearest come last, where they are taken from. */
  g_ptr_array_sort_with_data (self->stale, compare_distance, self);
  for (guint i = 0; i < self->stale->len / 2; i++)
    {
      gpointer far = self->stale->pdata[self->stale->len - 1 - i];

      self->stale->pdata[self->stale->len - 1 - i] = self->stale->pdata[i];
      self->stale->pdata[i] = far;
    }

  refresh_some (self);
}

/* Items of places that are no more are nobody's. */
static void
forget_items (FulCallTreeModel *self)
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

/* Drops places above those with widgets, which costs nothing. Where a view
 * stands far behind the new end, the list would else make widgets all the way. */
static void
drop_head (FulCallTreeModel *self,
           guint             n_places)
{
  GHashTable *moved = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key, item;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &item))
    {
      guint position = GPOINTER_TO_UINT (key);

      if (position < n_places)
        {
          g_object_weak_unref (item, item_gone_cb, self);
          continue;
        }

      ful_call_tree_item_move (item, position - n_places);
      g_hash_table_insert (moved, GUINT_TO_POINTER (position - n_places), item);
    }

  g_hash_table_unref (self->items);
  self->items = moved;
  self->anchor -= n_places;
  self->n_announced -= n_places;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_places, 0);
  refresh_items (self);
}

/* How many places there should be after the next step. */
static guint
next_size (FulCallTreeModel *self)
{
  guint n_rows = get_n_rows (self);
  guint portion;

  /* Beyond those with widgets, places cost nothing. */
  if (self->n_announced < n_rows)
    return self->n_announced < REALISED ? MIN (self->n_announced + PORTION, n_rows) : n_rows;

  if (self->n_announced > self->anchor + KEPT)
    return MAX (n_rows, self->anchor + KEPT);

  /* Where the view stands behind the end, each row that goes brings one from above. */
  portion = self->anchor > n_rows ? PORTION / 2 : PORTION;

  return MAX (n_rows, self->n_announced > portion ? self->n_announced - portion : 0);
}

/* One step towards as many places as there are rows. */
static void
resize_some (FulCallTreeModel *self)
{
  guint n_rows = get_n_rows (self);
  guint n_before = self->n_announced;

  if (n_before > n_rows + REALISED && self->anchor > n_rows + REALISED)
    {
      drop_head (self, self->anchor - n_rows - REALISED);
      return;
    }

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

/* Rows that go in sight of the view, or just above or below, cost widgets that
 * are made and dropped, and a layout of all the others each time; scrolling
 * only moves widgets. So the view of a new tree goes to its top first. Returns:
 * whether it is still on its way. */
static gboolean
rewind_view (FulCallTreeModel *self)
{
  guint before = self->anchor;

  if (self->anchor + REALISED < get_n_rows (self))
    return FALSE;

  g_signal_emit (self, signals[REWIND], 0);

  return self->anchor < before;
}

static gboolean
work_cb (gpointer user_data);

static void
queue_work (FulCallTreeModel *self)
{
  self->work_id = g_timeout_add (self->rewinding ? REWIND_MS : STEP_MS, work_cb, self);
}

/* One portion of one kind in a turn. */
static gboolean
work_cb (gpointer user_data)
{
  FulCallTreeModel *self = user_data;

  if (self->rewinding)
    {
      self->rewinding = rewind_view (self);
      queue_work (self);
      return G_SOURCE_REMOVE;
    }

  if (self->stale->len > 0)
    refresh_some (self);
  else if (self->n_announced != get_n_rows (self))
    resize_some (self);

  if (self->stale->len > 0 || self->n_announced != get_n_rows (self))
    return G_SOURCE_CONTINUE;

  self->work_id = 0;
  g_signal_emit (self, signals[SETTLED], 0);

  return G_SOURCE_REMOVE;
}

/* Rows came, went or changed. "settled" follows. */
static void
rows_changed (FulCallTreeModel *self)
{
  refresh_items (self);

  if (self->work_id == 0)
    queue_work (self);
}

static void
set_selected_row (FulCallTreeModel *self,
                  gint64            selected)
{
  gint64 old = self->selected;

  if (old == selected)
    return;

  self->selected = selected;
  if (old >= 0 && old < self->n_announced)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), (guint) old, 1);
  if (selected >= 0 && selected < self->n_announced)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), (guint) selected, 1);
}

/* Replaces all rows. */
static void
take_rows (FulCallTreeModel *self,
           FulTreeRows      *rows,
           FulCallNodeIndex  selected)
{
  g_clear_pointer (&self->rows, ful_tree_rows_unref);
  self->rows = rows;
  self->rewinding |= self->afresh && self->n_announced > rows->n_rows;

  self->node = selected;
  set_selected_row (self, selected == FUL_NONE ? -1 : ful_tree_rows_find (rows, selected));
  g_signal_emit (self, signals[NODE_SELECTED], 0);
  rows_changed (self);
}

typedef struct
{
  FulTreeRows      *rows;     /* (nullable): the rows that are shown */
  FulCallNodeIndex  selected;
  FulCallTree      *tree;     /* to follow; NULL to expand */
  FulDerivedThread *thread;   /* of @tree */
  FulCallNodeIndex  reveal;   /* to select in it, or FUL_NONE */
  guint             expand;   /* row to expand all below */
} JobInput;

static void
job_input_free (gpointer data)
{
  JobInput *input = data;

  g_clear_pointer (&input->rows, ful_tree_rows_unref);
  g_clear_pointer (&input->tree, ful_call_tree_unref);
  g_clear_pointer (&input->thread, ful_derived_thread_unref);
  g_free (input);
}

static void
job_worker (GTask        *task,
            gpointer      source,
            gpointer      task_data,
            GCancellable *cancellable)
{
  JobInput *in = task_data;
  FulTreeRows *rows = NULL;
  GError *error = NULL;

  if (!in->rows)
    rows = ful_tree_rows_new (in->tree, in->thread);
  else if (in->tree)
    rows = ful_tree_rows_follow (in->rows, in->selected, in->tree, in->thread, cancellable, &error);
  else
    {
      rows = ful_tree_rows_own (g_steal_pointer (&in->rows));
      if (!ful_tree_rows_expand_all (rows, in->expand, cancellable, &error))
        g_clear_pointer (&rows, ful_tree_rows_unref);
    }

  if (rows && in->reveal != FUL_NONE && !ful_tree_rows_reveal (rows, in->reveal, cancellable, &error))
    g_clear_pointer (&rows, ful_tree_rows_unref);

  if (rows)
    g_task_return_pointer (task, rows, (GDestroyNotify) ful_tree_rows_unref);
  else
    g_task_return_error (task, error);
}

static void
job_ready_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(FulCallTreeModel) self = user_data;
  FulTreeRows *rows = g_task_propagate_pointer (G_TASK (result), NULL);
  FulCallNodeIndex selected;

  if (g_task_get_cancellable (G_TASK (result)) != self->job)
    {
      g_clear_pointer (&rows, ful_tree_rows_unref);
      return;
    }

  g_clear_object (&self->job);
  if (!rows)
    return;

  /* The selection may have moved while all was expanded. */
  if (self->reveal == FUL_NONE && self->rows && rows->tree == self->rows->tree)
    selected = self->node;
  else
    selected = rows->selected;
  self->reveal = FUL_NONE;
  take_rows (self, rows, selected);
}

static void
start_job (FulCallTreeModel *self,
           FulCallTree      *tree,
           gboolean          afresh,
           guint             expand)
{
  g_autoptr(GTask) task = NULL;
  JobInput *input = g_new0 (JobInput, 1);

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  self->job = g_cancellable_new ();

  input->rows = self->rows && !afresh ? ful_tree_rows_ref (self->rows) : NULL;
  input->selected = self->node;
  input->tree = tree ? ful_call_tree_ref (tree) : NULL;
  input->thread = tree && self->thread ? ful_derived_thread_ref (self->thread) : NULL;
  input->reveal = tree ? self->reveal : FUL_NONE;
  input->expand = expand;

  task = g_task_new (NULL, self->job, job_ready_cb, g_object_ref (self));
  g_task_set_task_data (task, input, job_input_free);
  g_task_run_in_thread (task, job_worker);
}

/* The user changed the rows: a job that follows to a newer tree began with the
 * old ones and has to begin again. */
static void
restart_follow (FulCallTreeModel *self)
{
  self->reveal = FUL_NONE;
  if (self->job && self->tree != self->rows->tree)
    start_job (self, self->tree, self->afresh, 0);
}

static void
ful_call_tree_model_dispose (GObject *object)
{
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (object);
  GHashTableIter iter;
  gpointer item;

  g_clear_handle_id (&self->work_id, g_source_remove);
  g_ptr_array_set_size (self->stale, 0);
  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      g_object_weak_unref (item, item_gone_cb, self);
      g_hash_table_iter_remove (&iter);
    }

  G_OBJECT_CLASS (ful_call_tree_model_parent_class)->dispose (object);
}

static void
ful_call_tree_model_finalize (GObject *object)
{
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (object);

  g_hash_table_unref (self->items);
  g_ptr_array_unref (self->stale);
  g_clear_pointer (&self->rows, ful_tree_rows_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);

  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  G_OBJECT_CLASS (ful_call_tree_model_parent_class)->finalize (object);
}

static void
ful_call_tree_model_class_init (FulCallTreeModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ful_call_tree_model_dispose;
  object_class->finalize = ful_call_tree_model_finalize;

  signals[NODE_SELECTED] = g_signal_new ("node-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REWIND] = g_signal_new ("rewind", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_call_tree_model_init (FulCallTreeModel *self)
{
  self->items = g_hash_table_new (NULL, NULL);
  self->stale = g_ptr_array_new_with_free_func (g_object_unref);
  self->selected = -1;
  self->node = FUL_NONE;
  self->reveal = FUL_NONE;
}

FulCallTreeModel *
ful_call_tree_model_new (void)
{
  return g_object_new (FUL_TYPE_CALL_TREE_MODEL, NULL);
}

/**
 * ful_call_tree_model_set_tree:
 * @tree: the tree to show
 * @thread: (nullable): what it was made of
 * @afresh: whether it has nothing to do with the one before: nothing expanded or selected is carried over
 *
 * Starts a job for the rows of @tree; "settled" tells when they are shown.
 */
void
ful_call_tree_model_set_tree (FulCallTreeModel *self,
                              FulCallTree      *tree,
                              FulDerivedThread *thread,
                              gboolean          afresh)
{
  g_return_if_fail (FUL_IS_CALL_TREE_MODEL (self));

  if (self->tree == tree)
    return;

  g_clear_pointer (&self->tree, ful_call_tree_unref);
  self->tree = ful_call_tree_ref (tree);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  self->thread = thread ? ful_derived_thread_ref (thread) : NULL;
  self->afresh = afresh || (self->afresh && self->job);
  self->reveal = FUL_NONE;
  start_job (self, tree, self->afresh, 0);
}

/**
 * ful_call_tree_model_reveal:
 * @node: a node of the newest tree
 *
 * Selects @node and expands what is above it, in a job.
 */
void
ful_call_tree_model_reveal (FulCallTreeModel *self,
                            FulCallNodeIndex  node)
{
  if (self->reveal == node)
    return;

  self->reveal = node;
  start_job (self, self->tree, self->job && self->afresh, 0);
}

/**
 * ful_call_tree_model_set_anchor:
 * @position: in the middle of the view
 *
 * Rows around it are filled first.
 */
void
ful_call_tree_model_set_anchor (FulCallTreeModel *self,
                                guint             position)
{
  self->anchor = position;
}

/**
 * ful_call_tree_model_get_tree:
 *
 * Returns: (transfer none) (nullable): the tree of the rows that are shown
 */
FulCallTree *
ful_call_tree_model_get_tree (FulCallTreeModel *self)
{
  return self->rows ? self->rows->tree : NULL;
}

/**
 * ful_call_tree_model_get_busy:
 *
 * Returns: whether rows are under way
 */
gboolean
ful_call_tree_model_get_busy (FulCallTreeModel *self)
{
  return self->job != NULL || self->work_id != 0;
}

/**
 * ful_call_tree_model_get_row:
 *
 * Returns: (transfer none) (nullable): the row, until the model changes; %NULL past the end
 */
const FulCallTreeRow *
ful_call_tree_model_get_row (FulCallTreeModel *self,
                             guint             position)
{
  return position < get_n_rows (self) ? &self->rows->rows[position] : NULL;
}

gboolean
ful_call_tree_model_is_expanded (FulCallTreeModel *self,
                                 guint             position)
{
  const FulCallTreeRow *row = ful_call_tree_model_get_row (self, position);

  return row && ful_tree_rows_is_expanded (self->rows, row->node);
}

/**
 * ful_call_tree_model_expand:
 *
 * Shows the children of a row.
 */
void
ful_call_tree_model_expand (FulCallTreeModel *self,
                            guint             position)
{
  guint n_added;

  g_return_if_fail (position < get_n_rows (self));

  self->rows = ful_tree_rows_own (self->rows);
  n_added = ful_tree_rows_expand (self->rows, position);
  if (n_added == 0)
    return;

  if (self->selected > position)
    set_selected_row (self, self->selected + n_added);
  rows_changed (self);
  restart_follow (self);
}

/**
 * ful_call_tree_model_collapse:
 *
 * Hides what is below a row. If the selection was there, the row is selected.
 */
void
ful_call_tree_model_collapse (FulCallTreeModel *self,
                              guint             position)
{
  guint n_removed;

  g_return_if_fail (position < get_n_rows (self));

  self->rows = ful_tree_rows_own (self->rows);
  n_removed = ful_tree_rows_collapse (self->rows, position);
  if (n_removed == 0)
    return;

  if (self->selected > (gint64) position + n_removed)
    set_selected_row (self, self->selected - n_removed);
  else if (self->selected > position)
    ful_call_tree_model_select (self, position);
  rows_changed (self);
  restart_follow (self);
}

/**
 * ful_call_tree_model_toggle:
 *
 * Expands a collapsed row, and collapses an expanded one; nothing past the end.
 */
void
ful_call_tree_model_toggle (FulCallTreeModel *self,
                            guint             position)
{
  if (position >= get_n_rows (self))
    return;

  if (ful_call_tree_model_is_expanded (self, position))
    ful_call_tree_model_collapse (self, position);
  else
    ful_call_tree_model_expand (self, position);
}

/**
 * ful_call_tree_model_expand_all:
 *
 * Expands all below a row, in a job.
 */
void
ful_call_tree_model_expand_all (FulCallTreeModel *self,
                                guint             position)
{
  g_return_if_fail (position < get_n_rows (self));

  if (self->tree == self->rows->tree)
    start_job (self, NULL, FALSE, position);
}

/**
 * ful_call_tree_model_get_selected:
 *
 * Returns: position of the selected row, or -1 for none, or for one that is not announced yet
 */
gint64
ful_call_tree_model_get_selected (FulCallTreeModel *self)
{
  return self->selected < self->n_announced ? self->selected : -1;
}

FulCallNodeIndex
ful_call_tree_model_get_selected_node (FulCallTreeModel *self)
{
  return self->node;
}

/**
 * ful_call_tree_model_select:
 * @position: a row, or -1 for none
 */
void
ful_call_tree_model_select (FulCallTreeModel *self,
                            gint64            position)
{
  g_return_if_fail (position < (gint64) get_n_rows (self));

  if (!self->rows || position == self->selected)
    return;

  self->node = position < 0 ? FUL_NONE : self->rows->rows[position].node;
  set_selected_row (self, position);
  restart_follow (self);
  g_signal_emit (self, signals[NODE_SELECTED], 0);
}

/**
 * ful_call_tree_model_find_parent:
 *
 * Returns: the row of the parent, or -1 for a root
 */
gint64
ful_call_tree_model_find_parent (FulCallTreeModel *self,
                                 guint             position)
{
  return ful_tree_rows_find_parent (self->rows, position);
}
