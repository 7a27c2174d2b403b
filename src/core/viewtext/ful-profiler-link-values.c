/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists of numbers and of ranges in links (transforms.md 7.3 and 7.4). */

#include "config.h"

#include "ful-profiler-link-private.h"

#include "threads/ful-time-range.h"

#include <math.h>
#include <string.h>

#define NS_PER_MS 1e6
#define SHORTEST_MS 0.0001   /* what an empty range becomes */

/* A digit has five bits of a number, and a sixth that is set if more follow. */
static guint32
digit_value (char c)
{
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._";
  const char *found = strchr (digits, c);

  return found ? (guint32) (found - digits) : 0;
}

/**
 * ful_link_read_numbers:
 * @text: numbers without separators; "w" before one is the range from the previous number
 * @numbers: (element-type gint32): gets them appended; wrapped to 32 bits, as in the reference
 *
 * Returns: %FALSE if @numbers would get longer than %FUL_LINK_MAX_NUMBERS
 */
gboolean
ful_link_read_numbers (const char *text,
                       GArray     *numbers)
{
  guint first = numbers->len;

  while (*text != '\0')
    {
      guint32 digit = digit_value (*text++);
      gboolean is_range = digit == 32;
      guint32 bits = digit & 31;
      gint64 value;

      while (digit >= 32 && *text != '\0')
        {
          digit = digit_value (*text++);
          bits = bits << 5 | (digit & 31);
        }
      value = (gint32) bits;

      if (is_range && numbers->len > first)
        {
          gint64 before = g_array_index (numbers, gint32, numbers->len - 1);
          gint64 step = value > before ? 1 : -1;

          if (ABS (value - before) > FUL_LINK_MAX_NUMBERS - numbers->len)
            return FALSE;
          for (gint64 between = before + step; step > 0 ? between < value : between > value; between += step)
            g_array_append_vals (numbers, &(gint32) { (gint32) between }, 1);
        }
      if (numbers->len >= FUL_LINK_MAX_NUMBERS)
        return FALSE;
      g_array_append_vals (numbers, &(gint32) { (gint32) value }, 1);
    }

  return TRUE;
}

/* Skips digits, and a minus before them if @may_be_negative. */
static const char *
skip_integer (const char *text,
              gboolean    may_be_negative)
{
  const char *digits = text + (may_be_negative && *text == '-');
  gsize n = strspn (digits, "0123456789");

  return n > 0 ? digits + n : text;
}

/* "[start]unit duration": whole numbers of ms, µs or ns */
static gboolean
read_range (const char   *text,
            FulTimeRange *range)
{
  const char *unit = skip_integer (text, TRUE);
  double start = unit > text ? g_ascii_strtod (text, NULL) : 0;
  double per_ms = *unit == 'm' ? 1 : *unit == 'u' ? 1e3 : *unit == 'n' ? NS_PER_MS : 0;
  double duration;

  if (per_ms == 0 || skip_integer (unit + 1, FALSE) == unit + 1 || *skip_integer (unit + 1, FALSE) != '\0')
    return FALSE;

  duration = g_ascii_strtod (unit + 1, NULL);
  range->start = start / per_ms;
  range->end = (start + duration) / per_ms;
  if (range->start == range->end)
    range->end += SHORTEST_MS;

  return isfinite (range->start) && isfinite (range->end);
}

static gboolean
read_seconds (const char  *text,
              const char **out_rest,
              double      *out)
{
  gsize n = (*text == '-') + strspn (text + (*text == '-'), "0123456789.");
  g_autofree char *number = g_strndup (text, n);
  char *end;

  *out = g_ascii_strtod (number, &end);
  *out_rest = text + n;

  return end != number && *end == '\0' && isfinite (*out);
}

/* "start_end" in seconds, until version 4; rounded outwards, as the reference does when it upgrades. */
static gboolean
read_old_range (const char   *text,
                FulTimeRange *range)
{
  double start, end, duration, unit;

  if (!read_seconds (text, &text, &start) || *text != '_' || !read_seconds (text + 1, &text, &end) || *text != '\0')
    return FALSE;

  start = floor (start * 1000 * NS_PER_MS);
  end = ceil (end * 1000 * NS_PER_MS);
  duration = end - start;
  if (duration < 0)
    return FALSE;

  unit = duration > 9e6 ? 1e6 : duration > 9000 ? 1e3 : 1;
  start = trunc (start / unit);
  duration = MAX (ceil (duration / unit), 1);
  range->start = start * unit / NS_PER_MS;
  range->end = (start + duration) * unit / NS_PER_MS;

  return TRUE;
}

/**
 * ful_link_read_ranges:
 * @text: ranges joined by "~"
 * @version: of the link
 * @ranges: (element-type FulTimeRange): gets the well-formed ones
 */
void
ful_link_read_ranges (const char *text,
                      guint       version,
                      GArray     *ranges)
{
  g_auto(GStrv) parts = g_strsplit (text, "~", -1);

  for (guint i = 0; parts[i]; i++)
    {
      FulTimeRange range;

      if ((version < 5 ? read_old_range : read_range) (parts[i], &range))
        g_array_append_val (ranges, range);
    }
}
