/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads the rings of agents (record.md 8), in the order in which they were made: that of a program before that of another one
 * which was executed in its place. */

#include "config.h"

#include "ful-record-agent.h"

#include "base/ful-cursor.h"
#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "system/ful-record-process.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#define MAX_RINGS 1024

/* Of all rings together, but for the smallest, and those of processes that begin at once and do not know of one another: with these
 * there may be twice as much. Then of one, while there are few, and then. */
#define MAX_BYTES (32u << 20)
#define RING_BYTES (1u << 20)
#define SMALL_RING_BYTES (256u << 10)

typedef struct
{
  FulRecordRingFile     file;
  char                 *name;
  FulRecordInnerProcess process;
  guint64               n_dropped;   /* that were counted */
  gboolean              is_left;     /* its program was executed over */
} Ring;

static void
free_ring (gpointer data)
{
  Ring *ring = data;

  ful_record_ring_file_close (&ring->file);
  ful_record_inner_process_clear (&ring->process);
  g_free (ring->name);
  g_free (ring);
}

static void
free_process (gpointer data)
{
  ful_record_agent_process_free (data);
}

static guint64
get_tick (void)
{
  struct timespec tick;

  return clock_getres (CLOCK_MONOTONIC_COARSE, &tick) == 0 ? (guint64) tick.tv_sec * 1000000000 + (guint64) tick.tv_nsec : 0;
}

/**
 * ful_record_agent_get_interval:
 * @interval_ns: that is asked for
 *
 * Returns: the one that timers reach: they expire at ticks of the kernel
 */
guint64
ful_record_agent_get_interval (guint64 interval_ns)
{
  return MAX (interval_ns, get_tick ());
}

/**
 * ful_record_agent_get_timer:
 * @interval_ns: that is reached
 *
 * Returns: the one of timers, shorter than a tick: a timer of one would miss each second tick that comes a little early
 */
guint64
ful_record_agent_get_timer (guint64 interval_ns)
{
  return interval_ns > get_tick () ? interval_ns : MAX (interval_ns / 4, 1);
}

/**
 * ful_record_agent_get_ring_size:
 * @n_bytes: of the rings that there are
 *
 * Returns: bytes of the next one, a power of two; 0 if there is no room
 */
guint32
ful_record_agent_get_ring_size (guint64 n_bytes)
{
  if (n_bytes < MAX_BYTES / 4)
    return RING_BYTES;

  if (n_bytes + SMALL_RING_BYTES <= MAX_BYTES)
    return SMALL_RING_BYTES;

  return n_bytes + FUL_RECORD_RING_MIN_BYTES <= 2 * MAX_BYTES ? FUL_RECORD_RING_MIN_BYTES : 0;
}

/* Returns: bytes of the next ring; 0 if there is no room for it */
static guint32
get_ring_size (const FulRecordAgent *self)
{
  guint32 size = ful_record_agent_get_ring_size (self->n_bytes);
  guint64 room = ful_record_ring_folder_get_room (self->folder);

  while (size > FUL_RECORD_RING_MIN_BYTES && size + FUL_RECORD_RING_HEAD_BYTES > room)
    size /= 2;

  return size + FUL_RECORD_RING_HEAD_BYTES <= room ? size : 0;
}

static gboolean
set_agents (FulRecordAgent *self)
{
  guint32 n_ring = get_ring_size (self);

  self->targets.has_room = n_ring > 0;

  return ful_record_ring_folder_set_agents (self->folder, n_ring, self->n_stack,
                                            ful_record_agent_get_timer (self->interval_ns));
}

/**
 * ful_record_agent_init:
 * @folder: in which agents make rings
 * @n_stack: bytes of the stack in a sample
 * @interval_ns: of the profile
 * @error: %G_IO_ERROR_NO_SPACE if there is no room for the first ring, %FUL_ERROR_ARGUMENT
 *
 * Returns: whether agents can know it
 */
gboolean
ful_record_agent_init (FulRecordAgent              *self,
                       const FulRecordAgentTargets *targets,
                       FulRecordRingFolder         *folder,
                       guint32                      n_stack,
                       guint64                      interval_ns,
                       GError                     **error)
{
  *self = (FulRecordAgent) {
    .targets = *targets,
    .folder = folder,
    .n_stack = n_stack,
    .interval_ns = interval_ns,
    .names = g_hash_table_new (ful_hash_text, g_str_equal),
    .rings = g_ptr_array_new_with_free_func (free_ring),
    .processes = g_hash_table_new_full (NULL, NULL, NULL, free_process),
  };
  ful_record_family_init (&self->family);
  self->targets.folder = folder->path;
  self->targets.orphans_ns = &self->orphans_ns;
  self->targets.known_ns = &self->known_ns;
  self->children_before_ns = ful_record_process_get_children_cpu ();

  if (get_ring_size (self) == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _("“%s” has no room for samples"), folder->path);
      return FALSE;
    }
  if (set_agents (self))
    return TRUE;
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("the agent cannot be told what to do"));

  return FALSE;
}

/* Programs that go on are sampled no more. */
void
ful_record_agent_end (FulRecordAgent *self)
{
  for (guint i = 0; self->rings && i < self->rings->len; i++)
    ful_record_ring_file_set_ended (&((Ring *) g_ptr_array_index (self->rings, i))->file);
}

void
ful_record_agent_clear (FulRecordAgent *self)
{
  if (self->rings == NULL)
    return;
  ful_record_agent_end (self);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->rings, g_ptr_array_unref);
  g_clear_pointer (&self->processes, g_hash_table_unref);
  ful_record_family_clear (&self->family);
  ful_bytes_clear (&self->records);
}

static int
compare_begins (gconstpointer a,
                gconstpointer b)
{
  guint64 begin_a = (*(Ring *const *) a)->file.created, begin_b = (*(Ring *const *) b)->file.created;

  return (begin_a > begin_b) - (begin_a < begin_b);
}

static void
add_ring (FulRecordAgent    *self,
          FulRecordRingFile *file,
          const char        *name)
{
  Ring *ring;

  if (self->rings->len >= MAX_RINGS || self->n_bytes + file->n_bytes > 2 * MAX_BYTES)
    {
      ful_record_ring_file_set_ended (file);
      ful_record_ring_file_close (file);
      ful_record_ring_folder_remove (self->folder, name);
      self->n_lost++;
      return;
    }
  ring = g_new0 (Ring, 1);
  ring->file = *file;
  ring->name = g_strdup (name);
  ful_record_inner_process_init (&ring->process, file->pid_namespace, file->pid);
  ful_record_ring_file_set_off (&ring->file, self->is_paused);
  for (guint i = 0; i < self->rings->len; i++)
    {
      Ring *other = g_ptr_array_index (self->rings, i);

      if (other->file.pid == file->pid && other->file.pid_namespace == file->pid_namespace)
        (other->file.created < file->created ? other : ring)->is_left = TRUE;
    }
  self->n_bytes += file->n_bytes;
  g_ptr_array_add (self->rings, ring);
  g_hash_table_add (self->names, ring->name);
}

static void
find_rings (FulRecordAgent *self)
{
  g_auto(GStrv) names = NULL;

  if (!ful_record_ring_folder_has_changed (self->folder, FUL_RECORD_RINGS_OF_AGENTS))
    return;

  names = ful_record_ring_folder_list (self->folder, FUL_RECORD_RINGS_OF_AGENTS);
  for (guint i = 0; names[i]; i++)
    {
      FulRecordRingFile file;

      if (!g_hash_table_contains (self->names, names[i]) &&
          ful_record_ring_file_open (&file, self->folder->file, names[i], self->folder->capture))
        add_ring (self, &file, names[i]);
    }
  g_ptr_array_sort (self->rings, compare_begins);
  if (names[0])
    set_agents (self);
}

static FulRecordAgentProcess *
get_process (FulRecordAgent *self,
             gint32          pid)
{
  FulRecordAgentProcess *process = g_hash_table_lookup (self->processes, GINT_TO_POINTER (pid));

  if (process == NULL)
    {
      process = ful_record_agent_process_new (pid);
      g_hash_table_insert (self->processes, GINT_TO_POINTER (pid), process);
    }

  return process;
}

static void
handle_records (FulRecordAgent *self,
                Ring           *ring,
                guint64         now)
{
  FulCursor records = { (const guint8 *) self->records.data, self->records.n };
  FulRecordAgentRecord record;

  while (ful_record_agent_next (&records, &record))
    {
      gint32 tid = ful_record_inner_process_find_tid (&ring->process, record.tid);

      /* What processes and threads there are counts also in a pause. */
      if (record.kind != FUL_RECORD_AGENT_NONE && tid > 0 && ring->process.pid > 0 &&
          (!self->is_paused || record.kind != FUL_RECORD_AGENT_SAMPLE))
        ful_record_agent_process_handle (get_process (self, ring->process.pid), &self->targets, &record, tid, ring->file.image, now);
    }
}

/* Returns: whether it is done with */
static gboolean
read_ring (FulRecordAgent *self,
           Ring           *ring,
           guint64         now)
{
  FulRecordAgentProcess *process;
  gint32 pid;
  gboolean was_left;
  gsize n;

  ful_record_inner_process_look (&ring->process);
  pid = ring->process.pid;
  was_left = ring->is_left || ring->file.is_broken || (pid > 0 && kill (pid, 0) != 0 && errno == ESRCH);
  self->records.n = 0;
  n = ful_record_ring_file_read (&ring->file, &self->records);
  handle_records (self, ring, now);
  ful_record_ring_file_consume (&ring->file, n);
  /* A ring that was full says that it is sampled. */
  process = ring->file.n_dropped != ring->n_dropped ? g_hash_table_lookup (self->processes, GINT_TO_POINTER (pid)) : NULL;
  if (process)
    process->heard = now;
  self->n_lost += MIN (ring->file.n_dropped - ring->n_dropped, G_MAXUINT32);
  ring->n_dropped = ring->file.n_dropped;

  return was_left && n == 0;
}

static void
read_rings (FulRecordAgent *self,
            guint64         now)
{
  for (guint i = 0; i < self->rings->len; )
    {
      Ring *ring = g_ptr_array_index (self->rings, i);

      if (!read_ring (self, ring, now))
        {
          i++;
          continue;
        }
      self->n_bytes -= ring->file.n_bytes;
      ful_record_ring_folder_remove (self->folder, ring->name);
      g_hash_table_remove (self->names, ring->name);
      g_ptr_array_remove_index (self->rings, i);
    }
}

/* Before rings are read, so that what they wrote last is. */
static void
find_gone (FulRecordAgent *self)
{
  GHashTableIter iter;
  gpointer pid, process;

  g_hash_table_iter_init (&iter, self->processes);
  while (g_hash_table_iter_next (&iter, &pid, &process))
    if (kill (GPOINTER_TO_INT (pid), 0) != 0 && errno == ESRCH)
      ((FulRecordAgentProcess *) process)->is_gone = TRUE;
}

static void
find_children (FulRecordAgent *self,
               guint64         now)
{
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulRecordChild));

  ful_record_family_look (&self->family, self->processes, now, children);
  for (guint i = 0; i < children->len; i++)
    {
      const FulRecordChild *child = &g_array_index (children, FulRecordChild, i);

      ful_record_agent_process_begin (get_process (self, child->pid), &self->targets, child->parent, child->time, child->cpu_ns);
    }
}

/* @pid: of the program, which may have no agent; @name: (transfer none): its name */
void
ful_record_agent_set_program (FulRecordAgent *self,
                              gint32          pid,
                              const char     *name)
{
  self->family.program = pid;
  self->program_name = name;
}

/**
 * ful_record_agent_read:
 * @now: CLOCK_MONOTONIC, ns
 * @is_due: whether frames are made next
 *
 * Returns: ns, up to when all is known
 */
guint64
ful_record_agent_read (FulRecordAgent *self,
                       guint64         now,
                       gboolean        is_due)
{
  guint64 complete = MAX (self->last, self->targets.threads->start);
  GHashTableIter iter;
  gpointer value;

  find_gone (self);
  find_rings (self);
  read_rings (self, now);
  if (is_due && !self->is_paused)
    find_children (self, now);
  self->last = now;
  g_hash_table_iter_init (&iter, self->processes);
  while (!self->is_paused && g_hash_table_iter_next (&iter, NULL, &value))
    {
      FulRecordAgentProcess *process = value;

      if (!process->is_gone)
        process->is_gone = !ful_record_agent_process_poll (process, &self->targets, now, is_due, &complete);
      else
        {
          ful_record_agent_process_end (process, &self->targets, now);
          ful_record_agent_process_reap (process, &self->targets,
                                         g_hash_table_lookup (self->processes, GINT_TO_POINTER (process->parent)));
          g_hash_table_iter_remove (&iter);
        }
    }

  return complete;
}

/* The program has said nothing. A profile has a thread all the same. */
static void
begin_program (FulRecordAgent *self,
               guint64         now,
               gboolean        has_exited)
{
  gint32 pid = self->family.program;
  FulRecordAgentProcess *process = get_process (self, pid);

  ful_record_agent_process_begin (process, &self->targets, getpid (), now, 0);
  ful_record_threads_set_name (self->targets.threads, ful_perf_processes_get_thread (self->targets.processes, pid, pid), now,
                               self->program_name);
  if (has_exited)
    ful_record_agent_process_set_missing (process, &self->targets, FUL_RECORD_MISSING_EARLY);
}

/* The program has ended: what the system says of it and all that it has started, but for what is known, is of processes that nobody has
 * seen, and whose parents have ended, too. */
static void
find_unseen (FulRecordAgent *self,
             guint64         now)
{
  guint64 used = ful_record_process_get_children_cpu () - self->children_before_ns, known = self->known_ns + *self->targets.unseen_ns;
  GHashTableIter iter;
  gpointer process;

  g_hash_table_iter_init (&iter, self->processes);
  while (g_hash_table_iter_next (&iter, NULL, &process))
    known += ((FulRecordAgentProcess *) process)->ended_ns + ((FulRecordAgentProcess *) process)->skipped_ns;
  if (used < known + FUL_RECORD_MIN_UNSEEN_NS)
    return;

  *self->targets.unseen_ns += used - known;
  ful_record_threads_add_cpu_of_process (self->targets.threads, NULL, used - known, now);
}

/**
 * ful_record_agent_finish:
 * @has_exited: whether the program has ended
 *
 * After the last read: what has ended since then has, and what runs is known up to now.
 */
void
ful_record_agent_finish (FulRecordAgent *self,
                         guint64         now,
                         gboolean        has_exited)
{
  GHashTableIter iter;
  gpointer process;

  read_rings (self, now);
  if (self->targets.threads->first == NULL && self->family.program > 0)
    begin_program (self, now, has_exited);
  g_hash_table_iter_init (&iter, self->processes);
  while (!self->is_paused && g_hash_table_iter_next (&iter, NULL, &process))
    ful_record_agent_process_finish (process, &self->targets);
  if (has_exited && !self->is_paused)
    find_unseen (self, now);
}

/* Agents are told. */
void
ful_record_agent_set_paused (FulRecordAgent *self,
                             guint64         now,
                             gboolean        is_paused)
{
  GHashTableIter iter;
  gpointer process;

  self->is_paused = is_paused;
  self->targets.since = now;
  for (guint i = 0; i < self->rings->len; i++)
    ful_record_ring_file_set_off (&((Ring *) g_ptr_array_index (self->rings, i))->file, is_paused);
  g_hash_table_iter_init (&iter, self->processes);
  while (!is_paused && g_hash_table_iter_next (&iter, NULL, &process))
    ful_record_agent_process_resume (process, now);
}
