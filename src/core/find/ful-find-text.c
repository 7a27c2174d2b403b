/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts as they are searched: folded once, so that a search compares bytes, with what ranks and searches by case need of
 * the characters as they were (insight.md 12). Two bits for each byte. */

#include "config.h"

#include "ful-find-text.h"

#include "stacks/ful-search.h"

#include <string.h>

/* Lower case of one character has at most three bytes; of two there are as many. */
#define MOST_BYTES 3

void
ful_find_text_init (FulFindText *self)
{
  self->folded = g_string_new (NULL);
  self->starts = g_array_new (FALSE, TRUE, 1);
  self->capitals = g_array_new (FALSE, TRUE, 1);
}

void
ful_find_text_clear (FulFindText *self)
{
  g_string_free (self->folded, TRUE);
  g_array_unref (self->starts);
  g_array_unref (self->capitals);
}

static void
set_bit (GArray *bits,
         gsize   at)
{
  ((guint8 *) bits->data)[at / 8] |= (guint8) (1 << (at % 8));
}

/* A part begins after what is no letter and no digit, at a capital after a small letter, and at the last capital of many. */
static gboolean
is_start (gunichar before,
          gunichar c,
          gunichar after)
{
  if (!g_unichar_isalnum (before))
    return TRUE;

  return g_unichar_isupper (c) && (!g_unichar_isupper (before) || g_unichar_islower (after));
}

static void
append_char (FulFindText *self,
             const char  *text,
             const char  *next)
{
  char one[8] = { 0 };

  if ((guchar) *text < 0x80)
    {
      g_string_append_c (self->folded, g_ascii_tolower (*text));
      return;
    }
  memcpy (one, text, MIN ((gsize) (next - text), sizeof one - 1));
  ful_search_append_folded (self->folded, one);
}

static void
reserve_bits (FulFindText *self,
              gsize        n_more)
{
  guint n = (guint) ((self->folded->len + n_more) / 8 + 1);

  g_array_set_size (self->starts, n);
  g_array_set_size (self->capitals, n);
}

/* As append(), for most texts. */
static void
append_ascii (FulFindText *self,
              const char  *text,
              gsize        length)
{
  gsize begin = self->folded->len;
  char *folded;

  reserve_bits (self, length);
  g_string_append_len (self->folded, text, (gssize) length);
  folded = self->folded->str + begin;
  for (gsize i = 0; i < length; i++)
    {
      char before = i > 0 ? text[i - 1] : '\0';

      if (!g_ascii_isupper (text[i]))
        {
          if (!g_ascii_isalnum (before))
            set_bit (self->starts, begin + i);
          continue;
        }
      folded[i] = (char) (text[i] | 0x20);
      set_bit (self->capitals, begin + i);
      if (!g_ascii_isalnum (before) || !g_ascii_isupper (before) || (i + 1 < length && g_ascii_islower (text[i + 1])))
        set_bit (self->starts, begin + i);
    }
}

static void
append (FulFindText *self,
        const char  *text,
        const char  *end)
{
  gunichar before = 0;

  reserve_bits (self, MOST_BYTES * (gsize) (end - text));
  while (text < end)
    {
      const char *next = g_utf8_next_char (text);
      gunichar c = g_utf8_get_char (text);

      if (is_start (before, c, next < end ? g_utf8_get_char (next) : 0))
        set_bit (self->starts, self->folded->len);
      if (g_unichar_isupper (c))
        set_bit (self->capitals, self->folded->len);
      append_char (self, text, next);
      before = c;
      text = next;
    }
}

/**
 * ful_find_text_append:
 * @text: UTF-8
 * @length: of it, in bytes
 *
 * O(length).
 */
void
ful_find_text_append (FulFindText *self,
                      const char  *text,
                      gsize        length)
{
  g_autofree char *valid = NULL, *normal = NULL;
  gboolean is_ascii = TRUE;

  for (gsize i = 0; i < length && is_ascii; i++)
    is_ascii = (guchar) text[i] < 0x80;
  if (is_ascii)
    {
      append_ascii (self, text, length);
      return;
    }
  valid = g_utf8_make_valid (text, (gssize) length);
  normal = g_utf8_normalize (valid, -1, G_NORMALIZE_NFKC);
  append (self, normal, normal + strlen (normal));
}
