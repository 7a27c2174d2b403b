/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Compares two sets of runs: values by item, divided as asked, and what changed (compare.md 3.2 and 4). O(items of all
 * runs), and memory likewise. */

#include "config.h"

#include "ful-comparison.h"

#include "base/ful-error.h"
#include "base/ful-radix-sort.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A value of a run; runs of AFTER have the numbers after those of BEFORE. */
typedef struct
{
  guint run;
  guint item;
} Cell;

/* All values, by row, then run. */
typedef struct
{
  FulComparisonRequest *request;
  guint                 n_runs;
  guint                 n_rows;
  gsize                *begin;    /* of each row, and the end of the last one */
  Cell                 *cells;
  gint32               *node_of[FUL_N_SIDES];   /* (nullable): the row of each node by key, or FUL_NONE */
} Cells;

void
ful_comparison_free (FulComparison *self)
{
  g_array_unref (self->rows);
  g_clear_pointer (&self->tree, ful_path_tree_free);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_free (self->node_of[side]);
  g_free (self->unit);
  g_free (self);
}

/**
 * ful_comparison_check_side:
 * @error: %FUL_ERROR_ARGUMENT if its runs cannot be compared: their units differ from that of the first one, there is nothing to divide
 *   by, or all values are 0
 */
gboolean
ful_comparison_check_side (const FulComparisonRequest  *request,
                           FulSide                      side,
                           GError                     **error)
{
  static const char *const names[] = { "BEFORE", "AFTER" };
  const FulRun *first = request->runs[FUL_BEFORE]->pdata[0], *first_of_side = request->runs[side]->pdata[0];
  double sum = 0;

  for (guint i = 0; i < request->runs[side]->len; i++)
    {
      const FulRun *run = g_ptr_array_index (request->runs[side], i);
      double divisor = ful_per_get_divisor (request->per, run);

      sum += fabs (run->total.x);
      if (!g_str_equal (run->unit, first->unit))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s is in %s, %s is in %s"), first->name, first->unit, run->name, run->unit);
          return FALSE;
        }
      if (!(divisor > 0))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s has %s in the range to divide by"), run->name,
                       request->per == FUL_PER_CPU ? _("no CPU times") : request->per == FUL_PER_MARKER ? _("no such markers") :
                       request->per == FUL_PER_TOTAL ? _("no samples") : _("no time"));
          return FALSE;
        }
      if (!ful_run_can_be_compared (run, divisor))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s: Values are too large to be compared"), run->name);
          return FALSE;
        }
    }
  if (sum == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s (%s) has nothing in this view to compare: %s"), names[side], first_of_side->name,
                   first_of_side->why_empty ? _(first_of_side->why_empty) : _("all values are 0"));
      return FALSE;
    }

  return TRUE;
}

/* Adds the node by items of @node, a node by keys, and those above it. @pending: room for a path */
static void
add_path (Cells       *self,
          FulPathTree *by_item,
          FulSide      side,
          gint32      *pending,
          gint32       node)
{
  const FulPathTree *tree = self->request->tree;
  gint32 *node_of = self->node_of[side], above;
  guint n_pending = 0;

  for (; node_of[node] == FUL_NONE; node = ful_path_tree_get_prefix (tree, node))
    pending[n_pending++] = node;
  above = node_of[node];
  while (n_pending > 0)
    {
      gint32 at = pending[--n_pending];

      node_of[at] = above = ful_path_tree_add (by_item, above, ful_pairing_get_item_of (self->request->pairing, side, ful_path_tree_get_key (tree, at)));
    }
}

static FulRun *
get_run (const FulComparisonRequest *request,
         guint                       run)
{
  const GPtrArray *before = request->runs[FUL_BEFORE];

  return run < before->len ? before->pdata[run] : request->runs[FUL_AFTER]->pdata[run - before->len];
}

static FulSide
get_side (const FulComparisonRequest *request,
          guint                       run)
{
  return run < request->runs[FUL_BEFORE]->len ? FUL_BEFORE : FUL_AFTER;
}

static void
add_paths (Cells       *self,
           FulPathTree *by_item)
{
  guint n_nodes = self->request->tree->prefix->len;
  g_autofree gint32 *pending = g_new (gint32, n_nodes);

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      self->node_of[side] = g_new (gint32, n_nodes);
      for (guint i = 0; i < n_nodes; i++)
        self->node_of[side][i] = i == FUL_PATH_ROOT ? FUL_PATH_ROOT : FUL_NONE;
    }
  for (guint r = 0; r < self->n_runs; r++)
    {
      const FulRun *run = get_run (self->request, r);

      for (guint i = 0; i < run->items->len; i++)
        add_path (self, by_item, get_side (self->request, r), pending, g_array_index (run->items, FulItemSum, i).key);
    }
}

/* Returns: the row of an item of a run */
static gint32
get_row (const Cells *self,
         guint        run,
         gint32       key)
{
  FulSide side = get_side (self->request, run);

  return self->node_of[side] ? self->node_of[side][key] : ful_pairing_get_item_of (self->request->pairing, side, key);
}

/**
 * ful_comparison_must_reread:
 * @pairing: after ful_pairing_pair()
 * @tree: (nullable): nodes by key
 * @side: side of the run
 * @run: a run
 *
 * Returns: whether several keys of the run have become one item, whose variance is not the sum of theirs
 */
gboolean
ful_comparison_must_reread (const FulPairing  *pairing,
                            const FulPathTree *tree,
                            FulSide            side,
                            const FulRun      *run)
{
  guint n_keys = ful_pairing_get_n_keys (pairing), i = 1;

  while (i < n_keys && !ful_pairing_merges (pairing, (gint32) i))
    i++;
  if (i >= n_keys)
    return FALSE;

  for (i = 0; i < run->items->len; i++)
    {
      gint32 key = g_array_index (run->items, FulItemSum, i).key;

      if (tree == NULL && ful_pairing_merges (pairing, key))
        return TRUE;
      for (; tree && key != FUL_PATH_ROOT; key = ful_path_tree_get_prefix (tree, key))
        if (ful_pairing_merges (pairing, ful_path_tree_get_key (tree, key)))
          return TRUE;
    }

  return FALSE;
}

/* The floor of the variance is the lower estimate; where nothing else tells, the higher one counts. */
static FulRunValue
get_value (const FulItemSum *sum,
           double            divisor,
           gboolean          is_single)
{
  double u = is_single ? MAX (sum->u_rows, sum->u_pieces) : MIN (sum->u_rows, sum->u_pieces);

  return (FulRunValue) { sum->x / divisor, u / divisor / divisor };
}

static void
cells_clear (Cells *self)
{
  g_free (self->begin);
  g_free (self->cells);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_free (self->node_of[side]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cells, cells_clear)

/* Values by row, by counting. */
static void
cells_init (Cells                *self,
            FulComparisonRequest *request,
            FulPathTree          *by_item)
{
  g_autofree gsize *next = NULL;

  self->request = request;
  self->n_runs = request->runs[FUL_BEFORE]->len + request->runs[FUL_AFTER]->len;
  if (by_item)
    add_paths (self, by_item);
  self->n_rows = by_item ? by_item->prefix->len : ful_pairing_get_n_items (request->pairing);
  self->begin = g_new0 (gsize, self->n_rows + 1);
  for (guint r = 0; r < self->n_runs; r++)
    {
      const FulRun *run = get_run (request, r);

      for (guint i = 0; i < run->items->len; i++)
        self->begin[get_row (self, r, g_array_index (run->items, FulItemSum, i).key) + 1]++;
    }
  for (guint i = 0; i < self->n_rows; i++)
    self->begin[i + 1] += self->begin[i];

  self->cells = g_new (Cell, self->begin[self->n_rows] + 1);
  next = g_memdup2 (self->begin, (self->n_rows + 1) * sizeof *next);
  for (guint r = 0; r < self->n_runs; r++)
    {
      const FulRun *run = get_run (request, r);

      for (guint i = 0; i < run->items->len; i++)
        self->cells[next[get_row (self, r, g_array_index (run->items, FulItemSum, i).key)]++] = (Cell) { r, i };
    }
}

static const FulItemSum *
get_sum (const Cells *self,
         const Cell  *cell)
{
  return &g_array_index (get_run (self->request, cell->run)->items, FulItemSum, cell->item);
}

static FulRunValue
get_value_of_cell (const Cells *self,
                   const Cell  *cell)
{
  double divisor = ful_per_get_divisor (self->request->per, get_run (self->request, cell->run));

  return get_value (get_sum (self, cell), divisor, self->n_runs == FUL_N_SIDES);
}

/* @values: room for a value of each run */
static void
compute_change (const FulComparisonRequest *request,
                const FulRunValue          *values,
                const guint                *n_values,
                FulChange                  *change)
{
  ful_change_compute (change, values, n_values[FUL_BEFORE], request->runs[FUL_BEFORE]->len,
                      values + n_values[FUL_BEFORE], n_values[FUL_AFTER], request->runs[FUL_AFTER]->len, &request->rules);
}

static void
compute_row (const Cells    *self,
             gint32          number,
             FulRunValue    *values,
             FulComparedRow *row)
{
  guint n[FUL_N_SIDES] = { 0 }, n_values = 0;
  guint64 rows = 0;

  for (gsize i = self->begin[number]; i < self->begin[number + 1]; i++)
    {
      const Cell *cell = &self->cells[i];
      FulRunValue value = get_value_of_cell (self, cell);
      FulSide side = get_side (self->request, cell->run);

      row->is_on[side] = TRUE;
      rows += get_sum (self, cell)->rows;
      if (i > self->begin[number] && cell->run == cell[-1].run)
        {
          /* Of a baseline, which cannot be read again: several keys of one item. */
          values[n_values - 1].x += value.x;
          values[n_values - 1].u += value.u;
          continue;
        }
      values[n_values++] = value;
      n[side]++;
    }
  compute_change (self->request, values, n, &row->change);
  row->change.rows = rows;
}

static void
compute_total (const Cells *self,
               FulRunValue *values,
               const guint *n_runs,
               FulChange   *total)
{
  guint64 rows = 0;

  for (guint r = 0; r < self->n_runs; r++)
    {
      const FulRun *run = get_run (self->request, r);

      values[r] = get_value (&run->total, ful_per_get_divisor (self->request->per, run), self->n_runs == FUL_N_SIDES);
      rows += run->total.rows;
    }
  compute_change (self->request, values, n_runs, total);
  total->rows = rows;
}

/* Sorts by the amount of the difference, the greatest first, in place. */
static void
sort_rows (FulComparison *self)
{
  FulComparedRow *rows = (FulComparedRow *) (gpointer) self->rows->data;
  g_autofree FulRadixEntry *entries = g_new (FulRadixEntry, self->rows->len + 1);

  for (guint i = 0; i < self->rows->len; i++)
    entries[i] = (FulRadixEntry) { ~ful_radix_key (fabs (rows[i].change.difference)), (gint32) i };
  ful_radix_sort (entries, self->rows->len, NULL);
  for (gint32 i = 0; i < (gint32) self->rows->len; i++)
    {
      FulComparedRow first = rows[i];
      gint32 at = i, from = entries[i].row;

      /* Around the circle of rows that move; each then stands where it belongs. */
      for (; from != i; at = from, from = entries[at].row)
        {
          rows[at] = rows[from];
          entries[at].row = at;
        }
      rows[at] = first;
      entries[at].row = at;
    }
}

static void
judge (FulComparison        *self,
       FulComparisonRequest *request)
{
  g_autofree FulChange **changes = g_new (FulChange *, self->rows->len + 1);

  for (guint i = 0; i < self->rows->len; i++)
    changes[i] = &g_array_index (self->rows, FulComparedRow, i).change;
  ful_changes_judge (changes, self->rows->len, &self->total, self->n_runs, &request->rules);
}

/* Functions of both sides some nodes of which are on one side only, as numbers from 1 by item. Returns: (transfer full) */
static gint32 *
number_moved (const FulComparison        *self,
              const FulComparisonRequest *request,
              guint                      *n_moved)
{
  gint32 *numbers = g_new0 (gint32, ful_pairing_get_n_items (request->pairing));

  *n_moved = 0;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const FulComparedRow *row = &g_array_index (self->rows, FulComparedRow, i);
      const FulPairedItem *item = ful_pairing_get_item (request->pairing, row->item);

      if (row->is_on[FUL_BEFORE] != row->is_on[FUL_AFTER] && item->is_on[FUL_BEFORE] && item->is_on[FUL_AFTER] &&
          numbers[row->item] == 0)
        numbers[row->item] = (gint32) ++*n_moved;
    }

  return numbers;
}

/* Marks nodes of one side only whose functions are called from elsewhere on the other one (compare.md 2.4). The total of a function
 * is that of its outermost calls. */
static void
mark_called_elsewhere (FulComparison *self,
                       const Cells   *cells)
{
  const FulComparisonRequest *request = cells->request;
  guint n_moved, n_runs = cells->n_runs;
  g_autofree gint32 *numbers = number_moved (self, request, &n_moved);
  g_autofree FulRunValue *values = g_new0 (FulRunValue, (gsize) n_moved * n_runs + 1);
  g_autofree FulChange *changes = g_new0 (FulChange, n_moved + 1);
  g_autofree FulChange **of_functions = g_new (FulChange *, n_moved + 1);
  g_autofree guint64 *rows = g_new0 (guint64, n_moved + 1);
  FulChange total = self->total;

  for (gint32 node = 1; n_moved > 0 && node < (gint32) cells->n_rows; node++)
    for (gint32 at = node; at != FUL_PATH_ROOT; at = request->has_self ? ful_path_tree_get_prefix (self->tree, at) : FUL_PATH_ROOT)
      {
        gint32 item = g_array_index (self->tree->item, gint32, at);
        gint32 number = item != FUL_NONE ? numbers[item] : 0;

        for (gsize i = cells->begin[node]; number > 0 && i < cells->begin[node + 1]; i++)
          {
            const Cell *cell = &cells->cells[i];
            FulRunValue more = get_value_of_cell (cells, cell);
            FulRunValue *value = &values[(gsize) (number - 1) * n_runs + cell->run];

            value->x += more.x;
            value->u += more.u;
            rows[number - 1] += get_sum (cells, cell)->rows;
          }
      }

  for (guint i = 0; i < n_moved; i++)
    {
      compute_change (request, values + (gsize) i * n_runs, self->n_runs, &changes[i]);
      changes[i].rows = rows[i];
      of_functions[i] = &changes[i];
    }
  ful_changes_judge (of_functions, n_moved, &total, self->n_runs, &request->rules);
  for (guint i = 0; i < self->rows->len; i++)
    {
      FulComparedRow *row = &g_array_index (self->rows, FulComparedRow, i);

      row->is_called_elsewhere = row->is_on[FUL_BEFORE] != row->is_on[FUL_AFTER] && numbers[row->item] > 0 &&
                                 changes[numbers[row->item] - 1].verdict < FUL_VERDICT_SLOWER;
    }
}

/**
 * ful_comparison_new:
 * @request: at least one run on each side; is_time of its rules is set
 * @error: %FUL_ERROR_ARGUMENT if units differ, a side is empty, or there is nothing to divide by
 *
 * Returns: (transfer full): the comparison
 */
FulComparison *
ful_comparison_new (FulComparisonRequest  *request,
                    GError               **error)
{
  g_autoptr(FulComparison) self = NULL;
  g_auto(Cells) cells = { 0 };
  g_autoptr(GPatternSpec) only = request->only ? g_pattern_spec_new (request->only) : NULL;
  g_autofree FulRunValue *values = NULL;
  const char *unit;

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    if (!ful_comparison_check_side (request, side, error))
      return NULL;

  unit = ((const FulRun *) request->runs[FUL_BEFORE]->pdata[0])->unit;
  request->rules.is_time = g_str_equal (unit, "ms");
  request->rules.one_family = only != NULL;
  self = g_new0 (FulComparison, 1);
  self->tree = request->tree ? ful_path_tree_new () : NULL;
  self->unit = ful_per_dup_unit (request->per, request->per_name, unit);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->n_runs[side] = request->runs[side]->len;

  cells_init (&cells, request, self->tree);
  values = g_new (FulRunValue, cells.n_runs);
  compute_total (&cells, values, self->n_runs, &self->total);
  self->rows = g_array_sized_new (FALSE, TRUE, sizeof (FulComparedRow), cells.n_rows);
  for (gint32 i = 0; i < (gint32) cells.n_rows; i++)
    {
      FulComparedRow row = { .item = self->tree && i > 0 ? ful_path_tree_get_key (self->tree, i) : i, .node = self->tree ? i : FUL_NONE };

      if (cells.begin[i] == cells.begin[i + 1] ||
          (only && !g_pattern_spec_match_string (only, ful_pairing_get_item (request->pairing, row.item)->name)))
        continue;
      compute_row (&cells, i, values, &row);
      g_array_append_val (self->rows, row);
    }
  judge (self, request);
  if (self->tree)
    mark_called_elsewhere (self, &cells);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->node_of[side] = g_steal_pointer (&cells.node_of[side]);
  sort_rows (self);

  return g_steal_pointer (&self);
}
