/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers for display, with the decimal point and the grouping of the locale.
 * Semantics: the number formats of call-tree.md 6. */

#include "config.h"

#include "ful-format.h"

#include "ful-bytes.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Digits that identify a double uniquely. */
#define MAX_DIGITS 17

/* Room for the digits of a number below 2^49, or one and 22 places. */
#define ROUNDED_BYTES 32

/* Multiplies the decimal text of @value (the shortest that reads back as it) by 10^shift and
 * rounds it to @places digits after the point, a half away from zero. Binary rounding would
 * judge 0.285 by 0.28499999… Returns: (transfer full): digits with @places of them after the
 * point, no sign, no point */
static char *
round_decimal (double value,
               int    shift,
               int    places)
{
  char text[MAX_DIGITS + 16];
  GString *digits = g_string_new (NULL);
  int exponent, n_kept;

  for (int precision = 0; precision < MAX_DIGITS; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%de", precision);
      g_ascii_formatd (text, sizeof text, format, fabs (value));
      if (g_ascii_strtod (text, NULL) == fabs (value))
        break;
    }

  for (const char *c = text; *c != 'e'; c++)
    if (g_ascii_isdigit (*c))
      g_string_append_c (digits, *c);
  exponent = atoi (strchr (text, 'e') + 1) + shift;

  /* Digits before the point: exponent + 1. */
  for (; exponent < 0; exponent++)
    g_string_prepend_c (digits, '0');

  n_kept = exponent + 1 + places;
  while ((int) digits->len < n_kept)
    g_string_append_c (digits, '0');

  if ((int) digits->len > n_kept)
    {
      gboolean carry = digits->str[n_kept] >= '5';

      g_string_truncate (digits, n_kept);
      for (int i = n_kept - 1; carry && i >= 0; i--)
        {
          carry = digits->str[i] == '9';
          digits->str[i] = carry ? '0' : digits->str[i] + 1;
        }
      if (carry)
        g_string_prepend_c (digits, '1');
    }

  return g_string_free (digits, FALSE);
}

/* Like round_decimal (), by binary arithmetic, for values that are not near a half: the product is off by less than
 * two units in its last place, the shortest text included. That leaves products below 2^49. Returns: (nullable): the
 * digits, in @buffer; %NULL near a half */
static const char *
round_binary (double value,
              int    shift,
              int    places,
              char   buffer[ROUNDED_BYTES])
{
  char *digit = buffer + ROUNDED_BYTES - 1;
  double power = 1, scaled, part;

  /* Greater powers are not exact. */
  if (shift + places > 22)
    return NULL;

  for (int i = 0; i < shift + places; i++)
    power *= 10;
  scaled = fabs (value) * power;
  part = scaled - floor (scaled);
  if (!(fabs (part - 0.5) > scaled * 4 * DBL_EPSILON))
    return NULL;

  *digit = '\0';
  for (guint64 rest = (guint64) scaled + (part > 0.5); rest > 0 || digit + places >= buffer + ROUNDED_BYTES - 1; rest /= 10)
    *--digit = (char) ('0' + rest % 10);

  return digit;
}

typedef struct
{
  char point[8];
  char separator[8];
  char grouping[8];    /* see localeconv () */
} Style;

static const Style english = { ".", ",", "\3" };
static Style style = { ".", ",", "\3" };
static _Thread_local gboolean is_plain;
static gboolean is_window;

/**
 * ful_format_set_style:
 * @point: the decimal point
 * @separator: the separator of groups of digits
 * @grouping: sizes of the groups, see localeconv ()
 *
 * Sets the number format of all threads, English by default. Call it before other threads are started.
 */
void
ful_format_set_style (const char *point,
                      const char *separator,
                      const char *grouping)
{
  g_strlcpy (style.point, point, sizeof style.point);
  g_strlcpy (style.separator, separator, sizeof style.separator);
  g_strlcpy (style.grouping, grouping, sizeof style.grouping);
}

/**
 * ful_format_use_locale:
 *
 * Uses the number format of the locale; the English one in the C locale, which has no groups.
 */
void
ful_format_use_locale (void)
{
  const char *name = setlocale (LC_NUMERIC, NULL);
  const struct lconv *locale = localeconv ();

  if (name && !g_str_equal (name, "C") && !g_str_equal (name, "POSIX") && !g_str_has_prefix (name, "C."))
    ful_format_set_style (locale->decimal_point, locale->thousands_sep, locale->grouping);
}

/**
 * ful_format_set_plain:
 * @plain: whether numbers of this thread are written in English from now on, for programs to read
 */
void
ful_format_set_plain (gboolean plain)
{
  is_plain = plain;
}

/**
 * ful_format_use_window_style:
 *
 * Writes a space that no line breaks at between a number and its unit, and kB for 1000 bytes, where the front-end,
 * whose texts others compare with ours, writes "1.43s" and "12.3KB"; and numbers of sentences by locale.
 * To be called before other threads are started.
 */
void
ful_format_use_window_style (void)
{
  is_window = TRUE;
}

/**
 * ful_format_localize:
 * @number: a number in English, as in "1,431.5"
 *
 * Returns: (transfer full): in the window with the decimal point and the separator of the locale, else as it is
 */
char *
ful_format_localize (const char *number)
{
  const Style *used = is_window && !is_plain ? &style : &english;
  GString *text = g_string_new (NULL);

  for (const char *c = number; *c != '\0'; c++)
    if (*c == '.')
      g_string_append (text, used->point);
    else if (*c == ',')
      g_string_append (text, used->separator);
    else
      g_string_append_c (text, *c);

  return g_string_free (text, FALSE);
}

static const char *
unit_space (void)
{
  return is_window && !is_plain ? "\u00a0" : "";
}

/* Whether a group ends before the last @n digits. */
static gboolean
is_group_end (const char *grouping,
              int         n)
{
  int size = 0, end = 0;

  while (end < n)
    {
      if (*grouping == CHAR_MAX)
        return FALSE;
      if (*grouping != '\0')
        size = *grouping++;
      if (size <= 0)
        return FALSE;
      end += size;
    }

  return end == n;
}

/* @shift: see round_decimal() */
static void
append_decimal (FulBytes *to,
                double    value,
                int       shift,
                int       significant,
                int       max_fraction)
{
  const Style *used = is_plain ? &english : &style;
  int n_left = (int) floor (log10 (fabs (value))) + 1 + shift;
  int places = CLAMP (significant - n_left, 0, max_fraction);
  char buffer[ROUNDED_BYTES];
  const char *digits = round_binary (value, shift, places, buffer);
  g_autofree char *exact = digits ? NULL : round_decimal (value, shift, places);
  int n_whole;

  digits = digits ? digits : exact;
  n_whole = (int) strlen (digits) - places;
  if (value < 0)
    ful_bytes_append_c (to, '-');
  for (int i = 0; digits[i]; i++)
    {
      if (i == n_whole)
        ful_bytes_append_s (to, used->point);
      else if (i > 0 && i < n_whole && is_group_end (used->grouping, n_whole - i))
        ful_bytes_append_s (to, used->separator);
      ful_bytes_append_c (to, digits[i]);
    }
}

/* @shift: see round_decimal(); @unit: appended, after a space in the window, unless it is empty */
static char *
format_decimal (double      value,
                int         shift,
                int         significant,
                int         max_fraction,
                const char *unit)
{
  FulBytes text = { NULL };

  if (isnan (value))
    ful_bytes_append_s (&text, "—");
  else if (isinf (value))
    ful_bytes_append_s (&text, value > 0 ? "∞" : "−∞");
  else if (value == 0)
    ful_bytes_append_s (&text, "0");
  else
    append_decimal (&text, value, shift, significant, max_fraction);
  if (*unit != '\0')
    {
      ful_bytes_append_s (&text, unit_space ());
      ful_bytes_append_s (&text, unit);
    }
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

/**
 * ful_format_number:
 * @value: any number
 * @significant: least number of significant digits, as far as @max_fraction allows
 * @max_fraction: greatest number of digits after the point
 *
 * Returns: (transfer full): "0", "12,345", "0.37", …; a dash for NaN
 */
char *
ful_format_number (double value,
                   int    significant,
                   int    max_fraction)
{
  return format_decimal (value, 0, significant, max_fraction, "");
}

/**
 * ful_format_date:
 * @unix_ms: any number
 * @format: see g_date_time_format()
 *
 * Returns: (transfer full) (nullable): local time; %NULL if it is in no year from 1 to 9999
 */
char *
ful_format_date (double      unix_ms,
                 const char *format)
{
  g_autoptr(GDateTime) date = NULL;

  /* A number that gint64 does not hold cannot be converted. */
  if (!(fabs (unix_ms) < 1e15))
    return NULL;
  date = g_date_time_new_from_unix_local ((gint64) (unix_ms / 1000));

  return date ? g_date_time_format (date, format) : NULL;
}

/**
 * ful_format_percent:
 * @ratio: 1 is 100 %
 *
 * Returns: (transfer full): "100%", "3.4%", "0%"
 */
char *
ful_format_percent (double ratio)
{
  g_autofree char *number = format_decimal (ratio, 2, 2, 1, "");

  /* Translators: a share, as in “3.4%” */
  return g_strdup_printf (_("%s%%"), number);
}

/**
 * ful_format_duration:
 * @ms: a length of time
 *
 * Returns: (transfer full): with three digits and the unit that suits, as in "1.43 s"
 */
char *
ful_format_duration (double ms)
{
  double length = fabs (ms);
  g_autofree char *number = NULL;

  if (length >= 60000.0 * G_MAXINT)
    {
      number = ful_format_number (length / 60000, 3, 0);
      return g_strdup_printf (_("%s min"), number);
    }
  if (length >= 60000)
    {
      /* Rounded first: 119.96 s are two minutes. */
      double seconds = floor (length / 1000 + 0.5);
      int minutes = (int) (seconds / 60);

      number = ful_format_number (seconds - minutes * 60.0, 2, 0);
      /* Translators: minutes and seconds */
      return g_strdup_printf (_("%d min %s s"), minutes, number);
    }
  if (length >= 1000)
    {
      number = ful_format_number (ms / 1000, 3, 2);
      return g_strdup_printf (_("%s s"), number);
    }
  if (length >= 1 || ms == 0)
    {
      number = ful_format_number (ms, 3, 2);
      return g_strdup_printf (_("%s ms"), number);
    }
  if (length >= 0.001)
    {
      number = ful_format_number (ms * 1000, 3, 2);
      return g_strdup_printf (_("%s µs"), number);
    }

  number = ful_format_number (ms * 1e6, 3, 2);
  return g_strdup_printf (_("%s ns"), number);
}

/* @fraction: digits after the point, unless @value is an integer */
static char *
format_with_unit (double      value,
                  int         significant,
                  int         fraction,
                  const char *unit)
{
  return format_decimal (value, 0, significant, value == floor (value) ? 0 : fraction, unit);
}

/**
 * ful_format_seconds:
 * @ms: a point in time
 *
 * Returns: (transfer full): seconds, as in "1.432s": for columns whose rows have one unit
 */
char *
ful_format_seconds (double ms)
{
  return format_decimal (ms / 1000, 0, 5, 3, "s");
}

/* Whole minutes and the seconds left, hours and minutes, or days and hours. @n: in the smaller unit */
static char *
format_two_units (double      n,
                  double      ratio,
                  const char *unit,
                  const char *smaller_unit)
{
  double whole = floor (n / ratio), rest = n - whole * ratio;
  g_autofree char *number = ful_format_number (whole, 0, 0);
  const char *space = unit_space ();

  return rest > 0 ? g_strdup_printf ("%s%s%s%s%.0f%s%s", number, space, unit, space, rest, space, smaller_unit)
                  : g_strconcat (number, space, unit, NULL);
}

/**
 * ful_format_timestamp:
 * @ms: a point in time, or a length
 *
 * Returns: (transfer full): with five digits and the unit that suits, as in "1.4321s" or "2m3s", as the
 *   front-end writes it (markers.md 3.4)
 */
char *
ful_format_timestamp (double ms)
{
  if (ms >= 86400000.0 - 30000)
    return format_two_units (floor (ms / 3600000 + 0.5), 24, "d", "h");
  if (ms >= 3600000 - 500)
    return format_two_units (floor (ms / 60000 + 0.5), 60, "h", "m");
  if (ms >= 60000 - 500)
    return format_two_units (floor (ms / 1000 + 0.5), 60, "m", "s");
  if (ms >= 1000)
    return format_with_unit (ms / 1000, 5, 3, "s");
  if (ms >= 1)
    return format_with_unit (ms, 5, 3, "ms");
  if (ms >= 0.001)
    return format_with_unit (ms * 1000, 5, 3, "μs");
  if (ms == 0)
    return g_strconcat ("0", unit_space (), "s", NULL);

  return format_with_unit (ms * 1000 * 1000, 5, 3, "ns");
}

/**
 * ful_format_bytes:
 * @bytes: a number of bytes
 *
 * Returns: (transfer full): as in "9999B" or "12.3KB", as the front-end writes it (markers.md 3.5)
 */
char *
ful_format_bytes (double bytes)
{
  if (bytes < 10000)
    return format_with_unit (bytes, 0, 3, "B");

  return format_decimal (bytes < 1e6 ? bytes / 1e3 : bytes < 1e9 ? bytes / 1e6 : bytes / 1e9, 0, 3, 2,
                         bytes >= 1e9 ? "GB" : bytes >= 1e6 ? "MB" : *unit_space () ? "kB" : "KB");
}

/* Whole units and the remainder in smaller ones, from two minutes in minutes. */
static char *
format_long_time (double ms,
                  double step)
{
  gboolean in_seconds = step < 60000;
  double unit = in_seconds ? 1000 : 60000;
  int places = in_seconds ? CLAMP ((int) ceil (-log10 (step / unit) - 1e-9), 0, 9) : 0;
  /* Rounded first: 119.96 s to a tenth are two minutes. */
  double n = floor (fabs (ms) / unit * pow (10, places) + 0.5) / pow (10, places);
  double whole = floor (n / 60), rest = n - whole * 60;
  const char *sign = ms < 0 ? "-" : "";
  g_autofree char *large = ful_format_number (whole, 0, 0);
  g_autofree char *small = places == 0 ? ful_format_number (rest, 0, 0) : format_decimal (rest, 0, MAX_DIGITS, places, "");

  if (in_seconds)
    /* Translators: sign, minutes, seconds */
    return g_strdup_printf (_("%s%s min %s s"), sign, large, small);
  if (whole == 0)
    return g_strdup_printf (_("%s%s min"), sign, small);

  /* Translators: sign, hours, minutes */
  return g_strdup_printf (_("%s%s h %s min"), sign, large, small);
}

/**
 * ful_format_time:
 * @ms: a point in time
 * @step: ms between it and its neighbours on a ruler
 *
 * Returns: (transfer full): precise enough that neighbours differ, as in "2.0 s" and "2.5 s", or "1 min 30 s"
 */
char *
ful_format_time (double ms,
                 double step)
{
  double unit = fabs (ms) >= 1000 || step >= 1000 ? 1000
              : fabs (ms) >= 1 || step >= 1 ? 1
              : 0.001;
  int places = CLAMP ((int) ceil (-log10 (step / unit) - 1e-9), 0, 9);
  g_autofree char *number = NULL;

  if (fabs (ms) < step / 2)
    return g_strdup ("0");
  if (fabs (ms) >= 60000 || step >= 60000)
    return format_long_time (ms, step);

  number = format_decimal (ms / unit, 0, MAX_DIGITS, MAX (places, unit == 1000 ? 1 : 0), "");

  return g_strdup_printf (unit == 1000 ? _("%s s") : unit == 1 ? _("%s ms") : _("%s µs"), number);
}
