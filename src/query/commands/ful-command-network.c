/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query network: the requests of threads and the phases they went through.
 *
 * JSON: {"total": n, "rows": [{"url", "status", "method", "responseStatus", "mimeType", "mimeTypeIsGuessed",
 * "httpVersion", "cache", "size", "start", "duration", "incomplete", "thread", "phases": [{"from", "label",
 * "preconnect", "start", "duration"}, …]}, …]}; null means unknown. Times are ms; those of phases have the
 * same origin as those of requests. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "base/ful-format.h"
#include "markers/ful-query-markers.h"
#include "markers/network/ful-network-request.h"

#include <math.h>

static const FulQueryColumn columns[] = {
  { NULL, "ms", FUL_UNIT_MS },
  { NULL, "duration", FUL_UNIT_MS },
  { NULL, "status", FUL_UNIT_TEXT },
  { "url", "url", FUL_UNIT_NAME },
  { "status", NULL, FUL_UNIT_TEXT },
  { "method", NULL, FUL_UNIT_TEXT },
  { "responseStatus", NULL, FUL_UNIT_NUMBER },
  { "mimeType", "type", FUL_UNIT_TEXT },
  { "mimeTypeIsGuessed", NULL, FUL_UNIT_NUMBER },
  { "httpVersion", NULL, FUL_UNIT_TEXT },
  { "cache", NULL, FUL_UNIT_TEXT },
  { "size", "size", FUL_UNIT_BYTES },
  { "start", NULL, FUL_UNIT_MS },
  { "duration", NULL, FUL_UNIT_MS },
  { "incomplete", NULL, FUL_UNIT_NUMBER },
  { "thread", NULL, FUL_UNIT_NUMBER },
  { "phases", "phases (ms)", FUL_UNIT_NAME },
};

typedef struct
{
  FulQueryMarkers  *markers;
  GArray           *requests;   /* guint: ascending by start, as all markers are */
  FulPayloadReader *reader;
} Requests;

static char *
phases_to_json (const FulNetworkRequest *request,
                double                   zero)
{
  FulQueryJson json;
  char *text = NULL;

  ful_query_json_init (&json, &text);
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < request->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (request->phases, FulNetworkPhase, i);

      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "from", ful_network_moment_get_key (phase->moment));
      ful_query_json_string_member (&json, "label", ful_network_moment_get_label (phase->moment));
      ful_query_json_boolean_member (&json, "preconnect", phase->is_preconnect);
      ful_query_json_number_member (&json, "start", phase->start - zero);
      ful_query_json_number_member (&json, "duration", phase->end - phase->start);
      ful_query_json_end_object (&json);
    }
  ful_query_json_end_array (&json);
  ful_query_json_finish (&json);

  return text;
}

/* Returns: (transfer full): labels and ms, as in "DNS request 2.1, TCP connection 11.4" */
static char *
phases_to_text (const FulNetworkRequest *request)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < request->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (request->phases, FulNetworkPhase, i);

      g_string_append_printf (text, "%s%s%s %.3f", i > 0 ? ", " : "", phase->is_preconnect ? "before: " : "",
                              ful_network_moment_get_label (phase->moment), phase->end - phase->start);
    }

  return g_string_free (text, FALSE);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Requests *self = table->data;
  const FulMarkerList *list = self->markers->list;
  guint marker = g_array_index (self->requests, guint, i);
  g_autoptr(FulNetworkRequest) request = ful_network_request_new (list, marker, self->reader);
  const char *label = ful_network_status_get_label (request->status);
  double start = list->start[marker] - self->markers->zero, duration = list->end[marker] - list->start[marker];

  ful_query_row_add_number (cells, start);
  ful_query_row_add_number (cells, duration);
  if (list->incomplete[marker])
    ful_query_row_take_shown (cells, g_strdup_printf ("%.3f?", duration));
  ful_query_row_take_text (cells, isnan (request->response_status) ? g_strdup (label ? label : "")
                                                                   : ful_format_number (request->response_status, 0, 0));
  ful_query_row_take_text (cells, g_strdup (request->url));
  ful_query_row_take_text (cells, g_strdup (request->status));
  ful_query_row_take_text (cells, g_strdup (request->method));
  ful_query_row_add_number (cells, request->response_status);
  ful_query_row_take_text (cells, g_strdup (request->mime_type));
  ful_query_row_add_boolean (cells, request->mime_type_is_guessed);
  ful_query_row_take_text (cells, g_strdup (request->http_version));
  ful_query_row_take_text (cells, g_strdup (request->cache));
  ful_query_row_add_number (cells, request->size_bytes);
  ful_query_row_add_number (cells, start);
  ful_query_row_add_number (cells, duration);
  ful_query_row_add_boolean (cells, list->incomplete[marker]);
  ful_query_row_add_number (cells, list->thread[marker]);
  ful_query_row_take_json (cells, phases_to_json (request, self->markers->zero));
  ful_query_row_take_shown (cells, phases_to_text (request));
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryMarkers *markers = ful_query_markers_new (query, index, error);
  FulQueryTable *table;
  Requests *self;

  if (markers == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Requests));
  self = table->data;
  self->markers = ful_query_table_attach (table, markers, (GDestroyNotify) ful_query_markers_free);
  self->requests = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (guint)), (GDestroyNotify) g_array_unref);
  self->reader = ful_query_table_attach (table, ful_network_payload_reader_new (), (GDestroyNotify) ful_payload_reader_free);
  for (guint i = 0; i < markers->found->len; i++)
    {
      guint marker = g_array_index (markers->found, guint, i);

      if (ful_network_is_request (markers->list, marker))
        g_array_append_val (self->requests, marker);
    }

  table->n_rows = self->requests->len;
  table->rows_are_objects = TRUE;
  table->found = table->n_rows > 0;
  table->fill = fill;
  table->count_key = "total";
  table->rows_key = "rows";

  return table;
}

const FulCommand ful_command_network = {
  "network", "the network requests of a thread", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, make_table, NULL,
};
