/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers of sentences: short. Only in the window are they by locale: programs and tests compare those of the query tool. */

#include "config.h"

#include "ful-insight-text.h"

#include "base/ful-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Returns: (transfer full): the number with three significant digits, without zeros at its end */
static char *
dup_short (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return g_strdup ("?");

  return ful_format_localize (g_ascii_formatd (buffer, sizeof buffer, fabs (value) < 999.5 ? "%.3g" : "%.0f", value));
}

static char *
dup_with_unit (double             value,
               double             step,
               const char *const *units,
               guint              n_units)
{
  g_autofree char *number = NULL;
  guint unit = 0;

  for (; unit + 1 < n_units && fabs (value) >= 0.9995 * step; unit++)
    value /= step;
  number = dup_short (value);

  return g_strconcat (number, " ", units[unit], NULL);
}

/* Returns: (transfer full): as in "2.53 s", "12.6 ms" */
char *
ful_insight_text_of_ms (double ms)
{
  static const char *const units[] = { "ms", "s" }, *const small[] = { "ns", "µs" };

  if (fabs (ms) < 0.001 && fabs (ms) >= 1e-9)
    return dup_with_unit (ms * 1e6, 1000, small, G_N_ELEMENTS (small));

  return dup_with_unit (fabs (ms) < 1e-9 ? 0 : ms, 1000, units, G_N_ELEMENTS (units));
}

/* Returns: (transfer full): as in "72.5 MB" */
char *
ful_insight_text_of_bytes (double bytes)
{
  static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };

  return dup_with_unit (bytes, 1000, units, G_N_ELEMENTS (units));
}

/* Returns: (transfer full): as in "1,431,619" */
char *
ful_insight_text_of_count (double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr(GString) text = NULL;

  if (!(fabs (number) < 1e18))
    return dup_short (number);

  text = g_string_new (g_ascii_formatd (digits, sizeof digits, "%.0f", fabs (number)));
  for (gssize i = (gssize) text->len - 3; i > 0; i -= 3)
    g_string_insert_c (text, i, ',');
  if (number < 0)
    g_string_prepend_c (text, '-');

  return ful_format_localize (text->str);
}

/* @share: of 1. Returns: (transfer full): as in "78 %", "8.2 %" */
char *
ful_insight_text_of_share (double share)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *number = ful_format_localize (g_ascii_formatd (buffer, sizeof buffer, share >= 0.1 ? "%.0f" : "%.1f", 100 * share));

  return g_strconcat (number, " %", NULL);
}

/**
 * ful_insight_text_of_amount:
 * @unit: "ms", "bytes", or what is counted
 *
 * Returns: (transfer full): as in "2.53 s", "96 MB", "1,431,619 Ir"
 */
char *
ful_insight_text_of_amount (double      weight,
                            const char *unit)
{
  g_autofree char *number = NULL;

  if (g_str_equal (unit, "ms"))
    return ful_insight_text_of_ms (weight);
  if (g_str_equal (unit, "bytes"))
    return ful_insight_text_of_bytes (weight);
  number = ful_insight_text_of_count (weight);
  if (g_str_equal (unit, "samples"))
    return g_strdup_printf (ngettext ("%s sample", "%s samples", (gulong) fabs (weight)), number);

  return g_strconcat (number, " ", unit, NULL);
}
