/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-track-details.h"

#include "base/ful-format.h"
#include "threads/ful-cpu-use.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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

static void
append_cpu_use (GString                *text,
                const FulSampleTable   *samples,
                const FulActivityScore *score,
                double                  reference)
{
  guint n = samples->table.n_rows;
  double full = n > 1 ? reference * (samples->time[n - 1] - samples->time[0]) : 0;
  g_autofree char *share = NULL;

  if (full <= 0)
    return;

  share = ful_format_percent (fmin (score->sample_score / full, 1));
  append_line (text, _("CPU use: %s"), share);
}

/**
 * ful_track_describe:
 * @tracks: tracks of @profile
 * @track: one of them
 * @zero: where the user sees zero, absolute ms
 * @cpu_reference: from ful_cpu_use_get_reference()
 *
 * The CPU use of a process is that of its main thread, like the graph of its track.
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
  if (ful_cpu_use_is_known (profile, thread))
    append_cpu_use (text, thread->samples, &tracks->scores[track->thread], cpu_reference);

  return g_string_free (text, FALSE);
}
