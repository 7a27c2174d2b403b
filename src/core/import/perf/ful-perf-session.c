/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of perf.data, in order of time → threads with samples (formats.md 12). */

#include "config.h"

#include "ful-perf-session.h"

#include "ful-perf-events.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "import/common/ful-import-libs.h"
#include "import/common/ful-import-samples.h"
#include "model/ful-profile.h"
#include "model/ful-sample-type.h"
#include "model/ful-thread-tables.h"
#include "perf/ful-perf-records.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

typedef struct
{
  gint32            pid;
  gint32            tid;
  FulThreadBuilder *builder;     /* (nullable): %NULL before its first sample */
  GArray           *switches;    /* (nullable) (element-type Switch): until all threads are known */
} Thread;

/* When a thread did not run, in ns. */
typedef struct
{
  guint64  start;
  guint64  end;       /* 0: it did not run again */
  gboolean is_preempted;
} Switch;

static void
free_thread (gpointer data)
{
  g_clear_pointer (&((Thread *) data)->switches, g_array_unref);
  g_free (data);
}

static FulLibIndex
get_lib_cb (const char   *path,
            const guint8 *build_id,
            gsize         n,
            gpointer      user_data)
{
  FulPerfSession *self = user_data;

  ful_perf_libs_set_build_id (&self->libs, path, build_id, n);

  return ful_perf_libs_get (&self->libs, path);
}

static void
skip_map_cb (gint32   pid,
             gpointer user_data)
{
  FulPerfSession *self = user_data;

  ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                      _("process %d has more than %d maps; skipped the others"), pid, FUL_PERF_MAX_MAPS);
}

static const FulPerfProcessFuncs process_funcs = { get_lib_cb, skip_map_cb, NULL };

void
ful_perf_session_init (FulPerfSession *self,
                       FulImport      *import)
{
  *self = (FulPerfSession) {
    .import = import,
    .threads = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, free_thread),
  };
  ful_import_tables_init (&self->tables, import->builder);
  ful_perf_attrs_init (&self->attrs);
  ful_perf_libs_init (&self->libs, import->builder);
  ful_perf_processes_init (&self->processes, &process_funcs, self);
  ful_perf_stacks_init (&self->stacks, &self->tables, &self->libs, self->processes.kernel, import->cancellable);
}

void
ful_perf_session_clear (FulPerfSession *self)
{
  ful_perf_stacks_clear (&self->stacks);
  ful_perf_libs_clear (&self->libs);
  ful_perf_attrs_clear (&self->attrs);
  ful_import_tables_clear (&self->tables);
  g_hash_table_unref (self->threads);
  ful_perf_processes_clear (&self->processes);
}

static gint64
make_key (gint32 pid,
          gint32 tid)
{
  return (gint64) ((guint64) (guint32) pid << 32 | (guint32) tid);
}

static Thread *
get_thread (FulPerfSession *self,
            gint32          pid,
            gint32          tid)
{
  gint64 key = make_key (pid, tid);
  Thread *thread = g_hash_table_lookup (self->threads, &key);

  if (thread == NULL)
    {
      thread = g_new0 (Thread, 1);
      thread->pid = pid;
      thread->tid = tid;
      g_hash_table_insert (self->threads, g_memdup2 (&key, sizeof key), thread);
    }

  return thread;
}

static const char *
find_name (FulPerfSession *self,
           gint32          pid,
           gint32          tid)
{
  const FulPerfThread *thread = ful_perf_processes_find_thread (&self->processes, pid, tid);

  return thread ? thread->name : NULL;
}

static FulThreadBuilder *
get_builder (FulPerfSession *self,
             gint32          pid,
             gint32          tid)
{
  Thread *thread = get_thread (self, pid, tid);

  if (thread->builder == NULL)
    {
      FulThread *shown;

      thread->builder = ful_profile_builder_add_thread (self->import->builder);
      shown = thread->builder->thread;
      shown->process_type = g_strdup ("default");
      shown->pid = g_strdup_printf ("%d", pid);
      shown->tid = g_strdup_printf ("%d", tid);
      shown->tid_is_number = TRUE;
      shown->is_main_thread = pid == tid;
    }

  return thread->builder;
}

static void
handle_sample (FulPerfSession *self,
               guint16         misc,
               FulCursor       body)
{
  FulPerfSample sample;
  FulThreadBuilder *thread;
  FulStackIndex stack;
  guint row;

  if (!ful_perf_attrs_read_sample (&self->attrs, body, &sample))
    {
      self->n_damaged++;
      return;
    }
  thread = get_builder (self, sample.pid, sample.tid);
  stack = ful_perf_stacks_read (&self->stacks, &sample, misc,
                                ful_perf_processes_get_process (&self->processes, sample.pid)->maps);
  row = ful_import_samples_add (thread, (double) sample.time / 1e6, stack);
  ful_perf_events_set_period (&self->attrs, thread, row, sample.attr, sample.period);
}

static void
handle_switch (FulPerfSession *self,
               guint16         misc,
               FulCursor       body)
{
  gint32 pid, tid;
  guint64 time;
  Thread *thread;
  Switch *last;

  if (!ful_perf_attrs_get_thread (&self->attrs, body, &pid, &tid, &time) || tid == 0)
    return;

  thread = get_thread (self, pid, tid);
  if (thread->switches == NULL)
    thread->switches = g_array_new (FALSE, FALSE, sizeof (Switch));
  last = thread->switches->len > 0 ? &g_array_index (thread->switches, Switch, thread->switches->len - 1) : NULL;
  if (misc & FUL_PERF_MISC_SWITCH_OUT)
    {
      Switch begun = { time, 0, (misc & FUL_PERF_MISC_PREEMPTED) != 0 };

      g_array_append_val (thread->switches, begun);
    }
  else if (last && last->end == 0 && time >= last->start)
    last->end = time;
}

/**
 * ful_perf_session_handle:
 * @self: a recording
 * @record: a whole record; those of one process in order of time
 *
 * Records that say nothing about samples are skipped. One that is too short is counted.
 */
void
ful_perf_session_handle (FulPerfSession *self,
                         FulCursor       record)
{
  guint32 type = ful_cursor_u32 (&record);
  guint16 misc = ful_cursor_u16 (&record);
  FulPerfThread *thread;

  ful_cursor_u16 (&record);
  switch (type)
    {
    case FUL_PERF_RECORD_MMAP:
    case FUL_PERF_RECORD_MMAP2:
    case FUL_PERF_RECORD_COMM:
    case FUL_PERF_RECORD_FORK:
      if (!ful_perf_processes_handle (&self->processes, type, misc, record, &thread))
        self->n_damaged++;
      break;
    case FUL_PERF_RECORD_SAMPLE:
      handle_sample (self, misc, record);
      break;
    case FUL_PERF_RECORD_SWITCH:
    case FUL_PERF_RECORD_SWITCH_CPU_WIDE:
      handle_switch (self, misc, record);
      break;
    case FUL_PERF_RECORD_LOST:
      ful_cursor_u64 (&record);
      self->n_lost += ful_cursor_u64 (&record);
      break;
    case FUL_PERF_RECORD_LOST_SAMPLES:
      self->n_lost += ful_cursor_u64 (&record);
      break;
    default:
      break;
    }
}

/* Markers of a thread with samples. */
static void
write_switches (FulPerfSession *self,
                const Thread   *thread)
{
  FulTableBuilder *markers = &thread->builder->markers;
  guint row;

  if (thread->switches == NULL)
    return;

  row = ful_table_builder_append (markers, thread->switches->len);
  for (guint i = 0; i < thread->switches->len; i++, row++)
    {
      const Switch *from = &g_array_index (thread->switches, Switch, i);

      FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] =
        ful_import_tables_string (&self->tables, from->is_preempted ? "Preempted" : "Off CPU", -1);
      FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = from->end ? FUL_MARKER_PHASE_INTERVAL
                                                                     : FUL_MARKER_PHASE_INTERVAL_START;
      FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = FUL_PERF_CATEGORY_KERNEL;
      FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = (double) from->start / 1e6;
      if (from->end)
        FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = (double) from->end / 1e6;
    }
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b)
{
  const Thread *x = a, *y = b;

  return x->pid != y->pid ? (x->pid > y->pid) - (x->pid < y->pid) : (x->tid > y->tid) - (x->tid < y->tid);
}

static void
name_threads (FulPerfSession *self)
{
  g_autoptr(GList) threads = g_list_sort (g_hash_table_get_values (self->threads), compare_threads);

  for (GList *at = threads; at; at = at->next)
    {
      const Thread *thread = at->data;
      const char *process = find_name (self, thread->pid, thread->pid);
      const char *name = find_name (self, thread->pid, thread->tid);

      if (thread->builder == NULL)
        continue;
      thread->builder->thread->process_name = g_strdup (process);
      if (name || process)
        thread->builder->thread->name = g_strdup (name ? name : process);
      else
        thread->builder->thread->name = g_strdup_printf (":%d", thread->tid);
      ful_perf_events_name (&self->attrs, thread->builder);
      write_switches (self, thread);
      ful_import_samples_sort (thread->builder);
    }
}

static void
log_flaws (FulPerfSession *self)
{
  FulImportLog *log = self->import->builder->log;

  if (self->n_lost > 0)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                        _("perf lost %ju records while it recorded"), (uintmax_t) self->n_lost);
  if (self->n_damaged > 0)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                        _("skipped %ju records that are too short for their fields"), (uintmax_t) self->n_damaged);
  ful_perf_stacks_log (&self->stacks, log);
  if (self->attrs.attrs->len >= FUL_MAX_SAMPLE_TYPES)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                        _("there are too many events; the periods of the last ones are left out"));
  if (self->processes.is_incomplete)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                        _("too many processes were forked; libraries of the last ones are missing"));
}

/**
 * ful_perf_session_finish:
 * @self: a recording, all of whose records were handled
 * @error: %FUL_ERROR_EMPTY
 *
 * Returns: whether there is anything to show
 */
gboolean
ful_perf_session_finish (FulPerfSession *self,
                         GError        **error)
{
  log_flaws (self);
  if (self->import->builder->threads->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This recording of perf has no samples"));
      return FALSE;
    }
  name_threads (self);
  ful_perf_libs_finish (&self->libs);

  return TRUE;
}
