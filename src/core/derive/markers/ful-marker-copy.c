/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of markers as text for other programs. Payloads are written as they were
 * recorded; where a marker has two, the members of the second over the first. */

#include "config.h"

#include "ful-marker-copy.h"

#include "ful-marker-label.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

enum { CELL_START, CELL_DURATION, CELL_NAME, CELL_DETAILS, N_CELLS };

static const char *const titles[N_CELLS] = { "Start", "Duration", "Name", "Details" };

static void
append_json_string (GString    *to,
                    const char *text)
{
  g_string_append_c (to, '"');
  for (const char *p = text; *p; p++)
    switch (*p)
      {
      case '"':
      case '\\':
        g_string_append_c (to, '\\');
        g_string_append_c (to, *p);
        break;
      case '\n':
        g_string_append (to, "\\n");
        break;
      default:
        if ((guchar) *p < 0x20)
          g_string_append_printf (to, "\\u%04x", (guchar) *p);
        else
          g_string_append_c (to, *p);
        break;
      }
  g_string_append_c (to, '"');
}

static void
append_number (GString *to,
               double   number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (to, isfinite (number) ? g_ascii_formatd (text, sizeof text, "%.15g", number) : "null");
}

static const char *
get_payload (const FulMarkerList *list,
             guint                marker,
             gint32               row,
             gsize               *out_length)
{
  FulThread *thread = ful_profile_get_thread (list->profile, (guint) list->thread[marker]);

  *out_length = row == FUL_NONE ? 0 : (gsize) thread->markers->payload_length[row];

  return *out_length > 0 ? (const char *) g_bytes_get_data (thread->payloads, NULL) + thread->markers->payload[row] : NULL;
}

/* The members of @over over those of @under; NULL if one is no object. */
static char *
merge (const char *under,
       gsize       under_length,
       const char *over,
       gsize       over_length)
{
  g_autoptr(JsonParser) first = json_parser_new ();
  g_autoptr(JsonParser) second = json_parser_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (!json_parser_load_from_data (first, under, (gssize) under_length, NULL) ||
      !json_parser_load_from_data (second, over, (gssize) over_length, NULL) ||
      !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (first)) || !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (second)))
    return NULL;

  json_object_iter_init (&iter, json_node_get_object (json_parser_get_root (second)));
  while (json_object_iter_next (&iter, &name, &value))
    json_object_set_member (json_node_get_object (json_parser_get_root (first)), name, json_node_copy (value));

  return json_to_string (json_parser_get_root (first), FALSE);
}

static void
append_payload (GString             *to,
                const FulMarkerList *list,
                guint                marker)
{
  FulMarkerKind kind = list->kind[marker];
  gsize begin_length, end_length;
  const char *begin = get_payload (list, marker, list->begin_row[marker], &begin_length);
  const char *end = get_payload (list, marker, list->end_row[marker], &end_length);
  g_autofree char *merged = NULL;

  if (kind == FUL_MARKER_KIND_PLAIN && begin && end)
    merged = merge (begin, begin_length, end, end_length);

  if (merged)
    g_string_append (to, merged);
  else if (end && kind != FUL_MARKER_KIND_SCREENSHOT)
    g_string_append_len (to, end, (gssize) end_length);
  else if (begin)
    g_string_append_len (to, begin, (gssize) begin_length);
  else
    g_string_append (to, "null");
}

static void
append_marker (GString             *to,
               const FulMarkerList *list,
               guint                marker,
               double               zero)
{
  g_string_append (to, "{\"name\":");
  append_json_string (to, ful_marker_list_get_name (list, marker));
  g_string_append (to, ",\"category\":");
  append_json_string (to, ful_profile_get_category (list->profile, list->category[marker])->name);
  g_string_append (to, ",\"start\":");
  append_number (to, list->start[marker] - zero);
  g_string_append (to, ",\"end\":");
  append_number (to, list->end[marker] - zero);
  if (list->incomplete[marker])
    g_string_append (to, ",\"incomplete\":true");
  g_string_append (to, ",\"data\":");
  append_payload (to, list, marker);
  g_string_append_c (to, '}');
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
  GString *text = g_string_new (NULL);

  append_marker (text, list, marker, zero);

  return g_string_free (text, FALSE);
}

/* What stands in the cells of a row; they are to be freed. */
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
append_csv (GString    *to,
            const char *text)
{
  if (strpbrk (text, ",\"\n\r") == NULL)
    {
      g_string_append (to, text);
      return;
    }

  g_string_append_c (to, '"');
  for (const char *p = text; *p; p++)
    {
      if (*p == '"')
        g_string_append_c (to, '"');
      g_string_append_c (to, *p);
    }
  g_string_append_c (to, '"');
}

static void
append_csv_row (GString             *to,
                const FulMarkerView *view,
                FulMarkerLabeler    *labeler,
                guint                marker)
{
  g_autofree char *details = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TABLE);
  double duration = ful_marker_get_duration (view->list, marker);

  append_number (to, view->list->start[marker] - view->zero);
  g_string_append_c (to, ',');
  if (!isnan (duration))
    append_number (to, duration);
  g_string_append_c (to, ',');
  append_csv (to, ful_marker_list_get_name (view->list, marker));
  g_string_append_c (to, ',');
  append_csv (to, details);
  g_string_append (to, "\r\n");
}

static void
append_padded (GString    *to,
               const char *text,
               guint       width,
               gboolean    at_end)
{
  guint n = (guint) g_utf8_strlen (text, -1);

  if (!at_end)
    g_string_append (to, text);
  for (guint i = n; i < width; i++)
    g_string_append_c (to, ' ');
  if (at_end)
    g_string_append (to, text);
}

static void
append_line (GString           *to,
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
          g_string_append_printf (to, "| %s ", escaped);
        }
      g_string_append (to, "|\n");
      return;
    }

  for (guint i = 0; i < N_CELLS; i++)
    {
      if (i > 0)
        g_string_append (to, "  ");
      append_padded (to, cells[i], i == CELL_DETAILS ? 0 : widths[i], i <= CELL_DURATION);
    }
  while (to->len > 0 && to->str[to->len - 1] == ' ')
    g_string_truncate (to, to->len - 1);
  g_string_append_c (to, '\n');
}

/* Columns have to be measured before they are written. */
static void
measure (const FulMarkerView *view,
         guint                widths[N_CELLS])
{
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (view->list);

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
append_head (GString       *to,
             FulMarkerCopy  format,
             const guint    widths[N_CELLS])
{
  switch (format)
    {
    case FUL_MARKER_COPY_CSV:
      g_string_append (to, "start_ms,duration_ms,name,details\r\n");
      break;
    case FUL_MARKER_COPY_JSON:
      g_string_append (to, "[");
      break;
    case FUL_MARKER_COPY_MARKDOWN:
      append_line (to, format, titles, widths);
      g_string_append (to, "| ---: | ---: | --- | --- |\n");
      break;
    case FUL_MARKER_COPY_TEXT:
    default:
      append_line (to, format, titles, widths);
      break;
    }
}

static void
append_row (GString             *to,
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
    case FUL_MARKER_COPY_CSV:
      append_csv_row (to, view, labeler, marker);
      break;
    case FUL_MARKER_COPY_JSON:
      g_string_append (to, row > 0 ? ",\n" : "\n");
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
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (view->list);
  g_autoptr(GString) text = g_string_new (NULL);
  guint widths[N_CELLS] = { 0 };

  if (format == FUL_MARKER_COPY_TEXT)
    measure (view, widths);
  append_head (text, format, widths);
  for (guint i = 0; i < view->markers->len; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      append_row (text, view, format, labeler, i, widths);
    }
  if (format == FUL_MARKER_COPY_JSON)
    g_string_append (text, "\n]\n");

  return g_string_free (g_steal_pointer (&text), FALSE);
}
