/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kind for a running Firefox (live.md 7). It has no stream of rows: while it records, it is asked for all it has from
 * time to time, as a preview; the end is one profile, which Firefox gives when it stops. */

#include "config.h"

#include "live/ful-live-event.h"
#include "ful-live-firefox-console.h"
#include "ful-live-firefox-dialogue.h"
#include "ful-live-firefox-folder.h"
#include "ful-live-firefox-presets.h"
#include "ful-live-firefox-session.h"
#include "ful-live-firefox-sources.h"
#include "ful-live-firefox-start.h"
#include "live/ful-live-kind.h"
#include "live/ful-live-spool.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "base/ful-table.h"
#include "import/ful-loader.h"
#include "io/json/ful-json-document.h"
#include "model/ful-profile-numbers.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <poll.h>

#define STATUS_US G_TIME_SPAN_SECOND
#define IDLE_US G_TIME_SPAN_HOUR
#define MIN_PREVIEW_US G_TIME_SPAN_SECOND
#define PREVIEW_PAUSE 10                        /* times as long as the preview before took */
#define MAX_PREVIEW_BYTES ((gsize) 20 << 20)    /* compressed; a larger one takes Firefox seconds */
#define MAX_LAST_BYTES ((gsize) 1 << 30)
#define MAX_RECORDED 0x1p53
#define MAX_FEATURES 1000

#define STATUS "(()=>{const p=Services.profiler,b={};p.GetBufferInfo(b,{},{});" \
               "return JSON.stringify([p.IsActive(),p.IsPaused(),p.getElapsedTime(),b.value])})()"
#define NAME "Services.appinfo.name+' '+Services.appinfo.version"
#define PAUSE "(async()=>{await Services.profiler.Pause()})()"
#define RESUME "(async()=>{await Services.profiler.Resume()})()"

static const char default_start[] =
  "{\"entries\":16777216,\"duration\":0,\"interval\":1,"
  "\"threads\":[\"GeckoMain\",\"Compositor\",\"Renderer\",\"DOM Worker\"]}";

/* Features of a capture for which none are chosen. */
static const char *const default_features[] = { "js", "stackwalk", "cpu", "jssources", NULL };

typedef struct
{
  FulLiveChannel       *channel;
  const FulLiveOptions *options;
  FulFirefox           *firefox;
  JsonNode             *features;        /* (nullable): those that this Firefox has */
  FulLiveState          state;
  gboolean              has_status;      /* the cheap one */
  FulProfile           *profile;         /* (nullable): the last one */
  guint64               recorded;        /* bytes that Firefox has recorded */
  guint64               received;        /* of these, the ones before the last profile */
  gint64                preview_due;     /* µs; %G_MAXINT64: no previews */
  FulLiveEnd            end;
} Capture;

/* An error of one request; the capture goes on. */
static void
post_refusal (Capture      *self,
              const GError *error)
{
  FulLiveError code = error->domain == FUL_LIVE_ERROR ? (FulLiveError) error->code : FUL_LIVE_ERROR_OTHER;

  ful_live_channel_post_failure (self->channel, code, error->message);
}

/* Whether the dialogue can go on after @error. */
static gboolean
is_refusal (const GError *error)
{
  return g_error_matches (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED);
}

/* Whether @error only says that the user stops the capture. */
static gboolean
is_interrupted (Capture      *self,
                const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !self->firefox->is_cancelled;
}

static void
post_state (Capture      *self,
            FulLiveState  state)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_STATE);

  self->state = state;
  event->change = (FulLiveStateChange) { state, self->firefox->status.now };
  ful_live_channel_post (self->channel, event);
}

/* Returns: (transfer full) (nullable): the features that this Firefox has */
static char **
dup_features (Capture *self)
{
  JsonArray *known = self->features && JSON_NODE_HOLDS_ARRAY (self->features) ? json_node_get_array (self->features) : NULL;
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  if (known == NULL)
    return NULL;

  for (guint i = 0; i < MIN (json_array_get_length (known), MAX_FEATURES); i++)
    {
      const char *name = ful_json_node_get_string (json_array_get_element (known, i));

      /* Else it is none. */
      if (name && strlen (name) <= FUL_LIVE_TEXT_CHARS)
        g_strv_builder_add (builder, name);
    }

  return g_strv_builder_end (builder);
}

static void
post_connected (Capture              *self,
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
post_profile (Capture *self)
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
static void
take_profile (Capture    *self,
              FulProfile *profile)
{
  FulLiveTotals *totals = &self->firefox->status.received;

  /* Only previews have somebody who looks at the numbers. */
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

/* What Firefox has recorded since the last profile waits there. Numbers before a restart are no longer of use. */
static void
set_recorded (Capture *self,
              double   recorded)
{
  self->recorded = recorded >= 0 && recorded < MAX_RECORDED ? (guint64) recorded : 0;
  self->received = MIN (self->received, self->recorded);
  self->firefox->status.backlog_bytes = self->recorded - self->received;
}

/* Asks how it goes. Returns: FALSE with @error set if the connection ended */
static gboolean
update_status (Capture  *self,
               GError  **error)
{
  g_autoptr(GError) flaw = NULL;
  g_autofree char *text = ful_firefox_evaluate (self->firefox, STATUS, &flaw);
  g_autoptr(JsonNode) node = text ? ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, NULL) : NULL;
  JsonArray *values = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  gboolean is_paused;
  double now;

  if (values && json_array_get_length (values) == 4)
    {
      now = ful_json_node_get_number (json_array_get_element (values, 2));
      is_paused = json_node_get_boolean (json_array_get_element (values, 1));
      self->firefox->status.now = now >= 0 ? now : 0;
      set_recorded (self, ful_json_node_get_number (json_array_get_element (values, 3)));
      if (self->state == FUL_LIVE_RECORDING && is_paused)
        post_state (self, FUL_LIVE_PAUSED);
      else if (self->state == FUL_LIVE_PAUSED && !is_paused)
        post_state (self, FUL_LIVE_RECORDING);
      return TRUE;
    }
  if (flaw && is_interrupted (self, flaw))
    return TRUE;
  if (flaw == NULL || is_refusal (flaw) || g_error_matches (flaw, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT))
    {
      self->has_status = FALSE;
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&flaw));

  return FALSE;
}

/* Keeps the last preview, in place of the one before. */
static void
keep (Capture *self,
      GBytes  *bytes)
{
  g_autoptr(FulLiveSpool) spool = ful_live_channel_get_spool (self->channel);
  g_autoptr(GError) error = NULL;

  if (!self->options->has_spool)
    return;
  if (spool == NULL && (spool = ful_live_spool_new (&error)))
    ful_live_channel_set_spool (self->channel, spool);
  if (spool == NULL || !ful_live_spool_replace (spool, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error))
    post_refusal (self, error);
}

/* Gets what was recorded so far. */
static gboolean
get_snapshot (Capture  *self,
              gsize     max_bytes,
              GError  **error)
{
  g_autoptr(GBytes) bytes = ful_firefox_gather (self->firefox, FUL_FIREFOX_GATHER_PREVIEW, max_bytes, error);
  FulProfile *profile = bytes ? load (g_bytes_ref (bytes), error) : NULL;

  if (profile == NULL)
    return FALSE;
  keep (self, bytes);
  self->received = self->recorded;
  take_profile (self, profile);

  return TRUE;
}

/* Returns: FALSE with @error set if the connection ended */
static gboolean
get_preview (Capture  *self,
             GError  **error)
{
  gint64 began = g_get_monotonic_time (), took;
  g_autoptr(GError) flaw = NULL;
  gboolean ok = get_snapshot (self, MAX_PREVIEW_BYTES, &flaw);

  took = g_get_monotonic_time () - began;
  self->preview_due = g_get_monotonic_time () + MAX (PREVIEW_PAUSE * took, MIN_PREVIEW_US);
  if (ok)
    {
      post_profile (self);
      return TRUE;
    }
  if (is_interrupted (self, flaw))
    return TRUE;
  if (is_refusal (flaw) || flaw->domain == FUL_ERROR)
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

/* Features that this Firefox has, of those in @object; it would ignore others. */
static void
filter_features (Capture    *self,
                 JsonObject *object,
                 gboolean    is_asked)
{
  JsonArray *wanted = ful_json_get_array (object, "features");
  JsonArray *known = self->features && JSON_NODE_HOLDS_ARRAY (self->features) ? json_node_get_array (self->features) : NULL;
  JsonArray *kept = json_array_new ();
  g_autoptr(GString) missing = g_string_new (NULL);
  g_autofree char *message = NULL;

  for (guint i = 0; i < json_array_get_length (wanted); i++)
    {
      const char *name = ful_json_node_get_string (json_array_get_element (wanted, i));
      gboolean is_known = known == NULL;

      for (guint j = 0; known && j < json_array_get_length (known) && !is_known; j++)
        is_known = g_strcmp0 (name, ful_json_node_get_string (json_array_get_element (known, j))) == 0;
      if (is_known)
        json_array_add_string_element (kept, name ? name : "");
      else
        g_string_append_printf (missing, "%s%s", missing->len ? ", " : "", name ? name : "?");
    }
  json_object_set_array_member (object, "features", kept);
  if (missing->len == 0 || !is_asked)
    return;

  message = g_strdup_printf (_("This Firefox does not have the features: %s"), missing->str);
  ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, message);
}

/* Returns: FALSE with @error set if there will be no capture */
static gboolean
start_capture (Capture  *self,
               GError  **error)
{
  static const char *const names[] = { "entries", "duration", "interval", "features", "threads", "activeTabID" };
  g_autoptr(JsonObject) given = ful_json_parse_object (self->options->start);
  g_autoptr(JsonObject) object = ful_json_parse_object (default_start);
  const FulLivePreset *preset = given ? ful_live_preset_find (ful_json_get_string (given, "preset")) : NULL;
  g_autoptr(JsonNode) reply = NULL;

  json_object_set_array_member (object, "features", json_array_new ());
  for (guint i = 0; default_features[i]; i++)
    json_array_add_string_element (ful_json_get_array (object, "features"), default_features[i]);
  if (preset)
    ful_live_preset_apply (preset, object);
  for (guint i = 0; given && i < G_N_ELEMENTS (names); i++)
    if (json_object_has_member (given, names[i]))
      json_object_set_member (object, names[i], json_object_dup_member (given, names[i]));
  if (ful_json_get_array (object, "features") == NULL)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("“features” is not a list"));
      return FALSE;
    }
  filter_features (self, object, given && json_object_has_member (given, "features"));

  reply = ful_firefox_call (self->firefox, "startProfiler", object, error);
  if (reply == NULL)
    return FALSE;
  if (JSON_NODE_HOLDS_VALUE (reply) && json_node_get_boolean (reply))
    return TRUE;

  g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("Firefox cannot record"));

  return FALSE;
}

/* From the greeting until a capture runs or is waited for. */
static gboolean
begin (Capture               *self,
       const FulLiveAddress  *address,
       GError               **error)
{
  g_autoptr(GError) flaw = NULL;
  g_autofree char *name = NULL;
  g_autoptr(JsonNode) active = NULL;
  gboolean is_active;

  if (self->firefox->perf == NULL && !ful_firefox_greet (self->firefox, error))
    return FALSE;
  self->features = ful_firefox_call (self->firefox, "getSupportedFeatures", NULL, &flaw);
  if (flaw && !is_refusal (flaw))
    {
      g_propagate_error (error, g_steal_pointer (&flaw));
      return FALSE;
    }
  g_clear_error (&flaw);
  active = ful_firefox_call (self->firefox, "isActive", NULL, error);
  if (active == NULL)
    return FALSE;
  is_active = JSON_NODE_HOLDS_VALUE (active) && json_node_get_boolean (active);

  name = ful_firefox_evaluate (self->firefox, NAME, &flaw);
  if (flaw && !is_refusal (flaw) && !is_interrupted (self, flaw))
    {
      g_propagate_error (error, g_steal_pointer (&flaw));
      return FALSE;
    }
  self->has_status = name != NULL;
  post_connected (self, address, name && *name ? name : "Firefox");
  if (self->has_status && !update_status (self, error))
    return FALSE;
  self->firefox->status_due = g_get_monotonic_time () + STATUS_US;
  self->firefox->has_started = self->firefox->has_stopped = FALSE;
  post_state (self, is_active ? FUL_LIVE_RECORDING : FUL_LIVE_IDLE);
  if (self->options->start == NULL)
    return TRUE;
  if (!is_active)
    return start_capture (self, error);
  ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, _("The capture was started before"));

  return TRUE;
}

/* Returns: FALSE with @error set if the connection ended */
static gboolean
serve_request (Capture                  *self,
               const FulFirefoxRequest  *request,
               GError                  **error)
{
  g_autoptr(GError) flaw = NULL;
  g_autofree char *expression = NULL;
  g_autofree char *result = NULL;

  if (request->request == FUL_LIVE_REQUEST_START)
    return TRUE;   /* there is a capture */
  if (request->request == FUL_LIVE_REQUEST_MARK)
    {
      g_autoptr(JsonNode) text = json_node_init_string (json_node_alloc (), request->text);
      g_autofree char *json = ful_json_write_text (text, FALSE);

      expression = g_strdup_printf ("ChromeUtils.addProfilerMarker('Mark',{},%s)", json);
    }
  else
    expression = g_strdup (request->request == FUL_LIVE_REQUEST_PAUSE ? PAUSE : RESUME);
  result = ful_firefox_evaluate (self->firefox, expression, &flaw);
  if (result)
    return !self->has_status || update_status (self, error);
  if (is_refusal (flaw))
    post_refusal (self, flaw);
  if (is_refusal (flaw) || is_interrupted (self, flaw))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&flaw));

  return FALSE;
}

static gboolean
serve_requests (Capture  *self,
                GError  **error)
{
  FulFirefoxRequest *request;
  gboolean ok = TRUE;

  while (ok && (request = g_queue_pop_head (&self->firefox->requests)))
    {
      ok = serve_request (self, request, error);
      g_free (request->text);
      g_free (request);
    }

  return ok;
}

/* The end, in parts that the console keeps until they are here: a bulk packet cannot be relied on (live.md 7).
 * Script sources are optional; errors are ignored.
 * Returns: (transfer full) (nullable): the whole capture; after a refusal it goes on */
static FulProfile *
get_end (Capture  *self,
         GError  **error)
{
  FulProfile *profile = load (ful_firefox_gather (self->firefox, FUL_FIREFOX_GATHER_END, MAX_LAST_BYTES, error), error);
  g_autoptr(GBytes) text = profile ? ful_firefox_gather (self->firefox, FUL_FIREFOX_GATHER_SOURCES, MAX_LAST_BYTES, NULL)
                                   : NULL;
  g_autoptr(JsonNode) sources = text ? ful_json_parse_text (g_bytes_get_data (text, NULL), (gssize) g_bytes_get_size (text),
                                                            MAX_LAST_BYTES, NULL)
                                     : NULL;

  return profile && sources && JSON_NODE_HOLDS_OBJECT (sources)
           ? ful_live_firefox_add_sources (profile, json_node_get_object (sources)) : profile;
}

/* Ends the capture, and gets all of it. */
static gboolean
stop_capture (Capture  *self,
              GError  **error)
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
  take_profile (self, profile);
  self->end.is_whole = TRUE;
  self->end.reason = ful_live_end_get_name (1);

  return TRUE;
}

/* What Firefox recorded is gone once it stopped without us. */
static void
take_stop (Capture  *self,
           GError  **error)
{
  self->end.reason = ful_live_end_get_name (2);
  g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_OTHER,
                       self->profile ? _("The capture was stopped elsewhere; rows after the last preview are lost")
                                     : _("The capture was stopped elsewhere; its rows are lost"));
}

/* Until the capture ends, is left, or, with @error set, breaks. */
static void
follow (Capture  *self,
        GError  **error)
{
  FulFirefox *firefox = self->firefox;
  gint64 update_due = 0;

  for (;;)
    {
      gint64 now = g_get_monotonic_time ();
      gboolean is_recording = self->state != FUL_LIVE_IDLE;

      if (firefox->has_stopped && is_recording)
        {
          take_stop (self, error);
          return;
        }
      firefox->has_stopped = FALSE;
      if (firefox->has_started && !is_recording)
        {
          post_state (self, FUL_LIVE_RECORDING);
          self->preview_due = self->options->snapshot_interval_ms ? now + MIN_PREVIEW_US : G_MAXINT64;
        }
      firefox->has_started = FALSE;
      if (firefox->is_stopping)
        {
          stop_capture (self, error);
          return;
        }
      if (firefox->is_leaving)
        {
          if (self->state != FUL_LIVE_IDLE)
            get_snapshot (self, MAX_LAST_BYTES, error);
          return;
        }
      if (!serve_requests (self, error))
        return;
      if (self->has_status && now >= update_due)
        {
          if (!update_status (self, error))
            return;
          update_due = now + STATUS_US;
        }
      if (self->state == FUL_LIVE_RECORDING && now >= self->preview_due && !get_preview (self, error))
        return;
      if (!ful_firefox_wait (firefox, MIN (self->has_status ? update_due : G_MAXINT64 / 2, self->preview_due), error))
        return;
    }
}

static void
finish (Capture      *self,
        const GError *failure)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_END);

  if (failure && failure->domain != G_IO_ERROR)
    post_refusal (self, failure);
  if (self->profile)
    post_profile (self);
  else if (failure == NULL || failure->domain == G_IO_ERROR)
    ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_OTHER, _("The capture has no thread"));
  event->end = self->end;
  ful_live_channel_post (self->channel, event);
}

/* The folder where a Firefox without a socket writes its capture. */
static void
run_folder (FulLiveChannel       *channel,
            const FulLiveAddress *address,
            const FulLiveOptions *options)
{
  FulFirefox nobody = { .channel = channel, .began = g_get_monotonic_time () };
  Capture self = { channel, options, &nobody, .end = { .reason = ful_live_end_get_name (0) } };
  g_autoptr(GError) error = NULL;
  FulProfile *profile;

  post_connected (&self, address, "Firefox");
  post_state (&self, FUL_LIVE_IDLE);
  profile = ful_live_firefox_watch (&nobody, address->path, &error);
  if (profile)
    {
      take_profile (&self, profile);
      self.end.is_whole = TRUE;
      self.end.reason = ful_live_end_get_name (2);
      post_state (&self, FUL_LIVE_FINISHED);
    }
  if (!ful_live_channel_is_closed (channel))
    {
      ful_firefox_post_status (&nobody);
      self.end.received = nobody.status.received;
      finish (&self, error);
    }
  g_clear_object (&self.profile);
}

/* Whether further captures can be had on the connection after this one, which ended with @error. */
static gboolean
can_go_on (Capture      *self,
           const GError *error)
{
  if (self->firefox->is_leaving || self->firefox->has_given_up)
    return FALSE;

  return error == NULL || is_refusal (error) || error->domain == FUL_ERROR ||
         g_error_matches (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_OTHER);
}

/* @firefox: (inout) (nullable): the connection of the last capture; %NULL if there can be none after this one */
static void
run_capture (FulLiveChannel        *channel,
             const FulLiveAddress  *address,
             const FulLiveOptions  *options,
             FulFirefox           **firefox)
{
  g_autoptr(GError) error = NULL;
  Capture self = { channel, options, .end = { .reason = ful_live_end_get_name (0) } };
  gboolean is_connected = FALSE;

  if (address->path && g_file_test (address->path, G_FILE_TEST_IS_DIR))
    {
      run_folder (channel, address, options);
      return;
    }

  self.preview_due = options->snapshot_interval_ms ? 0 : G_MAXINT64;
  if (*firefox == NULL)
    *firefox = address->is_new ? ful_live_firefox_start (channel, &error) : ful_firefox_new (address, channel, &error);
  self.firefox = *firefox;
  if (self.firefox)
    {
      is_connected = begin (&self, address, &error);
      if (is_connected)
        follow (&self, &error);
    }
  if (!ful_live_channel_is_closed (channel))
    {
      if (is_connected)
        {
          if (self.state != FUL_LIVE_IDLE)
            post_state (&self, FUL_LIVE_FINISHED);
          ful_firefox_post_status (self.firefox);
        }
      if (self.firefox)
        self.end.received = self.firefox->status.received;
      finish (&self, error);
    }
  if (!is_connected || !can_go_on (&self, error))
    g_clear_pointer (firefox, ful_firefox_free);

  g_clear_pointer (&self.features, json_node_unref);
  g_clear_object (&self.profile);
}

/* Reads what Firefox says between two captures. Returns: FALSE if the connection ended */
static gboolean
read_events (FulFirefox     *firefox,
             FulLiveChannel *channel)
{
  gboolean is_open = ful_firefox_wait (firefox, g_get_monotonic_time () + IDLE_US, NULL);

  if (firefox->has_started)
    ful_live_channel_post (channel, ful_live_event_new (FUL_LIVE_BEGUN));
  firefox->has_started = firefox->has_stopped = firefox->is_stopping = FALSE;

  return is_open && !firefox->is_leaving;
}

/* @firefox: (inout) (nullable): the connection; it may end. @start: (out) (transfer full) (nullable): of the next capture.
 * Returns: FALSE if there will be none */
static gboolean
wait_for_start (FulLiveChannel  *channel,
                FulFirefox     **firefox,
                char           **start)
{
  struct pollfd polled = { ful_live_channel_get_fd (channel), POLLIN, 0 };
  FulLiveRequest request = FUL_LIVE_REQUEST_NONE;

  if (*firefox)
    ful_firefox_reset (*firefox);
  while (request != FUL_LIVE_REQUEST_START)
    {
      g_clear_pointer (start, g_free);
      if (*firefox)
        {
          gboolean is_open = read_events (*firefox, channel);
          FulFirefoxRequest *item = g_queue_pop_head (&(*firefox)->requests);

          request = item ? item->request : FUL_LIVE_REQUEST_NONE;
          *start = item ? item->text : NULL;
          g_free (item);
          if (!is_open)
            g_clear_pointer (firefox, ful_firefox_free);
          continue;
        }
      poll (&polled, 1, -1);
      request = ful_live_channel_next_request (channel, start);
      if (request == FUL_LIVE_REQUEST_DETACH && ful_live_channel_is_closed (channel))
        return FALSE;
    }
  ful_live_channel_set_spool (channel, NULL);
  g_cancellable_reset (ful_live_channel_get_leave (channel));

  return !ful_live_channel_is_closed (channel);
}

static void
run (FulLiveChannel       *channel,
     const FulLiveAddress *address,
     const FulLiveOptions *options)
{
  g_autofree char *start = g_strdup (options->start);
  FulLiveOptions next = *options;
  FulFirefox *firefox = NULL;

  do
    {
      next.start = start;
      run_capture (channel, address, &next, &firefox);
    }
  while (options->has_next && wait_for_start (channel, &firefox, &start));
  g_clear_pointer (&firefox, ful_firefox_free);
}

const FulLiveKind ful_live_firefox = { .scheme = "firefox", .can_start = TRUE, .can_record_again = TRUE, .run = run };
