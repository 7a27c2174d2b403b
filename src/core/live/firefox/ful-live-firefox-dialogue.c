/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Packets to and from a running Firefox, one wait at a time. Replies of an actor come in the order of the requests,
 * events between them. Each wait has a time limit that begins again with every byte, so that large replies may take
 * long, but silence ends the wait. */

#include "config.h"

#include "ful-live-firefox-dialogue.h"

#include "live/ful-live-connect.h"
#include "live/ful-live-event.h"

#include "base/ful-format.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

#define READ_BYTES (256u << 10)
#define STATUS_US G_TIME_SPAN_SECOND
#define STALL_US (3 * G_TIME_SPAN_SECOND)

static void
request_free (gpointer data)
{
  FulFirefoxRequest *request = data;

  g_free (request->text);
  g_free (request);
}

static void
take_requests (FulFirefox *self)
{
  for (;;)
    {
      g_autofree char *text = NULL;
      FulLiveRequest request = ful_live_channel_next_request (self->channel, &text);
      FulFirefoxRequest *item;

      switch (request)
        {
        case FUL_LIVE_REQUEST_NONE:
          return;
        case FUL_LIVE_REQUEST_STOP:
          self->is_stopping = TRUE;
          break;
        case FUL_LIVE_REQUEST_DETACH:
          self->is_cancelled |= self->is_leaving || self->is_stopping ||
                                ful_live_channel_is_closed (self->channel);
          self->is_leaving = TRUE;
          if (self->is_cancelled)
            return;
          break;
        case FUL_LIVE_REQUEST_PAUSE:
        case FUL_LIVE_REQUEST_RESUME:
        case FUL_LIVE_REQUEST_MARK:
        case FUL_LIVE_REQUEST_START:
        default:
          item = g_new (FulFirefoxRequest, 1);
          *item = (FulFirefoxRequest) { request, g_steal_pointer (&text) };
          g_queue_push_tail (&self->requests, item);
          break;
        }
    }
}

/* Posts the status as it is now. */
void
ful_firefox_post_status (FulFirefox *self)
{
  gint64 now = g_get_monotonic_time ();
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_STATUS);

  self->status.elapsed = (double) (now - self->began) / G_USEC_PER_SEC;
  self->status.is_stalled = self->asked > 0 && now - MAX (self->asked, self->last_read) >= STALL_US;
  event->status = self->status;
  ful_live_channel_post (self->channel, event);
  self->status_due = now + STATUS_US;
}

/* Returns: FALSE if the connection ended, with @error set */
static gboolean
receive (FulFirefox  *self,
         GError     **error)
{
  g_autoptr(GError) flaw = NULL;
  gssize n = g_socket_receive (self->socket, self->buffer, READ_BYTES, NULL, &flaw);

  if (g_error_matches (flaw, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return TRUE;
  if (n <= 0)
    {
      g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CLOSED, _("The connection ended before the capture: %s"),
                   n < 0 ? flaw->message : _("closed by the peer"));
      return FALSE;
    }
  self->status.received_bytes += (guint64) n;
  self->last_read = g_get_monotonic_time ();
  ful_live_rdp_feed (self->rdp, self->buffer, (gsize) n);

  return TRUE;
}

/* Waits until the socket can be read, or, with G_IO_OUT, written, or the time is @due. */
static gboolean
poll_once (FulFirefox   *self,
           GIOCondition  condition,
           gint64        due,
           gboolean     *is_ready,
           GError      **error)
{
  gint64 now = g_get_monotonic_time ();
  gboolean is_ready_now;

  *is_ready = FALSE;
  if (self->status_due > 0 && now >= self->status_due)
    ful_firefox_post_status (self);
  if (self->status_due > 0)
    due = MIN (due, self->status_due);
  is_ready_now = ful_live_channel_wait_for_socket (self->channel, self->socket, condition, MAX (due - now, 0) + G_TIME_SPAN_MILLISECOND);
  take_requests (self);
  if (self->is_cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));
      return FALSE;
    }
  *is_ready = is_ready_now;

  return TRUE;
}

gboolean
ful_firefox_send_request (FulFirefox  *self,
                          JsonObject  *object,
                          GError     **error)
{
  g_autoptr(JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *json = ful_json_write_text (node, FALSE);
  g_autofree char *packet = g_strdup_printf ("%zu:%s", strlen (json), json);
  gsize n = strlen (packet), sent = 0;
  gint64 due = g_get_monotonic_time () + FUL_FIREFOX_REPLY_US;
  gboolean is_ready;

  while (sent < n)
    {
      g_autoptr(GError) flaw = NULL;
      gssize n_more = g_socket_send (self->socket, packet + sent, n - sent, NULL, &flaw);

      if (n_more > 0)
        sent += (gsize) n_more;
      else if (!g_error_matches (flaw, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        {
          /* Firefox may have gone, which a read says better. */
          if (receive (self, error))
            g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CLOSED, _("The connection ended before the capture: %s"),
                         flaw->message);
          return FALSE;
        }
      else if (g_get_monotonic_time () >= due)
        {
          g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT, _("Firefox did not read a request in time"));
          return FALSE;
        }
      else if (!poll_once (self, G_IO_OUT, due, &is_ready, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns: (transfer full) (nullable): the object of a JSON packet */
static JsonObject *
parse (const FulLiveRdpPacket  *packet,
       GError                 **error)
{
  g_autoptr(GError) flaw = NULL;
  g_autoptr(JsonNode) node = ful_json_parse_text (packet->body.data, (gssize) packet->body.n, packet->body.n, &flaw);

  if (node && JSON_NODE_HOLDS_OBJECT (node))
    return json_node_dup_object (node);

  g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_MALFORMED, _("Packet at byte %ju: %s"), (uintmax_t) packet->offset,
               flaw ? flaw->message : _("a JSON object was expected"));

  return NULL;
}

static void
note_event (FulFirefox *self,
            JsonObject *object)
{
  const char *type = ful_json_get_string (object, "type");

  if (type == NULL || g_strcmp0 (ful_json_get_string (object, "from"), self->perf) != 0)
    return;
  if (g_str_equal (type, "profiler-started"))
    self->has_started = TRUE;
  else if (g_str_equal (type, "profiler-stopped"))
    self->has_stopped = TRUE;
}

static gboolean
is_wanted (const FulFirefoxWanted *wanted,
           JsonObject             *object)
{
  if (g_strcmp0 (ful_json_get_string (object, "from"), wanted->actor) != 0)
    return FALSE;
  if (ful_json_get_string (object, "error"))
    return TRUE;

  return g_strcmp0 (ful_json_get_string (object, "type"), wanted->event) == 0 &&
         (wanted->result == NULL || g_strcmp0 (ful_json_get_string (object, "resultID"), wanted->result) == 0);
}

/* Returns: FALSE with @error set if the reply is an error */
static gboolean
check_reply (JsonObject  *object,
             GError     **error)
{
  const char *refusal = ful_json_get_string (object, "error");
  const char *message = ful_json_get_string (object, "message");
  g_autofree char *shown = NULL;

  if (refusal == NULL)
    return TRUE;

  shown = ful_format_excerpt (message ? message : refusal, "", FUL_LIVE_TEXT_CHARS);
  g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("Firefox reports: %s"), shown);

  return FALSE;
}

/* Whether the wait is over. Sets @object or @error. */
static gboolean
handle_packet (FulFirefox              *self,
               const FulFirefoxWanted  *wanted,
               FulLiveRdpPacket        *packet,
               JsonObject             **object,
               GError                 **error)
{
  g_autoptr(JsonObject) parsed = NULL;

  parsed = parse (packet, error);
  if (parsed == NULL)
    return TRUE;
  note_event (self, parsed);
  if (self->n_owed > 0 && !ful_json_get_string (parsed, "type") && g_strcmp0 (ful_json_get_string (parsed, "from"), self->console) == 0)
    {
      self->n_owed--;
      return FALSE;
    }
  if (!is_wanted (wanted, parsed))
    return FALSE;
  if (check_reply (parsed, error))
    *object = g_steal_pointer (&parsed);

  return TRUE;
}

static JsonObject *
await_packet (FulFirefox              *self,
              const FulFirefoxWanted  *wanted,
              GError                 **error)
{
  for (;;)
    {
      g_auto(FulLiveRdpPacket) packet = { 0 };
      gint64 due = MAX (self->last_read, self->asked) + wanted->limit;
      JsonObject *object = NULL;
      GError *flaw = NULL;
      gboolean is_ready;

      if (ful_live_rdp_next (self->rdp, &packet, &flaw))
        {
          if (!handle_packet (self, wanted, &packet, &object, &flaw))
            continue;
          if (flaw)
            g_propagate_error (error, flaw);
          return object;
        }
      if (flaw == NULL && wanted->can_stop && self->is_stopping)
        g_set_error_literal (&flaw, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));
      else if (flaw == NULL && g_get_monotonic_time () >= due)
        g_set_error_literal (&flaw, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT, _("Firefox did not answer in time"));
      if (flaw || !poll_once (self, G_IO_IN, due, &is_ready, &flaw) || (is_ready && !receive (self, &flaw)))
        {
          g_propagate_error (error, flaw);
          return NULL;
        }
    }
}

/* Replies have no names but come in the order of the requests; an event says what it is about. */
static void
note_missing_reply (FulFirefox             *self,
                    const FulFirefoxWanted *wanted,
                    const GError           *flaw)
{
  if (wanted->event || g_error_matches (flaw, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED))
    return;
  if (g_strcmp0 (wanted->actor, self->console) == 0)
    self->n_owed++;
  else if (!wanted->can_stop)
    self->has_given_up = TRUE;
}

/* Returns: (transfer full) (nullable): the packet that is wanted, or %NULL with @error set */
JsonObject *
ful_firefox_await_packet (FulFirefox              *self,
                          const FulFirefoxWanted  *wanted,
                          GError                 **error)
{
  JsonObject *object;
  GError *flaw = NULL;

  self->asked = g_get_monotonic_time ();
  object = await_packet (self, wanted, &flaw);
  self->asked = 0;
  if (flaw)
    {
      note_missing_reply (self, wanted, flaw);
      g_propagate_error (error, flaw);
    }

  return object;
}

/**
 * ful_firefox_wait:
 * @due: monotonic µs
 *
 * Handles packets without a request until then, or until one of the public members changes.
 *
 * Returns: %FALSE with @error set if the connection ended
 */
gboolean
ful_firefox_wait (FulFirefox  *self,
                  gint64       due,
                  GError     **error)
{
  FulFirefoxWanted wanted = { .actor = "" };

  while (!self->has_started && !self->has_stopped && !self->is_stopping && !self->is_leaving &&
         g_queue_is_empty (&self->requests) && g_get_monotonic_time () < due)
    {
      g_auto(FulLiveRdpPacket) packet = { 0 };
      GError *flaw = NULL;
      JsonObject *object = NULL;
      gboolean is_ready;

      if (ful_live_rdp_next (self->rdp, &packet, &flaw))
        handle_packet (self, &wanted, &packet, &object, &flaw);
      else if (flaw == NULL && poll_once (self, G_IO_IN, due, &is_ready, &flaw) && is_ready)
        receive (self, &flaw);
      if (flaw)
        {
          g_propagate_error (error, flaw);
          return FALSE;
        }
    }

  return TRUE;
}

JsonObject *
ful_firefox_new_request (const char *to,
                         const char *type)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "to", to);
  json_object_set_string_member (object, "type", type);

  return object;
}

/* Asks an actor and waits for its reply. */
JsonObject *
ful_firefox_ask (FulFirefox  *self,
                 JsonObject  *request,
                 gboolean     can_stop,
                 GError     **error)
{
  g_autoptr(JsonObject) owned = request;
  FulFirefoxWanted wanted = { ful_json_get_string (request, "to"), .limit = FUL_FIREFOX_REPLY_US, .can_stop = can_stop };

  return ful_firefox_send_request (self, request, error) ? ful_firefox_await_packet (self, &wanted, error) : NULL;
}

/* Connects. */
FulFirefox *
ful_firefox_new (const FulLiveAddress  *address,
                 FulLiveChannel        *channel,
                 GError               **error)
{
  GSocketConnection *connection = ful_live_connect (address, channel, error);
  FulFirefox *self;

  if (connection == NULL)
    return NULL;

  self = g_new0 (FulFirefox, 1);
  self->channel = ful_live_channel_ref (channel);
  self->rdp = ful_live_rdp_new ();
  self->connection = connection;
  self->socket = g_socket_connection_get_socket (connection);
  self->buffer = g_malloc (READ_BYTES);
  self->began = self->last_read = g_get_monotonic_time ();
  g_queue_init (&self->requests);

  return self;
}

/* Gets ready for what follows a capture: that another one has begun stays known. */
void
ful_firefox_reset (FulFirefox *self)
{
  g_queue_clear_full (&self->requests, request_free);
  self->status = (FulLiveStatus) { 0 };
  self->status_due = 0;
  self->has_stopped = self->is_stopping = self->is_leaving = self->is_cancelled = FALSE;
  self->began = self->last_read = g_get_monotonic_time ();
}

void
ful_firefox_free (FulFirefox *self)
{
  g_object_unref (self->connection);
  g_queue_clear_full (&self->requests, request_free);
  ful_live_rdp_free (self->rdp);
  ful_live_channel_unref (self->channel);
  g_free (self->buffer);
  g_free (self->perf);
  g_free (self->console);
  g_free (self);
}
