/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What values of a run are divided by (compare.md 3.2). */

#include "config.h"

#include "ful-per.h"

#include <string.h>

#define MS_PER_S 1000
#define MARKER_PREFIX "marker:"

/* But for markers. */
static const char *const words[] = {
  [FUL_PER_RUN] = "run",
  [FUL_PER_WALL] = "wall",
  [FUL_PER_CPU] = "cpu",
  [FUL_PER_TOTAL] = "total",
};

/**
 * ful_per_parse:
 * @text: as option --per has it
 * @out_marker: (out) (nullable): name of the markers that count, in @text
 *
 * Returns: whether it is known
 */
gboolean
ful_per_parse (const char  *text,
               FulPer      *out_per,
               const char **out_marker)
{
  *out_marker = NULL;
  if (g_str_has_prefix (text, MARKER_PREFIX) && text[strlen (MARKER_PREFIX)] != '\0')
    {
      *out_per = FUL_PER_MARKER;
      *out_marker = text + strlen (MARKER_PREFIX);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i], text))
      {
        *out_per = (FulPer) i;
        return TRUE;
      }

  return FALSE;
}

/**
 * ful_per_dup_text:
 * @marker: (nullable): name of the markers that count
 *
 * Returns: (transfer full): see ful_per_parse()
 */
char *
ful_per_dup_text (FulPer      per,
                  const char *marker)
{
  return per == FUL_PER_MARKER ? g_strconcat (MARKER_PREFIX, marker, NULL) : g_strdup (words[per]);
}

/**
 * ful_per_get_divisor:
 *
 * Returns: what values of a run are divided by; 0 or less: there is nothing to divide by
 */
double
ful_per_get_divisor (FulPer        per,
                     const FulRun *run)
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

/**
 * ful_per_dup_unit:
 * @marker: (nullable): name of the markers that count
 * @unit: of values that are not divided
 *
 * Returns: (transfer full): unit of values that are
 */
char *
ful_per_dup_unit (FulPer      per,
                  const char *marker,
                  const char *unit)
{
  switch (per)
    {
    case FUL_PER_WALL:
    case FUL_PER_CPU:
      return g_strconcat (unit, "/s", NULL);
    case FUL_PER_TOTAL:
      return g_strdup ("%");
    case FUL_PER_MARKER:
      return g_strconcat (unit, "/", marker, NULL);
    case FUL_PER_RUN:
    default:
      return g_strdup (unit);
    }
}
