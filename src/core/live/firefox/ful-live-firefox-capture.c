/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The profiles and events of one capture. A running Firefox gives its rows as whole profiles: previews while it records, each
 * replacing the one before, and the last one at the end (live.md 7). */

#include "config.h"

#include "ful-live-firefox-capture.h"

#include "ful-live-firefox-console.h"
#include "ful-live-firefox-sources.h"
#include "live/ful-live-spool.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "base/ful-table.h"
#include "import/ful-loader.h"
#include "io/json/ful-json-document.h"
#include "model/ful-profile-numbers.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MIN_PREVIEW_US G_TIME_SPAN_SECOND
#define PREVIEW_PAUSE 10                        /* times as long as the preview before took */
#define MAX_PREVIEW_BYTES ((gsize) 20 << 20)    /* compressed; a larger one takes Firefox seconds */
#define MAX_RECORDED 0x1p53
#define MAX_FEATURES 1000

/* Reports the error of one request; the capture continues. */
void
ful_firefox_capture_post_refusal (FulFirefoxCapture *self,
                                  const GError      *error)
{
  FulLiveError code = error->domain == FUL_LIVE_ERROR ? (FulLiveError) error->code : FUL_LIVE_ERROR_OTHER;

  ful_live_channel_post_failure (self->channel, code, error->message);
}

/* Whether the dialogue continues after @error. */
gboolean
ful_firefox_is_refusal (const GError *error)
{
  return g_error_matches (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED);
}

/* Whether @error is due to the user stopping the capture. */
gboolean
ful_firefox_capture_is_interrupted (FulFirefoxCapture *self,
                                    const GError      *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !self->firefox->is_cancelled;
}

void
ful_firefox_capture_post_state (FulFirefoxCapture *self,
                                FulLiveState       state)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_STATE);

  self->state = state;
  event->change = (FulLiveStateChange) { state, self->firefox->status.now };
  ful_live_channel_post (self->channel, event);
}

/* Returns: (transfer full) (nullable): the features that this Firefox has */
static char **
dup_features (FulFirefoxCapture *self)
{
  JsonArray *known = self->features && JSON_NODE_HOLDS_ARRAY (self->features) ? json_node_get_array (self->features) : NULL;
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  if (known == NULL)
    return NULL;

  for (guint i = 0; i < MIN (json_array_get_length (known), MAX_FEATURES); i++)
    {
      const char *name = ful_json_node_get_string (json_array_get_element (known, i));

      /* Longer names are no features. */
      if (name && strlen (name) <= FUL_LIVE_TEXT_CHARS)
        g_strv_builder_add (builder, name);
    }

  return g_strv_builder_end (builder);
}

void
ful_firefox_capture_post_connected (FulFirefoxCapture    *self,
                                    const FulLiveAddress *address,
                                    const char           *name)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_CONNECTED);

  event->connected.address = ful_live_address_to_text (address);
  event->connected.server = ful_format_excerpt (name, "", FUL_LIVE_TEXT_CHARS);
  event->connected.capture = g_strdup ("");
  event->connected.version = g_strdup ("");
  event->connected.features = dup_features (self);
  ful_live_channel_post (self->channel, event);
}

static void
post_profile (FulFirefoxCapture *self)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_SNAPSHOT);

  event->profile = g_object_ref (self->profile);
  ful_live_channel_post (self->channel, event);
}

static guint
count_rows (gconstpointer table)
{
  return table ? ((const FulTable *) table)->n_rows : 0;
}

/* @profile: (transfer full) */
void
ful_firefox_capture_take_profile (FulFirefoxCapture *self,
                                  FulProfile        *profile)
{
  FulLiveTotals *totals = &self->firefox->status.received;

  /* Row numbers must be stable only across previews. */
  if (self->options->snapshot_interval_ms > 0)
    profile = ful_profile_take_numbers (profile, self->profile);
  g_clear_object (&self->profile);
  self->profile = profile;
  *totals = (FulLiveTotals) { 0 };
  for (guint i = 0; i < profile->threads->len; i++)
    {
      const FulThread *thread = ful_profile_get_thread (profile, i);

      totals->n_samples += count_rows (thread->samples);
      totals->n_markers += count_rows (thread->markers);
      totals->n_allocations += count_rows (thread->js_allocations) + count_rows (thread->native_allocations);
    }
  for (guint i = 0; i < profile->counters->len; i++)
    totals->n_counts += count_rows (((const FulCounter *) g_ptr_array_index (profile->counters, i))->samples);
  self->firefox->status.n_threads = profile->threads->len;
  self->firefox->status.complete = isnan (profile->profiling_end_time) ? self->firefox->status.now : profile->profiling_end_time;
  self->firefox->status.now = MAX (self->firefox->status.now, self->firefox->status.complete);
  self->firefox->status.backlog_bytes = self->recorded - self->received;
}

/* @bytes: (transfer full) (nullable) */
static FulProfile *
load (GBytes  *bytes,
      GError **error)
{
  g_autoptr(GBytes) owned = bytes;

  return bytes ? ful_loader_load_bytes (bytes, FUL_LOAD_ACCEPT_NEWER, NULL, NULL, error) : NULL;
}

/* The backlog is what Firefox has recorded since the last profile. After a restart it counts from 0. */
void
ful_firefox_capture_set_recorded (FulFirefoxCapture *self,
                                  double             recorded)
{
  self->recorded = recorded >= 0 && recorded < MAX_RECORDED ? (guint64) recorded : 0;
  self->received = MIN (self->received, self->recorded);
  self->firefox->status.backlog_bytes = self->recorded - self->received;
}

/* Writes the last preview to the spool, replacing the one before. */
static void
keep (FulFirefoxCapture *self,
      GBytes            *bytes)
{
  g_autoptr(FulLiveSpool) spool = ful_live_channel_get_spool (self->channel);
  g_autoptr(GError) error = NULL;

  if (!self->options->has_spool)
    return;
  if (spool == NULL && (spool = ful_live_spool_new (&error)))
    ful_live_channel_set_spool (self->channel, spool);
  if (spool == NULL || !ful_live_spool_replace (spool, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error))
    ful_firefox_capture_post_refusal (self, error);
}

/* Requests all that was recorded so far. */
gboolean
ful_firefox_capture_get_snapshot (FulFirefoxCapture  *self,
                                  gsize               max_bytes,
                                  GError            **error)
{
  g_autoptr(GBytes) bytes = ful_firefox_gather (self->firefox, FUL_FIREFOX_GATHER_PREVIEW, max_bytes, error);
  FulProfile *profile = bytes ? load (g_bytes_ref (bytes), error) : NULL;

  if (profile == NULL)
    return FALSE;
  keep (self, bytes);
  self->received = self->recorded;
  ful_firefox_capture_take_profile (self, profile);

  return TRUE;
}

/* Returns: FALSE with @error set if the connection ended */
gboolean
ful_firefox_capture_get_preview (FulFirefoxCapture  *self,
                                 GError            **error)
{
  gint64 began = g_get_monotonic_time (), took;
  g_autoptr(GError) flaw = NULL;
  gboolean ok = ful_firefox_capture_get_snapshot (self, MAX_PREVIEW_BYTES, &flaw);

  took = g_get_monotonic_time () - began;
  self->preview_due = g_get_monotonic_time () + MAX (PREVIEW_PAUSE * took, MIN_PREVIEW_US);
  if (ok)
    {
      post_profile (self);
      return TRUE;
    }
  if (ful_firefox_capture_is_interrupted (self, flaw))
    return TRUE;
  if (ful_firefox_is_refusal (flaw) || flaw->domain == FUL_ERROR)
    {
      g_prefix_error (&flaw, _("There are no more previews, the capture goes on: "));
      self->preview_due = G_MAXINT64;
      self->firefox->status.has_previews_ended = TRUE;
      ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, flaw->message);
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&flaw));

  return FALSE;
}

/* Requests the end of the capture, in parts that the console keeps until they are received: a bulk packet is not
 * reliable (live.md 7).
 * Script sources are optional; errors are ignored.
 * Returns: (transfer full) (nullable): the whole capture; after a refusal it continues */
static FulProfile *
get_end (FulFirefoxCapture  *self,
         GError            **error)
{
  gsize limit = FUL_FIREFOX_MAX_LAST_BYTES;
  FulProfile *profile = load (ful_firefox_gather (self->firefox, FUL_FIREFOX_GATHER_END, limit, error), error);
  g_autoptr(GBytes) text = profile ? ful_firefox_gather (self->firefox, FUL_FIREFOX_GATHER_SOURCES, limit, NULL) : NULL;
  g_autoptr(JsonNode) sources = text ? ful_json_parse_text (g_bytes_get_data (text, NULL), (gssize) g_bytes_get_size (text),
                                                            limit, NULL)
                                     : NULL;

  return profile && sources && JSON_NODE_HOLDS_OBJECT (sources)
           ? ful_live_firefox_add_sources (profile, json_node_get_object (sources)) : profile;
}

/* Ends the capture and requests all of it. */
gboolean
ful_firefox_capture_stop (FulFirefoxCapture  *self,
                          GError            **error)
{
  FulProfile *profile;

  if (self->state == FUL_LIVE_IDLE)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("There is no capture to stop"));
      return FALSE;
    }

  profile = get_end (self, error);
  if (profile == NULL)
    return FALSE;

  self->received = self->recorded;
  ful_firefox_capture_take_profile (self, profile);
  self->end.is_whole = TRUE;
  self->end.reason = ful_live_end_get_name (1);

  return TRUE;
}

void
ful_firefox_capture_finish (FulFirefoxCapture *self,
                            const GError      *failure)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_END);

  if (failure && failure->domain != G_IO_ERROR)
    ful_firefox_capture_post_refusal (self, failure);
  if (self->profile)
    post_profile (self);
  else if (failure == NULL || failure->domain == G_IO_ERROR)
    ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_OTHER, _("The capture has no thread"));
  event->end = self->end;
  ful_live_channel_post (self->channel, event);
}
