/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A connection between two captures. It has no thread then: what comes is read in the main context of the one who
 * watches, as little as it is. The thread of the next capture may take it at any time. */

#include "config.h"

#include "ful-live-link.h"

#include <glib-unix.h>

struct _FulLiveLink
{
  GObject          parent_instance;

  GMutex           lock;          /* of the members below */
  gpointer         connection;    /* (nullable): while nobody uses it */
  int              fd;
  FulLiveLinkRead  read;
  GDestroyNotify   destroy;
  GSource         *source;        /* (nullable): while it is watched */
};

G_DEFINE_FINAL_TYPE (FulLiveLink, ful_live_link, G_TYPE_OBJECT)

static guint capture_signal;

/* The caller has the lock. */
static void
unwatch (FulLiveLink *self)
{
  if (self->source)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

/* The caller has the lock. Returns: (transfer full) (nullable): the connection */
static gpointer
steal (FulLiveLink *self)
{
  unwatch (self);

  return g_steal_pointer (&self->connection);
}

static void
ful_live_link_finalize (GObject *object)
{
  FulLiveLink *self = FUL_LIVE_LINK (object);
  gpointer connection = steal (self);

  if (connection)
    self->destroy (connection);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (ful_live_link_parent_class)->finalize (object);
}

static void
ful_live_link_class_init (FulLiveLinkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_live_link_finalize;

  capture_signal = g_signal_new ("capture", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_live_link_init (FulLiveLink *self)
{
  g_mutex_init (&self->lock);
}

FulLiveLink *
ful_live_link_new (void)
{
  return g_object_new (FUL_TYPE_LIVE_LINK, NULL);
}

/* Reads what came. Returns: whether to go on watching */
static gboolean
read_news (FulLiveLink *self)
{
  FulLiveLinkNews news = FUL_LIVE_LINK_CLOSED;
  gpointer closed = NULL;

  g_mutex_lock (&self->lock);
  if (self->connection)
    {
      news = self->read (self->connection);
      if (news == FUL_LIVE_LINK_CLOSED)
        closed = steal (self);
    }
  g_mutex_unlock (&self->lock);

  if (closed)
    self->destroy (closed);
  if (news == FUL_LIVE_LINK_CAPTURE)
    g_signal_emit (self, capture_signal, 0);

  return news == FUL_LIVE_LINK_QUIET;
}

static gboolean
readable_cb (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  g_autoptr(FulLiveLink) self = g_weak_ref_get (user_data);

  return self && read_news (self) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/**
 * ful_live_link_watch:
 *
 * Reads what the peer says on a connection that is kept, in the thread default main context, until a capture begins, the
 * connection ends, or ful_live_link_take() is called.
 */
void
ful_live_link_watch (FulLiveLink *self)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  g_mutex_lock (&self->lock);
  unwatch (self);
  if (self->connection)
    {
      self->source = g_unix_fd_source_new (self->fd, G_IO_IN | G_IO_HUP | G_IO_ERR);
      g_source_set_callback (self->source, G_SOURCE_FUNC (readable_cb), g_steal_pointer (&weak), weak_ref_free);
      g_source_attach (self->source, g_main_context_get_thread_default ());
    }
  g_mutex_unlock (&self->lock);
  if (weak)
    weak_ref_free (weak);
  else
    read_news (self);   /* what was read with the last capture */
}

/**
 * ful_live_link_keep:
 * @connection: (transfer full): on which nothing is under way
 * @fd: its socket
 * @read: takes what came, without waiting
 * @destroy: ends it
 */
void
ful_live_link_keep (FulLiveLink     *self,
                    gpointer         connection,
                    int              fd,
                    FulLiveLinkRead  read,
                    GDestroyNotify   destroy)
{
  gpointer former;
  GDestroyNotify destroy_former;

  g_mutex_lock (&self->lock);
  destroy_former = self->destroy;
  former = steal (self);
  self->connection = connection;
  self->fd = fd;
  self->read = read;
  self->destroy = destroy;
  g_mutex_unlock (&self->lock);
  if (former)
    destroy_former (former);
}

/**
 * ful_live_link_take:
 *
 * Returns: (transfer full) (nullable): the connection that was kept, if it has not ended
 */
gpointer
ful_live_link_take (FulLiveLink *self)
{
  gpointer connection;
  gboolean is_closed;

  g_mutex_lock (&self->lock);
  connection = steal (self);
  is_closed = connection && self->read (connection) == FUL_LIVE_LINK_CLOSED;
  g_mutex_unlock (&self->lock);
  if (is_closed)
    self->destroy (g_steal_pointer (&connection));

  return connection;
}
