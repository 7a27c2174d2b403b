/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts that are replaced in their memory. Markers are read in nearly the order of the file, and few payloads become
 * longer, so nearly all of them fit behind those before. */

#include "config.h"

#include "ful-gecko-texts.h"

/**
 * ful_gecko_texts_take:
 * @row: a row, once
 * @out_length: (out): length of its text
 *
 * Returns: (nullable): its text, until the next one is put
 */
const char *
ful_gecko_texts_take (FulGeckoTexts *self,
                      guint          row,
                      gsize         *out_length)
{
  FulRawColumn *column = self->column;

  if (column == NULL || row >= column->n || column->text_length[row] == 0)
    return NULL;

  *out_length = (gsize) column->text_length[row];
  column->text_length[row] = 0;

  return column->bytes.data + column->text_start[row];
}

/**
 * ful_gecko_texts_put:
 * @text: a text; may be the one that was taken last
 * @length: its length
 *
 * Returns: its place, for ful_gecko_texts_finish()
 */
gint64
ful_gecko_texts_put (FulGeckoTexts *self,
                     const char    *text,
                     gsize          length)
{
  FulRawColumn *column = self->column;
  gsize place = self->n_written;
  gsize end;

  while (self->first < column->n && column->text_length[self->first] == 0)
    self->first++;
  end = self->first < column->n ? (gsize) column->text_start[self->first] : column->bytes.n;
  if (length > end - place)
    {
      place = column->bytes.n + self->more.n;
      ful_bytes_append (&self->more, text, length);
      return (gint64) place;
    }

  memmove (column->bytes.data + place, text, length);
  self->n_written += length;

  return (gint64) place;
}

/**
 * ful_gecko_texts_finish:
 * @places: (array length=n_places) (inout): places of what was put; become those in the result
 * @n_places: how many
 *
 * Returns: (transfer full): all that was put; the column has nothing any more
 */
FulBytes
ful_gecko_texts_finish (FulGeckoTexts *self,
                        gint64        *places,
                        guint          n_places)
{
  FulBytes result = { 0 };
  gint64 n = 0;

  if (self->column)
    {
      result = self->column->bytes;
      n = (gint64) result.n;
      self->column->bytes = (FulBytes) { 0 };
    }
  for (guint i = 0; i < n_places && self->more.n > 0; i++)
    if (places[i] >= n)
      places[i] -= n - (gint64) self->n_written;
  result.n = self->n_written;
  ful_bytes_append (&result, self->more.data, self->more.n);
  ful_bytes_clear (&self->more);

  return result;
}
