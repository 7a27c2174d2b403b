/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loads of files. Of many that are opened at once a few run at a time; the one of a visible page never waits. A job
 * references its load, not the owner: after ful_load_free() the owner is not called. */

#include "config.h"

#include "ful-load-queue.h"

struct _FulLoad
{
  gatomicrefcount  ref_count;   /* the owner, and the job */
  GFile           *file;
  char            *member;      /* (nullable) */
  FulLoadFlags     flags;
  FulLoadProgress *progress;
  GCancellable    *cancellable;
  gboolean         is_running;  /* one of @n_running */
  FulLoadDone      done;        /* (nullable): unless the load was freed */
  gpointer         owner;
};

static guint  n_running;
static GQueue waiting = G_QUEUE_INIT;

static void
unref (FulLoad *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->file);
  g_free (self->member);
  ful_load_progress_unref (self->progress);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void run (FulLoad *self);

/* A cancelled load may take time to end; its place is free at once. */
static void
leave (FulLoad *self)
{
  if (!self->is_running)
    return;

  self->is_running = FALSE;
  n_running--;
  while (n_running < FUL_MAX_LOADS && !g_queue_is_empty (&waiting))
    run (g_queue_pop_head (&waiting));
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  FulLoad *self = user_data;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;
  FulLoadDone done = self->done;

  profile = ful_loader_load_file_finish (result, &error);
  if (done && !g_cancellable_is_cancelled (self->cancellable))
    {
      gpointer owner = self->owner;

      ful_load_free (self);
      done (owner, g_steal_pointer (&profile), g_steal_pointer (&error));
    }
  unref (self);
}

static void
run (FulLoad *self)
{
  g_assert (!self->is_running);

  self->is_running = TRUE;
  n_running++;
  g_atomic_ref_count_inc (&self->ref_count);
  ful_loader_load_file_async (self->file, self->member, self->flags, self->progress, self->cancellable, ready_cb, self);
}

/**
 * ful_load_new:
 * @file: what to load
 * @member: (nullable): path of the profile in @file, an archive
 * @flags: how to read
 * @at_once: whether to start at once, regardless of other loads
 * @done: called when the load has ended, unless it was freed or cancelled
 * @owner: for @done
 *
 * Returns: (transfer full): the load; until @done, or ful_load_free()
 */
FulLoad *
ful_load_new (GFile        *file,
              const char   *member,
              FulLoadFlags  flags,
              gboolean      at_once,
              FulLoadDone   done,
              gpointer      owner)
{
  FulLoad *self = g_new0 (FulLoad, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  self->flags = flags;
  self->progress = ful_load_progress_new ();
  self->cancellable = g_cancellable_new ();
  self->done = done;
  self->owner = owner;
  if (at_once || n_running < FUL_MAX_LOADS)
    run (self);
  else
    g_queue_push_tail (&waiting, self);

  return self;
}

/**
 * ful_load_free:
 *
 * Cancels the load, if it runs; another one gets its place.
 */
void
ful_load_free (FulLoad *self)
{
  self->done = NULL;
  g_queue_remove (&waiting, self);
  g_cancellable_cancel (self->cancellable);
  leave (self);
  unref (self);
}

/**
 * ful_load_cancel:
 *
 * Cancels the load, which is not freed: it keeps its place until ful_load_free().
 */
void
ful_load_cancel (FulLoad *self)
{
  g_cancellable_cancel (self->cancellable);
}

/**
 * ful_load_hurry:
 *
 * Runs a load that waits.
 */
void
ful_load_hurry (FulLoad *self)
{
  if (g_queue_remove (&waiting, self))
    run (self);
}

gboolean
ful_load_is_waiting (FulLoad *self)
{
  return g_queue_find (&waiting, self) != NULL;
}

/**
 * ful_load_get_progress:
 *
 * Returns: (transfer none): how far it is
 */
FulLoadProgress *
ful_load_get_progress (FulLoad *self)
{
  return self->progress;
}
