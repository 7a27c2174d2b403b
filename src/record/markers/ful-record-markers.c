/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads the rings of programs (record.md 7): which there are, whose they are, and when they are done with.
 *
 * A ring is read until its process is gone, or has executed another program whose ring is there, and nothing is left in it.
 * What a program says costs as much as its rings have bytes: what is not true may be shown, but makes nothing grow. */

#include "config.h"

#include "ful-record-markers.h"

#include "ful-record-inner-process.h"

#include "base/ful-cursor.h"
#include "base/ful-hash.h"

#include <errno.h>
#include <signal.h>

/* How often a ring waits for a thread of which the kernel has said nothing yet. */
#define MAX_WAITS 5

#define MAX_RINGS 1024
#define FULL_RING_BYTES (1u << 20)

typedef struct
{
  FulRecordRingFile     file;
  FulRecordInnerProcess process;
  guint                 n_waits;
  guint64               n_dropped;  /* that were said */
  gboolean              is_left;    /* its program is not there any more */
  gboolean              was_full;   /* to a quarter, when it was last read */
} Ring;

static void
free_ring (gpointer data)
{
  Ring *ring = data;

  ful_record_ring_file_close (&ring->file);
  ful_record_inner_process_clear (&ring->process);
  g_free (ring);
}

/**
 * ful_record_markers_get_ring_size:
 * @n_left: bytes that all rings to come may have
 *
 * Returns: bytes of the next one, a power of two; 0 if there is no room
 */
guint32
ful_record_markers_get_ring_size (guint64 n_left)
{
  guint32 n = FULL_RING_BYTES;

  while (n >= FUL_RECORD_RING_MIN_BYTES && n > n_left / 8)
    n /= 2;
  if (n >= FUL_RECORD_RING_MIN_BYTES)
    return n;

  return n_left >= FUL_RECORD_RING_MIN_BYTES ? FUL_RECORD_RING_MIN_BYTES : 0;
}

/**
 * ful_record_markers_init:
 * @folder: (nullable): where programs make rings
 * @max_bytes: of all rings together
 */
void
ful_record_markers_init (FulRecordMarkers    *self,
                         FulRecordMarkerRows *rows,
                         FulPerfProcesses    *processes,
                         FulRecordRingFolder *folder,
                         guint64              max_bytes)
{
  *self = (FulRecordMarkers) {
    .folder = folder,
    .rows = rows,
    .processes = processes,
    .max_bytes = max_bytes,
    .rings = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, free_ring),
  };
  if (folder)
    ful_record_ring_folder_set_ring_size (folder, ful_record_markers_get_ring_size (max_bytes));
}

/* Programs that go on are told to write nothing. */
void
ful_record_markers_clear (FulRecordMarkers *self)
{
  GHashTableIter iter;
  gpointer ring;

  if (self->rings == NULL)
    return;
  g_hash_table_iter_init (&iter, self->rings);
  while (g_hash_table_iter_next (&iter, NULL, &ring))
    ful_record_ring_file_set_off (&((Ring *) ring)->file, TRUE);
  g_clear_pointer (&self->rings, g_hash_table_unref);
  ful_bytes_clear (&self->records);
}

/* Returns: (transfer none) (nullable): the thread @tid of the ring's process, as it knows it */
static FulPerfThread *
find_thread (FulRecordMarkers *self,
             Ring             *ring,
             gint32            tid)
{
  return ful_perf_processes_find_thread (self->processes, ring->process.pid, ful_record_inner_process_find_tid (&ring->process, tid));
}

/* @is_last: none is left for later. Returns: bytes of records that are done with */
static gsize
handle_records (FulRecordMarkers *self,
                Ring             *ring,
                guint64           now,
                gboolean          is_last)
{
  FulCursor records = { (const guint8 *) self->records.data, self->records.n };
  FulRecordRingRecord record;

  for (;;)
    {
      gsize n_before = records.n;
      FulRecordRingResult result = ful_record_ring_next (&records, &record);
      FulPerfThread *thread;

      if (result == FUL_RECORD_RING_END)
        break;
      self->n_lost += result == FUL_RECORD_RING_BROKEN;
      if (result != FUL_RECORD_RING_RECORD || self->is_paused)
        continue;

      thread = find_thread (self, ring, record.tid);
      if (thread == NULL && !is_last && ring->n_waits++ < MAX_WAITS)
        return self->records.n - n_before;   /* the kernel says more of it soon */
      if (thread == NULL)
        thread = ful_perf_processes_find_thread (self->processes, ring->process.pid, ring->process.pid);
      if (thread == NULL || !ful_record_marker_rows_add (self->rows, thread, &record, self->last, now))
        self->n_lost++;
    }
  ring->n_waits = 0;

  return self->records.n;
}

/* Says what a ring had no room for since the last time. */
static void
add_loss (FulRecordMarkers *self,
          Ring             *ring,
          guint64           now)
{
  guint n = (guint) MIN (ring->file.n_dropped - ring->n_dropped, G_MAXUINT);
  FulPerfThread *thread = ful_perf_processes_find_thread (self->processes, ring->process.pid, ring->process.pid);

  ring->n_dropped = ring->file.n_dropped;
  self->n_lost += n;
  if (n > 0 && thread)
    ful_record_marker_rows_add_loss (self->rows, thread, n, self->last, now);
}

/* Whether nothing can come any more but what is in it. */
static gboolean
is_left (const Ring *ring)
{
  return ring->is_left || ring->file.is_broken || (ring->process.pid > 0 && kill (ring->process.pid, 0) != 0 && errno == ESRCH);
}

/* Returns: whether it is done with */
static gboolean
read_ring (FulRecordMarkers *self,
           Ring             *ring,
           guint64           now,
           gboolean          is_last)
{
  gboolean was_left = is_left (ring);   /* before it is read: what is written later is not missed */
  gsize n, n_done;

  ful_record_inner_process_look (&ring->process);
  self->records.n = 0;
  n = ful_record_ring_file_read (&ring->file, &self->records);
  n_done = handle_records (self, ring, now, is_last);
  ful_record_ring_file_consume (&ring->file, n_done);
  add_loss (self, ring, now);
  ring->was_full = n > ring->file.n_bytes / 4;

  return was_left && n_done == n;
}

/* Of two programs of a process the first one writes no more, as the other was executed in its place. */
static void
leave_older (FulRecordMarkers *self,
             Ring             *added)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->rings);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Ring *ring = value;

      if (ring->file.pid == added->file.pid && ring->file.pid_namespace == added->file.pid_namespace &&
          ring->file.image != added->file.image)
        (ring->file.created < added->file.created ? ring : added)->is_left = TRUE;
    }
}

static void
find_rings (FulRecordMarkers *self)
{
  g_auto(GStrv) names = NULL;

  if (!ful_record_ring_folder_has_changed (self->folder, FUL_RECORD_RINGS_OF_MARKERS))
    return;

  names = ful_record_ring_folder_list (self->folder, FUL_RECORD_RINGS_OF_MARKERS);
  for (guint i = 0; names[i]; i++)
    {
      Ring ring = { { 0 } };

      if (g_hash_table_contains (self->rings, names[i]) ||
          !ful_record_ring_file_open (&ring.file, self->folder->file, names[i], self->folder->capture))
        continue;
      if (g_hash_table_size (self->rings) >= MAX_RINGS || self->n_bytes + ring.file.n_bytes > self->max_bytes)
        {
          ful_record_ring_file_set_off (&ring.file, TRUE);
          ful_record_ring_file_close (&ring.file);
          ful_record_ring_folder_remove (self->folder, names[i]);
          continue;
        }
      if (self->is_paused)
        ful_record_ring_file_set_off (&ring.file, TRUE);
      ful_record_inner_process_init (&ring.process, ring.file.pid_namespace, ring.file.pid);
      self->n_bytes += ring.file.n_bytes;
      leave_older (self, &ring);
      g_hash_table_insert (self->rings, g_strdup (names[i]), g_memdup2 (&ring, sizeof ring));
    }
  ful_record_ring_folder_set_ring_size (self->folder, ful_record_markers_get_ring_size (self->max_bytes - self->n_bytes));
}

/**
 * ful_record_markers_read:
 * @now: CLOCK_MONOTONIC, ns
 * @is_due: whether frames are made next; else only rings that may become full are read
 * @is_last: what is left is taken as it is
 *
 * Reads what programs have written, into the rows.
 */
void
ful_record_markers_read (FulRecordMarkers *self,
                         guint64           now,
                         gboolean          is_due,
                         gboolean          is_last)
{
  GHashTableIter iter;
  gpointer name, ring;

  if (self->folder == NULL)
    return;
  if (is_due)
    find_rings (self);
  g_hash_table_iter_init (&iter, self->rings);
  while (g_hash_table_iter_next (&iter, &name, &ring))
    if ((is_due || ((Ring *) ring)->was_full) && read_ring (self, ring, now, is_last))
      {
        self->n_lost += ((Ring *) ring)->file.is_broken;
        self->n_bytes -= ((Ring *) ring)->file.n_bytes;
        ful_record_ring_file_set_off (&((Ring *) ring)->file, TRUE);
        ful_record_ring_folder_remove (self->folder, name);
        g_hash_table_iter_remove (&iter);
      }
  self->last = now;
}

/* What is written while it is paused is left out; programs are told that nothing is recorded. */
void
ful_record_markers_set_paused (FulRecordMarkers *self,
                               gboolean          is_paused)
{
  GHashTableIter iter;
  gpointer ring;

  self->is_paused = is_paused;
  g_hash_table_iter_init (&iter, self->rings);
  while (g_hash_table_iter_next (&iter, NULL, &ring))
    ful_record_ring_file_set_off (&((Ring *) ring)->file, is_paused);
}
