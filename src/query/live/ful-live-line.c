/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Events of a running capture, a line each. */

#include "config.h"

#include "ful-live-line.h"

#include "ful-query-json.h"

#include "base/ful-format.h"

#define MIN_SECONDS 0.5   /* that a rate is shown for */

/* Members for the numbers of rows. */
static void
add_totals (FulQueryJson        *json,
            const FulLiveTotals *totals)
{
  ful_query_json_number_member (json, "samples", (double) totals->n_samples);
  ful_query_json_number_member (json, "markers", (double) totals->n_markers);
  ful_query_json_number_member (json, "counts", (double) totals->n_counts);
  ful_query_json_number_member (json, "allocations", (double) totals->n_allocations);
  ful_query_json_number_member (json, "lost", (double) totals->n_lost);
}

static void
add_status (FulQueryJson        *json,
            const FulLiveStatus *status)
{
  ful_query_json_number_member (json, "elapsed", status->elapsed);
  ful_query_json_number_member (json, "now", status->now);
  ful_query_json_number_member (json, "complete", status->complete);
  ful_query_json_number_member (json, "threads", status->n_threads);
  add_totals (json, &status->received);
  ful_query_json_number_member (json, "backlog", (double) status->backlog_bytes);
  ful_query_json_number_member (json, "received", (double) status->received_bytes);
  ful_query_json_boolean_member (json, "stalled", status->is_stalled);
}

static void
add_loss (FulQueryJson      *json,
          const FulLiveLoss *loss)
{
  ful_query_json_key (json, "thread");
  if (loss->thread < 0)
    ful_query_json_null (json);
  else
    ful_query_json_number (json, (double) loss->thread);
  ful_query_json_string_member (json, "kind", loss->kind);
  ful_query_json_number_member (json, "start", loss->start);
  ful_query_json_number_member (json, "duration", loss->duration);
  ful_query_json_number_member (json, "rows", (double) loss->n_rows);
  ful_query_json_string_member (json, "reason", loss->reason);
}

static void
add_end (FulQueryJson     *json,
         const FulLiveEnd *end)
{
  ful_query_json_boolean_member (json, "whole", end->is_whole);
  ful_query_json_string_member (json, "reason", end->reason);
  ful_query_json_begin_object_member (json, "received");
  add_totals (json, &end->received);
  ful_query_json_end_object (json);
  ful_query_json_key (json, "announced");
  if (!end->has_announced)
    {
      ful_query_json_null (json);
      return;
    }
  ful_query_json_begin_object (json);
  add_totals (json, &end->announced);
  ful_query_json_end_object (json);
}

/* Returns: (transfer full) (nullable): the event as an object */
char *
ful_live_line_to_json (const FulLiveEvent *event)
{
  static const char *const names[] = { "connected", "state", "status", "loss", "error", NULL, "end" };
  FulQueryJson json;
  char *text;

  if (names[event->type] == NULL)
    return NULL;

  ful_query_json_init (&json, &text);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "event", names[event->type]);
  switch (event->type)
    {
    case FUL_LIVE_CONNECTED:
      ful_query_json_string_member (&json, "address", event->connected.address);
      ful_query_json_string_member (&json, "server", event->connected.server);
      ful_query_json_string_member (&json, "capture", event->connected.capture);
      ful_query_json_string_member (&json, "version", event->connected.version);
      break;
    case FUL_LIVE_STATE:
      ful_query_json_string_member (&json, "state", ful_live_state_get_name (event->change.state));
      break;
    case FUL_LIVE_STATUS:
      add_status (&json, &event->status);
      break;
    case FUL_LIVE_LOSS:
      add_loss (&json, &event->loss);
      break;
    case FUL_LIVE_FAILURE:
      ful_query_json_string_member (&json, "code", ful_live_error_get_name (event->failure));
      ful_query_json_string_member (&json, "message", event->failure->message);
      break;
    case FUL_LIVE_END:
      add_end (&json, &event->end);
      break;
    case FUL_LIVE_SNAPSHOT:
    default:
      break;
    }
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);

  return text;
}

/* "  1,234 samples (+100/s)", if there are any; @seconds: since @n_before */
static void
add_rows (GString    *line,
          guint64     n,
          guint64     n_before,
          double      seconds,
          const char *name)
{
  g_autofree char *count = ful_format_number ((double) n, 3, 0);

  if (n > 0)
    g_string_append_printf (line, "  %s %s", count, name);
  if (n > n_before && seconds >= MIN_SECONDS)
    {
      g_autofree char *rate = ful_format_number ((double) (n - n_before) / seconds, 3, 0);

      g_string_append_printf (line, " (+%s/s)", rate);
    }
}

static char *
status_to_text (FulLiveLine         *self,
                const FulLiveStatus *status)
{
  const FulLiveTotals *now = &status->received, *before = &self->status.received;
  double seconds = status->elapsed - self->status.elapsed;
  g_autofree char *elapsed = ful_format_number (status->elapsed, 3, 0);
  g_autofree char *received = ful_format_bytes ((double) status->received_bytes);
  GString *line = g_string_new (NULL);

  g_string_append_printf (line, "%s s  %s", elapsed, ful_live_state_get_name (self->state));
  if (status->n_threads > 0)
    g_string_append_printf (line, "  %u threads", status->n_threads);
  add_rows (line, now->n_samples, before->n_samples, seconds, "samples");
  add_rows (line, now->n_markers, before->n_markers, seconds, "markers");
  add_rows (line, now->n_counts, before->n_counts, seconds, "counts");
  add_rows (line, now->n_allocations, before->n_allocations, seconds, "allocations");
  add_rows (line, now->n_lost, before->n_lost, seconds, "lost");
  g_string_append_printf (line, "  %s received", received);
  if (status->backlog_bytes > 0)
    {
      g_autofree char *backlog = ful_format_bytes ((double) status->backlog_bytes);

      g_string_append_printf (line, "  %s to come", backlog);
    }
  if (status->is_stalled)
    g_string_append (line, "  no data");
  self->status = *status;

  return g_string_free (line, FALSE);
}

/* Returns: (transfer full) (nullable): the event for people */
char *
ful_live_line_to_text (FulLiveLine        *self,
                       const FulLiveEvent *event)
{
  switch (event->type)
    {
    case FUL_LIVE_CONNECTED:
      return g_strdup_printf ("Connected to %s at %s", event->connected.server, event->connected.address);
    case FUL_LIVE_STATE:
      self->state = event->change.state;
      return NULL;
    case FUL_LIVE_STATUS:
      return status_to_text (self, &event->status);
    case FUL_LIVE_FAILURE:
      return g_error_matches (event->failure, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED)
             ? g_strdup (event->failure->message) : NULL;
    case FUL_LIVE_END:
      return event->end.has_announced || event->end.is_whole ? g_strdup_printf ("End: %s", event->end.reason) : NULL;
    case FUL_LIVE_LOSS:
    case FUL_LIVE_SNAPSHOT:
    default:
      return NULL;
    }
}
