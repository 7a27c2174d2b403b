/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Times as users write them: "1.5 s", "200-300ms", "1s–1.5s". */

#include "config.h"

#include "ful-find-time.h"

#include <math.h>
#include <string.h>

static const struct { const char *name; double ms; } units[] = {
  { "ns", 1e-6 }, { "us", 1e-3 }, { "µs", 1e-3 }, { "ms", 1 }, { "s", 1000 }, { "min", 60000 },
};

static const char *
skip_spaces (const char *text)
{
  while (*text == ' ')
    text++;

  return text;
}

/* @inout_text: (inout): set to what is after the unit. Returns: ms; 0 if there is no unit */
static double
read_unit (const char **inout_text)
{
  const char *text = skip_spaces (*inout_text);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      gsize n = strlen (units[i].name);

      if (strncmp (text, units[i].name, n) == 0 && !g_ascii_isalpha (text[n]))
        {
          *inout_text = text + n;
          return units[i].ms;
        }
    }

  return 0;
}

/* No sign, no infinity, no hexadecimal digits. */
static gboolean
read_number (const char **inout_text,
             double      *out_number)
{
  const char *text = skip_spaces (*inout_text);
  char *end;

  if (!g_ascii_isdigit (*text) || (text[0] == '0' && g_ascii_tolower (text[1]) == 'x'))
    return FALSE;
  *out_number = g_ascii_strtod (text, &end);
  *inout_text = end;

  return isfinite (*out_number);
}

/* Returns: what is after "-" or "–"; %NULL if that is not there */
static const char *
skip_dash (const char *text)
{
  text = skip_spaces (text);
  if (*text == '-')
    return text + 1;

  return g_str_has_prefix (text, "–") ? text + strlen ("–") : NULL;
}

/**
 * ful_find_time_parse:
 * @out_range: (out): ms as they are written; both are the same for one time
 *
 * Returns: whether the text is a time or a range of time with a unit; the first one may have that of the second
 */
gboolean
ful_find_time_parse (const char   *text,
                     FulTimeRange *out_range)
{
  double start, end, unit, end_unit;
  const char *after;

  if (!read_number (&text, &start))
    return FALSE;
  unit = read_unit (&text);
  after = skip_dash (text);
  if (after == NULL)
    {
      *out_range = (FulTimeRange) { start * unit, start * unit };
      return unit > 0 && *skip_spaces (text) == '\0';
    }

  if (!read_number (&after, &end))
    return FALSE;
  end_unit = read_unit (&after);
  if (end_unit == 0 || *skip_spaces (after) != '\0')
    return FALSE;
  *out_range = (FulTimeRange) { start * (unit > 0 ? unit : end_unit), end * end_unit };

  return out_range->end > out_range->start;
}
