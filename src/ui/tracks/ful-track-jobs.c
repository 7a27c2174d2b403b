/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-track-jobs.h"

#include "threads/ful-cpu-use.h"

static void
tracks_free (gpointer data)
{
  FulTracks *tracks = data;

  g_object_unref (tracks->profile);
  g_clear_pointer (&tracks->tabs, g_ptr_array_unref);
  g_clear_pointer (&tracks->list, ful_track_list_unref);
  g_free (tracks);
}

static gboolean
list_tracks (gpointer       data,
             GCancellable  *cancellable,
             GError       **error)
{
  FulTracks *tracks = data;

  tracks->list = ful_track_list_new (tracks->profile, FUL_TRACK_EXTRAS_ALL, tracks->tab, cancellable, error);
  tracks->cpu_reference = ful_cpu_use_get_reference (tracks->profile);

  return tracks->list != NULL;
}

/**
 * ful_tracks_load:
 * @tabs: (nullable): see #FulTracks
 * @tab: (nullable): see #FulTracks
 * @job: (inout): see ful_job_start()
 * @deliver: gets a #FulTracks with its list
 *
 * Computes the list of tracks on a worker.
 */
void
ful_tracks_load (FulProfile     *profile,
                 GPtrArray      *tabs,
                 const FulTab   *tab,
                 FulJob        **job,
                 FulJobDeliver   deliver,
                 gpointer        owner)
{
  FulTracks *tracks = g_new0 (FulTracks, 1);

  tracks->profile = g_object_ref (profile);
  tracks->tabs = tabs ? g_ptr_array_ref (tabs) : NULL;
  tracks->tab = tab;
  ful_job_start (job, list_tracks, tracks, tracks_free, deliver, owner);
}

static gboolean
list_tabs (gpointer       data,
           GCancellable  *cancellable,
           GError       **error)
{
  FulTracks *tracks = data;

  tracks->tabs = ful_tab_list_new (tracks->profile, cancellable, error);

  return tracks->tabs != NULL;
}

/**
 * ful_tab_list_load:
 * @job: (inout): see ful_job_start()
 * @deliver: gets a #FulTracks with its tabs
 *
 * Finds the tabs on a worker: all payloads are read for it.
 */
void
ful_tab_list_load (FulProfile     *profile,
                   FulJob        **job,
                   FulJobDeliver   deliver,
                   gpointer        owner)
{
  FulTracks *tracks = g_new0 (FulTracks, 1);

  tracks->profile = g_object_ref (profile);
  ful_job_start (job, list_tabs, tracks, tracks_free, deliver, owner);
}
