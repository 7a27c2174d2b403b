/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Location strings of Gecko frames (formats.md 4.2). The rows of the table there
 * are tried in order; every pattern is anchored to the whole string. */

#include "config.h"

#include "ful-gecko-location.h"

#include <string.h>

static gboolean
all_digits (const char *begin,
            const char *end)
{
  if (begin >= end)
    return FALSE;
  for (; begin < end; begin++)
    if (!g_ascii_isdigit (*begin))
      return FALSE;

  return TRUE;
}

static gint32
digits_value (const char *begin,
              const char *end)
{
  gint64 value = 0;

  for (; begin < end; begin++)
    value = MIN (value * 10 + (*begin - '0'), G_MAXINT32);

  return (gint32) value;
}

/* Start of the digits that end at @end and follow a colon, or NULL. */
static const char *
digits_before (const char *begin,
               const char *end)
{
  const char *p = end;

  while (p > begin && g_ascii_isdigit (p[-1]))
    p--;

  return p < end && p > begin && p[-1] == ':' ? p : NULL;
}

/* U:L or U:L:C, U at least one character and as short as can be. */
static gboolean
match_script (const char       *begin,
              const char       *end,
              FulGeckoLocation *location)
{
  const char *last = digits_before (begin, end);
  const char *before;

  if (last == NULL || last - 1 <= begin)
    return FALSE;

  before = digits_before (begin, last - 1);
  if (before && before - 1 > begin)
    {
      location->line = digits_value (before, last - 1);
      location->column = digits_value (last, end);
      location->place_length = (gsize) (before - 1 - begin);
    }
  else
    {
      location->line = digits_value (last, end);
      location->place_length = (gsize) (last - 1 - begin);
    }
  location->place = begin;

  return TRUE;
}

/* F (in L), F (in L) + D, F (in L) (a:b) */
static gboolean
match_native (const char       *text,
              const char       *end,
              FulGeckoLocation *location)
{
  for (const char *p = end; p > text; p--)
    {
      const char *library, *close;

      if (strncmp (p - 1, " (in ", 5) != 0)
        continue;

      library = p + 4;
      close = strchr (library, ')');
      if (close == NULL)
        continue;
      if (!(close + 1 == end
            || (strncmp (close + 1, " + ", 3) == 0 && all_digits (close + 4, end))
            || (strncmp (close + 1, " (", 2) == 0 && end[-1] == ')' && close + 3 < end
                && memchr (close + 3, ':', (gsize) (end - 1 - (close + 3))))))
        continue;

      location->name = text;
      location->name_length = (gsize) (p - 1 - text);
      location->place = library;
      location->place_length = (gsize) (close - library);
      return TRUE;
    }

  return FALSE;
}

/* Cuts "[S]" off; returns the new end. */
static const char *
match_source (const char *text,
              const char *end,
              gint32     *source)
{
  const char *p = end;

  if (p == text || p[-1] != ']')
    return end;
  p--;
  while (p > text && g_ascii_isdigit (p[-1]))
    p--;
  if (p == end - 1 || p == text || p[-1] != '[')
    return end;
  *source = digits_value (p, end - 1);

  return p - 1;
}

/**
 * ful_gecko_location_parse:
 * @text: a location string; outlives the result
 *
 * Returns: its parts
 */
FulGeckoLocation
ful_gecko_location_parse (const char *text)
{
  FulGeckoLocation location = { .line = FUL_NONE, .column = FUL_NONE, .source = FUL_NONE };
  const char *end = text + strlen (text);
  const char *inner_end;

  location.name = text;
  location.name_length = (gsize) (end - text);

  if (g_str_has_prefix (text, "0x"))
    {
      gsize n = strspn (text + 2, "0123456789abcdefABCDEF");

      location.kind = FUL_GECKO_LOCATION_ADDRESS;
      location.has_address = n > 0 && text[2 + n] == '\0' && n - strspn (text + 2, "0") <= 16;
      if (location.has_address)
        location.address = g_ascii_strtoull (text + 2, NULL, 16);
      return location;
    }

  location.kind = FUL_GECKO_LOCATION_LABEL;
  if (strpbrk (text, "\n\r") || strstr (text, "\342\200\250") || strstr (text, "\342\200\251"))
    return location;

  if (match_native (text, end, &location))
    {
      location.kind = FUL_GECKO_LOCATION_NATIVE;
      return location;
    }

  inner_end = match_source (text, end, &location.source);
  if (inner_end > text && inner_end[-1] == ')')
    {
      for (const char *p = inner_end - 1; p > text; p--)
        {
          if (p[-1] != ' ' || p[0] != '(' || !match_script (p + 1, inner_end - 1, &location))
            continue;
          location.kind = FUL_GECKO_LOCATION_SCRIPT;
          location.name_length = (gsize) (p - 1 - text);
          return location;
        }
    }
  if (match_script (text, inner_end, &location))
    {
      location.kind = FUL_GECKO_LOCATION_SCRIPT;
      location.name_length = 0;
      return location;
    }

  location.source = FUL_NONE;

  return location;
}
