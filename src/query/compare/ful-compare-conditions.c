/* SPDX-License-Identifier: GPL-3.0-or-later */

/* --fail-if: whether anything changed by more than an amount, and whether what was recorded could have shown it
 * (compare.md 6.2). */

#include "config.h"

#include "ful-compare-conditions.h"

#include "base/ful-error.h"
#include "compare/change/ful-change.h"
#include "compare/change/ful-student-t.h"

#include <math.h>
#include <string.h>

#define LARGE_SHARE 0.01
#define ADVISED_RUNS 5

typedef enum
{
  WORD_SLOWER,
  WORD_FASTER,
  WORD_MORE,
  WORD_LESS,
  WORD_CHANGED,
  WORD_TOTAL,
} Word;

typedef struct
{
  char       *text;     /* with the colon */
  Word        word;
  double      amount;
  gboolean    is_share;
  const char *unit;     /* of an amount that is not a share */
} Condition;

/* @text: "5%", "2ms", "4096bytes" */
static gboolean
parse_amount (const char *text,
              Condition  *condition)
{
  char *end;

  condition->amount = g_ascii_strtod (text, &end);
  if (end == text || !isfinite (condition->amount) || condition->amount < 0 || *end == '\0')
    return FALSE;
  condition->is_share = g_str_equal (end, "%");
  if (condition->is_share)
    condition->amount /= 100;
  condition->unit = end;

  return TRUE;
}

static void
clear_condition (gpointer data)
{
  g_free (((Condition *) data)->text);
}

/**
 * ful_compare_conditions_parse:
 * @texts: (array zero-terminated): WORD:AMOUNT, or WORD>AMOUNT; they live as long as the result
 * @error: %FUL_ERROR_ARGUMENT
 */
GArray *
ful_compare_conditions_parse (const char *const  *texts,
                              GError            **error)
{
  static const char *const words[] = { "slower", "faster", "more", "less", "changed", "total" };
  g_autoptr(GArray) conditions = g_array_new (FALSE, TRUE, sizeof (Condition));

  g_array_set_clear_func (conditions, clear_condition);
  for (guint i = 0; texts[i]; i++)
    {
      gsize length = strcspn (texts[i], ":>");
      Condition condition = { NULL };
      guint word = 0;

      while (word < G_N_ELEMENTS (words) && (strlen (words[word]) != length || strncmp (words[word], texts[i], length) != 0))
        word++;
      if (word == G_N_ELEMENTS (words) || texts[i][length] == '\0' || !parse_amount (texts[i] + length + 1, &condition))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                       "--fail-if: “%s” is not WORD:AMOUNT, as in slower:5%% or total:2ms; the words are slower, faster, more, less, changed and total",
                       texts[i]);
          return NULL;
        }
      condition.text = g_strconcat (words[word], ":", texts[i] + length + 1, NULL);
      condition.word = (Word) word;
      g_array_append_val (conditions, condition);
    }

  return g_steal_pointer (&conditions);
}

static gboolean
is_above (const Condition *condition,
          const FulChange *change)
{
  if (!condition->is_share)
    return fabs (change->difference) > condition->amount;

  return isnan (change->ratio) || fabs (change->ratio - 1) > condition->amount;
}

/* Of one recording against one, with noise assumed, more is slower. */
static gboolean
has_verdict (const Condition *condition,
             FulVerdict       verdict,
             gboolean         is_noisy_pair)
{
  if (is_noisy_pair && verdict >= FUL_VERDICT_MORE && (condition->word == WORD_SLOWER || condition->word == WORD_FASTER))
    verdict = verdict == FUL_VERDICT_MORE ? FUL_VERDICT_SLOWER : FUL_VERDICT_FASTER;

  switch (condition->word)
    {
    case WORD_SLOWER:
      return verdict == FUL_VERDICT_SLOWER;
    case WORD_FASTER:
      return verdict == FUL_VERDICT_FASTER;
    case WORD_MORE:
      return verdict == FUL_VERDICT_MORE;
    case WORD_LESS:
      return verdict == FUL_VERDICT_LESS;
    case WORD_TOTAL:
      return verdict == FUL_VERDICT_SLOWER || verdict == FUL_VERDICT_MORE;
    case WORD_CHANGED:
    default:
      return verdict >= FUL_VERDICT_SLOWER;
    }
}

static gboolean
holds (const Condition     *condition,
       const FulComparison *comparison,
       gboolean             is_noisy_pair)
{
  if (condition->word == WORD_TOTAL)
    return has_verdict (condition, comparison->total.verdict, is_noisy_pair) && is_above (condition, &comparison->total);

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const FulChange *change = &g_array_index (comparison->rows, FulComparedRow, i).change;

      if (has_verdict (condition, change->verdict, is_noisy_pair) && is_above (condition, change))
        return TRUE;
    }

  return FALSE;
}

/* Returns: the amount in the unit of the values */
static double
get_amount (const Condition *condition,
            const FulChange *change)
{
  return condition->is_share ? condition->amount * fabs (change->mean[FUL_BEFORE]) : condition->amount;
}

static gboolean
could_show (const Condition *condition,
            const FulChange *change)
{
  return change->detectable <= get_amount (condition, change);
}

/* Returns: runs of each side that would show the amount in 8 of 10 tries, as those of compare.md 4.2 show the margin; NaN for none */
static double
count_needed (const Condition *condition,
              const FulChange *change)
{
  double quantiles = ful_student_t_quantile (0.975, INFINITY) + ful_student_t_quantile (0.8, INFINITY);
  double amount = get_amount (condition, change);

  if (!(amount > 0))
    return NAN;

  return ceil (quantiles * quantiles * (change->run_variance[FUL_BEFORE] + change->run_variance[FUL_AFTER]) / (amount * amount)) + 1;
}

static gboolean
is_large (const FulChange     *change,
          const FulComparison *comparison)
{
  return change->mean[FUL_BEFORE] >= LARGE_SHARE * comparison->total.mean[FUL_BEFORE] ||
         change->mean[FUL_AFTER] >= LARGE_SHARE * comparison->total.mean[FUL_AFTER];
}

/* Whether any of the large items could have shown the amount; where none is large, any at all. @runs: (out): the least number that
 * would show it, or NaN */
static gboolean
could_any_show (const Condition     *condition,
                const FulComparison *comparison,
                gboolean             of_all,
                double              *runs)
{
  gboolean any_large = FALSE;

  *runs = NAN;
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const FulChange *change = &g_array_index (comparison->rows, FulComparedRow, i).change;

      if (!of_all && !is_large (change, comparison))
        continue;
      if (could_show (condition, change))
        return TRUE;
      any_large = TRUE;
      *runs = fmin (*runs, count_needed (condition, change));
    }

  return !any_large && !of_all && could_any_show (condition, comparison, TRUE, runs);
}

/* Says why a condition cannot be decided, and with how many runs it could. Returns: whether it is decided */
static gboolean
check_decided (const Condition       *condition,
               const FulCompareSides *sides,
               const FulComparison   *comparison)
{
  guint n_before = comparison->n_runs[FUL_BEFORE], n_after = comparison->n_runs[FUL_AFTER];
  double runs = NAN;

  if (n_before == 1 && n_after == 1 && sides->query->compare.assume_noise == NULL &&
      condition->word != WORD_MORE && condition->word != WORD_LESS)
    {
      g_printerr ("fulgens-query: %s cannot be decided: one recording against one does not tell how runs differ; record at least %u of each, or give --assume-noise\n",
                  condition->text, ADVISED_RUNS);
      return FALSE;
    }
  if (condition->word != WORD_TOTAL && comparison->rows->len == 0)
    {
      g_printerr ("fulgens-query: %s cannot be decided: nothing has the name “%s”\n", condition->text,
                  sides->query->compare.only);
      return FALSE;
    }
  if (condition->word == WORD_TOTAL ? could_show (condition, &comparison->total)
                                    : could_any_show (condition, comparison, FALSE, &runs))
    return TRUE;
  if (condition->word == WORD_TOTAL)
    runs = count_needed (condition, &comparison->total);

  if (isnan (runs))
    g_printerr ("fulgens-query: %s cannot be decided: so small a difference would not show in these recordings; record more of each\n", condition->text);
  else
    g_printerr ("fulgens-query: %s cannot be decided: so small a difference would not show in these recordings; about %.0f runs of each would show it\n",
                condition->text, fmax (runs, MAX (n_before, n_after) == 1 ? ADVISED_RUNS : MAX (n_before, n_after) + 1));

  return FALSE;
}

static gboolean
comparison_is_timed (const FulComparison *comparison)
{
  return g_str_has_prefix (comparison->unit, "ms");
}

/**
 * ful_compare_conditions_check_units:
 * @error: %FUL_ERROR_ARGUMENT if an amount has another unit than the values
 */
gboolean
ful_compare_conditions_check_units (const GArray         *conditions,
                                    const FulComparison  *comparison,
                                    GError              **error)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const Condition *condition = &g_array_index (conditions, Condition, i);

      if (condition->is_share || g_str_equal (condition->unit, comparison->unit))
        continue;
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--fail-if: “%s” is in %s, but values are in %s", condition->text,
                   condition->unit, comparison->unit);
      return FALSE;
    }

  return TRUE;
}

/**
 * ful_compare_conditions_check:
 * @conditions: from ful_compare_conditions_parse()
 *
 * Says on standard error why, unless none holds.
 *
 * Returns: %FUL_EXIT_NOTHING if any holds, else %FUL_EXIT_UNDECIDED if one cannot be decided
 */
FulExitStatus
ful_compare_conditions_check (const GArray          *conditions,
                              const FulCompareSides *sides,
                              const FulComparison   *comparison)
{
  FulExitStatus status = FUL_EXIT_OK;
  gboolean single = comparison->n_runs[FUL_BEFORE] == 1 && comparison->n_runs[FUL_AFTER] == 1;

  for (guint i = 0; i < conditions->len; i++)
    {
      const Condition *condition = &g_array_index (conditions, Condition, i);
      gboolean is_certain = !single || sides->query->compare.assume_noise || condition->word == WORD_MORE || condition->word == WORD_LESS;

      if (is_certain && holds (condition, comparison, single && comparison_is_timed (comparison)))
        {
          g_printerr ("fulgens-query: %s holds\n", condition->text);
          status = FUL_EXIT_NOTHING;
        }
      else if (status == FUL_EXIT_OK && !check_decided (condition, sides, comparison))
        status = FUL_EXIT_UNDECIDED;
    }

  return status;
}
