/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query network: the requests of threads and the phases they went through.
 *
 * JSON: {"total": n, "rows": [{"url", "status", "method", "responseStatus", "mimeType", "mimeTypeIsGuessed",
 * "httpVersion", "cache", "size", "start", "duration", "incomplete", "thread", "phases": [{"from", "label",
 * "preconnect", "start", "duration"}, …]}, …]}; null means unknown. Times are ms; those of phases have the
 * same origin as those of requests. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-markers.h"

#include "base/ful-format.h"
#include "markers/network/ful-network-request.h"

#include <math.h>

/* (element-type guint): ascending by start, as all markers are. */
static GArray *
find_requests (const FulQueryMarkers *markers)
{
  GArray *requests = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < markers->found->len; i++)
    {
      guint marker = g_array_index (markers->found, guint, i);

      if (ful_network_is_request (markers->list, marker))
        g_array_append_val (requests, marker);
    }

  return requests;
}

static void
write_phases (const FulNetworkRequest *request,
              double                   zero,
              FulQueryJson            *json)
{
  ful_query_json_key (json, "phases");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < request->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (request->phases, FulNetworkPhase, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "from", ful_network_moment_get_key (phase->moment));
      ful_query_json_string_member (json, "label", ful_network_moment_get_label (phase->moment));
      ful_query_json_boolean_member (json, "preconnect", phase->is_preconnect);
      ful_query_json_number_member (json, "start", phase->start - zero);
      ful_query_json_number_member (json, "duration", phase->end - phase->start);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

static void
write_request (const FulQueryMarkers *markers,
               guint                  marker,
               FulPayloadReader      *reader,
               FulQueryJson          *json)
{
  const FulMarkerList *list = markers->list;
  g_autoptr(FulNetworkRequest) request = ful_network_request_new (list, marker, reader);

  ful_query_json_begin_object (json);
  ful_query_json_string_member (json, "url", request->url);
  ful_query_json_string_member (json, "status", request->status);
  ful_query_json_string_member (json, "method", request->method);
  ful_query_json_number_member (json, "responseStatus", request->response_status);
  ful_query_json_string_member (json, "mimeType", request->mime_type);
  ful_query_json_boolean_member (json, "mimeTypeIsGuessed", request->mime_type_is_guessed);
  ful_query_json_string_member (json, "httpVersion", request->http_version);
  ful_query_json_string_member (json, "cache", request->cache);
  ful_query_json_number_member (json, "size", request->size_bytes);
  ful_query_json_number_member (json, "start", list->start[marker] - markers->zero);
  ful_query_json_number_member (json, "duration", list->end[marker] - list->start[marker]);
  ful_query_json_boolean_member (json, "incomplete", list->incomplete[marker]);
  ful_query_json_number_member (json, "thread", list->thread[marker]);
  write_phases (request, markers->zero, json);
  ful_query_json_end_object (json);
}

static gboolean
write_json (FulQuery              *query,
            const FulQueryMarkers *markers,
            FulQueryJson          *json)
{
  g_autoptr(GArray) requests = find_requests (markers);
  g_autoptr(FulPayloadReader) reader = ful_network_payload_reader_new ();

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "total", requests->len);
  ful_query_json_key (json, "rows");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (requests->len, query->limit); i++)
    write_request (markers, g_array_index (requests, guint, i), reader, json);
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);

  return requests->len > 0;
}

/* The status of the response, or why there is none. */
static char *
get_status (const FulNetworkRequest *request)
{
  const char *label = ful_network_status_get_label (request->status);

  if (!isnan (request->response_status))
    return ful_format_number (request->response_status, 0, 0);

  return g_strdup (label ? label : "");
}

static void
print_phases (const FulNetworkRequest *request)
{
  for (guint i = 0; i < request->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (request->phases, FulNetworkPhase, i);

      g_print ("%25.3f   %s%s\n", phase->end - phase->start, phase->is_preconnect ? "before: " : "",
               ful_network_moment_get_label (phase->moment));
    }
}

static void
print_request (const FulQueryMarkers *markers,
               guint                  marker,
               FulPayloadReader      *reader)
{
  const FulMarkerList *list = markers->list;
  g_autoptr(FulNetworkRequest) request = ful_network_request_new (list, marker, reader);
  g_autofree char *url = ful_format_visible (request->url, "");
  g_autofree char *mime_type = ful_format_visible (request->mime_type ? request->mime_type : "", "");
  g_autofree char *status = get_status (request);
  g_autofree char *size = isnan (request->size_bytes) ? g_strdup ("") : ful_format_bytes (request->size_bytes);

  g_print ("%12.3f %12.3f%s %20s %10s  %-24s  %s\n", list->start[marker] - markers->zero,
           list->end[marker] - list->start[marker], list->incomplete[marker] ? "?" : " ", status, size, mime_type, url);
  print_phases (request);
}

static gboolean
print_text (FulQuery              *query,
            const FulQueryMarkers *markers)
{
  g_autoptr(GArray) requests = find_requests (markers);
  g_autoptr(FulPayloadReader) reader = ful_network_payload_reader_new ();

  g_print ("%12s %12s  %20s %10s  %-24s  %s\n", "ms", "duration", "status", "size", "type", "url");
  for (guint i = 0; i < MIN (requests->len, query->limit); i++)
    print_request (markers, g_array_index (requests, guint, i), reader);
  if (requests->len > query->limit)
    g_print ("…\n");

  return requests->len > 0;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_markers (query, write_json, print_text, error);
}

const FulCommand ful_command_network = {
  "network", "the network requests of a thread", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, run,
  "rows",
  "url,status,method,responseStatus,mimeType,mimeTypeIsGuessed,httpVersion,cache,size,start,duration,incomplete,thread,phases",
};
