/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How far a load is, and what of it can be shown. */

#include "config.h"

#include "ful-load-progress.h"

FulLoadProgress *
ful_load_progress_new (void)
{
  return g_atomic_rc_box_new0 (FulLoadProgress);
}

FulLoadProgress *
ful_load_progress_ref (FulLoadProgress *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_load_progress_unref (FulLoadProgress *self)
{
  g_atomic_rc_box_release (self);
}

/**
 * ful_load_progress_set_snapshots:
 * @self: the progress of a load that has not begun
 * @interval_ms: snapshots do not come closer together; the first one comes after that time, or a third of it where the
 *   rest of the file will take twice as long
 * @func: called until the load is over
 * @user_data: for @func
 *
 * Asks for snapshots of the profile while its file is read, of formats that can be read in parts. A load that takes less
 * than @interval_ms has none, and costs nothing more.
 */
void
ful_load_progress_set_snapshots (FulLoadProgress     *self,
                                 guint                interval_ms,
                                 FulLoadSnapshotFunc  func,
                                 gpointer             user_data)
{
  self->interval_ms = interval_ms;
  self->snapshot = func;
  self->snapshot_data = user_data;
}

/**
 * ful_load_progress_get:
 * @self: a progress
 * @out_stage: (out) (optional): the current stage
 * @out_bytes_read: (out) (optional): bytes of the file read so far
 * @out_bytes_total: (out) (optional): size of the file, or 0 if it is not known
 */
void
ful_load_progress_get (FulLoadProgress *self,
                       FulLoadStage    *out_stage,
                       guint64         *out_bytes_read,
                       guint64         *out_bytes_total)
{
  if (out_stage)
    *out_stage = (FulLoadStage) g_atomic_int_get (&self->stage);
  if (out_bytes_read)
    *out_bytes_read = __atomic_load_n (&self->bytes_read, __ATOMIC_RELAXED);
  if (out_bytes_total)
    *out_bytes_total = __atomic_load_n (&self->bytes_total, __ATOMIC_RELAXED);
}
