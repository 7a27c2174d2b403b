/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A running capture, followed by a thread of its own. What that finds comes as the signal "event", in the
 * main context that was the thread default at ful_live_source_start(); live.md has the course of it. */

#include "config.h"

#include "ful-live-source.h"

#include "ful-live-address.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

/* What the thread owns. */
typedef struct
{
  FulLiveAddress *address;
  FulLiveOptions  options;
  FulLiveChannel *channel;
} Work;

struct _FulLiveSource
{
  GObject         parent_instance;

  Work           *work;       /* (nullable): before the start */
  FulLiveChannel *channel;    /* (nullable): from then on */
  gboolean        has_next;
};

G_DEFINE_FINAL_TYPE (FulLiveSource, ful_live_source, G_TYPE_OBJECT)

static guint event_signal;

static void
work_free (gpointer data)
{
  Work *self = data;

  ful_live_address_free (self->address);
  g_free ((char *) self->options.token);
  g_free ((char *) self->options.start);
  g_clear_pointer (&self->channel, ful_live_channel_unref);
  g_free (self);
}

static gpointer
run (gpointer data)
{
  Work *self = data;

  self->address->kind->run (self->channel, self->address, &self->options);
  work_free (self);

  return NULL;
}

static void
deliver (gpointer      owner,
         FulLiveEvent *event)
{
  g_signal_emit (owner, event_signal, 0, event);
}

static void
ful_live_source_dispose (GObject *object)
{
  FulLiveSource *self = FUL_LIVE_SOURCE (object);

  if (self->channel)
    ful_live_channel_close (self->channel);
  g_clear_pointer (&self->channel, ful_live_channel_unref);
  g_clear_pointer (&self->work, work_free);

  G_OBJECT_CLASS (ful_live_source_parent_class)->dispose (object);
}

static void
ful_live_source_class_init (FulLiveSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_live_source_dispose;

  /**
   * FulLiveSource::event:
   * @event: a #FulLiveEvent
   *
   * The last one is %FUL_LIVE_END. The last %FUL_LIVE_SNAPSHOT before it has all rows.
   */
  event_signal = g_signal_new ("event", FUL_TYPE_LIVE_SOURCE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 1, FUL_TYPE_LIVE_EVENT | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
ful_live_source_init (FulLiveSource *self)
{
}

/**
 * ful_live_source_new:
 * @address: where the peer is, see ful_live_address_new()
 * @options: are copied
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Nothing is connected before ful_live_source_start().
 */
FulLiveSource *
ful_live_source_new (const char            *address,
                     const FulLiveOptions  *options,
                     GError               **error)
{
  g_autoptr(FulLiveAddress) parsed = ful_live_address_new (address, error);
  FulLiveSource *self;

  if (parsed == NULL)
    return NULL;

  self = g_object_new (FUL_TYPE_LIVE_SOURCE, NULL);
  self->work = g_new0 (Work, 1);
  *self->work = (Work) { g_steal_pointer (&parsed), *options, NULL };
  self->work->options.token = g_strdup (options->token);
  self->work->options.start = g_strdup (options->start);
  self->has_next = options->has_next && self->work->address->kind->can_record_again;

  return self;
}

/**
 * ful_live_source_start:
 * @self: a source that was not started
 *
 * Connects, and follows the capture until it ends. Without descriptors it ends at once, as a capture that failed.
 */
void
ful_live_source_start (FulLiveSource *self)
{
  Work *work = g_steal_pointer (&self->work);

  g_return_if_fail (work != NULL);

  self->channel = ful_live_channel_new (G_OBJECT (self), deliver);
  if (!ful_live_channel_can_wait (self->channel))
    {
      /* Requests would not reach the thread. */
      ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_OTHER, _("There is no descriptor left for a capture"));
      ful_live_channel_post (self->channel, ful_live_event_new (FUL_LIVE_END));
      work_free (work);
      self->has_next = FALSE;
      return;
    }
  work->channel = ful_live_channel_ref (self->channel);
  g_thread_unref (g_thread_new ("live", run, work));
}

static void
request (FulLiveSource  *self,
         FulLiveRequest  what,
         const char     *text)
{
  g_return_if_fail (self->channel != NULL);

  ful_live_channel_request (self->channel, what, text);
}

/* Returns: whether ful_live_source_start_next() can be called when the capture has ended */
gboolean
ful_live_source_has_next (FulLiveSource *self)
{
  return self->has_next;
}

/**
 * ful_live_source_start_next:
 * @start: (nullable): like that of the options
 *
 * Follows a further capture, from CONNECTED to END, on the connection of the last one if that is still there.
 */
void
ful_live_source_start_next (FulLiveSource *self,
                            const char    *start)
{
  request (self, FUL_LIVE_REQUEST_START, start);
}

/* Asks the peer to end the capture. One that cannot gives %FUL_LIVE_ERROR_REFUSED. */
void
ful_live_source_stop (FulLiveSource *self)
{
  request (self, FUL_LIVE_REQUEST_STOP, NULL);
}

/* Ends the connection; the capture may go on without. */
void
ful_live_source_detach (FulLiveSource *self)
{
  request (self, FUL_LIVE_REQUEST_DETACH, NULL);
}

/* Asks the peer to pause the capture. */
void
ful_live_source_pause (FulLiveSource *self)
{
  request (self, FUL_LIVE_REQUEST_PAUSE, NULL);
}

void
ful_live_source_resume (FulLiveSource *self)
{
  request (self, FUL_LIVE_REQUEST_RESUME, NULL);
}

/* Adds a marker with this text to the capture. */
void
ful_live_source_mark (FulLiveSource *self,
                      const char    *text)
{
  request (self, FUL_LIVE_REQUEST_MARK, text);
}

/* Returns: (transfer full) (nullable): what keeps the bytes of this capture, also when the next one has begun */
FulLiveSpool *
ful_live_source_get_spool (FulLiveSource *self)
{
  return self->channel ? ful_live_channel_get_spool (self->channel) : NULL;
}

/* To be called once the capture is saved, or not wanted. */
void
ful_live_source_remove_spool (FulLiveSource *self)
{
  g_autoptr(FulLiveSpool) spool = ful_live_source_get_spool (self);

  if (spool)
    ful_live_spool_remove (spool);
}
