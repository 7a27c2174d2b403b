/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All that a window shows of runs that were read (compare.md 7), made in a worker: O(items of all runs). Lists of it are
 * made when they are shown: O(rows). */

#include "config.h"

#include "ful-compare-answer.h"
#include "ful-compared-names.h"

#include "base/ful-format.h"
#include "compare/ful-comparison-notes.h"
#include "compare/runs/ful-item-sums.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MARGIN 0.05
#define MIN_EFFECT 0.01

/* Characters of the name of markers in a unit, which each figure has. */
#define UNIT_CHARS 8

/* Rows of a list of the overview. */
#define MAX_STRONG 10

static void
clear (gpointer data)
{
  FulCompareAnswer *self = data;

  g_clear_pointer (&self->runs, ful_compared_runs_unref);
  for (guint table = 0; table < FUL_COMPARED_NODES; table++)
    g_clear_pointer (&self->lists[table], ful_comparison_free);
  g_clear_pointer (&self->tree, ful_comparison_tree_free);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_free (self->node_of[side]);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->shared_markers, g_ptr_array_unref);
  g_clear_object (&self->names);
  g_clear_pointer (&self->row_of_item, g_free);
  g_clear_pointer (&self->total_of_item, g_free);
}

FulCompareAnswer *
ful_compare_answer_ref (FulCompareAnswer *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_compare_answer_unref (FulCompareAnswer *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static FulComparisonRequest
make_request (FulComparedRuns  *runs,
              FulPer            per,
              FulComparedTable  table)
{
  return (FulComparisonRequest) {
    .runs = { runs->runs[table][FUL_BEFORE], runs->runs[table][FUL_AFTER] },
    .pairing = ful_compared_runs_get_pairing (runs, table),
    .tree = table == FUL_COMPARED_NODES ? runs->paths : NULL,
    .per = table == FUL_COMPARED_MARKER_MEAN || table == FUL_COMPARED_MARKER_MEDIAN ? FUL_PER_RUN : per,   /* of one marker */
    .rules = { .margin = MARGIN, .min_effect = MIN_EFFECT },
  };
}

/* Returns: whether both sides have markers to compare */
static gboolean
has_values (const FulComparisonRequest *request)
{
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      double sum = 0;

      for (guint i = 0; i < request->runs[side]->len; i++)
        {
          const FulRun *run = g_ptr_array_index (request->runs[side], i);

          if (!(ful_per_get_divisor (request->per, run) > 0))
            return FALSE;
          sum += run->total.x;
        }
      if (!(sum > 0))
        return FALSE;
    }

  return TRUE;
}

static gint32 *
list_totals (const FulCompareAnswer *self)
{
  const GArray *rows = self->lists[FUL_COMPARED_TOTAL]->rows;
  guint n = ful_pairing_get_n_items (self->runs->pairing);
  gint32 *totals = g_new (gint32, n);

  for (guint i = 0; i < n; i++)
    totals[i] = FUL_NONE;
  for (guint i = 0; i < rows->len; i++)
    totals[g_array_index (rows, FulComparedRow, i).item] = (gint32) i;

  return totals;
}

static void
forget_verdict (FulChange *change)
{
  change->interval[0] = change->interval[1] = change->ratio_interval[0] = change->ratio_interval[1] = NAN;
  change->p = change->q = change->detectable = change->runs_needed = NAN;
  change->verdict = FUL_N_VERDICTS;
}

/**
 * ful_compare_answer_compare:
 * @request: of runs of this answer; its per_name is not used
 * @error: as of ful_comparison_new()
 *
 * Returns: (transfer full): the comparison, without intervals and verdicts as long as runs are missing
 */
FulComparison *
ful_compare_answer_compare (const FulCompareAnswer  *self,
                            FulComparisonRequest    *request,
                            GError                 **error)
{
  const char *marker = self->runs->view->counted_marker;
  g_autofree char *name = marker ? ful_format_excerpt (marker, "", UNIT_CHARS) : NULL;
  FulComparison *comparison;

  request->per_name = name;
  comparison = ful_comparison_new (request, error);
  request->per_name = NULL;
  if (comparison == NULL || !self->is_partial)
    return comparison;

  forget_verdict (&comparison->total);
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      FulComparedRow *row = &g_array_index (comparison->rows, FulComparedRow, i);

      forget_verdict (&row->change);
      row->is_called_elsewhere = FALSE;
    }

  return comparison;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns: (transfer full) (element-type utf8): names of the markers that both sides have, in order */
static GPtrArray *
list_shared_markers (const FulPairing *pairing)
{
  guint n = ful_pairing_get_n_items (pairing);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 1; i < n; i++)
    {
      const FulPairedItem *item = ful_pairing_get_item (pairing, (gint32) i);

      if (item->is_on[FUL_BEFORE] && item->is_on[FUL_AFTER])
        g_ptr_array_add (names, (gpointer) item->name);
    }
  g_ptr_array_sort (names, compare_names);

  return names;
}

/**
 * ful_compare_answer_new:
 * @runs: what was read
 * @is_partial: whether there will be more runs
 * @per: what values are divided by; markers are those that @runs counted
 * @cancellable: (nullable)
 * @error: as of ful_comparison_new()
 *
 * Returns: (transfer full): the answer
 */
FulCompareAnswer *
ful_compare_answer_new (FulComparedRuns  *runs,
                        gboolean          is_partial,
                        FulPer            per,
                        GCancellable     *cancellable,
                        GError          **error)
{
  g_autoptr(FulCompareAnswer) self = g_atomic_rc_box_new0 (FulCompareAnswer);
  FulComparisonRequest of_nodes = make_request (runs, per, FUL_COMPARED_NODES);
  FulComparisonRequest of_self = make_request (runs, per, FUL_COMPARED_SELF);
  /* Translators: the end of a sentence: “After is 35 % longer; …”, and “40 % is code without names; …” */
  FulComparisonAdvice advice = { _("“Per Second” compares a second of each."), _("symbols for it were not found.") };
  g_autoptr(FulComparison) nodes = NULL;

  self->runs = ful_compared_runs_ref (runs);
  self->is_partial = is_partial;
  self->per = per;
  self->rules = of_nodes.rules;
  for (guint table = 0; table < FUL_COMPARED_NODES; table++)
    {
      FulComparisonRequest request = make_request (runs, per, table);

      if (ful_compared_table_is_of_markers (table) && !has_values (&request))
        continue;
      self->lists[table] = ful_compare_answer_compare (self, &request, error);
      if (self->lists[table] == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
    }
  self->unit = self->lists[FUL_COMPARED_SELF]->unit;
  self->total_of_item = list_totals (self);
  nodes = ful_compare_answer_compare (self, &of_nodes, error);
  self->tree = nodes ? ful_comparison_tree_new (nodes, self->lists[FUL_COMPARED_SELF], runs->pairing, cancellable, error) : NULL;
  if (self->tree == NULL)
    return NULL;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->node_of[side] = g_steal_pointer (&nodes->node_of[side]);
  self->shared_markers = list_shared_markers (runs->marker_names);
  if (self->shared_markers->len > 0)
    advice.iterations = _("“Per Marker…” compares an iteration of each, “Per Second” a second.");
  self->notes = ful_comparison_notes_new (&of_self, self->lists[FUL_COMPARED_SELF], FALSE, &advice);
  if (runs->n_without > 0)
    ful_comparison_note_add (self->notes, "transform-missing",
                             g_strdup_printf (ngettext ("%u run has not what a transform names.", "%u runs have not what a transform names.",
                                                        runs->n_without), runs->n_without));
  self->names = ful_compared_names_add (runs->view->names, runs->pairing, &self->row_of_item);

  return g_steal_pointer (&self);
}

/**
 * ful_compare_answer_get_unit:
 * @table: a list, or nodes
 *
 * Returns: (transfer none): of its values
 */
const char *
ful_compare_answer_get_unit (const FulCompareAnswer *self,
                             FulComparedTable        table)
{
  return table < FUL_COMPARED_NODES && self->lists[table] ? self->lists[table]->unit : self->unit;
}

/**
 * ful_compare_answer_is_speed:
 * @table: a list, or nodes
 *
 * Returns: whether more is slower: of times, and more than one run on a side
 */
gboolean
ful_compare_answer_is_speed (const FulCompareAnswer *self,
                             FulComparedTable        table)
{
  GPtrArray *const *runs = self->runs->runs[table];

  return MAX (runs[FUL_BEFORE]->len, runs[FUL_AFTER]->len) > 1 && g_str_equal (((const FulRun *) runs[FUL_BEFORE]->pdata[0])->unit, "ms");
}

FulCompareGroup
ful_compare_group_of (const FulComparedRow *row)
{
  switch (row->change.verdict)
    {
    case FUL_VERDICT_SLOWER:
    case FUL_VERDICT_MORE:
      return row->is_on[FUL_BEFORE] ? FUL_COMPARE_MORE : FUL_COMPARE_NEW;
    case FUL_VERDICT_FASTER:
    case FUL_VERDICT_LESS:
      return row->is_on[FUL_AFTER] ? FUL_COMPARE_LESS : FUL_COMPARE_GONE;
    case FUL_VERDICT_SAME:
      return FUL_COMPARE_SAME;
    case FUL_VERDICT_FEW:
      return FUL_COMPARE_FEW;
    case FUL_VERDICT_UNCLEAR:
    case FUL_N_VERDICTS:
    default:
      return FUL_COMPARE_UNCLEAR;
    }
}

typedef struct
{
  const FulPairing *pairing;
  FulCompareOrder   order;
  gboolean          descending;
} Sorting;

static double
get_ratio (const FulComparedRow *row)
{
  return isnan (row->change.ratio) ? G_MAXDOUBLE : row->change.ratio;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const Sorting *sorting = user_data;
  const FulComparedRow *x = *(FulComparedRow *const *) a, *y = *(FulComparedRow *const *) b;
  double difference;

  switch (sorting->order)
    {
    case FUL_COMPARE_ORDER_NAME:
      difference = strcmp (ful_pairing_get_item (sorting->pairing, x->item)->name, ful_pairing_get_item (sorting->pairing, y->item)->name);
      break;
    case FUL_COMPARE_ORDER_BEFORE:
      difference = x->change.mean[FUL_BEFORE] - y->change.mean[FUL_BEFORE];
      break;
    case FUL_COMPARE_ORDER_AFTER:
      difference = x->change.mean[FUL_AFTER] - y->change.mean[FUL_AFTER];
      break;
    case FUL_COMPARE_ORDER_RATIO:
      difference = get_ratio (x) - get_ratio (y);
      break;
    case FUL_COMPARE_ORDER_VERDICT:
      difference = (double) ful_compare_group_of (x) - (double) ful_compare_group_of (y);
      break;
    case FUL_COMPARE_ORDER_DIFFERENCE:
    default:
      difference = x->change.difference - y->change.difference;
      break;
    }

  return sorting->descending ? (difference < 0) - (difference > 0) : (difference > 0) - (difference < 0);
}

/**
 * ful_compare_answer_list:
 * @table: a list
 * @groups: a bit for each group to list
 * @order: what to sort by
 * @descending: whether the greatest is first
 *
 * O(rows log rows). What is equal descends by difference: what takes longer is above.
 *
 * Returns: (transfer full) (element-type FulComparedRow): rows of the comparison
 */
GPtrArray *
ful_compare_answer_list (const FulCompareAnswer *self,
                         FulComparedTable        table,
                         guint                   groups,
                         FulCompareOrder         order,
                         gboolean                descending)
{
  const GArray *rows = self->lists[table]->rows;
  GPtrArray *list = g_ptr_array_new ();
  guint n = rows->len;

  /* They descend by its amount. */
  for (guint i = 0; i < 2 * n; i++)
    {
      FulComparedRow *row = &g_array_index (rows, FulComparedRow, i < n ? i : 2 * n - 1 - i);

      if ((row->change.difference < 0) == (i >= n) && (groups & (1u << ful_compare_group_of (row))))
        g_ptr_array_add (list, row);
    }
  if (order != FUL_COMPARE_ORDER_DIFFERENCE || !descending)
    g_ptr_array_sort_with_data (list, compare_rows,
                                &(Sorting) { ful_compared_runs_get_pairing (self->runs, table), order, descending });

  return list;
}

/**
 * ful_compare_answer_get_strong:
 * @table: a list
 * @out_n: (out): how many rows the group has
 *
 * Returns: (transfer full) (element-type FulComparedRow): the first rows of @group by the amount of the difference
 */
GPtrArray *
ful_compare_answer_get_strong (const FulCompareAnswer *self,
                               FulComparedTable        table,
                               FulCompareGroup         group,
                               guint                  *out_n)
{
  const GArray *rows = self->lists[table]->rows;
  GPtrArray *strong = g_ptr_array_new ();

  *out_n = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      FulComparedRow *row = &g_array_index (rows, FulComparedRow, i);

      if (ful_compare_group_of (row) != group)
        continue;
      if ((*out_n)++ < MAX_STRONG)
        g_ptr_array_add (strong, row);
    }

  return strong;
}

/**
 * ful_compare_answer_find_item:
 * @row: a function of the names of this or another answer
 *
 * O(items).
 *
 * Returns: its item, or %FUL_NONE if this answer has it not
 */
gint32
ful_compare_answer_find_item (const FulCompareAnswer *self,
                              FulFuncIndex            row)
{
  guint n = ful_pairing_get_n_items (self->runs->pairing);

  for (guint i = 1; i < n; i++)
    if (self->row_of_item[i] == row)
      return (gint32) i;

  return FUL_NONE;
}

/**
 * ful_compare_answer_find_marker:
 *
 * O(items).
 *
 * Returns: the item of the markers @name, or %FUL_NONE
 */
gint32
ful_compare_answer_find_marker (const FulCompareAnswer *self,
                                const char             *name)
{
  guint n = ful_pairing_get_n_items (self->runs->marker_names);

  for (guint i = 1; i < n; i++)
    if (g_str_equal (ful_pairing_get_item (self->runs->marker_names, (gint32) i)->name, name))
      return (gint32) i;

  return FUL_NONE;
}

/**
 * ful_compare_answer_get_durations:
 * @item: of markers
 *
 * O(items).
 *
 * Returns: (transfer full) (element-type double): in each bin the mean number of markers of a run
 */
GArray *
ful_compare_answer_get_durations (const FulCompareAnswer *self,
                                  FulSide                 side,
                                  gint32                  item)
{
  const FulPairing *pairing = self->runs->marker_names;
  GArray *means = g_array_sized_new (FALSE, TRUE, sizeof (double), FUL_DURATION_BINS);
  guint n_keys = ful_pairing_get_n_keys (pairing), n_runs = self->runs->runs[FUL_COMPARED_MARKER_TOTAL][side]->len;

  g_array_set_size (means, FUL_DURATION_BINS);
  for (guint key = 0; key < n_keys; key++)
    {
      const guint32 *counts = ful_duration_bins_get (self->runs->durations[side], (gint32) key);

      if (counts && ful_pairing_get_item_of (pairing, side, (gint32) key) == item)
        for (guint i = 0; i < FUL_DURATION_BINS; i++)
          g_array_index (means, double, i) += (double) counts[i] / n_runs;
    }

  return means;
}

/**
 * ful_compare_answer_get_values:
 * @table: a list, or nodes
 * @item: of @table; of nodes that of a row
 *
 * O(items of the runs of @side).
 *
 * Returns: (transfer full) (element-type double): its value in each run
 */
GArray *
ful_compare_answer_get_values (const FulCompareAnswer *self,
                               FulComparedTable        table,
                               FulSide                 side,
                               gint32                  item)
{
  const GPtrArray *runs = self->runs->runs[table][side];
  const FulPairing *pairing = ful_compared_runs_get_pairing (self->runs, table);
  const gint32 *node_of = table == FUL_COMPARED_NODES ? self->node_of[side] : NULL;
  FulPer per = make_request (self->runs, self->per, table).per;
  GArray *values = g_array_sized_new (FALSE, TRUE, sizeof (double), runs->len);

  for (guint r = 0; r < runs->len; r++)
    {
      const FulRun *run = g_ptr_array_index (runs, r);
      double sum = 0;

      for (guint i = 0; i < run->items->len; i++)
        {
          const FulItemSum *value = &g_array_index (run->items, FulItemSum, i);

          if ((node_of ? node_of[value->key] : ful_pairing_get_item_of (pairing, side, value->key)) == item)
            sum += value->x;
        }
      sum /= ful_per_get_divisor (per, run);
      g_array_append_val (values, sum);
    }

  return values;
}
