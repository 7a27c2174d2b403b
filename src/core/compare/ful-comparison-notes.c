/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a user should know before believing a comparison (compare.md 6.4). O(runs + rows). */

#include "config.h"

#include "ful-comparison-notes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ADVISED_RUNS 5
#define LONGER 0.20
#define LATE 0.05
#define MAX_AUTOCORRELATION 0.3
#define UNNAMED_SHARE 0.10

static void
free_note (gpointer data)
{
  FulComparisonNote *note = data;

  g_free (note->text);
  g_free (note);
}

/**
 * ful_comparison_note_add:
 * @text: (transfer full): a sentence
 */
void
ful_comparison_note_add (GPtrArray  *notes,
                         const char *code,
                         char       *text)
{
  FulComparisonNote *note = g_new (FulComparisonNote, 1);

  note->code = code;
  note->text = text;
  g_ptr_array_add (notes, note);
}

static const FulRun *
get_run (const FulComparisonRequest *request,
         guint                       side,
         guint                       run)
{
  return g_ptr_array_index (request->runs[side], run);
}

/* First and last start of the runs of a side; FALSE if one is not known. */
static gboolean
find_start_times (const FulComparisonRequest *request,
                  guint                       side,
                  double                     *first,
                  double                     *last)
{
  *first = INFINITY;
  *last = -INFINITY;
  for (guint i = 0; i < request->runs[side]->len; i++)
    {
      double time = get_run (request, side, i)->start_time;

      if (!(time > 0))
        return FALSE;
      *first = MIN (*first, time);
      *last = MAX (*last, time);
    }

  return TRUE;
}

static void
note_order (const FulComparisonRequest *request,
            GPtrArray                  *notes)
{
  double first[FUL_N_SIDES], last[FUL_N_SIDES];
  guint earlier;

  if (request->runs[FUL_BEFORE]->len + request->runs[FUL_AFTER]->len == FUL_N_SIDES ||
      !find_start_times (request, FUL_BEFORE, &first[FUL_BEFORE], &last[FUL_BEFORE]) ||
      !find_start_times (request, FUL_AFTER, &first[FUL_AFTER], &last[FUL_AFTER]))
    return;
  for (earlier = 0; earlier < FUL_N_SIDES; earlier++)
    if (last[earlier] < first[1 - earlier])
      break;
  if (earlier == FUL_N_SIDES)
    return;

  ful_comparison_note_add (notes, "not-alternated", g_strdup (earlier == FUL_BEFORE
    ? _("All BEFORE runs were recorded before all AFTER runs; alternate them to exclude drift of the machine.")
    : _("All AFTER runs were recorded before all BEFORE runs; alternate them to exclude drift of the machine.")));
}

/* Correlation of the totals of neighbouring pieces. */
static double
compute_autocorrelation (const GPtrArray *runs)
{
  double mean = 0, squares = 0, products = 0;

  for (guint i = 0; i < runs->len; i++)
    mean += ((const FulRun *) runs->pdata[i])->total.x / runs->len;
  for (guint i = 0; i < runs->len; i++)
    {
      double d = ((const FulRun *) runs->pdata[i])->total.x - mean;

      squares += d * d;
      if (i > 0)
        products += d * (((const FulRun *) runs->pdata[i - 1])->total.x - mean);
    }

  return squares > 0 ? products / squares : 0;
}

/* Share of code without names on a side. */
static double
compute_unnamed (const GPtrArray *runs)
{
  double unnamed = 0, total = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      unnamed += ((const FulRun *) runs->pdata[i])->unnamed;
      total += ((const FulRun *) runs->pdata[i])->total.x;
    }

  return total > 0 ? unnamed / total : 0;
}

/* Returns: (transfer full): in what two recordings differ, with commas; "" for nothing */
static char *
list_differences (const FulRun *a,
                  const FulRun *b)
{
  g_autoptr(GPtrArray) parts = g_ptr_array_new ();

  if (g_strcmp0 (a->product, b->product) != 0)
    g_ptr_array_add (parts, (gpointer) _("product"));
  if (g_strcmp0 (a->cpu, b->cpu) != 0)
    g_ptr_array_add (parts, (gpointer) _("processor"));
  if (a->is_debug != b->is_debug)
    g_ptr_array_add (parts, (gpointer) _("kind of build"));
  if (a->symbolicated != b->symbolicated && a->symbolicated >= 0 && b->symbolicated >= 0)
    g_ptr_array_add (parts, (gpointer) _("whether code has names"));
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (", ", (char **) parts->pdata);
}

static void
note_recordings (const FulComparisonRequest *request,
                 GPtrArray                  *notes)
{
  const FulRun *first = get_run (request, FUL_BEFORE, 0), *other = NULL, *interval = NULL, *late = NULL, *lacking = NULL;
  g_autofree char *differences = g_strdup ("");
  guint n_lacking = 0;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; i < request->runs[side]->len; i++)
      {
        const FulRun *run = get_run (request, side, i);

        if (*differences == '\0')
          {
            g_free (differences);
            differences = list_differences (first, run);
            other = run;
          }
        if (run->nominal_interval > 0 && first->nominal_interval > 0 && run->nominal_interval != first->nominal_interval)
          interval = run;
        if (run->nominal_interval > 0 && run->interval > 0 && fabs (run->interval / run->nominal_interval - 1) > LATE)
          late = run;
        if (run->lacks_strategy)
          {
            lacking = run;
            n_lacking++;
          }
      }
  if (*differences != '\0')
    ful_comparison_note_add (notes, "different-product",
                             g_strdup_printf (_("%s and %s differ in: %s."), first->name, other->name, differences));
  if (lacking)
    ful_comparison_note_add (notes, "different-strategy",
                             g_strdup_printf (n_lacking == 1
                                              ? _("%s has nothing that the strategy sums; its samples count instead.")
                                              : _("%s and other recordings have nothing that the strategy sums; their samples count instead."),
                                              lacking->name));
  if (interval)
    ful_comparison_note_add (notes, "different-interval",
                             g_strdup_printf (_("%s was sampled every %g ms, %s every %g ms."), first->name, first->nominal_interval,
                                              interval->name, interval->nominal_interval));
  if (late)
    ful_comparison_note_add (notes, "late-sampler",
                             g_strdup_printf (request->is_nominal
                                              ? _("Samples of %s are %.3g ms apart, not %g ms as the file says; times are by the file.")
                                              : _("Samples of %s are %.3g ms apart, not %g ms as the file says; times are measured ones."),
                                              late->name, late->interval, late->nominal_interval));
}

static void
note_sides (const FulComparisonRequest *request,
            const FulComparison        *comparison,
            gboolean                    is_split,
            const FulComparisonAdvice  *advice,
            GPtrArray                  *notes)
{
  const double *mean = comparison->total.mean;
  guint n_before = request->runs[FUL_BEFORE]->len, n_after = request->runs[FUL_AFTER]->len;
  double unnamed = MAX (compute_unnamed (request->runs[FUL_BEFORE]), compute_unnamed (request->runs[FUL_AFTER]));

  if (n_before == 1 && n_after == 1)
    ful_comparison_note_add (notes, "single", g_strdup (
      _("One recording against one: what differs from run to run is not known, and usually more than sampling shows. Record at least 5 of each.")));
  else if (MIN (n_before, n_after) < ADVISED_RUNS)
    ful_comparison_note_add (notes, "few-runs", g_strdup_printf (
      _("%u and %u runs: at least %u of each are advised."), n_before, n_after, ADVISED_RUNS));
  if (!is_split)
    note_order (request, notes);
  if (is_split && MAX (compute_autocorrelation (request->runs[FUL_BEFORE]),
                       compute_autocorrelation (request->runs[FUL_AFTER])) > MAX_AUTOCORRELATION)
    ful_comparison_note_add (notes, "drift-in-pieces", g_strdup (_("Neighbouring pieces are alike; the intervals are too narrow.")));
  if (request->per == FUL_PER_RUN && g_str_equal (get_run (request, FUL_BEFORE, 0)->unit, "ms") && !is_split && advice->iterations && mean[FUL_BEFORE] > 0 && mean[FUL_AFTER] > 0 &&
      MAX (mean[FUL_AFTER] / mean[FUL_BEFORE], mean[FUL_BEFORE] / mean[FUL_AFTER]) > 1 + LONGER)
    ful_comparison_note_add (notes, "longer", g_strdup_printf (
      mean[FUL_AFTER] > mean[FUL_BEFORE] ? _("AFTER is %.0f %% longer; %s") : _("BEFORE is %.0f %% longer; %s"),
      100 * (MAX (mean[FUL_AFTER] / mean[FUL_BEFORE], mean[FUL_BEFORE] / mean[FUL_AFTER]) - 1), advice->iterations));
  if (request->per == FUL_PER_TOTAL)
    ful_comparison_note_add (notes, "shares", g_strdup (_("Values are shares: a change of one function changes all of them.")));
  if (unnamed > UNNAMED_SHARE)
    ful_comparison_note_add (notes, "no-symbols", g_strdup_printf (
      _("%.0f %% of a side is code without names, one item for each library; %s"), 100 * unnamed, advice->names));
}

/* Whether values differ, or how sure they are: equal values alone may be chance. */
static gboolean
has_difference (const FulChange *change)
{
  const double *effective = change->effective;

  return change->difference != 0 || (effective[FUL_BEFORE] != effective[FUL_AFTER] && !(isnan (effective[FUL_BEFORE]) && isnan (effective[FUL_AFTER])));
}

/**
 * ful_comparison_notes_new:
 * @is_split: whether runs are parts of recordings
 * @advice: for the reader
 *
 * Returns: (transfer full) (element-type FulComparisonNote): what to say above the table
 */
GPtrArray *
ful_comparison_notes_new (const FulComparisonRequest *request,
                          const FulComparison        *comparison,
                          gboolean                    is_split,
                          const FulComparisonAdvice  *advice)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (free_note);
  gboolean differs = has_difference (&comparison->total), is_merged = FALSE;

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const FulComparedRow *row = &g_array_index (comparison->rows, FulComparedRow, i);

      differs |= has_difference (&row->change);
      is_merged |= ful_pairing_get_item (request->pairing, row->item)->is_merged;
    }
  note_sides (request, comparison, is_split, advice, notes);
  note_recordings (request, notes);
  if (is_merged)
    ful_comparison_note_add (notes, "merged-js", g_strdup (
      _("Script functions of one name, whose number in a file has changed, are one item.")));
  if (!differs && comparison->rows->len > 0)
    ful_comparison_note_add (notes, "same-data", g_strdup (_("Both sides have the same values.")));

  return notes;
}
