/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers as comma-separated values (RFC 4180), UTF-8 with a line of headings.
 *
 * Columns: those of ful-marker-table-column.c, times in ms, the thread its number, and a column "data.KEY" for each member in the schemas of the markers; members of one
 * name in two schemas share a column. Values are unchanged, with strings instead of
 * their numbers; missing ones are empty. */

#include "config.h"

#include "ful-marker-csv.h"

#include "base/ful-format.h"
#include "base/ful-hash.h"
#include "export/ful-csv.h"
#include "export/ful-output-private.h"
#include "io/raw/ful-raw-get.h"
#include "markers/find/ful-marker-table-column.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-payload-reader.h"
#include "threads/ful-time-range.h"

#include <math.h>

typedef struct
{
  FulMarkerList    *list;
  FulMarkerLabeler *labeler;
  GHashTable       *seen;      /* FulMarkerSchema: those whose members have their columns */
  GHashTable       *columns;   /* key → number + 1 */
  GPtrArray        *keys;      /* utf8, by column */
  FulPayloadReader *reader;
} Table;

static void
table_clear (Table *self)
{
  ful_marker_labeler_free (self->labeler);
  g_hash_table_unref (self->seen);
  g_hash_table_unref (self->columns);
  g_ptr_array_unref (self->keys);
  g_clear_pointer (&self->reader, ful_payload_reader_free);
}

static void
add_columns (Table                 *self,
             const FulMarkerSchema *schema)
{
  if (schema == NULL || !g_hash_table_add (self->seen, (gpointer) schema))
    return;

  for (guint i = 0; i < schema->keys->len; i++)
    {
      gpointer key = g_ptr_array_index (schema->keys, i);

      if (g_hash_table_contains (self->columns, key))
        continue;
      g_ptr_array_add (self->keys, key);
      g_hash_table_insert (self->columns, key, GUINT_TO_POINTER (self->keys->len));
    }
}

static void
table_init (Table         *self,
            FulMarkerList *list,
            const GArray  *markers)
{
  self->list = list;
  self->labeler = ful_marker_labeler_new (list);
  self->seen = g_hash_table_new (NULL, NULL);
  self->columns = g_hash_table_new (ful_hash_text, g_str_equal);
  self->keys = g_ptr_array_new ();
  for (guint i = 0; i < markers->len; i++)
    add_columns (self, ful_marker_list_get_schema (list, g_array_index (markers, guint, i)));
  self->reader = ful_payload_reader_new ((const char * const *) self->keys->pdata, self->keys->len);
}

static void
append_heading (const Table *self,
                FulBytes    *to)
{
  for (guint i = 0; i < FUL_N_MARKER_COLUMNS; i++)
    {
      if (i > 0)
        ful_bytes_append_c (to, ',');
      ful_bytes_append_s (to, ful_marker_table_column_get (i)->key);
    }
  for (guint i = 0; i < self->keys->len; i++)
    {
      g_autofree char *heading = g_strconcat ("data.", g_ptr_array_index (self->keys, i), NULL);

      ful_bytes_append_c (to, ',');
      ful_csv_append (heading, to);
    }
  ful_bytes_append_s (to, "\r\n");
}

/* A number to the ns if it is a time; NaN is nothing. */
static void
append_cell (const Table            *self,
             FulMarkerTableColumnId  column,
             guint                   marker,
             double                  zero,
             FulBytes               *to)
{
  const FulMarkerTableColumn *description = ful_marker_table_column_get (column);
  g_autofree char *text = NULL;

  if (description->get_number)
    {
      double number = description->get_number (self->list, marker, zero);

      if (isfinite (number))
        ful_raw_write_number (ful_time_to_ns (number), to);
      return;
    }

  text = ful_marker_table_column_dup_text (column, self->labeler, self->list, marker, zero);
  ful_csv_append (text, to);
}

/* Which of the fields of @schema has that key; NULL if it has none. */
static const FulMarkerField *
find_field (const FulMarkerSchema *schema,
            const char            *key)
{
  for (guint i = 0; i < schema->fields->len; i++)
    if (g_str_equal (g_ptr_array_index (schema->keys, i), key))
      return &g_array_index (schema->fields, FulMarkerField, i);

  return NULL;
}

static void
append_value (const Table           *self,
              const FulMarkerField  *field,
              const FulPayloadValue *value,
              FulBytes              *to)
{
  g_autofree char *text = NULL;
  double index = field && ful_marker_format_is_string_index (field->format) ? ful_payload_value_get_number (value) : NAN;

  if (index >= 0 && index < self->list->profile->n_strings)
    {
      ful_csv_append (ful_profile_get_string (self->list->profile, (FulStringIndex) index), to);
      return;
    }

  text = ful_payload_value_dup_text (value);
  ful_csv_append (text, to);
}

static void
append_row (const Table *self,
            guint        marker,
            double       zero,
            FulBytes    *to)
{
  const FulMarkerList *list = self->list;
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);

  for (guint i = 0; i < FUL_N_MARKER_COLUMNS; i++)
    {
      if (i > 0)
        ful_bytes_append_c (to, ',');
      append_cell (self, i, marker, zero, to);
    }
  if (schema)
    ful_marker_list_read_payload (list, marker, self->reader);
  else
    ful_payload_reader_clear (self->reader);
  for (guint i = 0; i < self->keys->len; i++)
    {
      const FulPayloadValue *value = ful_payload_reader_get (self->reader, i);

      ful_bytes_append_c (to, ',');
      if (value && !ful_payload_value_is_null (value))
        append_value (self, find_field (schema, g_ptr_array_index (self->keys, i)), value, to);
    }
  ful_bytes_append_s (to, "\r\n");
}

/**
 * ful_marker_csv_write:
 * @list: markers
 * @markers: (element-type guint): which of them, in this order
 * @zero: the time that the others are relative to, absolute ms
 * @stream: gets the table
 * @cancellable: (nullable): checked every few thousand markers
 * @error: what @stream reports, or %G_IO_ERROR_CANCELLED
 *
 * Payloads are read twice, for the label and for the columns.
 */
gboolean
ful_marker_csv_write (FulMarkerList  *list,
                      const GArray   *markers,
                      double          zero,
                      GOutputStream  *stream,
                      GCancellable   *cancellable,
                      GError        **error)
{
  FulOutput output = { .stream = stream, .cancellable = cancellable };
  Table table = { NULL };

  ful_format_set_plain (TRUE);   /* numbers in labels, for other programs to read */
  table_init (&table, list, markers);
  append_heading (&table, &output.text);
  for (guint i = 0; i < markers->len && output.error == NULL; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, &output.error))
        break;
      append_row (&table, g_array_index (markers, guint, i), zero, &output.text);
      ful_output_flush_sometimes (&output);
    }
  table_clear (&table);
  ful_format_set_plain (FALSE);

  return ful_output_finish (&output, error);
}
