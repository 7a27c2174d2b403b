/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of markers as text for other programs. */

#include "config.h"

#include "ful-marker-copy.h"
#include "ful-marker-csv.h"

#include "io/raw/ful-raw-get.h"
#include "markers/find/ful-marker-table-column.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-payload.h"

#include <math.h>
#include <string.h>

/* Columns with a title, in the order of their list. */
typedef struct
{
  FulMarkerTableColumnId  columns[FUL_N_MARKER_COLUMNS];
  guint              widths[FUL_N_MARKER_COLUMNS];   /* characters, if the format has columns */
  guint              n_columns;
  FulMarkerLabeler  *labeler;
} Table;

static void
append_marker (FulBytes            *to,
               const FulMarkerList *list,
               guint                marker,
               double               zero)
{
  g_autofree char *payload = ful_marker_payload_dup_json (list, marker);

  ful_bytes_append_s (to, "{\"name\":");
  ful_raw_write_string (ful_marker_list_get_name (list, marker), to);
  ful_bytes_append_s (to, ",\"category\":");
  ful_raw_write_string (ful_profile_get_category (list->profile, list->category[marker])->name, to);
  ful_bytes_append_s (to, ",\"start\":");
  ful_raw_write_number (ful_time_to_ns (list->start[marker] - zero), to);
  ful_bytes_append_s (to, ",\"end\":");
  ful_raw_write_number (ful_time_to_ns (list->end[marker] - zero), to);
  if (list->incomplete[marker])
    ful_bytes_append_s (to, ",\"incomplete\":true");
  ful_bytes_append_s (to, ",\"data\":");
  ful_bytes_append_s (to, payload ? payload : "null");
  ful_bytes_append_c (to, '}');
}

/**
 * ful_marker_to_json:
 * @zero: where the user sees zero, absolute ms
 *
 * Returns: (transfer full): all that is known of a marker as a JSON object: name, category, start and end in ms,
 *   the end null for an instant, "incomplete" if one of them was not recorded, and the payload as "data"
 */
char *
ful_marker_to_json (const FulMarkerList *list,
                    guint                marker,
                    double               zero)
{
  FulBytes text = { 0 };

  append_marker (&text, list, marker, zero);
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

/* The texts of the cells of a row, to be freed; a row is a line. */
static void
make_cells (const Table         *table,
            const FulMarkerView *view,
            guint                marker,
            char               **cells)
{
  for (guint i = 0; i < table->n_columns; i++)
    cells[i] = g_strdelimit (ful_marker_table_column_dup_text (table->columns[i], table->labeler, view->list, marker, view->zero),
                             "\n\r\t", ' ');
}

static gboolean
is_number (const Table *table,
           guint        column)
{
  return ful_marker_table_column_get (table->columns[column])->get_number != NULL;
}

/* The column that the others leave the width to is not measured: it is long, and the last one. */
static gboolean
is_measured (const Table *table,
             guint        column)
{
  return ful_marker_table_column_get (table->columns[column])->width > 0;
}

static void
append_padded (FulBytes   *to,
               const char *text,
               guint       width,
               gboolean    at_end)
{
  guint n = (guint) g_utf8_strlen (text, -1);

  if (!at_end)
    ful_bytes_append_s (to, text);
  for (guint i = n; i < width; i++)
    ful_bytes_append_c (to, ' ');
  if (at_end)
    ful_bytes_append_s (to, text);
}

static void
append_line (FulBytes           *to,
             FulMarkerCopy       format,
             const Table        *table,
             const char *const  *cells)
{
  if (format == FUL_MARKER_COPY_MARKDOWN)
    {
      for (guint i = 0; i < table->n_columns; i++)
        {
          g_autofree char *escaped = NULL;
          g_auto(GStrv) parts = g_strsplit (cells[i], "|", -1);

          escaped = g_strjoinv ("\\|", parts);
          ful_bytes_append_s (to, "| ");
          ful_bytes_append_s (to, escaped);
          ful_bytes_append_c (to, ' ');
        }
      ful_bytes_append_s (to, "|\n");
      return;
    }

  for (guint i = 0; i < table->n_columns; i++)
    {
      if (i > 0)
        ful_bytes_append_s (to, "  ");
      append_padded (to, cells[i], table->widths[i], is_number (table, i));
    }
  while (to->n > 0 && to->data[to->n - 1] == ' ')
    to->n--;
  ful_bytes_append_c (to, '\n');
}

/* Columns have to be measured before they are written. */
static void
measure (Table               *table,
         const FulMarkerView *view)
{
  for (guint i = 0; i < table->n_columns; i++)
    {
      FulMarkerTableColumnId column = table->columns[i];

      if (!is_measured (table, i))
        continue;
      table->widths[i] = (guint) strlen (ful_marker_table_column_get (column)->title);
      for (guint row = 0; row < view->markers->len; row++)
        {
          g_autofree char *text = ful_marker_table_column_dup_text (column, table->labeler, view->list,
                                                              g_array_index (view->markers, guint, row), view->zero);

          table->widths[i] = MAX (table->widths[i], (guint) g_utf8_strlen (text, -1));
        }
    }
}

static void
append_head (FulBytes      *to,
             FulMarkerCopy  format,
             const Table   *table)
{
  const char *titles[FUL_N_MARKER_COLUMNS] = { NULL };

  for (guint i = 0; i < table->n_columns; i++)
    titles[i] = ful_marker_table_column_get (table->columns[i])->title;
  switch (format)
    {
    case FUL_MARKER_COPY_JSON:
      ful_bytes_append_s (to, "[");
      break;
    case FUL_MARKER_COPY_MARKDOWN:
      append_line (to, format, table, titles);
      for (guint i = 0; i < table->n_columns; i++)
        ful_bytes_append_s (to, is_number (table, i) ? "| ---: " : "| --- ");
      ful_bytes_append_s (to, "|\n");
      break;
    case FUL_MARKER_COPY_TEXT:
    default:
      append_line (to, format, table, titles);
      break;
    }
}

static void
append_row (FulBytes            *to,
            const FulMarkerView *view,
            FulMarkerCopy        format,
            const Table         *table,
            guint                row)
{
  guint marker = g_array_index (view->markers, guint, row);
  char *cells[FUL_N_MARKER_COLUMNS];

  switch (format)
    {
    case FUL_MARKER_COPY_JSON:
      ful_bytes_append_s (to, row > 0 ? ",\n" : "\n");
      append_marker (to, view->list, marker, view->zero);
      break;
    default:
      make_cells (table, view, marker, cells);
      append_line (to, format, table, (const char *const *) cells);
      for (guint i = 0; i < table->n_columns; i++)
        g_free (cells[i]);
      break;
    }
}

static char *
copy_csv (const FulMarkerView  *view,
          GCancellable         *cancellable,
          GError              **error)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();

  if (!ful_marker_csv_write (view->list, view->markers, view->zero, stream, cancellable, error) ||
      !g_output_stream_write_all (stream, "", 1, NULL, cancellable, error) ||
      !g_output_stream_close (stream, cancellable, error))
    return NULL;

  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/**
 * ful_marker_view_copy:
 * @view: the markers, in the order of the rows
 * @format: what to write
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the table, UTF-8
 */
char *
ful_marker_view_copy (const FulMarkerView  *view,
                      FulMarkerCopy         format,
                      GCancellable         *cancellable,
                      GError              **error)
{
  g_autoptr(FulMarkerLabeler) labeler = NULL;
  FulBytes text = { 0 };
  Table table = { .n_columns = 0 };

  if (format == FUL_MARKER_COPY_CSV)
    return copy_csv (view, cancellable, error);

  table.labeler = labeler = ful_marker_labeler_new (view->list);
  for (guint i = 0; i < FUL_N_MARKER_COLUMNS; i++)
    if (ful_marker_table_column_get (i)->title)
      table.columns[table.n_columns++] = i;
  if (format == FUL_MARKER_COPY_TEXT)
    measure (&table, view);
  append_head (&text, format, &table);
  for (guint i = 0; i < view->markers->len; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          ful_bytes_clear (&text);
          return NULL;
        }
      append_row (&text, view, format, &table, i);
    }
  if (format == FUL_MARKER_COPY_JSON)
    ful_bytes_append_s (&text, "\n]\n");
  ful_bytes_append_c (&text, '\0');

  return text.data;
}
