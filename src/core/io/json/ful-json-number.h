/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Longest number text for ful_json_number_parse(). */
#define FUL_JSON_NUMBER_MAX 63

gsize ful_json_number_parse (const char *text,
                             double     *out);

/**
 * ful_json_count_digits:
 * @word: eight bytes of text, first byte lowest
 *
 * Returns: how many of its first bytes are decimal digits
 */
static inline guint
ful_json_count_digits (guint64 word)
{
  guint64 t = word ^ G_GUINT64_CONSTANT (0x3030303030303030);
  guint64 other = ((t + G_GUINT64_CONSTANT (0x7676767676767676)) | t) & G_GUINT64_CONSTANT (0x8080808080808080);

  return other ? (guint) __builtin_ctzll (other) >> 3 : 8;
}

/* The value of the first @n digits of @word, 1 ≤ n ≤ 8. */
static inline guint32
ful_json_digits_value (guint64 word,
                       guint   n)
{
  guint64 t = (word ^ G_GUINT64_CONSTANT (0x3030303030303030)) << (64 - 8 * n);

  t = t * 10 + (t >> 8);
  return (guint32) (((t & G_GUINT64_CONSTANT (0x000000FF000000FF)) * G_GUINT64_CONSTANT (0x000F424000000064)
                     + ((t >> 16) & G_GUINT64_CONSTANT (0x000000FF000000FF)) * G_GUINT64_CONSTANT (0x0000271000000001)) >> 32);
}

/* Eight bytes of text with the first one lowest, on any machine. */
static inline guint64
ful_json_load (const char *text)
{
  guint64 word;

  memcpy (&word, text, 8);

  return GUINT64_FROM_LE (word);
}

G_END_DECLS
