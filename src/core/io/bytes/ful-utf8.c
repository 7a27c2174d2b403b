/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Makes any bytes valid UTF-8, in place, block by block.
 *
 * Readers rely on text being UTF-8 from here on. Text is almost all ASCII, which is
 * skipped eight bytes at a time; each invalid byte becomes a question mark, so that
 * byte offsets are those of the file. */

#include "config.h"

#include "ful-utf8.h"

#include <string.h>

/* Length of the sequence at @p, 0 if it is invalid, -1 if it continues after @end. */
static int
sequence_length (const guchar *p,
                 const guchar *end)
{
  guchar lead = *p;
  guchar low = 0x80;
  guchar high = 0xbf;
  int n;

  if (lead < 0xc2 || lead > 0xf4)
    return 0;
  n = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

  if (lead == 0xe0)
    low = 0xa0;
  else if (lead == 0xed)
    high = 0x9f;    /* no surrogates */
  else if (lead == 0xf0)
    low = 0x90;
  else if (lead == 0xf4)
    high = 0x8f;

  for (int i = 1; i < n; i++)
    {
      if (p + i == end)
        return -1;
      if (p[i] < low || p[i] > high)
        return 0;
      low = 0x80;
      high = 0xbf;
    }

  return n;
}

/**
 * ful_utf8_repair:
 * @data: a block of text
 * @n: its length in bytes
 * @at_end: whether the text ends with this block
 * @n_bad: (inout): is increased by the number of bytes replaced
 * @first_bad: (out): offset of the first of them in @data; set only if there is one
 *
 * Replaces every byte that is not part of valid UTF-8 by "?".
 *
 * Returns: number of bytes at the start that are complete; the others (at most 3) begin a character
 *   that continues in the next block
 */
gsize
ful_utf8_repair (char     *data,
                 gsize     n,
                 gboolean  at_end,
                 gsize    *n_bad,
                 gsize    *first_bad)
{
  guchar *p = (guchar *) data;
  guchar *end = p + n;
  gsize bad_here = 0;

  while (p < end)
    {
      int length;

      while (end - p >= 32)
        {
          guint64 words[4];

          memcpy (words, p, 32);
          if ((words[0] | words[1] | words[2] | words[3]) & G_GUINT64_CONSTANT (0x8080808080808080))
            break;
          p += 32;
        }
      while (p < end && *p < 0x80)
        p++;
      if (p == end)
        break;

      length = sequence_length (p, end);
      if (length > 0)
        {
          p += length;
          continue;
        }
      if (length < 0 && !at_end)
        break;

      if (bad_here++ == 0)
        *first_bad = (gsize) (p - (guchar *) data);
      *p++ = '?';
    }

  *n_bad += bad_here;

  return (gsize) (p - (guchar *) data);
}
