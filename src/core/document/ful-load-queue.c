/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loads of files. Of many that are opened at once a few run at a time; the one of a visible page never waits. A job
 * references its load, not the owner: after ful_load_free() the owner is not called.
 *
 * Snapshots come from the thread that loads; the newest one waits for the main loop. */

#include "config.h"

#include "ful-load-queue.h"

#include "base/ful-serial.h"
#include "model/ful-import-log.h"

#include <glib/gi18n-lib.h>

struct _FulLoad
{
  gatomicrefcount  ref_count;   /* the owner, and the job */
  GFile           *file;
  char            *member;      /* (nullable) */
  FulLoadFlags     flags;
  FulLoadProgress *progress;
  GCancellable    *cancellable;
  gboolean         is_running;  /* one of @n_running */
  FulLoadShow      show;        /* (nullable): without it there are no snapshots */
  FulLoadDone      done;        /* (nullable): unless the load was freed */
  gpointer         owner;
  FulProfile      *latest;      /* (nullable): the last snapshot that came out of @next */

  GMutex           lock;
  FulProfile      *next;        /* (nullable): the newest snapshot; with @lock */
};

static guint  n_running;
static GQueue waiting = G_QUEUE_INIT;

static void
unref (gpointer data)
{
  FulLoad *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_object (&self->latest);
  g_clear_object (&self->next);
  g_mutex_clear (&self->lock);
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

/* Returns: whether there was a newer snapshot */
static gboolean
take_next (FulLoad *self)
{
  g_autoptr(FulProfile) next = NULL;

  g_mutex_lock (&self->lock);
  next = g_steal_pointer (&self->next);
  g_mutex_unlock (&self->lock);
  if (next)
    g_set_object (&self->latest, next);

  return next != NULL;
}

static gboolean
next_cb (gpointer user_data)
{
  FulLoad *self = user_data;

  if (take_next (self) && self->done && !g_cancellable_is_cancelled (self->cancellable))
    self->show (self->owner, self->latest);

  return G_SOURCE_REMOVE;
}

/* In the thread that loads. */
static void
snapshot_cb (FulProfile *snapshot,
             gpointer    user_data)
{
  FulLoad *self = user_data;
  g_autoptr(FulProfile) before = NULL;

  g_mutex_lock (&self->lock);
  before = self->next;
  self->next = snapshot;
  g_mutex_unlock (&self->lock);
  if (before)
    return;

  g_atomic_ref_count_inc (&self->ref_count);
  g_idle_add_full (G_PRIORITY_DEFAULT, next_cb, self, unref);
}

/* Returns: (transfer full) (nullable): the last snapshot, as a profile that is all there is */
static FulProfile *
make_part (FulLoad    *self,
           const char *why)
{
  FulProfile *part;

  take_next (self);
  if (self->latest == NULL)
    return NULL;

  part = ful_profile_new_snapshot (self->latest);
  part->grows = FALSE;
  part->thread_serial = ful_serial_new ();
  ful_import_log_unref (part->log);
  part->log = ful_import_log_copy (self->latest->log);
  ful_import_log_add (part->log, FUL_SEVERITY_DATA_LOSS, "file", -1, -1, _("only a part of the file was read: %s"), why);

  return part;
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

      if (error)
        profile = make_part (self, error->message);
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
 * @show: (nullable): called with each snapshot, if the load takes long and the format can be read in parts
 * @done: called when the load has ended, unless it was freed or cancelled
 * @owner: for both
 *
 * Returns: (transfer full): the load; until @done, or ful_load_free()
 */
FulLoad *
ful_load_new (GFile        *file,
              const char   *member,
              FulLoadFlags  flags,
              gboolean      at_once,
              FulLoadShow   show,
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
  self->show = show;
  self->done = done;
  g_mutex_init (&self->lock);
  if (show)
    ful_load_progress_set_snapshots (self->progress, FUL_LOAD_SNAPSHOT_MS, snapshot_cb, self);
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
 * ful_load_stop:
 * @self: a load that had a snapshot
 *
 * Ends the load now: what was read so far is what it gives.
 */
void
ful_load_stop (FulLoad *self)
{
  GError *error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _("reading was stopped"));
  FulProfile *part = make_part (self, error->message);
  FulLoadDone done = self->done;
  gpointer owner = self->owner;

  g_assert (part != NULL);

  ful_load_free (self);
  done (owner, part, error);
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
