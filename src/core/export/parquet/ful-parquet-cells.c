/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-parquet-writer.h"

/* Texts that were added by their address lately, a power of two. */
#define N_RECENT 1024

struct _FulParquetText
{
  const char *text;
  guint       place;
};

static void
clear_texts (FulParquetCells *self)
{
  g_clear_pointer (&self->texts, ful_string_table_unref);
  g_clear_pointer (&self->recent, g_free);
}

/* Begins a column. Zero is valid, too. */
void
ful_parquet_cells_begin (FulParquetCells *self,
                         FulParquetType   type)
{
  self->type = type;
  self->n_rows = self->n_numbers = 0;
  clear_texts (self);
  if (type != FUL_PARQUET_TEXT)
    return;

  self->texts = ful_string_table_new ();
  self->recent = g_new0 (FulParquetText, N_RECENT);
}

void
ful_parquet_cells_clear (FulParquetCells *self)
{
  clear_texts (self);
  g_clear_pointer (&self->is_there, g_free);
  g_clear_pointer (&self->numbers, g_free);
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

/* @text: without NUL; made valid UTF-8 */
void
ful_parquet_cells_add_text (FulParquetCells *self,
                            const char      *text,
                            gsize            n)
{
  g_autofree char *valid = g_utf8_validate_len (text, n, NULL) ? NULL : g_utf8_make_valid (text, (gssize) n);

  add (self, 1, (guint64) ful_string_table_intern (self->texts, valid ? valid : text, valid ? -1 : (gssize) n));
}

/* @text: without NUL; made valid UTF-8; lives as long as the cells, and is the text of many */
void
ful_parquet_cells_add_lasting_text (FulParquetCells *self,
                                    const char      *text,
                                    gsize            n)
{
  /* Texts are some bytes long: the lowest bits of their addresses differ least. */
  FulParquetText *recent = &self->recent[(guint) ((guintptr) text >> 3 ^ (guintptr) text >> 13) % N_RECENT];

  if (recent->text == text)
    {
      add (self, 1, recent->place);
      return;
    }

  ful_parquet_cells_add_text (self, text, n);
  *recent = (FulParquetText) { text, (guint) self->numbers[self->n_numbers - 1] };
}
