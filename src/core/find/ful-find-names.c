/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names in one text, so that one pass over it finds a word in all of them. A name has at most 4096 bytes there, whatever a
 * file says. */

#include "config.h"

#include "ful-find-names.h"

#include <string.h>

#define MAX_BYTES 4096

/* Bits of letters; those before are a to z. */
enum { DIGIT = 26, UNDERSCORE, OTHER_ASCII, NOT_ASCII };

FulFindNames *
ful_find_names_new (void)
{
  FulFindNames *self = g_atomic_rc_box_new0 (FulFindNames);

  ful_find_text_init (&self->text);
  self->begin = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->row = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->weight = g_array_new (FALSE, FALSE, sizeof (double));
  self->letters = g_array_new (FALSE, FALSE, sizeof (guint32));

  return self;
}

/**
 * ful_find_names_get_letters:
 * @folded: (array length=n): a folded text
 *
 * Returns: a bit for each letter of it; a text that has all letters of another one has all its bits
 */
guint32
ful_find_names_get_letters (const char *folded,
                            gsize       n)
{
  guint32 letters = 0;

  for (gsize i = 0; i < n; i++)
    {
      guchar c = (guchar) folded[i];
      guint bit = c >= 'a' && c <= 'z' ? c - (guint) 'a' : g_ascii_isdigit (c) ? DIGIT :
                  c == '_' ? UNDERSCORE : c < 0x80 ? OTHER_ASCII : NOT_ASCII;

      letters |= 1u << bit;
    }

  return letters;
}

/**
 * ful_find_names_add:
 * @name: UTF-8
 * @row: what it is a name of
 * @weight: see #FulFindNames
 *
 * Before anything is searched.
 */
void
ful_find_names_add (FulFindNames *self,
                    const char   *name,
                    guint         row,
                    double        weight)
{
  gsize begin = self->text.folded->len, length = strlen (name);
  guint32 number = row, letters;

  if (length > MAX_BYTES)
    for (length = MAX_BYTES; length > 0 && ((guchar) name[length] & 0xc0) == 0x80; )
      length--;
  ful_find_text_append (&self->text, name, length);
  letters = ful_find_names_get_letters (self->text.folded->str + begin, self->text.folded->len - begin);
  g_string_append_c (self->text.folded, '\0');
  g_array_append_val (self->begin, begin);
  g_array_append_val (self->row, number);
  g_array_append_val (self->weight, weight);
  g_array_append_val (self->letters, letters);
  self->n++;
}

FulFindNames *
ful_find_names_ref (FulFindNames *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulFindNames *self = data;

  ful_find_text_clear (&self->text);
  g_array_unref (self->begin);
  g_array_unref (self->row);
  g_array_unref (self->weight);
  g_array_unref (self->letters);
}

void
ful_find_names_unref (FulFindNames *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
