/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records about processes (formats.md 12). */

#include "config.h"

#include "ful-perf-processes.h"
#include "ful-perf-records.h"

static gboolean
handle_map (FulPerfProcesses *self,
            guint32           type,
            guint16           misc,
            FulCursor         body)
{
  g_autofree char *path = NULL;
  const guint8 *id = NULL;
  gsize n_id = 0;
  gint32 pid = (gint32) ful_cursor_u32 (&body);
  FulPerfMap map;

  ful_cursor_u32 (&body);
  map.start = ful_cursor_u64 (&body);
  map.end = map.start + ful_cursor_u64 (&body);
  map.offset = ful_cursor_u64 (&body);
  if (type == FUL_PERF_RECORD_MMAP2)
    {
      const guint8 *file = ful_cursor_skip (&body, 24);

      if (file && misc & FUL_PERF_MISC_BUILD_ID)
        {
          n_id = MIN (file[0], FUL_PERF_MAX_BUILD_ID);
          id = file + 4;
        }
      ful_cursor_skip (&body, 8);
    }
  path = ful_cursor_dup_text (&body);
  if (body.failed)
    return FALSE;

  if ((misc & FUL_PERF_MISC_MODE) == FUL_PERF_MODE_KERNEL)
    pid = -1;
  map.lib = self->funcs->get_lib (path, id, n_id, self->user_data);
  if (map.lib != FUL_NONE && g_str_has_prefix (path, FUL_PERF_KERNEL))
    map.offset = 0;   /* the file says the address itself */
  ful_perf_processes_add_map (self, pid, &map);

  return TRUE;
}

static gboolean
handle_comm (FulPerfProcesses  *self,
             guint16            misc,
             FulCursor          body,
             FulPerfThread    **out_thread)
{
  gint32 pid = (gint32) ful_cursor_u32 (&body);
  gint32 tid = (gint32) ful_cursor_u32 (&body);
  g_autofree char *name = ful_cursor_dup_text (&body);

  if (body.failed)
    return FALSE;

  *out_thread = ful_perf_processes_get_thread (self, pid, tid);
  ful_perf_thread_set_name (*out_thread, name);
  if (misc & FUL_PERF_MISC_EXEC)
    ful_perf_processes_exec (self, pid);

  return TRUE;
}

static gboolean
handle_fork (FulPerfProcesses  *self,
             guint16            misc,
             FulCursor          body,
             FulPerfThread    **out_thread)
{
  gint32 pid = (gint32) ful_cursor_u32 (&body);
  gint32 parent_pid = (gint32) ful_cursor_u32 (&body);
  gint32 tid = (gint32) ful_cursor_u32 (&body);
  gint32 parent_tid = (gint32) ful_cursor_u32 (&body);
  guint64 time;

  if (body.failed)
    return FALSE;

  /* A process that was there before the recording has its maps listed; its fork is made up. */
  time = ful_cursor_u64 (&body);
  time = misc & FUL_PERF_MISC_EXEC ? 0 : MAX (time, 1);
  *out_thread = ful_perf_processes_fork (self, pid, tid, parent_pid, parent_tid, time);

  return TRUE;
}

static gboolean
handle_exit (FulPerfProcesses  *self,
             FulCursor          body,
             FulPerfThread    **out_thread)
{
  gint32 pid = (gint32) ful_cursor_u32 (&body);
  gint32 tid;
  guint64 time;

  ful_cursor_u32 (&body);
  tid = (gint32) ful_cursor_u32 (&body);
  ful_cursor_u32 (&body);
  time = ful_cursor_u64 (&body);
  if (body.failed)
    return FALSE;

  *out_thread = ful_perf_processes_exit (self, pid, tid, time);

  return TRUE;
}

/**
 * ful_perf_processes_handle:
 * @type: of a record; those that say nothing about processes are skipped
 * @misc: of the record
 * @body: the record, behind its header
 * @out_thread: (out) (nullable) (transfer none): the thread that began, was named, or ended; %NULL for other records.
 *   Valid until the next record
 *
 * Returns: %FALSE if the record is shorter than its fields; then nothing has changed
 */
gboolean
ful_perf_processes_handle (FulPerfProcesses  *self,
                           guint32            type,
                           guint16            misc,
                           FulCursor          body,
                           FulPerfThread    **out_thread)
{
  *out_thread = NULL;
  switch (type)
    {
    case FUL_PERF_RECORD_MMAP:
    case FUL_PERF_RECORD_MMAP2:
      return handle_map (self, type, misc, body);
    case FUL_PERF_RECORD_COMM:
      return handle_comm (self, misc, body, out_thread);
    case FUL_PERF_RECORD_FORK:
      return handle_fork (self, misc, body, out_thread);
    case FUL_PERF_RECORD_EXIT:
      return handle_exit (self, body, out_thread);
    default:
      return TRUE;
    }
}
