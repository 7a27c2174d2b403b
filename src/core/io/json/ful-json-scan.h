/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-json-number.h"

G_BEGIN_DECLS

/* The highest bit of each byte of @word that is @byte; above the first such byte others may be set too. */
static inline guint64
ful_json_bytes_equal (guint64 word,
                      char    byte)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  guint64 other = word ^ (ones * (guchar) byte);

  return (other - ones) & ~other & (ones << 7);
}

/* Place of the first byte whose highest bit is in @found, or 8. */
static inline guint
ful_json_first_of (guint64 found)
{
  return found ? (guint) __builtin_ctzll (found) >> 3 : 8;
}

/* Place of the first quote, backslash or control character in @word, or 8. */
static inline guint
ful_json_find_special (guint64 word)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  guint64 control = (word - ones * 0x20) & ~word & (ones << 7);

  return ful_json_first_of (ful_json_bytes_equal (word, '"') | ful_json_bytes_equal (word, '\\') | control);
}

/**
 * ful_json_skip_plain:
 * @p: text in a string; eight more bytes than to @end can be loaded
 * @end: after the available text
 *
 * Returns: the end of the bytes at @p that mean themselves, at most @end
 */
static inline const char *
ful_json_skip_plain (const char *p,
                     const char *end)
{
  while (p < end)
    {
      guint n = ful_json_find_special (ful_json_load (p));

      p += n;
      if (n < 8)
        break;
    }

  return MIN (p, end);
}

/* The value of four hexadecimal digits, or -1. */
static inline int
ful_json_read_hex4 (const char *p)
{
  int value = 0;

  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (p[i]);

      if (digit < 0)
        return -1;
      value = value * 16 + digit;
    }

  return value;
}

G_END_DECLS
