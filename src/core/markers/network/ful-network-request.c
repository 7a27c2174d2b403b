/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests and their phases. Semantics: markers.md 8. */

#include "config.h"

#include "ful-network-request.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Start and end are those of the marker; the end begins no phase. */
static const struct { const char *key; const char *label; } moments[FUL_N_NETWORK_MOMENTS] = {
  [FUL_NETWORK_START] = { "startTime", N_("Waiting for socket thread") },
  [FUL_NETWORK_DNS_START] = { "domainLookupStart", N_("DNS request") },
  [FUL_NETWORK_DNS_END] = { "domainLookupEnd", N_("After DNS request") },
  [FUL_NETWORK_CONNECT_START] = { "connectStart", N_("TCP connection") },
  [FUL_NETWORK_TCP_END] = { "tcpConnectEnd", N_("After TCP connection") },
  [FUL_NETWORK_TLS_START] = { "secureConnectionStart", N_("TLS handshake") },
  [FUL_NETWORK_CONNECT_END] = { "connectEnd", N_("Waiting for HTTP request") },
  [FUL_NETWORK_REQUEST_START] = { "requestStart", N_("HTTP request and waiting for response") },
  [FUL_NETWORK_RESPONSE_START] = { "responseStart", N_("HTTP response") },
  [FUL_NETWORK_RESPONSE_END] = { "responseEnd", N_("Waiting for main thread") },
  [FUL_NETWORK_END] = { "endTime", NULL },
};

/* Members other than times, after those of the moments. */
enum
{
  KEY_URI = FUL_N_NETWORK_MOMENTS, KEY_STATUS, KEY_METHOD, KEY_CONTENT_TYPE, KEY_HTTP_VERSION, KEY_CACHE,
  KEY_RESPONSE_STATUS, KEY_COUNT, N_KEYS,
};

static const char *const other_keys[N_KEYS - FUL_N_NETWORK_MOMENTS] = {
  "URI", "status", "requestMethod", "contentType", "httpVersion", "cache", "responseStatus", "count",
};

/**
 * ful_network_payload_reader_new:
 *
 * Returns: (transfer full): what ful_network_request_new() reads payloads with
 */
FulPayloadReader *
ful_network_payload_reader_new (void)
{
  const char *keys[N_KEYS];

  for (guint i = 0; i < N_KEYS; i++)
    keys[i] = i < FUL_N_NETWORK_MOMENTS ? moments[i].key : other_keys[i - FUL_N_NETWORK_MOMENTS];

  return ful_payload_reader_new (keys, N_KEYS);
}

/**
 * ful_network_is_request:
 *
 * Returns: whether a marker is one of a request
 */
gboolean
ful_network_is_request (const FulMarkerList *list,
                        guint                marker)
{
  return g_strcmp0 (ful_marker_list_get_type (list, marker), "Network") == 0;
}

/* NULL for a member that is missing, null or empty. */
static char *
dup_text (const FulPayloadReader *reader,
          guint                   key)
{
  const FulPayloadValue *value = ful_payload_reader_get (reader, key);

  return ful_payload_value_is_true (value) ? ful_payload_value_dup_text (value) : NULL;
}

/* (transfer full) (nullable) */
static char *
guess_mime_type (const char *url)
{
  static const struct { const char *extension; const char *mime_type; } types[] = {
    { "js", "application/javascript" }, { "css", "text/css" }, { "html", "text/html" }, { "gif", "image/gif" },
    { "png", "image/png" }, { "jpg", "image/jpeg" }, { "jpeg", "image/jpeg" }, { "svg", "image/svg+xml" },
  };
  g_autoptr(GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *dot = uri ? strrchr (g_uri_get_path (uri), '.') : NULL;

  for (guint i = 0; dot && i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (dot + 1, types[i].extension))
      return g_strdup (types[i].mime_type);

  return NULL;
}

/* (transfer full) (nullable) */
static char *
get_http_version (const FulPayloadReader *reader)
{
  g_autofree char *text = dup_text (reader, KEY_HTTP_VERSION);

  if (text && g_str_has_prefix (text, "http/"))
    return g_strdup (text + strlen ("http/"));
  if (text && (g_str_equal (text, "h2") || g_str_equal (text, "h3")))
    return g_strdup (text + 1);

  return g_steal_pointer (&text);
}

static void
add_phases (FulNetworkRequest      *self,
            const double            times[FUL_N_NETWORK_MOMENTS],
            const FulNetworkMoment *order,
            guint                   n,
            gboolean                is_preconnect)
{
  guint before = self->phases->len;
  int last = FUL_NONE;

  for (guint i = 0; i < n; i++)
    {
      if (isnan (times[order[i]]))
        continue;
      if (last != FUL_NONE)
        {
          FulNetworkPhase phase = { (FulNetworkMoment) last, is_preconnect, times[last], times[order[i]] };

          g_array_append_val (self->phases, phase);
        }
      last = (int) order[i];
    }

  if (!is_preconnect && self->phases->len == before + 1)
    g_array_index (self->phases, FulNetworkPhase, before).moment = FUL_NETWORK_RESPONSE_START;
}

static void
find_phases (FulNetworkRequest *self,
             const double       times[FUL_N_NETWORK_MOMENTS])
{
  static const FulNetworkMoment all[] = {
    FUL_NETWORK_START, FUL_NETWORK_DNS_START, FUL_NETWORK_DNS_END, FUL_NETWORK_CONNECT_START, FUL_NETWORK_TCP_END,
    FUL_NETWORK_TLS_START, FUL_NETWORK_CONNECT_END, FUL_NETWORK_REQUEST_START, FUL_NETWORK_RESPONSE_START,
    FUL_NETWORK_RESPONSE_END, FUL_NETWORK_END,
  };
  static const FulNetworkMoment request[] = {
    FUL_NETWORK_START, FUL_NETWORK_REQUEST_START, FUL_NETWORK_RESPONSE_START, FUL_NETWORK_RESPONSE_END, FUL_NETWORK_END,
  };
  double connected = isnan (times[FUL_NETWORK_CONNECT_END]) ? times[FUL_NETWORK_DNS_END] : times[FUL_NETWORK_CONNECT_END];

  if (isnan (times[FUL_NETWORK_DNS_START]) || !(connected < times[FUL_NETWORK_START]))
    {
      add_phases (self, times, all, G_N_ELEMENTS (all), FALSE);
      return;
    }

  add_phases (self, times, all + 1, FUL_NETWORK_CONNECT_END, TRUE);
  add_phases (self, times, request, G_N_ELEMENTS (request), FALSE);
}

/**
 * ful_network_request_new:
 * @list: markers
 * @marker: a marker for which ful_network_is_request() is %TRUE
 * @reader: from ful_network_payload_reader_new()
 *
 * About 10 ns a byte of the payload.
 *
 * Returns: (transfer full): the request
 */
FulNetworkRequest *
ful_network_request_new (const FulMarkerList *list,
                         guint                marker,
                         FulPayloadReader    *reader)
{
  FulNetworkRequest *self = g_new0 (FulNetworkRequest, 1);
  double times[FUL_N_NETWORK_MOMENTS];

  ful_marker_list_read_payload (list, marker, reader);
  self->url = dup_text (reader, KEY_URI);
  if (self->url == NULL)
    self->url = g_strdup (ful_marker_list_get_name (list, marker));
  self->status = dup_text (reader, KEY_STATUS);
  self->method = dup_text (reader, KEY_METHOD);
  self->mime_type = dup_text (reader, KEY_CONTENT_TYPE);
  if (self->mime_type == NULL)
    {
      self->mime_type = guess_mime_type (self->url);
      self->mime_type_is_guessed = self->mime_type != NULL;
    }
  self->http_version = get_http_version (reader);
  self->cache = dup_text (reader, KEY_CACHE);
  self->response_status = ful_payload_value_get_number (ful_payload_reader_get (reader, KEY_RESPONSE_STATUS));
  self->size_bytes = ful_payload_value_get_number (ful_payload_reader_get (reader, KEY_COUNT));
  self->phases = g_array_new (FALSE, FALSE, sizeof (FulNetworkPhase));

  for (guint i = 0; i < FUL_N_NETWORK_MOMENTS; i++)
    times[i] = ful_payload_value_get_number (ful_payload_reader_get (reader, i));
  times[FUL_NETWORK_START] = list->start[marker];
  times[FUL_NETWORK_END] = list->end[marker];
  if (g_strcmp0 (self->status, "STATUS_START") != 0)
    find_phases (self, times);

  return self;
}

void
ful_network_request_free (FulNetworkRequest *self)
{
  g_free (self->url);
  g_free (self->status);
  g_free (self->method);
  g_free (self->mime_type);
  g_free (self->http_version);
  g_free (self->cache);
  g_array_unref (self->phases);
  g_free (self);
}

/**
 * ful_network_moment_get_key:
 *
 * Returns: (transfer none): the member of payloads with its time
 */
const char *
ful_network_moment_get_key (FulNetworkMoment moment)
{
  return moments[moment].key;
}

/**
 * ful_network_moment_get_label:
 *
 * Returns: (transfer none) (nullable): the phase that begins then, in English and marked for translation; %NULL
 *   for the end
 */
const char *
ful_network_moment_get_label (FulNetworkMoment moment)
{
  return moments[moment].label;
}

/**
 * ful_network_status_get_label:
 * @status: (nullable): status of a request
 *
 * Returns: (transfer none) (nullable): the label, in English and marked for translation; %NULL if unknown
 */
const char *
ful_network_status_get_label (const char *status)
{
  static const struct { const char *status; const char *label; } labels[] = {
    { "STATUS_START", N_("Waiting for response") }, { "STATUS_STOP", N_("Response received") },
    { "STATUS_REDIRECT", N_("Redirecting request") }, { "STATUS_CANCEL", N_("Request was canceled") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (g_strcmp0 (status, labels[i].status) == 0)
      return labels[i].label;

  return NULL;
}
