/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of markers as text for other programs. */

#include "config.h"

#include "ful-marker-copy.h"
#include "ful-marker-csv.h"

#include "io/ful-raw-get.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-payload.h"

#include <math.h>
#include <string.h>

enum { CELL_START, CELL_DURATION, CELL_NAME, CELL_DETAILS, N_CELLS };

static const char *const titles[N_CELLS] = { "Start", "Duration", "Name", "Details" };

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

/* The texts of the cells of a row, to be freed. */
static void
make_cells (const FulMarkerView *view,
            FulMarkerLabeler    *labeler,
            guint                marker,
            char                *cells[N_CELLS])
{
  cells[CELL_START] = ful_marker_format_start (view->list, marker, view->zero);
  cells[CELL_DURATION] = ful_marker_format_duration (view->list, marker);
  cells[CELL_NAME] = g_strdup (ful_marker_list_get_name (view->list, marker));
  cells[CELL_DETAILS] = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TABLE);
  /* A row is a line. */
  for (guint i = 0; i < N_CELLS; i++)
    g_strdelimit (cells[i], "\n\r\t", ' ');
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
append_line (FulBytes          *to,
             FulMarkerCopy      format,
             const char *const  cells[N_CELLS],
             const guint        widths[N_CELLS])
{
  if (format == FUL_MARKER_COPY_MARKDOWN)
    {
      for (guint i = 0; i < N_CELLS; i++)
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

  for (guint i = 0; i < N_CELLS; i++)
    {
      if (i > 0)
        ful_bytes_append_s (to, "  ");
      append_padded (to, cells[i], i == CELL_DETAILS ? 0 : widths[i], i <= CELL_DURATION);
    }
  while (to->n > 0 && to->data[to->n - 1] == ' ')
    to->n--;
  ful_bytes_append_c (to, '\n');
}

/* Columns have to be measured before they are written. */
static void
measure (const FulMarkerView *view,
         guint                widths[N_CELLS])
{
  for (guint i = 0; i < N_CELLS; i++)
    widths[i] = (guint) strlen (titles[i]);
  for (guint i = 0; i < view->markers->len; i++)
    {
      guint marker = g_array_index (view->markers, guint, i);
      g_autofree char *start = ful_marker_format_start (view->list, marker, view->zero);
      g_autofree char *duration = ful_marker_format_duration (view->list, marker);

      widths[CELL_START] = MAX (widths[CELL_START], (guint) g_utf8_strlen (start, -1));
      widths[CELL_DURATION] = MAX (widths[CELL_DURATION], (guint) g_utf8_strlen (duration, -1));
      widths[CELL_NAME] = MAX (widths[CELL_NAME],
                               (guint) g_utf8_strlen (ful_marker_list_get_name (view->list, marker), -1));
    }
}

static void
append_head (FulBytes      *to,
             FulMarkerCopy  format,
             const guint    widths[N_CELLS])
{
  switch (format)
    {
    case FUL_MARKER_COPY_JSON:
      ful_bytes_append_s (to, "[");
      break;
    case FUL_MARKER_COPY_MARKDOWN:
      append_line (to, format, titles, widths);
      ful_bytes_append_s (to, "| ---: | ---: | --- | --- |\n");
      break;
    case FUL_MARKER_COPY_TEXT:
    default:
      append_line (to, format, titles, widths);
      break;
    }
}

static void
append_row (FulBytes            *to,
            const FulMarkerView *view,
            FulMarkerCopy        format,
            FulMarkerLabeler    *labeler,
            guint                row,
            const guint          widths[N_CELLS])
{
  guint marker = g_array_index (view->markers, guint, row);
  char *cells[N_CELLS];

  switch (format)
    {
    case FUL_MARKER_COPY_JSON:
      ful_bytes_append_s (to, row > 0 ? ",\n" : "\n");
      append_marker (to, view->list, marker, view->zero);
      break;
    default:
      make_cells (view, labeler, marker, cells);
      append_line (to, format, (const char *const *) cells, widths);
      for (guint i = 0; i < N_CELLS; i++)
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
  guint widths[N_CELLS] = { 0 };

  if (format == FUL_MARKER_COPY_CSV)
    return copy_csv (view, cancellable, error);

  labeler = ful_marker_labeler_new (view->list);
  if (format == FUL_MARKER_COPY_TEXT)
    measure (view, widths);
  append_head (&text, format, widths);
  for (guint i = 0; i < view->markers->len; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          ful_bytes_clear (&text);
          return NULL;
        }
      append_row (&text, view, format, labeler, i, widths);
    }
  if (format == FUL_MARKER_COPY_JSON)
    ful_bytes_append_s (&text, "\n]\n");
  ful_bytes_append_c (&text, '\0');

  return text.data;
}
