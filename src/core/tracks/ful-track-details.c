/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-track-details.h"

#include "base/ful-format.h"
#include "threads/ful-cpu-use.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void G_GNUC_PRINTF (2, 3)
append_line (GString    *text,
             const char *format,
             ...)
{
  va_list args;

  g_string_append_c (text, '\n');
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
}

static void
append_times (GString *text,
              double   start,
              double   end)
{
  g_autofree char *start_text = ful_format_duration (start);
  g_autofree char *end_text = isnan (end) ? NULL : ful_format_duration (end);

  append_line (text, _("Start: %s"), start_text);
  if (end_text)
    append_line (text, _("End: %s"), end_text);
  else
    append_line (text, _("End: after the recording"));
}

/**
 * ful_track_make_cpu_share:
 * @tracks: tracks of @profile
 * @track: one of them
 * @cpu_reference: from ful_cpu_use_get_reference()
 *
 * The CPU use of a process is that of its main thread, like the graph of its track.
 *
 * Returns: (transfer full) (nullable): the mean share of one CPU, or %NULL if it is not known
 */
char *
ful_track_make_cpu_share (FulProfile         *profile,
                          const FulTrackList *tracks,
                          const FulTrack     *track,
                          double              cpu_reference)
{
  gint32 number = ful_track_get_thread (track);
  FulThread *thread = number != FUL_NONE ? ful_profile_get_thread (profile, (guint) number) : NULL;
  guint n = thread && ful_cpu_use_is_known (profile, thread) ? thread->samples->table.n_rows : 0;
  double full = n > 1 ? cpu_reference * (thread->samples->time[n - 1] - thread->samples->time[0]) : 0;

  return full > 0 ? ful_format_percent (fmin (tracks->scores[number].sample_score / full, 1)) : NULL;
}

static guint
count_threads_of_name (FulProfile         *profile,
                       const FulTrackList *tracks,
                       const FulTrack     *track)
{
  const char *pid = ful_profile_get_thread (profile, (guint) track->thread)->pid;
  guint n = 0;

  for (guint i = 0; i < tracks->tracks->len; i++)
    {
      const FulTrack *process = g_ptr_array_index (tracks->tracks, i);

      if (process->type != FUL_TRACK_PROCESS || g_strcmp0 (process->pid, pid) != 0)
        continue;

      n += process->thread != FUL_NONE && g_str_equal (process->name, track->name);
      for (guint k = 0; k < process->locals->len; k++)
        {
          const FulTrack *local = g_ptr_array_index (process->locals, k);

          n += local->type == FUL_TRACK_THREAD && g_str_equal (local->name, track->name);
        }
    }

  return n;
}

/* Some formats have PID:TID. */
static const char *
skip_pid (FulThread *thread)
{
  gsize n = thread->pid ? strlen (thread->pid) : 0;

  return n > 0 && g_str_has_prefix (thread->tid, thread->pid) && thread->tid[n] == ':' ? thread->tid + n + 1 : thread->tid;
}

/* What is not in @name yet: the page or kind of a process, else the name of its main thread. */
static const char *
get_other_name (FulThread  *thread,
                const char *name)
{
  if (thread->process_name && *thread->process_name && strstr (name, thread->process_name) == NULL)
    return thread->process_name;
  if (thread->name && strstr (name, thread->name) == NULL)
    return thread->name;

  return NULL;
}

/**
 * ful_track_make_second_line:
 * @tracks: tracks of @profile
 * @track: one of them
 *
 * Returns: (transfer full) (nullable): what tells a process, or a thread, from others of its name; by ful_format_label()
 */
char *
ful_track_make_second_line (FulProfile         *profile,
                            const FulTrackList *tracks,
                            const FulTrack     *track)
{
  FulThread *thread = track->thread != FUL_NONE ? ful_profile_get_thread (profile, (guint) track->thread) : NULL;
  const char *other = thread && track->type == FUL_TRACK_PROCESS ? get_other_name (thread, track->name) : NULL;
  g_autofree char *id = NULL;
  g_autofree char *text = NULL;

  /* Translators: process ID, and thread ID */
  if (track->type == FUL_TRACK_PROCESS)
    id = g_strdup_printf (_("PID %s"), track->pid);
  else if (track->type == FUL_TRACK_THREAD && thread->tid && count_threads_of_name (profile, tracks, track) > 1)
    id = g_strdup_printf (_("TID %s"), skip_pid (thread));
  else
    return NULL;
  text = other ? g_strdup_printf ("%s · %s", other, id) : g_steal_pointer (&id);

  return ful_format_label (text, "");
}

/**
 * ful_track_describe:
 * @tracks: tracks of @profile
 * @track: one of them
 * @zero: where the user sees zero, absolute ms
 * @cpu_reference: from ful_cpu_use_get_reference()
 *
 * Returns: (transfer full): name, IDs, start, end and mean CPU use, as far as they are known, in lines; texts of the
 *   profile as by ful_format_label()
 */
char *
ful_track_describe (FulProfile         *profile,
                    const FulTrackList *tracks,
                    const FulTrack     *track,
                    double              zero,
                    double              cpu_reference)
{
  g_autofree char *name = ful_format_label (track->name, "");
  GString *text = g_string_new (name);
  FulThread *thread = track->thread != FUL_NONE ? ful_profile_get_thread (profile, (guint) track->thread) : NULL;
  FulCounter *counter = track->counter != FUL_NONE ? g_ptr_array_index (profile->counters, (guint) track->counter) : NULL;
  const char *recorded_pid = track->pid ? track->pid : thread ? thread->pid : counter ? counter->pid : NULL;
  g_autofree char *pid = recorded_pid ? ful_format_label (recorded_pid, "") : NULL;
  g_autofree char *tid = thread && thread->tid ? ful_format_label (thread->tid, "") : NULL;
  g_autofree char *share = NULL;
  gboolean is_process = track->type == FUL_TRACK_PROCESS;

  if (pid)
    append_line (text, _("Process ID: %s"), pid);
  if (!thread)
    return g_string_free (text, FALSE);

  if (g_strcmp0 (tid, "undefined") != 0)
    append_line (text, _("Thread ID: %s"), tid);
  if (ful_track_get_thread (track) == FUL_NONE)
    return g_string_free (text, FALSE);

  if (profile->has_times)
    append_times (text, (is_process ? thread->process_startup_time : thread->register_time) - zero,
                  (is_process ? thread->process_shutdown_time : thread->unregister_time) - zero);
  share = ful_track_make_cpu_share (profile, tracks, track, cpu_reference);
  if (share)
    append_line (text, _("CPU use: %s"), share);

  return g_string_free (text, FALSE);
}
