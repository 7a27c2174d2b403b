/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The grammar of values as programs write them: there as a whole, no space between tokens, not deep. Nothing has to be
 * kept between two chunks then, so one loop is enough. #FulJsonReader reads all others. */

#include "config.h"

#include "ful-json-compact.h"

#include "ful-json-scan.h"

#include <string.h>

#define MAX_DEPTH 64

/* After the first quote of a string. Returns: after its last one, or NULL if it does not end before @end, or has a wrong
 * character */
static inline const char *
skip_compact_string (const char *p,
                     const char *end)
{
  for (;;)
    {
      p = ful_json_skip_plain (p, end);
      if (p >= end || (*p != '"' && *p != '\\'))
        return NULL;
      if (*p == '"')
        return p + 1;
      if (p[1] == 'u' && ful_json_read_hex4 (p + 2) >= 0)
        p += 6;
      else if (p[1] && strchr ("\"\\/bfnrt", p[1]))
        p += 2;
      else
        return NULL;
    }
}

/* At most some bytes after @end. */
static inline const char *
skip_digits (const char *p,
             const char *end)
{
  guint n = 8;

  for (; n == 8 && p < end; p += n)
    n = ful_json_count_digits (ful_json_load (p));

  return p;
}

/* Returns: after the number, or NULL if it has not the usual form */
static inline const char *
skip_compact_number (const char *p,
                     const char *end)
{
  const char *digits = p + (*p == '-');
  const char *fraction;

  p = skip_digits (digits, end);
  if (p == digits || (*digits == '0' && p - digits > 1))
    return NULL;
  if (*p == '.')
    {
      fraction = p + 1;
      p = skip_digits (fraction, end);
      if (p == fraction)
        return NULL;
    }

  return p - digits < FUL_JSON_NUMBER_MAX && *p != 'e' && *p != 'E' ? p : NULL;
}

static inline const char *
skip_compact_scalar (const char *p,
                     const char *end)
{
  switch (*p)
    {
    case '"':
      return skip_compact_string (p + 1, end);
    case 't':
      return memcmp (p, "true", 4) == 0 ? p + 4 : NULL;
    case 'f':
      return memcmp (p, "false", 5) == 0 ? p + 5 : NULL;
    case 'n':
      return memcmp (p, "null", 4) == 0 ? p + 4 : NULL;
    default:
      return skip_compact_number (p, end);
    }
}

/**
 * ful_json_skip_compact:
 * @p: an array or object
 * @end: after the available text; 64 more bytes can be loaded
 * @max_depth: how deep it may be
 *
 * Returns: (nullable): its end; %NULL if it is not compact, or not JSON
 */
const char *
ful_json_skip_compact (const char *p,
                       const char *end,
                       guint       max_depth)
{
  guint64 is_object = 0;   /* a bit for each that is open, the innermost is the lowest */
  guint depth = 0;

  while (p < end)
    {
      if (*p == '{' || *p == '[')
        {
          if (depth == MIN (max_depth, MAX_DEPTH))
            return NULL;
          depth++;
          is_object = is_object << 1 | (*p++ == '{');
          if (*p != (is_object & 1 ? '}' : ']'))
            goto key;
        }
      else
        {
          p = skip_compact_scalar (p, end);
          if (p == NULL)
            return NULL;
        }

      while (p < end && *p == (is_object & 1 ? '}' : ']'))
        {
          p++;
          is_object >>= 1;
          if (--depth == 0)
            return p;
        }
      if (*p++ != ',')
        return NULL;

    key:
      if (!(is_object & 1))
        continue;
      p = *p == '"' ? skip_compact_string (p + 1, end) : NULL;
      if (p == NULL || *p++ != ':')
        return NULL;
    }

  return NULL;
}
