/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kind for a running Firefox (live.md 7). It has no stream of rows: while it records, all of its rows are requested
 * from time to time, as a preview; at the end Firefox sends one profile. */

#include "config.h"

#include "ful-live-firefox-capture.h"
#include "ful-live-firefox-console.h"
#include "ful-live-firefox-dialogue.h"
#include "ful-live-firefox-folder.h"
#include "ful-live-firefox-session.h"
#include "ful-live-firefox-settings.h"
#include "ful-live-firefox-start.h"
#include "live/ful-live-kind.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>

#define STATUS_US G_TIME_SPAN_SECOND
#define IDLE_US G_TIME_SPAN_HOUR
#define FIRST_PREVIEW_US G_TIME_SPAN_SECOND

#define STATUS "(()=>{const p=Services.profiler,b={};p.GetBufferInfo(b,{},{});" \
               "return JSON.stringify([p.IsActive(),p.IsPaused(),p.getElapsedTime(),b.value])})()"
#define NAME "Services.appinfo.name+' '+Services.appinfo.version"
#define PAUSE "(async()=>{await Services.profiler.Pause()})()"
#define RESUME "(async()=>{await Services.profiler.Resume()})()"

/* Requests the status. Returns: FALSE with @error set if the connection ended */
static gboolean
update_status (FulFirefoxCapture  *self,
               GError            **error)
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
      ful_firefox_capture_set_recorded (self, ful_json_node_get_number (json_array_get_element (values, 3)));
      if (self->state == FUL_LIVE_RECORDING && is_paused)
        ful_firefox_capture_post_state (self, FUL_LIVE_PAUSED);
      else if (self->state == FUL_LIVE_PAUSED && !is_paused)
        ful_firefox_capture_post_state (self, FUL_LIVE_RECORDING);
      return TRUE;
    }
  if (flaw && ful_firefox_capture_is_interrupted (self, flaw))
    return TRUE;
  if (flaw == NULL || ful_firefox_is_refusal (flaw) || g_error_matches (flaw, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT))
    {
      self->has_status = FALSE;
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&flaw));

  return FALSE;
}

/* Returns: FALSE with @error set if there will be no capture */
static gboolean
start_capture (FulFirefoxCapture  *self,
               GError            **error)
{
  g_autofree char *missing = NULL;
  g_autoptr(JsonObject) settings = ful_firefox_make_settings (self->options->start, self->features, &missing, error);
  g_autoptr(JsonNode) reply = NULL;

  if (settings == NULL)
    return FALSE;
  if (missing)
    {
      g_autofree char *message = g_strdup_printf (_("This Firefox does not have the features: %s"), missing);

      ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, message);
    }

  reply = ful_firefox_call (self->firefox, "startProfiler", settings, error);
  if (reply == NULL)
    return FALSE;
  if (JSON_NODE_HOLDS_VALUE (reply) && json_node_get_boolean (reply))
    return TRUE;

  g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("Firefox cannot record"));

  return FALSE;
}

/* Greets the peer, posts its state, and starts a capture if the options say so. */
static gboolean
begin (FulFirefoxCapture     *self,
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
  if (flaw && !ful_firefox_is_refusal (flaw))
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
  if (flaw && !ful_firefox_is_refusal (flaw) && !ful_firefox_capture_is_interrupted (self, flaw))
    {
      g_propagate_error (error, g_steal_pointer (&flaw));
      return FALSE;
    }
  self->has_status = name != NULL;
  ful_firefox_capture_post_connected (self, address, name && *name ? name : "Firefox");
  if (self->has_status && !update_status (self, error))
    return FALSE;
  self->firefox->status_due = g_get_monotonic_time () + STATUS_US;
  self->firefox->has_started = self->firefox->has_stopped = FALSE;
  ful_firefox_capture_post_state (self, is_active ? FUL_LIVE_RECORDING : FUL_LIVE_IDLE);
  if (self->options->start == NULL)
    return TRUE;
  if (!is_active)
    return start_capture (self, error);
  ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, _("The capture was started before"));

  return TRUE;
}

/* Returns: FALSE with @error set if the connection ended */
static gboolean
serve_request (FulFirefoxCapture        *self,
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
  if (ful_firefox_is_refusal (flaw))
    ful_firefox_capture_post_refusal (self, flaw);
  if (ful_firefox_is_refusal (flaw) || ful_firefox_capture_is_interrupted (self, flaw))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&flaw));

  return FALSE;
}

static gboolean
serve_requests (FulFirefoxCapture  *self,
                GError            **error)
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

/* When the capture is stopped by another client, Firefox drops its rows. */
static void
take_stop (FulFirefoxCapture  *self,
           GError            **error)
{
  self->end.reason = ful_live_end_get_name (2);
  g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_OTHER,
                       self->profile ? _("The capture was stopped elsewhere; rows after the last preview are lost")
                                     : _("The capture was stopped elsewhere; its rows are lost"));
}

/* Until the capture ends, is left, or, with @error set, breaks. */
static void
follow (FulFirefoxCapture  *self,
        GError            **error)
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
          ful_firefox_capture_post_state (self, FUL_LIVE_RECORDING);
          self->preview_due = self->options->snapshot_interval_ms ? now + FIRST_PREVIEW_US : G_MAXINT64;
        }
      firefox->has_started = FALSE;
      if (firefox->is_stopping)
        {
          ful_firefox_capture_stop (self, error);
          return;
        }
      if (firefox->is_leaving)
        {
          if (self->state != FUL_LIVE_IDLE)
            ful_firefox_capture_get_snapshot (self, FUL_FIREFOX_MAX_LAST_BYTES, error);
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
      if (self->state == FUL_LIVE_RECORDING && now >= self->preview_due && !ful_firefox_capture_get_preview (self, error))
        return;
      if (!ful_firefox_wait (firefox, MIN (self->has_status ? update_due : G_MAXINT64 / 2, self->preview_due), error))
        return;
    }
}

/* The folder where a Firefox without a socket writes its capture. */
static void
run_folder (FulLiveChannel       *channel,
            const FulLiveAddress *address,
            const FulLiveOptions *options)
{
  FulFirefox nobody = { .channel = channel, .began = g_get_monotonic_time () };
  FulFirefoxCapture self = { channel, options, &nobody, .end = { .reason = ful_live_end_get_name (0) } };
  g_autoptr(GError) error = NULL;
  FulProfile *profile;

  ful_firefox_capture_post_connected (&self, address, "Firefox");
  ful_firefox_capture_post_state (&self, FUL_LIVE_IDLE);
  profile = ful_live_firefox_watch (&nobody, address->path, &error);
  if (profile)
    {
      ful_firefox_capture_take_profile (&self, profile);
      self.end.is_whole = TRUE;
      self.end.reason = ful_live_end_get_name (2);
      ful_firefox_capture_post_state (&self, FUL_LIVE_FINISHED);
    }
  if (!ful_live_channel_is_closed (channel))
    {
      ful_firefox_post_status (&nobody);
      self.end.received = nobody.status.received;
      ful_firefox_capture_finish (&self, error);
    }
  g_clear_object (&self.profile);
}

/* Whether the connection can be used for further captures after this one, which ended with @error. */
static gboolean
can_go_on (FulFirefoxCapture *self,
           const GError      *error)
{
  if (self->firefox->is_leaving || self->firefox->has_given_up)
    return FALSE;

  return error == NULL || ful_firefox_is_refusal (error) || error->domain == FUL_ERROR ||
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
  FulFirefoxCapture self = { channel, options, .end = { .reason = ful_live_end_get_name (0) } };
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
            ful_firefox_capture_post_state (&self, FUL_LIVE_FINISHED);
          ful_firefox_post_status (self.firefox);
        }
      if (self.firefox)
        self.end.received = self.firefox->status.received;
      ful_firefox_capture_finish (&self, error);
    }
  if (!is_connected || !can_go_on (&self, error))
    g_clear_pointer (firefox, ful_firefox_free);

  g_clear_pointer (&self.features, json_node_unref);
  g_clear_object (&self.profile);
}

/* Reads packets between two captures. Returns: FALSE if the connection ended */
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
      ful_live_channel_wait (channel, -1);
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
