/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests of all threads, those that failed, and those that took long (insight.md 7). */

#include "config.h"

#include "ful-insight-requests.h"

#include "base/ful-hash.h"
#include "markers/network/ful-network-request.h"

#include <math.h>
#include <string.h>

#define SLOW_MS 200
/* Requests for one address that begin as close to one another are one, recorded by two processes. */
#define SAME_MS 50

static void
clear_request (gpointer data)
{
  FulInsightRequest *request = data;

  g_free (request->url);
  g_free (request->state);
}

FulInsightRequests *
ful_insight_requests_new (void)
{
  FulInsightRequests *self = g_new0 (FulInsightRequests, 1);

  self->all = g_array_new (FALSE, FALSE, sizeof (FulInsightRequest));
  g_array_set_clear_func (self->all, clear_request);
  self->places = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);

  return self;
}

void
ful_insight_requests_free (FulInsightRequests *self)
{
  g_array_unref (self->all);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_free (self);
}

/**
 * ful_insight_request_is_failed:
 *
 * Returns: whether it had an error, or was cancelled
 */
gboolean
ful_insight_request_is_failed (const FulInsightRequest *request)
{
  return request->status >= 400 || g_strcmp0 (request->state, "STATUS_CANCEL") == 0;
}

static gboolean
is_slow (const FulInsightRequest *request)
{
  return request->duration >= SLOW_MS;
}

static gboolean
is_icon (const char *url)
{
  static const char name[] = "/favicon.ico";
  gsize n = strcspn (url, "?");

  return n >= strlen (name) && strncmp (url + n - strlen (name), name, strlen (name)) == 0;
}

/* Known requests are found by their address and the span of time that they begin in: of each span there is one at most,
 * so that the same one is in this span or beside it. */
static char *
dup_place (const char *url,
           double      start,
           int         offset)
{
  return g_strdup_printf ("%.0f %s", floor (start / SAME_MS) + offset, url);
}

/* Returns: (nullable): the request if it is known already */
static FulInsightRequest *
find_same (const FulInsightRequests *self,
           const char               *url,
           double                    start)
{
  for (int offset = -1; offset <= 1; offset++)
    {
      g_autofree char *place = dup_place (url, start, offset);
      gpointer found = g_hash_table_lookup (self->places, place);
      FulInsightRequest *request = found ? &g_array_index (self->all, FulInsightRequest, GPOINTER_TO_UINT (found) - 1) : NULL;

      if (request && fabs (request->start - start) < SAME_MS)
        return request;
    }

  return NULL;
}

static void
set_longest_phase (FulInsightRequest       *self,
                   const FulNetworkRequest *request)
{
  self->phase_ms = NAN;
  for (guint i = 0; i < request->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (request->phases, FulNetworkPhase, i);
      double length = phase->end - phase->start;

      if (self->phase == NULL || length > self->phase_ms)
        {
          self->phase = ful_network_moment_get_label (phase->moment);
          self->phase_ms = length;
        }
    }
}

/**
 * ful_insight_requests_add:
 * @list: markers of a thread
 * @markers: (element-type guint): those to look at
 */
void
ful_insight_requests_add (FulInsightRequests  *self,
                          const FulMarkerList *list,
                          const GArray        *markers)
{
  g_autoptr(FulPayloadReader) reader = ful_network_payload_reader_new ();

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      g_autoptr(FulNetworkRequest) request = NULL;
      FulInsightRequest row = { NULL }, *same;

      if (!ful_network_is_request (list, marker) || !isfinite (list->start[marker]))
        continue;
      request = ful_network_request_new (list, marker, reader);
      same = find_same (self, request->url, list->start[marker]);
      if (same)
        {
          if (!isnan (request->response_status) && isnan (same->status))
            same->status = request->response_status;
          continue;
        }

      row.url = g_strdup (request->url);
      row.state = g_strdup (request->status);
      row.status = request->response_status;
      row.size = request->size_bytes;
      row.start = list->start[marker];
      row.duration = list->end[marker] > list->start[marker] ? list->end[marker] - list->start[marker] : 0;
      row.thread = (guint) list->thread[marker];
      row.marker = marker;
      set_longest_phase (&row, request);
      g_array_append_val (self->all, row);
      g_hash_table_insert (self->places, dup_place (row.url, row.start, 0), GUINT_TO_POINTER (self->all->len));
    }
}

/**
 * ful_insight_requests_finish:
 *
 * Counts, when all are there.
 */
void
ful_insight_requests_finish (FulInsightRequests *self)
{
  g_clear_pointer (&self->places, g_hash_table_unref);
  for (guint i = 0; i < self->all->len; i++)
    {
      const FulInsightRequest *request = &g_array_index (self->all, FulInsightRequest, i);

      self->n_failed += ful_insight_request_is_failed (request);
      self->n_failed_pages += ful_insight_request_is_failed (request) && !is_icon (request->url);
      self->n_slow += is_slow (request);
    }
}

/**
 * ful_insight_requests_list_failed:
 *
 * Returns: (transfer full) (element-type guint): the first that failed
 */
GArray *
ful_insight_requests_list_failed (const FulInsightRequests *self,
                                  guint                     n_max)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->all->len && rows->len < n_max; i++)
    if (ful_insight_request_is_failed (&g_array_index (self->all, FulInsightRequest, i)))
      g_array_append_val (rows, i);

  return rows;
}

static int
compare_durations (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  const FulInsightRequest *requests = data;
  guint x = *(const guint *) a, y = *(const guint *) b;

  if (requests[x].duration != requests[y].duration)
    return requests[x].duration < requests[y].duration ? 1 : -1;

  return (x > y) - (x < y);
}

/**
 * ful_insight_requests_list_slow:
 *
 * Returns: (transfer full) (element-type guint): those that took long, the slowest first
 */
GArray *
ful_insight_requests_list_slow (const FulInsightRequests *self,
                                guint                     n_max)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->all->len; i++)
    if (is_slow (&g_array_index (self->all, FulInsightRequest, i)))
      g_array_append_val (rows, i);
  g_array_sort_with_data (rows, compare_durations, self->all->data);
  g_array_set_size (rows, MIN (rows->len, n_max));

  return rows;
}
