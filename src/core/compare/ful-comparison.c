/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Compares two sets of runs: values by item, divided as asked, and what changed (compare.md 3.2 and 4). O(items of all
 * runs), and memory likewise. */

#include "config.h"

#include "ful-comparison.h"

#include "base/ful-error.h"
#include "base/ful-radix-sort.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MS_PER_S 1000

/* A value of a run. */
typedef struct
{
  const FulItemSum *sum;
  guint             run;
  FulSide           side;
} Cell;

/* All values, by row, then side, then run. */
typedef struct
{
  guint  n_rows;
  gsize *begin;   /* of each row, and the end of the last one */
  Cell  *cells;
} Cells;

void
ful_comparison_free (FulComparison *self)
{
  g_array_unref (self->rows);
  g_clear_pointer (&self->tree, ful_path_tree_free);
  g_free (self->unit);
  g_free (self);
}

/**
 * ful_comparison_get_divisor:
 *
 * Returns: what values of a run are divided by; 0 or less: there is nothing to divide by
 */
double
ful_comparison_get_divisor (const FulRun *run,
                            FulPer        per)
{
  switch (per)
    {
    case FUL_PER_WALL:
      return run->duration / MS_PER_S;
    case FUL_PER_CPU:
      return run->cpu_time / MS_PER_S;
    case FUL_PER_TOTAL:
      return run->total.x / 100;
    case FUL_PER_MARKER:
      return (double) run->n_markers;
    case FUL_PER_RUN:
    default:
      return 1;
    }
}

static gboolean
check_runs (const FulComparisonRequest  *request,
            GError                     **error)
{
  static const char *const names[] = { "BEFORE", "AFTER" };
  const FulRun *first = request->runs[FUL_BEFORE]->pdata[0];

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      double sum = 0;

      for (guint i = 0; i < request->runs[side]->len; i++)
        {
          const FulRun *run = g_ptr_array_index (request->runs[side], i);

          sum += fabs (run->total.x);
          if (!g_str_equal (run->unit, first->unit))
            {
              g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s is in %s, %s is in %s"), first->name, first->unit, run->name, run->unit);
              return FALSE;
            }
          if (!(ful_comparison_get_divisor (run, request->per) > 0))
            {
              g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s has %s in the range to divide by"), run->name,
                           request->per == FUL_PER_CPU ? _("no CPU times") : request->per == FUL_PER_MARKER ? _("no such markers") :
                           request->per == FUL_PER_TOTAL ? _("no samples") : _("no time"));
              return FALSE;
            }
          if (!ful_run_can_be_compared (run, ful_comparison_get_divisor (run, request->per)))
            {
              g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s: Values are too large to be compared"), run->name);
              return FALSE;
            }
        }
      if (sum == 0)
        {
          const FulRun *run = g_ptr_array_index (request->runs[side], 0);

          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s (%s) has nothing in this view to compare: %s"), names[side], run->name,
                       run->why_empty ? _(run->why_empty) : _("all values are 0"));
          return FALSE;
        }
    }

  return TRUE;
}

/* @pending: room for a path. Returns: the item, or the node by items, of a key */
static gint32
get_row_of_key (const FulPairing  *pairing,
                const FulPathTree *tree,
                FulPathTree       *by_item,
                gint32            *node_of,
                gint32            *pending,
                FulSide            side,
                gint32             key)
{
  guint n_pending = 0;
  gint32 node = FUL_PATH_ROOT;

  if (tree == NULL)
    return ful_pairing_get_item_of (pairing, side, key);
  if (node_of[key] != FUL_NONE)
    return node_of[key];

  for (; key != FUL_PATH_ROOT; key = ful_path_tree_get_prefix (tree, key))
    {
      if (node_of[key] != FUL_NONE)
        {
          node = node_of[key];
          break;
        }
      pending[n_pending++] = key;
    }
  while (n_pending > 0)
    {
      gint32 at = pending[--n_pending];

      node_of[at] = node = ful_path_tree_add (by_item, node, ful_pairing_get_item_of (pairing, side, ful_path_tree_get_key (tree, at)));
    }

  return node;
}

static gint32 *
new_nodes (const FulPathTree *tree)
{
  gint32 *nodes = tree ? g_new (gint32, tree->prefix->len) : NULL;

  for (guint i = 0; tree && i < tree->prefix->len; i++)
    nodes[i] = FUL_NONE;

  return nodes;
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
      gint32 key = g_array_index (run->items, FulRunItem, i).key;

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
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cells, cells_clear)

/* Returns: (transfer full) (array): the row of each value, run by run */
static gint32 *
find_rows (FulComparisonRequest *request,
           FulPathTree          *by_item,
           gsize                *out_n)
{
  gint32 *rows;
  g_autofree gint32 *pending = request->tree ? g_new (gint32, request->tree->prefix->len) : NULL;
  gsize n = 0;

  *out_n = 0;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint r = 0; r < request->runs[side]->len; r++)
      *out_n += ((const FulRun *) request->runs[side]->pdata[r])->items->len;
  rows = g_new (gint32, *out_n + 1);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_autofree gint32 *node_of = new_nodes (request->tree);

      for (guint r = 0; r < request->runs[side]->len; r++)
        {
          const FulRun *run = g_ptr_array_index (request->runs[side], r);

          for (guint i = 0; i < run->items->len; i++)
            rows[n++] = get_row_of_key (request->pairing, request->tree, by_item, node_of, pending, side,
                                        g_array_index (run->items, FulRunItem, i).key);
        }
    }

  return rows;
}

/* Values by row, by counting. */
static void
cells_init (Cells                *self,
            FulComparisonRequest *request,
            FulPathTree          *by_item)
{
  gsize n_values, value = 0;
  g_autofree gint32 *rows = find_rows (request, by_item, &n_values);
  g_autofree gsize *next = NULL;

  self->n_rows = by_item ? by_item->prefix->len : ful_pairing_get_n_items (request->pairing);
  self->begin = g_new0 (gsize, self->n_rows + 1);
  self->cells = g_new (Cell, n_values + 1);
  for (gsize i = 0; i < n_values; i++)
    self->begin[rows[i] + 1]++;
  for (guint i = 0; i < self->n_rows; i++)
    self->begin[i + 1] += self->begin[i];

  next = g_memdup2 (self->begin, (self->n_rows + 1) * sizeof *next);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint r = 0; r < request->runs[side]->len; r++)
      {
        const FulRun *run = g_ptr_array_index (request->runs[side], r);

        for (guint i = 0; i < run->items->len; i++)
          self->cells[next[rows[value++]]++] = (Cell) { &g_array_index (run->items, FulRunItem, i).sum, r, side };
      }
}

static void
compute_row (FulComparedRow       *row,
             FulComparisonRequest *request,
             const Cell           *cells,
             gsize                 n_cells,
             gboolean              is_single,
             FulRunValue          *values)
{
  guint n[FUL_N_SIDES] = { 0 }, n_values = 0;
  guint64 rows = 0;

  for (gsize i = 0; i < n_cells; i++)
    {
      const FulRun *run = g_ptr_array_index (request->runs[cells[i].side], cells[i].run);

      row->is_on[cells[i].side] = TRUE;
      rows += cells[i].sum->rows;
      if (i > 0 && cells[i].side == cells[i - 1].side && cells[i].run == cells[i - 1].run)
        {
          /* Of a baseline, which cannot be read again: several keys of one item. */
          FulRunValue more = get_value (cells[i].sum, ful_comparison_get_divisor (run, request->per), is_single);

          values[n_values - 1].x += more.x;
          values[n_values - 1].u += more.u;
          continue;
        }
      values[n_values++] = get_value (cells[i].sum, ful_comparison_get_divisor (run, request->per), is_single);
      n[cells[i].side]++;
    }
  ful_change_compute (&row->change, values, n[FUL_BEFORE], request->runs[FUL_BEFORE]->len,
                      values + n[FUL_BEFORE], n[FUL_AFTER], request->runs[FUL_AFTER]->len, &request->rules);
  row->change.rows = rows;
}

static void
compute_total (FulComparison        *self,
               FulComparisonRequest *request,
               gboolean              is_single,
               FulRunValue          *values)
{
  guint n = 0;
  guint64 rows = 0;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; i < request->runs[side]->len; i++)
      {
        const FulRun *run = g_ptr_array_index (request->runs[side], i);

        values[n++] = get_value (&run->total, ful_comparison_get_divisor (run, request->per), is_single);
        rows += run->total.rows;
      }
  ful_change_compute (&self->total, values, self->n_runs[FUL_BEFORE], self->n_runs[FUL_BEFORE],
                      values + self->n_runs[FUL_BEFORE], self->n_runs[FUL_AFTER], self->n_runs[FUL_AFTER], &request->rules);
  self->total.rows = rows;
}

/* Sorts by the amount of the difference, the greatest first. */
static void
sort_rows (FulComparison *self)
{
  GArray *rows = g_array_sized_new (FALSE, TRUE, sizeof (FulComparedRow), self->rows->len);
  g_autofree FulRadixEntry *entries = g_new (FulRadixEntry, self->rows->len + 1);

  for (guint i = 0; i < self->rows->len; i++)
    entries[i] = (FulRadixEntry) { ~ful_radix_key (fabs (g_array_index (self->rows, FulComparedRow, i).change.difference)), (gint32) i };
  ful_radix_sort (entries, self->rows->len, NULL);
  for (guint i = 0; i < self->rows->len; i++)
    g_array_append_val (rows, g_array_index (self->rows, FulComparedRow, entries[i].row));
  g_array_unref (self->rows);
  self->rows = rows;
}

static void
judge (FulComparison        *self,
       FulComparisonRequest *request)
{
  g_autofree FulChange *changes = g_new (FulChange, self->rows->len + 1);

  for (guint i = 0; i < self->rows->len; i++)
    changes[i] = g_array_index (self->rows, FulComparedRow, i).change;
  ful_changes_judge (changes, self->rows->len, &self->total, self->n_runs, &request->rules);
  for (guint i = 0; i < self->rows->len; i++)
    g_array_index (self->rows, FulComparedRow, i).change = changes[i];
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
mark_called_elsewhere (FulComparison              *self,
                       const FulComparisonRequest *request,
                       const Cells                *cells,
                       gboolean                    is_single)
{
  guint n_moved, n_runs = self->n_runs[FUL_BEFORE] + self->n_runs[FUL_AFTER];
  g_autofree gint32 *numbers = number_moved (self, request, &n_moved);
  g_autofree FulRunValue *values = g_new0 (FulRunValue, (gsize) n_moved * n_runs + 1);
  g_autofree FulChange *changes = g_new0 (FulChange, n_moved + 1);
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
            const FulRun *run = g_ptr_array_index (request->runs[cell->side], cell->run);
            FulRunValue more = get_value (cell->sum, ful_comparison_get_divisor (run, request->per), is_single);
            guint column = cell->run + (cell->side == FUL_AFTER ? self->n_runs[FUL_BEFORE] : 0);
            FulRunValue *value = &values[(gsize) (number - 1) * n_runs + column];

            value->x += more.x;
            value->u += more.u;
            rows[number - 1] += cell->sum->rows;
          }
      }

  for (guint i = 0; i < n_moved; i++)
    {
      const FulRunValue *of_function = values + (gsize) i * n_runs;

      ful_change_compute (&changes[i], of_function, self->n_runs[FUL_BEFORE], self->n_runs[FUL_BEFORE],
                          of_function + self->n_runs[FUL_BEFORE], self->n_runs[FUL_AFTER], self->n_runs[FUL_AFTER], &request->rules);
      changes[i].rows = rows[i];
    }
  ful_changes_judge (changes, n_moved, &total, self->n_runs, &request->rules);
  for (guint i = 0; i < self->rows->len; i++)
    {
      FulComparedRow *row = &g_array_index (self->rows, FulComparedRow, i);

      row->is_called_elsewhere = row->is_on[FUL_BEFORE] != row->is_on[FUL_AFTER] && numbers[row->item] > 0 &&
                                 changes[numbers[row->item] - 1].verdict < FUL_VERDICT_SLOWER;
    }
}

static char *
dup_unit (const FulComparisonRequest *request)
{
  const char *unit = ((const FulRun *) request->runs[FUL_BEFORE]->pdata[0])->unit;

  switch (request->per)
    {
    case FUL_PER_WALL:
    case FUL_PER_CPU:
      return g_strconcat (unit, "/s", NULL);
    case FUL_PER_TOTAL:
      return g_strdup ("%");
    case FUL_PER_MARKER:
      return g_strconcat (unit, "/", request->per_name, NULL);
    case FUL_PER_RUN:
    default:
      return g_strdup (unit);
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
  guint n_all_runs = request->runs[FUL_BEFORE]->len + request->runs[FUL_AFTER]->len;
  gboolean is_single = n_all_runs == FUL_N_SIDES;
  const char *unit;

  if (!check_runs (request, error))
    return NULL;

  unit = ((const FulRun *) request->runs[FUL_BEFORE]->pdata[0])->unit;
  request->rules.is_time = g_str_equal (unit, "ms");
  request->rules.one_family = only != NULL;
  self = g_new0 (FulComparison, 1);
  self->tree = request->tree ? ful_path_tree_new () : NULL;
  self->unit = dup_unit (request);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->n_runs[side] = request->runs[side]->len;
  values = g_new (FulRunValue, n_all_runs);
  compute_total (self, request, is_single, values);

  cells_init (&cells, request, self->tree);
  self->rows = g_array_sized_new (FALSE, TRUE, sizeof (FulComparedRow), cells.n_rows);
  for (guint i = 0; i < cells.n_rows; i++)
    {
      FulComparedRow row = { .item = self->tree && i > 0 ? ful_path_tree_get_key (self->tree, (gint32) i) : (gint32) i,
                             .node = self->tree ? (gint32) i : FUL_NONE };
      gsize n = cells.begin[i + 1] - cells.begin[i];

      if (n == 0 || (only && !g_pattern_spec_match_string (only, ful_pairing_get_item (request->pairing, row.item)->name)))
        continue;
      compute_row (&row, request, cells.cells + cells.begin[i], n, is_single, values);
      g_array_append_val (self->rows, row);
    }
  judge (self, request);
  if (self->tree)
    mark_called_elsewhere (self, request, &cells, is_single);
  sort_rows (self);

  return g_steal_pointer (&self);
}
