/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists what can be found in a profile: threads and tracks here, functions and files in ful-find-functions.c, markers and
 * requests in ful-find-markers.c. */

#include "config.h"

#include "ful-find-catalog-private.h"

#include "model/ful-thread-names.h"
#include "tracks/ful-track.h"

static void
clear_marker (gpointer data)
{
  FulFindMarker *marker = data;

  g_free (marker->name);
  g_free (marker->field);
  g_free (marker->text);
  g_array_unref (marker->threads);
}

static void
clear_file (gpointer data)
{
  g_free (((FulFindFile *) data)->path);
}

/* Name, process, and the numbers of both. */
static void
add_thread (FulFindCatalog *self,
            guint           number)
{
  FulFindNames *names = self->names[FUL_FIND_THREADS];
  FulThread *thread = ful_profile_get_thread (self->profile, number);
  const char *texts[] = { self->thread_names[number], thread->name, thread->process_name, thread->pid, thread->tid };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] && *texts[i] && (i == 0 || !g_str_equal (texts[i], texts[0])))
      ful_find_names_add (names, texts[i], number, self->weights->threads[number].busy);
}

static void
add_track (FulFindCatalog *self,
           FulTrack       *track,
           guint           process)
{
  ful_find_names_add (self->names[FUL_FIND_TRACKS], track->name, self->tracks->len, 0);
  g_ptr_array_add (self->tracks, track);
  g_array_append_val (self->track_processes, process);
}

static void
add_tracks (FulFindCatalog *self)
{
  for (guint i = 0; i < self->list->tracks->len; i++)
    {
      FulTrack *track = g_ptr_array_index (self->list->tracks, i);
      guint process = self->tracks->len;

      add_track (self, track, process);
      for (guint k = 0; track->locals && k < track->locals->len; k++)
        add_track (self, g_ptr_array_index (track->locals, k), process);
    }
}

static void
clear (gpointer data)
{
  FulFindCatalog *self = data;

  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    g_clear_pointer (&self->names[kind], ful_find_names_unref);
  g_clear_pointer (&self->weights, ful_insight_weights_free);
  g_strfreev (self->thread_names);
  g_array_unref (self->functions);
  g_array_unref (self->markers);
  g_array_unref (self->fields);
  ful_insight_requests_free (self->requests);
  g_ptr_array_unref (self->tracks);
  g_array_unref (self->track_processes);
  ful_track_list_unref (self->list);
  g_array_unref (self->files);
  g_object_unref (self->profile);
}

/**
 * ful_find_catalog_new:
 * @profile: a profile with a thread
 * @range: (nullable): the time that counts, absolute ms; %NULL is all
 * @tracks: its tracks
 * @cache: has the lists of markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(samples + stacks + functions + markers + bytes of names).
 *
 * Returns: (transfer full) (nullable): what can be found; %NULL if it was cancelled
 */
FulFindCatalog *
ful_find_catalog_new (FulProfile          *profile,
                      const FulTimeRange  *range,
                      FulTrackList        *tracks,
                      FulDeriveCache      *cache,
                      GCancellable        *cancellable,
                      GError             **error)
{
  g_autoptr(FulFindCatalog) self = g_atomic_rc_box_new0 (FulFindCatalog);

  self->profile = g_object_ref (profile);
  self->root_range = ful_derive_cache_get_root_range (cache);
  self->thread_names = ful_thread_names_dup_short (tracks->thread_names);
  self->functions = g_array_new (FALSE, FALSE, sizeof (FulFindFunction));
  self->markers = g_array_new (FALSE, FALSE, sizeof (FulFindMarker));
  g_array_set_clear_func (self->markers, clear_marker);
  self->fields = g_array_new (FALSE, FALSE, sizeof (FulFindMarker));
  g_array_set_clear_func (self->fields, clear_marker);
  self->requests = ful_insight_requests_new ();
  self->list = ful_track_list_ref (tracks);
  self->tracks = g_ptr_array_new ();
  self->track_processes = g_array_new (FALSE, FALSE, sizeof (guint));
  self->files = g_array_new (FALSE, FALSE, sizeof (FulFindFile));
  g_array_set_clear_func (self->files, clear_file);
  for (FulFindKind kind = FUL_FIND_FUNCTIONS; kind <= FUL_FIND_FILES; kind++)
    self->names[kind] = ful_find_names_new ();

  self->weights = ful_insight_weights_new (profile, self->root_range, range ? *range : self->root_range,
                                           g_array_index (tracks->selected_threads, guint, 0), cache, cancellable, error);
  if (self->weights == NULL)
    return NULL;
  self->unit = ful_insight_weights_get_unit (self->weights);
  for (guint i = 0; i < profile->threads->len; i++)
    add_thread (self, i);
  add_tracks (self);
  if (!ful_find_catalog_read_functions (self, cache, cancellable, error) ||
      !ful_find_catalog_read_markers (self, range, cache, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

FulFindCatalog *
ful_find_catalog_ref (FulFindCatalog *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_find_catalog_unref (FulFindCatalog *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
