/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What happened to an item, as texts for the user (compare.md 4.2). */

#include "config.h"

#include "ful-change-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * ful_change_text_value:
 *
 * Returns: (transfer full): three digits that count, and the unit
 */
char *
ful_change_text_value (double      value,
                       const char *unit)
{
  int decimals = fabs (value) >= 100 || value == 0 ? 0 : fabs (value) >= 10 ? 1 : 2;

  if (g_str_equal (unit, "%"))
    return g_strdup_printf ("%.*f %%", decimals, value);

  return g_strdup_printf ("%.*f %s", decimals, value, unit);
}

/**
 * ful_change_text_ratio:
 *
 * Returns: (transfer full): a ratio as a signed percentage
 */
char *
ful_change_text_ratio (double ratio)
{
  double percent = 100 * MAX (ratio - 1, -1);

  return g_strdup_printf ("%+.*f %%", fabs (percent) < 9.95 ? 1 : 0, percent);
}

/**
 * ful_change_text_difference:
 *
 * Returns: (transfer full): the difference, with its sign
 */
char *
ful_change_text_difference (const FulChange *change,
                            const char      *unit)
{
  g_autofree char *value = ful_change_text_value (change->difference, unit);

  return g_strdup_printf ("%s%s", change->difference > 0 ? "+" : "", value);
}

/**
 * ful_change_text_relative:
 *
 * Returns: (transfer full): the ratio, or the difference where there is none
 */
char *
ful_change_text_relative (const FulChange *change,
                          const char      *unit)
{
  return isnan (change->ratio) ? ful_change_text_difference (change, unit) : ful_change_text_ratio (change->ratio);
}

/**
 * ful_change_text_interval:
 *
 * Returns: (transfer full): the 95 % interval of the ratio, or of the difference where there is none; a dash if it is not known
 */
char *
ful_change_text_interval (const FulChange *change,
                          const char      *unit)
{
  gboolean has_ratio = !isnan (change->ratio_interval[0]);
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (isnan (change->interval[0]))
    return g_strdup ("—");

  low = has_ratio ? ful_change_text_ratio (change->ratio_interval[0]) : ful_change_text_value (change->interval[0], unit);
  high = has_ratio ? ful_change_text_ratio (change->ratio_interval[1]) : ful_change_text_value (change->interval[1], unit);

  return g_strdup_printf ("%s … %s", low, high);
}

static const char *
get_word (FulVerdict verdict)
{
  switch (verdict)
    {
    case FUL_VERDICT_SLOWER:
      return _("slower");
    case FUL_VERDICT_FASTER:
      return _("faster");
    case FUL_VERDICT_MORE:
      return _("more");
    case FUL_VERDICT_LESS:
      return _("less");
    case FUL_VERDICT_FEW:
    case FUL_VERDICT_UNCLEAR:
    case FUL_VERDICT_SAME:
    case FUL_N_VERDICTS:
    default:
      g_assert_not_reached ();
    }
}

/**
 * ful_change_text_verdict:
 * @unit: of the comparison
 * @margin: of its rules
 * @of_markers: whether they are what it counts, not samples
 *
 * Returns: (transfer full): what can be concluded, in words
 */
char *
ful_change_text_verdict (const FulComparedRow *row,
                         const char           *unit,
                         double                margin,
                         gboolean              of_markers)
{
  const FulChange *change = &row->change;
  guint n = (guint) MIN (change->rows, G_MAXUINT);
  const char *side = !row->is_on[FUL_BEFORE] ? _("new, ") : !row->is_on[FUL_AFTER] ? _("gone, ") : "";
  g_autofree char *state = g_strconcat (side, row->is_called_elsewhere ? _("called from elsewhere, ") : "", NULL);
  g_autofree char *detectable = ful_change_text_value (change->detectable, unit);

  switch (change->verdict)
    {
    case FUL_VERDICT_FEW:
      return g_strdup_printf (of_markers ? ngettext ("%sseen %u time", "%sseen %u times", n) : ngettext ("%sseen in %u sample", "%sseen in %u samples", n),
                              state, n);
    case FUL_VERDICT_SAME:
      return g_strdup_printf (_("no difference above %g %%"), 100 * margin);
    case FUL_VERDICT_UNCLEAR:
      if (!isnan (change->runs_needed))
        return g_strdup_printf (_("%sunclear: below ±%s would not show; %.0f runs for %g %%"), state, detectable, change->runs_needed,
                                100 * margin);
      return g_strdup_printf (_("%sunclear: below ±%s would not show"), state, detectable);
    case FUL_VERDICT_SLOWER:
    case FUL_VERDICT_FASTER:
    case FUL_VERDICT_MORE:
    case FUL_VERDICT_LESS:
      return g_strconcat (state, get_word (change->verdict), NULL);
    case FUL_N_VERDICTS:
    default:
      return g_strconcat (state, _("interval not known"), NULL);
    }
}
