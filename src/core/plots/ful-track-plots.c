/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The plots in the row of a track, but for screenshots: what decodes pictures of files is outside of the core. */

#include "config.h"

#include "ful-track-plots.h"

#include "tracks/ful-marker-strip-list.h"

static guint
list_thread_plots (FulProfile         *profile,
                   FulTrackList       *tracks,
                   guint               thread,
                   const FulPlotKind **plots)
{
  static const struct { FulMarkerStrips strip; const FulPlotKind *kind; } strips[] = {
    { FUL_MARKER_STRIP_MEMORY, &ful_plot_memory },
    { FUL_MARKER_STRIP_FILE_IO, &ful_plot_file_io },
    { FUL_MARKER_STRIP_JANK, &ful_plot_jank },
    { FUL_MARKER_STRIP_OVERVIEW, &ful_plot_overview },
  };
  gboolean has_activity = profile->has_categories && !ful_profile_get_thread (profile, thread)->is_js_tracer;
  guint n = 0;

  if (!profile->has_times)
    {
      plots[n++] = &ful_plot_total;
      return n;
    }

  for (guint i = 0; i < G_N_ELEMENTS (strips); i++)
    if (tracks->strips[thread] & strips[i].strip)
      plots[n++] = strips[i].kind;
  plots[n++] = has_activity ? &ful_plot_activity : &ful_plot_stack;

  return n;
}

static gboolean
is_blank (FulProfile   *profile,
          FulTrackList *tracks,
          guint         thread)
{
  return ful_profile_get_thread (profile, thread)->samples->table.n_rows == 0 && tracks->strips[thread] == 0;
}

/**
 * ful_track_list_plots:
 * @tracks: the list that @track is in
 * @plots: (out caller-allocates) (array length=FUL_MAX_TRACK_PLOTS): the kinds, from top to bottom
 *
 * Returns: their number; 0 for a process whose main thread has nothing to draw, and for screenshots
 */
guint
ful_track_list_plots (FulProfile         *profile,
                      FulTrackList       *tracks,
                      const FulTrack     *track,
                      const FulPlotKind **plots)
{
  guint n = 0;

  switch (track->type)
    {
    case FUL_TRACK_PROCESS:
      return track->thread == FUL_NONE || is_blank (profile, tracks, (guint) track->thread)
               ? 0 : list_thread_plots (profile, tracks, (guint) track->thread, plots);
    case FUL_TRACK_THREAD:
      return list_thread_plots (profile, tracks, (guint) track->thread, plots);
    case FUL_TRACK_COUNTER:
      if (track->has_strip)
        plots[n++] = &ful_plot_counter_strip;
      plots[n++] = &ful_plot_counter;
      return n;
    case FUL_TRACK_NETWORK:
      plots[n++] = &ful_plot_network;
      return n;
    case FUL_TRACK_IPC:
      plots[n++] = &ful_plot_ipc;
      return n;
    case FUL_TRACK_EVENT_DELAY:
      plots[n++] = &ful_plot_event_delay;
      return n;
    case FUL_TRACK_MARKER:
      plots[n++] = &ful_plot_marker_graph;
      return n;
    case FUL_TRACK_VISUAL_PROGRESS:
    case FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS:
    case FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS:
      plots[n++] = &ful_plot_progress;
      return n;
    default:
      return 0;
    }
}

/**
 * ful_track_get_plot_thread:
 *
 * Returns: the thread that the plots of the track are about: of a counter the main thread of its process; or %FUL_NONE
 */
gint32
ful_track_get_plot_thread (FulProfile     *profile,
                           const FulTrack *track)
{
  if (track->counter != FUL_NONE)
    return (gint32) ((FulCounter *) g_ptr_array_index (profile->counters, track->counter))->main_thread;

  return track->thread;
}
