/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts that are not plain UTF-8: with a byte order mark, or in UTF-16, as ">" of PowerShell writes them. Readers of
 * text know nothing of it: they read UTF-8 without a mark. */

#include "config.h"

#include "ful-text-encoding.h"

#include <string.h>

/* Characters that have to be ASCII in a text of UTF-16 without a mark. */
#define N_PROBED 16

static gboolean
is_ascii_text (guchar c)
{
  return g_ascii_isprint (c) || g_ascii_isspace (c);
}

/* Whether each unit at the beginning is a character of ASCII: its other byte is 0. @low: which byte has the character */
static gboolean
is_unmarked (const char *head,
             gsize       n,
             guint       low)
{
  gsize n_units = MIN (n / 2, N_PROBED);

  for (gsize i = 0; i < n_units; i++)
    if (!is_ascii_text ((guchar) head[2 * i + low]) || head[2 * i + 1 - low] != '\0')
      return FALSE;

  return n_units == N_PROBED;
}

/**
 * ful_encoding_detect:
 * @head: the first bytes of a file, decompressed
 * @n: how many there are
 * @out_mark: (out): length of the byte order mark, or 0
 *
 * UTF-16 is known by its mark, or as every other byte is 0; a binary file is no UTF-16.
 *
 * Returns: the encoding of the file, if it is a text
 */
FulEncoding
ful_encoding_detect (const char *head,
                     gsize       n,
                     gsize      *out_mark)
{
  static const struct { const char *mark; gsize n; FulEncoding encoding; } marks[] = {
    { "\357\273\277", 3, FUL_ENCODING_UTF8 },
    { "\377\376\0\0", 4, FUL_ENCODING_UTF8 },    /* UTF-32, which is not decoded */
    { "\377\376", 2, FUL_ENCODING_UTF16_LE },
    { "\376\377", 2, FUL_ENCODING_UTF16_BE },
  };

  *out_mark = 0;
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (n >= marks[i].n && memcmp (head, marks[i].mark, marks[i].n) == 0)
      {
        *out_mark = marks[i].n == 4 ? 0 : marks[i].n;
        return marks[i].encoding;
      }

  return is_unmarked (head, n, 0) ? FUL_ENCODING_UTF16_LE
         : is_unmarked (head, n, 1) ? FUL_ENCODING_UTF16_BE : FUL_ENCODING_UTF8;
}

void
ful_utf16_init (FulUtf16    *self,
                FulEncoding  encoding)
{
  *self = (FulUtf16) { .encoding = encoding, .odd = -1 };
}

static char *
put (FulUtf16 *self,
     guint16   unit,
     char     *to,
     gsize    *n_bad)
{
  gboolean is_low = unit >= 0xdc00 && unit < 0xe000;
  gunichar c = unit;

  if (self->high && is_low)
    c = 0x10000 + ((gunichar) (self->high - 0xd800) << 10) + (unit - 0xdc00);
  else if (self->high || is_low)
    {
      *to++ = '?';
      (*n_bad)++;
      if (is_low)
        return to;
    }
  self->high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;

  return self->high ? to : to + g_unichar_to_utf8 (c, to);
}

/**
 * ful_utf16_decode:
 * @self: a decoder
 * @from: a block of text in UTF-16, of any number of bytes
 * @n: how many
 * @at_end: whether the text ends with this block
 * @to: room for %FUL_UTF16_ROOM(@n) bytes
 * @n_bad: (inout): is increased by the number of units that are no characters, which become "?"
 *
 * Returns: bytes of UTF-8 written; the rest of a character that continues in the next block is kept in @self
 */
gsize
ful_utf16_decode (FulUtf16   *self,
                  const char *from,
                  gsize       n,
                  gboolean    at_end,
                  char       *to,
                  gsize      *n_bad)
{
  char *begin = to;

  for (gsize i = 0; i < n; i++)
    {
      guchar byte = (guchar) from[i];

      if (self->odd < 0)
        {
          self->odd = byte;
          continue;
        }
      to = put (self, (guint16) (self->encoding == FUL_ENCODING_UTF16_LE ? byte << 8 | self->odd : self->odd << 8 | byte),
                to, n_bad);
      self->odd = -1;
    }
  if (at_end && (self->high || self->odd >= 0))
    {
      *to++ = '?';
      (*n_bad)++;
      self->high = 0;
      self->odd = -1;
    }

  return (gsize) (to - begin);
}
