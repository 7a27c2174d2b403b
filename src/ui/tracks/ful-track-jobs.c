/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-track-jobs.h"

#include "derive/ful-cpu-use.h"

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
 *
 * Makes the list of tracks on a worker.
 */
void
ful_tracks_load (FulProfile          *profile,
                 GPtrArray           *tabs,
                 const FulTab        *tab,
                 GCancellable        *cancellable,
                 GAsyncReadyCallback  callback,
                 gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Input *in = g_new0 (Input, 1);

  in->profile = g_object_ref (profile);
  in->tabs = tabs ? g_ptr_array_ref (tabs) : NULL;
  in->tab = tab;
  g_task_set_task_data (task, in, input_free);
  g_task_run_in_thread (task, tracks_worker);
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
 *
 * Finds the tabs on a worker: all payloads are read for it.
 */
void
ful_tab_list_load (FulProfile          *profile,
                   GCancellable        *cancellable,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (profile), g_object_unref);
  g_task_run_in_thread (task, tabs_worker);
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
