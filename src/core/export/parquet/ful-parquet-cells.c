/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-parquet-writer.h"

#include <string.h>

static guint
hash_text (gconstpointer text)
{
  return g_string_hash (text);
}

static gboolean
are_texts_equal (gconstpointer a,
                 gconstpointer b)
{
  return g_string_equal (a, b);
}

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

/* Empties it, too. */
void
ful_parquet_cells_init (FulParquetCells *self,
                        FulParquetType   type)
{
  *self = (FulParquetCells) {
    .type = type,
    .texts = g_ptr_array_new_with_free_func (free_text),
    .places = g_hash_table_new (hash_text, are_texts_equal),
  };
}

void
ful_parquet_cells_clear (FulParquetCells *self)
{
  g_clear_pointer (&self->is_there, g_free);
  g_clear_pointer (&self->numbers, g_free);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
}

static void
add (FulParquetCells *self,
     guint32          is_there,
     guint64          number)
{
  if (self->n_rows == self->n_room)
    {
      self->n_room = MAX (64, 2 * self->n_room);
      self->is_there = g_renew (guint32, self->is_there, self->n_room);
      self->numbers = g_renew (guint64, self->numbers, self->n_room);
    }
  self->is_there[self->n_rows++] = is_there;
  if (is_there)
    self->numbers[self->n_numbers++] = number;
}

void
ful_parquet_cells_add_nothing (FulParquetCells *self)
{
  add (self, 0, 0);
}

void
ful_parquet_cells_add_integer (FulParquetCells *self,
                               gint64           integer)
{
  add (self, 1, (guint64) integer);
}

void
ful_parquet_cells_add_real (FulParquetCells *self,
                            double           real)
{
  guint64 bits;

  memcpy (&bits, &real, sizeof bits);
  add (self, 1, bits);
}

/* Returns: whether the cell before has the same text, which is looked for first: many do. */
static gboolean
is_as_before (const FulParquetCells *self,
              const char            *text,
              gsize                  n)
{
  const GString *before;

  if (self->n_numbers == 0)
    return FALSE;
  before = self->texts->pdata[self->numbers[self->n_numbers - 1]];

  return before->len == n && memcmp (before->str, text, n) == 0;
}

/* @text: made valid UTF-8 */
void
ful_parquet_cells_add_text (FulParquetCells *self,
                            const char      *text,
                            gsize            n)
{
  g_autofree char *valid = NULL;
  GString key;
  guint place;

  if (is_as_before (self, text, n))
    {
      add (self, 1, self->numbers[self->n_numbers - 1]);
      return;
    }

  valid = g_utf8_validate_len (text, n, NULL) ? NULL : g_utf8_make_valid (text, (gssize) n);
  key = (GString) { valid ? valid : (char *) text, valid ? strlen (valid) : n, 0 };
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &key));
  if (place == 0)
    {
      GString *own = g_string_new_len (key.str, (gssize) key.len);

      g_ptr_array_add (self->texts, own);
      place = self->texts->len;
      g_hash_table_insert (self->places, own, GUINT_TO_POINTER (place));
    }
  add (self, 1, place - 1);
}
