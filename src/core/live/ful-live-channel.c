/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Events are delivered in order in the main context that was the thread default when the channel was
 * created; of undelivered snapshots only the last one is kept. A thread with too many undelivered events waits, so
 * that they use no more memory: its peer then gets no credit. */

#include "config.h"

#include "ful-live-channel.h"

#define MAX_WAITING 10000

typedef struct
{
  FulLiveRequest  request;
  char           *text;      /* (nullable) */
} Request;

struct _FulLiveChannel
{
  GMutex          lock;
  GCond           taken;
  GMainContext   *context;
  GWeakRef        owner;
  FulLiveDeliver  deliver;
  GCancellable   *wake;           /* cancelled while there are requests */
  GPollFD         polled;         /* of it; -1 without descriptors */
  GCancellable   *leave;          /* cancelled by a request to stop or detach */

  GQueue          events;         /* the rest is under the lock */
  gboolean        is_scheduled;
  gboolean        is_closed;
  gboolean        is_leaving;     /* a request to detach waits */
  GQueue          requests;
  FulLiveSpool   *spool;          /* (nullable) */
};

static void
request_free (gpointer data)
{
  Request *request = data;

  g_free (request->text);
  g_free (request);
}

/* GLib ends the program where it cannot make one that can be waited for. */
static gboolean
has_descriptors (void)
{
  g_autoptr(GSocket) probe = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);

  return probe != NULL;
}

FulLiveChannel *
ful_live_channel_new (GObject        *owner,
                      FulLiveDeliver  deliver)
{
  FulLiveChannel *self = g_atomic_rc_box_new0 (FulLiveChannel);

  g_mutex_init (&self->lock);
  g_cond_init (&self->taken);
  self->context = g_main_context_ref_thread_default ();
  g_weak_ref_init (&self->owner, owner);
  self->deliver = deliver;
  self->wake = g_cancellable_new ();
  self->polled.fd = -1;
  if (has_descriptors ())
    g_cancellable_make_pollfd (self->wake, &self->polled);
  self->leave = g_cancellable_new ();
  g_queue_init (&self->events);
  g_queue_init (&self->requests);

  return self;
}

FulLiveChannel *
ful_live_channel_ref (FulLiveChannel *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
channel_clear (gpointer data)
{
  FulLiveChannel *self = data;

  g_queue_clear_full (&self->events, (GDestroyNotify) ful_live_event_unref);
  g_queue_clear_full (&self->requests, request_free);
  g_clear_pointer (&self->spool, ful_live_spool_unref);
  g_weak_ref_clear (&self->owner);
  g_main_context_unref (self->context);
  if (self->polled.fd != -1)
    g_cancellable_release_fd (self->wake);
  g_object_unref (self->wake);
  g_object_unref (self->leave);
  g_cond_clear (&self->taken);
  g_mutex_clear (&self->lock);
}

void
ful_live_channel_unref (FulLiveChannel *self)
{
  g_atomic_rc_box_release_full (self, channel_clear);
}

/**
 * ful_live_channel_request:
 * @text: (nullable): of %FUL_LIVE_REQUEST_MARK and %FUL_LIVE_REQUEST_START
 */
void
ful_live_channel_request (FulLiveChannel *self,
                          FulLiveRequest  request,
                          const char     *text)
{
  Request *item = g_new (Request, 1);

  *item = (Request) { request, g_strdup (text) };
  g_mutex_lock (&self->lock);
  if (request == FUL_LIVE_REQUEST_DETACH)
    {
      self->is_leaving = TRUE;
      g_cond_signal (&self->taken);
    }
  g_queue_push_tail (&self->requests, item);
  g_cancellable_cancel (self->wake);
  g_mutex_unlock (&self->lock);
  if (request == FUL_LIVE_REQUEST_DETACH || request == FUL_LIVE_REQUEST_STOP)
    g_cancellable_cancel (self->leave);
}

/* No events are delivered after it, and the thread ends without a result. */
void
ful_live_channel_close (FulLiveChannel *self)
{
  g_mutex_lock (&self->lock);
  self->is_closed = TRUE;
  g_cond_signal (&self->taken);
  g_cancellable_cancel (self->wake);
  g_mutex_unlock (&self->lock);
  g_cancellable_cancel (self->leave);
}

/* Returns: (transfer full) (nullable): where the bytes of the peer are kept */
FulLiveSpool *
ful_live_channel_get_spool (FulLiveChannel *self)
{
  FulLiveSpool *spool;

  g_mutex_lock (&self->lock);
  spool = self->spool ? ful_live_spool_ref (self->spool) : NULL;
  g_mutex_unlock (&self->lock);

  return spool;
}

/* Returns: whether the thread can wait for requests; not without descriptors */
gboolean
ful_live_channel_can_wait (FulLiveChannel *self)
{
  return self->polled.fd != -1;
}

/**
 * ful_live_channel_wait:
 * @timeout_ms: how long to wait; -1: without a limit
 *
 * Returns: whether there is a request, or the channel was closed
 */
gboolean
ful_live_channel_wait (FulLiveChannel *self,
                       int             timeout_ms)
{
  return g_poll (&self->polled, 1, timeout_ms) > 0;
}

/**
 * ful_live_channel_wait_for_socket:
 * @socket: of the peer
 * @condition: what is waited for; its end is always
 * @timeout_us: how long to wait
 *
 * Waits for the peer, or for a request.
 *
 * Returns: whether the peer is ready
 */
gboolean
ful_live_channel_wait_for_socket (FulLiveChannel *self,
                                  GSocket        *socket,
                                  GIOCondition    condition,
                                  gint64          timeout_us)
{
  return g_socket_condition_timed_wait (socket, condition, timeout_us, self->wake, NULL);
}

/* Returns: (transfer none): is cancelled once the user stops or leaves; to be reset before another capture */
GCancellable *
ful_live_channel_get_leave (FulLiveChannel *self)
{
  return self->leave;
}

/* @out_text: (out) (transfer full) (nullable) */
FulLiveRequest
ful_live_channel_next_request (FulLiveChannel  *self,
                               char           **out_text)
{
  FulLiveRequest request = FUL_LIVE_REQUEST_NONE;
  Request *item;

  *out_text = NULL;
  g_mutex_lock (&self->lock);
  item = g_queue_pop_head (&self->requests);
  if (item)
    {
      request = item->request;
      *out_text = g_steal_pointer (&item->text);
      request_free (item);
    }
  else if (self->is_closed)
    request = FUL_LIVE_REQUEST_DETACH;
  else
    g_cancellable_reset (self->wake);
  g_mutex_unlock (&self->lock);

  return request;
}

/**
 * ful_live_channel_wait_for_leave:
 * @timeout_ms: how long to wait
 *
 * Waits without a peer. Requests other than to stop or detach are dropped.
 *
 * Returns: whether the user leaves
 */
gboolean
ful_live_channel_wait_for_leave (FulLiveChannel *self,
                                 int             timeout_ms)
{
  if (!ful_live_channel_wait (self, timeout_ms))
    return FALSE;

  for (;;)
    {
      g_autofree char *text = NULL;
      FulLiveRequest request = ful_live_channel_next_request (self, &text);

      if (request == FUL_LIVE_REQUEST_NONE)
        return FALSE;
      if (request == FUL_LIVE_REQUEST_STOP || request == FUL_LIVE_REQUEST_DETACH)
        return TRUE;
    }
}

gboolean
ful_live_channel_is_closed (FulLiveChannel *self)
{
  gboolean is_closed;

  g_mutex_lock (&self->lock);
  is_closed = self->is_closed;
  g_mutex_unlock (&self->lock);

  return is_closed;
}

static gboolean
deliver_cb (gpointer user_data)
{
  FulLiveChannel *self = user_data;
  g_autoptr(GObject) owner = g_weak_ref_get (&self->owner);
  g_autoptr(FulLiveEvent) event = NULL;

  g_mutex_lock (&self->lock);
  if (!self->is_closed)
    event = g_queue_pop_head (&self->events);
  self->is_scheduled = event != NULL;
  g_cond_signal (&self->taken);
  g_mutex_unlock (&self->lock);

  if (event && owner)
    self->deliver (owner, event);

  return event ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
drop_snapshot (FulLiveChannel *self)
{
  for (GList *link = self->events.head; link; link = link->next)
    if (((FulLiveEvent *) link->data)->type == FUL_LIVE_SNAPSHOT)
      {
        ful_live_event_unref (link->data);
        g_queue_delete_link (&self->events, link);
        return;
      }
}

/**
 * ful_live_channel_post:
 * @event: (transfer full): an event
 *
 * Waits while too many events wait.
 */
void
ful_live_channel_post (FulLiveChannel *self,
                       FulLiveEvent   *event)
{
  g_autoptr(GSource) source = NULL;

  g_mutex_lock (&self->lock);
  while (self->events.length >= MAX_WAITING && !self->is_closed && !self->is_leaving)
    g_cond_wait (&self->taken, &self->lock);
  if (event->type == FUL_LIVE_SNAPSHOT)
    drop_snapshot (self);
  g_queue_push_tail (&self->events, event);
  if (!self->is_scheduled)
    {
      self->is_scheduled = TRUE;
      source = g_idle_source_new ();
      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_callback (source, deliver_cb, ful_live_channel_ref (self), (GDestroyNotify) ful_live_channel_unref);
      g_source_attach (source, self->context);
    }
  g_mutex_unlock (&self->lock);
}

/* @spool: (nullable): keeps the bytes of the peer from now on */
void
ful_live_channel_set_spool (FulLiveChannel *self,
                            FulLiveSpool   *spool)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->spool, ful_live_spool_unref);
  self->spool = spool ? ful_live_spool_ref (spool) : NULL;
  g_mutex_unlock (&self->lock);
}

/**
 * ful_live_channel_post_failure:
 *
 * Posts an event %FUL_LIVE_FAILURE.
 */
void
ful_live_channel_post_failure (FulLiveChannel *self,
                               FulLiveError    code,
                               const char     *message)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_FAILURE);

  event->failure = g_error_new_literal (FUL_LIVE_ERROR, (int) code, message);
  ful_live_channel_post (self, event);
}
