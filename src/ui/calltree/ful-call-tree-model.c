/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the list are the rows of FulTreeRows. */

#include "config.h"

#include "ful-call-tree-model.h"

#include "base/ful-job.h"

/* Rows of a profile that grows change their order at most so often, and not while the user holds them. */
#define SORT_MS 2000
#define HELD_MS 100

struct _FulCallTreeModel
{
  FulRowModel       parent_instance;

  FulTreeRows      *rows;       /* (nullable): before the first tree */
  FulCallNodeIndex  node;       /* the selected node, or FUL_NONE */
  gboolean          is_hot;     /* nobody has selected it, or changed the rows */
  FulCallTree      *tree;       /* (nullable): the newest tree; its rows may still be in a job */
  FulDerivedThread *thread;     /* (nullable): the derived thread of the tree */
  gboolean          reset;     /* expand @tree as for a new document */
  FulCallNodeIndex  reveal;     /* node of @tree to select after the job, or FUL_NONE */
  FulJob           *job;        /* (nullable): while it runs */
  FulRowsHeld       is_held;    /* (nullable) */
  gpointer          owner;
  gint64            sorted_at;  /* when the rows got their order, monotonic µs */
  guint             sort_id;    /* while rows have an order that is not that of their totals */
};

enum
{
  NODE_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static guint
get_n_rows (FulCallTreeModel *self)
{
  return self->rows ? self->rows->n_rows : 0;
}

G_DEFINE_FINAL_TYPE (FulCallTreeModel, ful_call_tree_model, FUL_TYPE_ROW_MODEL)

/* Whether the functions of @after have more symbols, and are the same otherwise. */
static gboolean
has_new_symbols (FulTreeRows *before,
                 FulCallTree *after)
{
  return before->tree->profile != after->profile && (before->tree->inverted != NULL) == (after->inverted != NULL);
}

/* Replaces all rows. */
static void
take_rows (FulCallTreeModel *self,
           FulTreeRows      *rows,
           FulCallNodeIndex  selected)
{
  /* With other nodes the rows in view have no counterpart. */
  gboolean others = !self->rows || (!has_new_symbols (self->rows, rows->tree) &&
                                    (self->rows->tree->nodes != rows->tree->nodes ||
                                     self->rows->tree->inverted != rows->tree->inverted));

  g_clear_pointer (&self->rows, ful_tree_rows_unref);
  self->rows = rows;

  self->node = selected;
  ful_row_model_set_selected (FUL_ROW_MODEL (self), selected == FUL_NONE ? -1 : ful_tree_rows_find (rows, selected));
  g_signal_emit (self, signals[NODE_SELECTED], 0);
  ful_row_model_set_rows (FUL_ROW_MODEL (self), rows->n_rows, others || self->reset);
}

typedef struct
{
  FulTreeRows      *rows;     /* (nullable): the shown rows; after the job, the new ones */
  FulCallNodeIndex  selected;
  gboolean          is_hot;   /* see FulCallTreeModel */
  FulCallTree      *tree;     /* tree whose rows to make; NULL to expand */
  FulDerivedThread *thread;   /* of @tree */
  FulCallNodeIndex  reveal;   /* to select in it, or FUL_NONE */
  guint             expand;   /* row to expand recursively */
  gboolean          keep;     /* the order of the shown rows */
  double            top;      /* rows above the view; after the job those above it in new rows, or negative */
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

/* Where the row at the top of the view is in rows with new symbols. A view at its top stays there. */
static double
find_top (JobInput    *in,
          FulTreeRows *before)
{
  guint row = (guint) in->top;
  gint64 same = -1;

  if (before && in->rows && has_new_symbols (before, in->rows->tree) && in->top > 0 && row < before->n_rows)
    same = ful_tree_rows_find_same (before, row, in->rows);

  return same < 0 ? -1 : (double) same + (in->top - row);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  JobInput *in = data;
  g_autoptr(FulTreeRows) before = g_steal_pointer (&in->rows);

  /* What is hot is found again with more rows or names. */
  if (!before || (in->tree && in->is_hot && !in->keep && has_new_symbols (before, in->tree)))
    in->rows = ful_tree_rows_new (in->tree, in->thread, cancellable, error);
  else if (in->tree)
    in->rows = ful_tree_rows_follow (before, in->selected, in->tree, in->thread, in->keep, cancellable, error);
  else
    in->rows = ful_tree_rows_make_unique (g_steal_pointer (&before));

  in->top = find_top (in, before);

  return in->rows && (in->tree || ful_tree_rows_expand_all (in->rows, in->expand, cancellable, error)) &&
         (in->reveal == FUL_NONE || ful_tree_rows_reveal (in->rows, in->reveal, cancellable, error));
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCallTreeModel *self = owner;
  JobInput *in = data;
  FulCallNodeIndex selected;

  if (error)
    return;

  /* The selection may have changed during the job. */
  if (self->reveal == FUL_NONE && self->rows && in->rows->tree == self->rows->tree)
    {
      selected = self->node;
    }
  else
    {
      selected = in->rows->selected;
      self->is_hot = in->rows->is_hot;
    }
  self->reveal = FUL_NONE;
  FUL_ROW_MODEL (self)->wanted_top = in->top;
  take_rows (self, g_steal_pointer (&in->rows), selected);
}

static gboolean
is_held (FulCallTreeModel *self)
{
  return self->is_held && self->is_held (self->owner);
}

static gboolean sort_cb (gpointer user_data);

/* Whether rows of @tree have to keep the order of the rows that are shown; they are sorted later then. */
static gboolean
keeps_order (FulCallTreeModel *self,
             FulCallTree      *tree,
             gboolean          reset)
{
  gint64 now = g_get_monotonic_time ();
  FulProfile *before = self->rows ? self->rows->tree->profile : NULL;
  gint64 due = self->sorted_at + SORT_MS * 1000;

  if (!reset && tree && before && before->grows && before != tree->profile && ((tree->profile->grows && now < due) || is_held (self)))
    {
      if (self->sort_id == 0)
        self->sort_id = g_timeout_add ((guint) MAX ((due - now) / 1000, HELD_MS), sort_cb, self);
      return TRUE;
    }

  /* Expanding makes no rows of another tree. */
  if (tree)
    {
      g_clear_handle_id (&self->sort_id, g_source_remove);
      self->sorted_at = now;
    }

  return FALSE;
}

static void
start_job (FulCallTreeModel *self,
           FulCallTree      *tree,
           gboolean          reset,
           guint             expand)
{
  JobInput *input = g_new0 (JobInput, 1);

  input->rows = self->rows && !reset ? ful_tree_rows_ref (self->rows) : NULL;
  input->selected = self->node;
  input->is_hot = self->is_hot;
  input->tree = tree ? ful_call_tree_ref (tree) : NULL;
  input->thread = tree && self->thread ? ful_derived_thread_ref (self->thread) : NULL;
  input->reveal = tree ? self->reveal : FUL_NONE;
  input->expand = expand;
  input->keep = keeps_order (self, tree, reset);
  input->top = FUL_ROW_MODEL (self)->top;

  ful_job_start (&self->job, compute, input, job_input_free, ready_cb, self);
}

/* Sorts the rows of the newest tree, which came without. */
static gboolean
sort_cb (gpointer user_data)
{
  FulCallTreeModel *self = user_data;

  self->sort_id = 0;
  if (is_held (self) || self->job)
    self->sort_id = g_timeout_add (HELD_MS, sort_cb, self);
  else
    start_job (self, self->tree, FALSE, 0);

  return G_SOURCE_REMOVE;
}

/* The user changed the rows: restart the job that maps them to a newer tree. */
static void
restart_follow (FulCallTreeModel *self)
{
  self->is_hot = FALSE;
  self->reveal = FUL_NONE;
  if (self->job && self->tree != self->rows->tree)
    start_job (self, self->tree, self->reset, 0);
}

static void
select_row (FulRowModel *model,
            gint64       row)
{
  ful_call_tree_model_select (FUL_CALL_TREE_MODEL (model), row);
}

static void
ful_call_tree_model_dispose (GObject *object)
{
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (object);

  ful_job_stop (&self->job);
  g_clear_handle_id (&self->sort_id, g_source_remove);
  self->is_held = NULL;

  G_OBJECT_CLASS (ful_call_tree_model_parent_class)->dispose (object);
}

static void
ful_call_tree_model_finalize (GObject *object)
{
  FulCallTreeModel *self = FUL_CALL_TREE_MODEL (object);

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
  FUL_ROW_MODEL_CLASS (klass)->select = select_row;

  signals[NODE_SELECTED] = g_signal_new ("node-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_call_tree_model_init (FulCallTreeModel *self)
{
  self->node = FUL_NONE;
  self->reveal = FUL_NONE;
}

FulCallTreeModel *
ful_call_tree_model_new (void)
{
  return g_object_new (FUL_TYPE_CALL_TREE_MODEL, NULL);
}

/**
 * ful_call_tree_model_set_held:
 * @held: (nullable): whether the user is about to act on rows that they see
 * @owner: for @held
 *
 * Rows that a capture changes keep their order as long as that.
 */
void
ful_call_tree_model_set_held (FulCallTreeModel *self,
                              FulRowsHeld       held,
                              gpointer          owner)
{
  self->is_held = held;
  self->owner = owner;
}

/**
 * ful_call_tree_model_set_tree:
 * @tree: the tree to show
 * @thread: (nullable): the derived thread of the tree
 * @reset: whether to reset expansion and selection
 *
 * Starts a job for the rows of @tree; "settled" is emitted when they are shown.
 */
void
ful_call_tree_model_set_tree (FulCallTreeModel *self,
                              FulCallTree      *tree,
                              FulDerivedThread *thread,
                              gboolean          reset)
{
  g_return_if_fail (FUL_IS_CALL_TREE_MODEL (self));

  if (self->tree == tree)
    return;

  g_clear_pointer (&self->tree, ful_call_tree_unref);
  self->tree = ful_call_tree_ref (tree);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  self->thread = thread ? ful_derived_thread_ref (thread) : NULL;
  self->reset = reset || (self->reset && self->job);
  self->reveal = FUL_NONE;
  start_job (self, tree, self->reset, 0);
}

/**
 * ful_call_tree_model_reveal:
 * @node: a node of the newest tree
 *
 * Selects @node and expands its ancestors, in a job.
 */
void
ful_call_tree_model_reveal (FulCallTreeModel *self,
                            FulCallNodeIndex  node)
{
  if (self->reveal == node)
    return;

  self->reveal = node;
  start_job (self, self->tree, self->job && self->reset, 0);
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
 * Returns: whether a job is running
 */
gboolean
ful_call_tree_model_get_busy (FulCallTreeModel *self)
{
  return self->job != NULL || ful_row_model_get_busy (FUL_ROW_MODEL (self));
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
  gint64 selected;

  g_return_if_fail (position < get_n_rows (self));

  self->rows = ful_tree_rows_make_unique (self->rows);
  n_added = ful_tree_rows_expand (self->rows, position);
  if (n_added == 0)
    return;

  selected = FUL_ROW_MODEL (self)->selected;
  if (selected > position)
    ful_row_model_set_selected (FUL_ROW_MODEL (self), selected + n_added);
  ful_row_model_set_rows (FUL_ROW_MODEL (self), self->rows->n_rows, FALSE);
  restart_follow (self);
}

/**
 * ful_call_tree_model_collapse:
 *
 * Hides the rows below a row. If one of them was selected, the row is selected.
 */
void
ful_call_tree_model_collapse (FulCallTreeModel *self,
                              guint             position)
{
  guint n_removed;
  gint64 selected;

  g_return_if_fail (position < get_n_rows (self));

  self->rows = ful_tree_rows_make_unique (self->rows);
  n_removed = ful_tree_rows_collapse (self->rows, position);
  if (n_removed == 0)
    return;

  selected = FUL_ROW_MODEL (self)->selected;
  if (selected > (gint64) position + n_removed)
    ful_row_model_set_selected (FUL_ROW_MODEL (self), selected - n_removed);
  else if (selected > position)
    ful_call_tree_model_select (self, position);
  ful_row_model_set_rows (FUL_ROW_MODEL (self), self->rows->n_rows, FALSE);
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
 * Expands a row recursively, in a job.
 */
void
ful_call_tree_model_expand_all (FulCallTreeModel *self,
                                guint             position)
{
  g_return_if_fail (position < get_n_rows (self));

  if (self->tree == self->rows->tree)
    start_job (self, NULL, FALSE, position);
}

FulCallNodeIndex
ful_call_tree_model_get_selected_node (FulCallTreeModel *self)
{
  return self->node;
}

/**
 * ful_call_tree_model_get_is_hot:
 *
 * Returns: whether the selected node is the hot one, which nobody has selected
 */
gboolean
ful_call_tree_model_get_is_hot (FulCallTreeModel *self)
{
  return self->is_hot;
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

  if (!self->rows || (position == FUL_ROW_MODEL (self)->selected && !self->is_hot))
    return;

  self->node = position < 0 ? FUL_NONE : self->rows->rows[position].node;
  ful_row_model_set_selected (FUL_ROW_MODEL (self), position);
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
