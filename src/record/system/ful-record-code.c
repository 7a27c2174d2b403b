/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Generated code of processes that run (record.md 4): runtimes append names to /tmp/perf-PID.map, or names and code to a file
 * jit-PID.dump that they map. A name holds for samples that are handled after it was read, so files are read when a name is
 * missing, too: a row that was sent keeps its name. */

#define _GNU_SOURCE   /* process_vm_readv() */

#include "config.h"

#include "ful-record-code.h"

#include "ful-record-process.h"

#include "base/ful-hash.h"
#include "perf/ful-perf-jitdump.h"
#include "perf/ful-perf-names.h"

#include <string.h>
#include <sys/uio.h>

/* Names that are missing have files read, but not more often. */
#define MIN_READ_US 5000

/* Pieces of code that are kept of a process, for samples that are handled when it has ended. */
#define PIECE_BYTES 32
#define MAX_PIECES 4096

typedef struct
{
  guint64 address;   /* its key */
  gsize   n;
  guint8  bytes[PIECE_BYTES];
} Piece;

typedef struct
{
  FulPerfNames   *names;
  FulPerfJitdump *dump;      /* (nullable) */
  gint64          read_at;   /* monotonic time, µs */
  GHashTable     *pieces;    /* Piece, its own key */
} Process;

static void
free_process (gpointer data)
{
  Process *process = data;

  ful_perf_names_free (process->names);
  g_clear_pointer (&process->dump, ful_perf_jitdump_free);
  g_hash_table_unref (process->pieces);
  g_free (process);
}

void
ful_record_code_init (FulRecordCode *self)
{
  self->processes = g_hash_table_new_full (NULL, NULL, NULL, free_process);
}

void
ful_record_code_clear (FulRecordCode *self)
{
  g_clear_pointer (&self->processes, g_hash_table_unref);
}

/* Returns: (transfer full): where a path of a process is for us. One that has our files may end before they are read. */
static char *
make_path (gint32      pid,
           const char *path)
{
  if (ful_record_process_has_our_files (pid))
    return g_strdup (path);

  return g_strdup_printf ("/proc/%d/root%s", pid, path);
}

static Process *
get_process (FulRecordCode *self,
             gint32         pid)
{
  Process *process = g_hash_table_lookup (self->processes, GINT_TO_POINTER (pid));

  if (process == NULL)
    {
      g_autofree char *inner = g_strdup_printf ("/tmp/perf-%d.map", ful_record_process_get_inner_pid (pid));
      g_autofree char *path = make_path (pid, inner);

      process = g_new0 (Process, 1);
      process->names = ful_perf_names_new (path);
      process->pieces = g_hash_table_new_full (ful_hash_int64, g_int64_equal, NULL, g_free);
      g_hash_table_insert (self->processes, GINT_TO_POINTER (pid), process);
    }

  return process;
}

static void
read_files (Process *process)
{
  ful_perf_names_read (process->names, FALSE, NULL);
  if (process->dump)
    ful_perf_jitdump_read (process->dump, G_MAXUINT64);
  process->read_at = g_get_monotonic_time ();
}

/**
 * ful_record_code_add_dump:
 * @path: of a file that the process has mapped, see ful_perf_jitdump_is_path()
 */
void
ful_record_code_add_dump (FulRecordCode *self,
                          gint32         pid,
                          const char    *path)
{
  Process *process = get_process (self, pid);
  g_autofree char *here = make_path (pid, path);

  if (process->dump == NULL)
    process->dump = ful_perf_jitdump_new (here);
  process->read_at = 0;
}

/* Reads what was appended to all files. */
void
ful_record_code_update (FulRecordCode *self)
{
  GHashTableIter iter;
  gpointer process;

  g_hash_table_iter_init (&iter, self->processes);
  while (g_hash_table_iter_next (&iter, NULL, &process))
    read_files (process);
}

/* Another program runs in it from now on, or another process has its number. */
void
ful_record_code_forget (FulRecordCode *self,
                        gint32         pid)
{
  g_hash_table_remove (self->processes, GINT_TO_POINTER (pid));
}

static const char *
find_known (Process *process,
            guint64  address)
{
  guint64 offset;
  const FulPerfJitCode *code = process->dump ? ful_perf_jitdump_find (process->dump, address, &offset) : NULL;

  return code ? code->name : ful_perf_names_find (process->names, address);
}

static const char *
find_name_cb (gint32   pid,
              guint64  address,
              gpointer user_data)
{
  Process *process = get_process (user_data, pid);
  const char *name = find_known (process, address);

  if (name || g_get_monotonic_time () < process->read_at + MIN_READ_US)
    return name;
  read_files (process);

  return find_known (process, address);
}

/* Reads the memory of a process; when it has ended, gives what was there the last time. */
static gsize
read_memory (Process *process,
             gint32   pid,
             guint64  address,
             guint8  *to,
             gsize    n)
{
  struct iovec here = { to, MIN (n, PIECE_BYTES) }, there = { (void *) (guintptr) address, MIN (n, PIECE_BYTES) };
  gssize n_read = process_vm_readv (pid, &here, 1, &there, 1, 0);
  Piece *piece = g_hash_table_lookup (process->pieces, &address);

  if (n_read <= 0)
    {
      if (piece == NULL)
        return 0;
      memcpy (to, piece->bytes, MIN (n, piece->n));
      return MIN (n, piece->n);
    }
  if (piece == NULL)
    {
      if (g_hash_table_size (process->pieces) >= MAX_PIECES)
        g_hash_table_remove_all (process->pieces);
      piece = g_new0 (Piece, 1);
      piece->address = address;
      g_hash_table_add (process->pieces, piece);
    }
  piece->n = (gsize) n_read;
  memcpy (piece->bytes, to, piece->n);

  return piece->n;
}

static gsize
read_code_cb (gint32   pid,
              guint64  address,
              guint8  *to,
              gsize    n,
              gpointer user_data)
{
  Process *process = get_process (user_data, pid);
  guint64 offset;
  const FulPerfJitCode *code = process->dump ? ful_perf_jitdump_find (process->dump, address, &offset) : NULL;

  if (code && code->bytes)
    {
      gsize n_bytes;
      const guint8 *bytes = g_bytes_get_data (code->bytes, &n_bytes);

      n = (gsize) MIN (n, n_bytes - MIN (offset, n_bytes));
      memcpy (to, bytes + MIN (offset, n_bytes), n);
      return n;
    }

  return read_memory (process, pid, address, to, n);
}

const FulPerfCodeFuncs ful_record_code_funcs = { find_name_cb, read_code_cb };
