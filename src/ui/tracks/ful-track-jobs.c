/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-track-jobs.h"

#include "base/ful-job.h"
#include "threads/ful-cpu-use.h"

/* @tab is one of @tabs, or NULL */
typedef struct
{
  FulProfile   *profile;
  GPtrArray    *tabs;   /* (nullable) */
  const FulTab *tab;
} Input;

static void
input_free (gpointer data)
{
  Input *in = data;

  g_object_unref (in->profile);
  g_clear_pointer (&in->tabs, g_ptr_array_unref);
  g_free (in);
}

void
ful_tracks_free (FulTracks *tracks)
{
  ful_track_list_unref (tracks->list);
  g_free (tracks);
}

static void
tracks_worker (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  const Input *in = task_data;
  GError *error = NULL;
  FulTrackList *list = ful_track_list_new (in->profile, FUL_TRACK_EXTRAS_ALL, in->tab, cancellable, &error);
  FulTracks *tracks;

  if (!list)
    {
      g_task_return_error (task, error);
      return;
    }

  tracks = g_new0 (FulTracks, 1);
  tracks->list = list;
  tracks->cpu_reference = ful_cpu_use_get_reference (in->profile);
  g_task_return_pointer (task, tracks, (GDestroyNotify) ful_tracks_free);
}

/**
 * ful_tracks_load:
 * @tabs: (nullable): FulTab, of which @tab is one
 * @tab: (nullable): whose tracks are wanted; those of the whole profile without one
 * @job: (inout): see ful_job_start()
 *
 * Makes the list of tracks on a worker.
 */
void
ful_tracks_load (FulProfile          *profile,
                 GPtrArray           *tabs,
                 const FulTab        *tab,
                 GCancellable       **job,
                 GAsyncReadyCallback  callback,
                 gpointer             owner)
{
  Input *in = g_new0 (Input, 1);

  in->profile = g_object_ref (profile);
  in->tabs = tabs ? g_ptr_array_ref (tabs) : NULL;
  in->tab = tab;
  ful_job_start (job, tracks_worker, in, input_free, callback, owner);
}

/**
 * ful_tracks_load_finish:
 *
 * Returns: (transfer full) (nullable): the tracks; NULL when cancelled
 */
FulTracks *
ful_tracks_load_finish (GAsyncResult  *result,
                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
tabs_worker (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *tabs = ful_tab_list_new (FUL_PROFILE (task_data), cancellable, &error);

  if (tabs)
    g_task_return_pointer (task, tabs, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * ful_tab_list_load:
 * @job: (inout): see ful_job_start()
 *
 * Finds the tabs on a worker: all payloads are read for it.
 */
void
ful_tab_list_load (FulProfile          *profile,
                   GCancellable       **job,
                   GAsyncReadyCallback  callback,
                   gpointer             owner)
{
  ful_job_start (job, tabs_worker, g_object_ref (profile), g_object_unref, callback, owner);
}

/**
 * ful_tab_list_load_finish:
 *
 * Returns: (transfer full) (element-type FulTab) (nullable): the tabs; NULL when cancelled
 */
GPtrArray *
ful_tab_list_load_finish (GAsyncResult  *result,
                          GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
