/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query compare: what differs between two recordings, or two sets of runs, and whether noise explains it.
 *
 * JSON: compare.md 6.1. Exit status: that of --fail-if. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-options.h"

#include "base/ful-error.h"
#include "compare/change/ful-change.h"
#include "compare/ful-compare-conditions.h"
#include "compare/ful-compare-output.h"
#include "compare/ful-compare-sides.h"
#include "compare/ful-comparison-notes.h"
#include "compare/runs/ful-run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum
{
  FORMAT_TEXT,
  FORMAT_MARKDOWN,
  FORMAT_FOLDED,
} Format;

static gboolean
parse_format (const FulQuery  *query,
              Format          *format,
              GError         **error)
{
  static const char *const names[] = { "text", "markdown", "folded" };

  *format = FORMAT_TEXT;
  for (guint i = 0; query->format && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (query->format, names[i]))
      *format = (Format) i;
  if (query->format && !g_str_equal (query->format, names[*format]))
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--format: “%s” is not text, markdown or folded", query->format);
  else if (query->json + query->csv + (query->format != NULL) > 1)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--json, --csv and --format exclude one another");
  else
    return TRUE;

  return FALSE;
}

/* @mask: (out): which verdicts to print */
static gboolean
parse_verdicts (const char  *text,
                guint       *mask,
                GError     **error)
{
  g_auto(GStrv) words = g_strsplit (text, ",", -1);

  *mask = 0;
  for (guint i = 0; words[i]; i++)
    {
      FulVerdict verdict = 0;

      while (verdict < FUL_N_VERDICTS && !g_str_equal (ful_verdict_to_string (verdict), words[i]))
        verdict++;
      if (verdict == FUL_N_VERDICTS)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--verdict: “%s” is not a verdict", words[i]);
          return FALSE;
        }
      *mask |= 1u << verdict;
    }

  return TRUE;
}

static double
get_sort_value (const FulChange *change,
                const char      *column)
{
  switch (*column)
    {
    case 'r':
      return isnan (change->ratio) ? INFINITY : fabs (log (change->ratio));
    case 'b':
      return change->mean[FUL_BEFORE];
    case 'a':
      return change->mean[FUL_AFTER];
    case 'p':
      return -change->p;
    case 'd':
    default:
      return fabs (change->difference);
    }
}

/* The greatest comes first, with p the least; of a column with a hyphen before it, the other way round. */
static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const char *column = user_data;
  int direction = *column == '-' ? -1 : 1;
  double x = get_sort_value (&(*(const FulComparedRow *const *) a)->change, column + (*column == '-'));
  double y = get_sort_value (&(*(const FulComparedRow *const *) b)->change, column + (*column == '-'));

  return direction * (x > y ? -1 : x < y);
}

static gboolean
check_sort (const char  *sort,
            GError     **error)
{
  static const char *const columns[] = { "difference", "ratio", "before", "after", "p", NULL };

  if (sort == NULL || g_strv_contains (columns, sort + (*sort == '-')))
    return TRUE;
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--sort: “%s” is not difference, ratio, before, after or p", sort);

  return FALSE;
}

/* Returns: (transfer full) (element-type FulComparedRow): the rows to print */
static GPtrArray *
select_rows (const FulQuery      *query,
             const FulComparison *comparison,
             guint                mask,
             Format               format,
             guint               *n_left)
{
  GPtrArray *rows = g_ptr_array_new ();
  guint limit = format == FORMAT_FOLDED ? G_MAXUINT : query->limit;

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      FulComparedRow *row = &g_array_index (comparison->rows, FulComparedRow, i);

      if (mask & (1u << row->change.verdict))
        g_ptr_array_add (rows, row);
    }
  if (query->sort)
    g_ptr_array_sort_with_data (rows, compare_rows, query->sort);
  *n_left = rows->len > limit ? rows->len - limit : 0;
  g_ptr_array_set_size (rows, (int) (rows->len - *n_left));

  return rows;
}

static void
add_notes_of_reading (const FulCompareSides *sides,
                      GPtrArray             *notes)
{
  char **transforms = sides->query->options->transforms;
  g_autoptr(GString) missing = g_string_new (NULL);
  const FulRun *partial = NULL;

  for (guint i = 0; transforms && transforms[i]; i++)
    if (ful_compare_sides_count_missing (sides, transforms[i]) > 0)
      g_string_append_printf (missing, "%s“%s”", missing->len > 0 ? ", " : "", transforms[i]);
  if (missing->len > 0)
    ful_comparison_note_add (notes, "transform-missing", g_strdup_printf ("Some recordings have nothing that %s names.", missing->str));
  for (guint side = 0; side < FUL_N_SIDES && partial == NULL; side++)
    for (guint i = 0; i < sides->request.runs[side]->len && partial == NULL; i++)
      if (((const FulRun *) sides->request.runs[side]->pdata[i])->is_partial)
        partial = sides->request.runs[side]->pdata[i];
  if (partial)
    ful_comparison_note_add (notes, "partial", g_strdup_printf ("%s is truncated; what is there was read.", partial->name));
}

static void
write_output (const FulQuery         *query,
              const FulCompareOutput *output,
              Format                  format)
{
  if (query->json)
    ful_compare_write_json (output);
  else if (query->csv)
    ful_compare_write_csv (output);
  else if (format == FORMAT_MARKDOWN)
    ful_compare_write_markdown (output);
  else if (format == FORMAT_FOLDED)
    ful_compare_write_folded (output);
  else
    ful_compare_write_text (output);
}

static FulExitStatus
compare (FulCompareSides  *sides,
         Format            format,
         guint             mask,
         const GArray     *conditions,
         GError          **error)
{
  g_autoptr(FulComparison) comparison = NULL;
  g_autoptr(GPtrArray) notes = NULL;
  g_autoptr(GPtrArray) rows = NULL;
  FulExitStatus status = FUL_EXIT_OK;
  FulCompareOutput output = { sides };
  gboolean is_mean = sides->measure == FUL_MEASURE_MEAN || sides->measure == FUL_MEASURE_MEDIAN;
  const FulComparisonAdvice advice = { is_mean ? NULL : "for each iteration use --per=marker:…", "--symbols names it." };

  if (!ful_compare_sides_read (sides, &status, error))
    return status;
  if (sides->query->compare.baseline && !ful_comparison_check_side (&sides->request, FUL_BEFORE, error))
    return FUL_EXIT_USAGE;
  if (sides->query->compare.baseline)
    return ful_compare_sides_save (sides, error) ? FUL_EXIT_OK : FUL_EXIT_OUTPUT;

  comparison = ful_comparison_new (&sides->request, error);
  if (comparison == NULL || (conditions && !ful_compare_conditions_check_units (conditions, comparison, error)))
    return FUL_EXIT_USAGE;

  output.comparison = comparison;
  output.notes = notes = ful_comparison_notes_new (&sides->request, comparison, sides->split_marker || sides->n_parts > 1, &advice);
  add_notes_of_reading (sides, notes);
  output.rows = rows = select_rows (sides->query, comparison, mask, format, &output.n_left);
  write_output (sides->query, &output, format);

  return conditions ? ful_compare_conditions_check (conditions, sides, comparison) : FUL_EXIT_OK;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  const FulQueryCompare *options = &query->compare;
  guint mask = ~0u;
  g_autoptr(GArray) conditions = NULL;
  FulCompareSides sides;
  FulExitStatus status = FUL_EXIT_USAGE;
  Format format;

  if (!parse_format (query, &format, error) || !check_sort (query->sort, error))
    return FUL_EXIT_USAGE;
  if (format == FORMAT_MARKDOWN)
    mask = 1u << FUL_VERDICT_SLOWER | 1u << FUL_VERDICT_FASTER | 1u << FUL_VERDICT_MORE | 1u << FUL_VERDICT_LESS;
  if (options->verdicts && !parse_verdicts (options->verdicts, &mask, error))
    return FUL_EXIT_USAGE;
  if (options->conditions)
    {
      conditions = ful_compare_conditions_parse ((const char *const *) options->conditions, error);
      if (conditions == NULL)
        return FUL_EXIT_USAGE;
    }

  if (ful_compare_sides_init (&sides, query, error))
    status = compare (&sides, format, mask, conditions, error);
  else if (!g_error_matches (*error, FUL_ERROR, FUL_ERROR_ARGUMENT))
    status = FUL_EXIT_UNREADABLE;
  ful_compare_sides_clear (&sides);

  return status;
}

const FulCommand ful_command_compare = {
  "compare", "what differs between two sets of recordings", FUL_COMMAND_SIDES | FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, NULL, run,
  .examples =
  "Is my change faster? Ten runs of each build, alternated, so that a machine that gets warmer slows both:\n"
  "  for i in 0 1 2 3 4 5 6 7 8 9; do\n"
  "    fulgens-record -o before-$i.json.gz -- ./before\n"
  "    fulgens-record -o after-$i.json.gz -- ./after\n"
  "  done\n"
  "  fulgens-query compare before-*.json.gz : after-*.json.gz\n"
  "\n"
  "A gate for continuous integration, with a baseline in the repository; status 1: slower, 4: cannot be decided:\n"
  "  fulgens-query compare --save-baseline=perf/baseline.json before-*.json.gz\n"
  "  fulgens-query compare --fail-if=slower:5% --format=markdown perf/baseline.json : after-*.json.gz\n"
  "\n"
  "Two ranges of one recording, and iterations as runs:\n"
  "  fulgens-query compare --before-range=0,5000 --after-range=20000,25000 a.json.gz a.json.gz\n"
  "  fulgens-query compare --split=marker:frame --before-range=0,5000 --after-range=20000,25000 a.json.gz a.json.gz",
};
