/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tracks of the timeline (tracks.md 1-3): first a list in the order of the
 * profile, which numbers the tracks; then the order of display, and the hidden
 * tracks. */

#include "config.h"

#include "ful-track-list.h"
#include "ful-counter-style.h"
#include "ful-event-delay.h"
#include "ful-track-sources.h"
#include "ful-marker-strip-list.h"

#include "base/ful-bisect.h"
#include "base/ful-hash.h"
#include "base/ful-natural-order.h"
#include "model/ful-thread-names.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  FulProfile       *profile;
  FulActivityScore *scores;
  double           *sort_weights;    /* of counters */
} OrderContext;

typedef int (*CompareTracks) (const FulTrack     *a,
                              const FulTrack     *b,
                              const OrderContext *context);

static void
ful_track_list_clear (gpointer data)
{
  FulTrackList *self = data;

  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_free (self->scores);
  g_free (self->strips);
  g_strfreev (self->thread_names);
  g_clear_pointer (&self->visible_threads, g_array_unref);
  g_clear_pointer (&self->selected_threads, g_array_unref);
}

/* The leading run, then binary insertion, like the sort of the reference. Where the
 * comparison is no order (processes without a main thread, IPC tracks), the
 * algorithm decides. */
static void
sort_tracks (GPtrArray          *tracks,
             CompareTracks       compare,
             const OrderContext *context)
{
  guint n = tracks->len;
  gpointer *items = tracks->pdata;
  guint run = 2;

  if (n < 2)
    return;

  if (compare (items[1], items[0], context) < 0)
    {
      while (run < n && compare (items[run], items[run - 1], context) < 0)
        run++;
      for (guint i = 0, j = run - 1; i < j; i++, j--)
        {
          gpointer swap = items[i];

          items[i] = items[j];
          items[j] = swap;
        }
    }
  else
    while (run < n && compare (items[run], items[run - 1], context) >= 0)
      run++;

  for (; run < n; run++)
    {
      gpointer item = items[run];
      guint left = FUL_BISECT (0, run, i, compare (item, items[i], context) < 0);

      memmove (items + left + 1, items + left, (run - left) * sizeof *items);
      items[left] = item;
    }
}

static int
rank_in (const FulTrackType *order,
         guint               n,
         FulTrackType        type)
{
  for (guint i = 0; i < n; i++)
    if (order[i] == type)
      return (int) i;

  return (int) n;
}

static int
compare_by_number (const FulTrack     *a,
                   const FulTrack     *b,
                   const OrderContext *context)
{
  static const FulTrackType order[] = {
    FUL_TRACK_PROCESS, FUL_TRACK_SCREENSHOTS, FUL_TRACK_VISUAL_PROGRESS, FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS,
    FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS, FUL_TRACK_THREAD, FUL_TRACK_NETWORK, FUL_TRACK_COUNTER, FUL_TRACK_IPC,
    FUL_TRACK_MARKER,
  };

  return rank_in (order, G_N_ELEMENTS (order), a->type) - rank_in (order, G_N_ELEMENTS (order), b->type);
}

static int
compare_globals (const FulTrack     *a,
                 const FulTrack     *b,
                 const OrderContext *context)
{
  static const FulTrackType order[] = {
    FUL_TRACK_VISUAL_PROGRESS, FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS, FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS,
    FUL_TRACK_SCREENSHOTS, FUL_TRACK_PROCESS,
  };
  gboolean parent_a, parent_b;

  if (a->type != b->type)
    return rank_in (order, G_N_ELEMENTS (order), a->type) - rank_in (order, G_N_ELEMENTS (order), b->type);
  if (a->type != FUL_TRACK_PROCESS)
    return (int) a->index - (int) b->index;

  parent_a = a->thread != FUL_NONE && context->scores[a->thread].is_in_parent_process;
  parent_b = b->thread != FUL_NONE && context->scores[b->thread].is_in_parent_process;
  if (parent_a != parent_b)
    return parent_a ? -1 : 1;
  if (a->thread != FUL_NONE && b->thread != FUL_NONE)
    {
      double x = context->scores[a->thread].boosted_score;
      double y = context->scores[b->thread].boosted_score;

      if (x != y)
        return x > y ? -1 : 1;
    }

  return (int) a->index - (int) b->index;
}

static int
compare_locals (const FulTrack     *a,
                const FulTrack     *b,
                const OrderContext *context)
{
  static const FulTrackType order[] = {
    FUL_TRACK_NETWORK, FUL_TRACK_COUNTER, FUL_TRACK_IPC, FUL_TRACK_THREAD, FUL_TRACK_EVENT_DELAY,
    FUL_TRACK_MARKER,
  };
  FulProfile *profile = context->profile;
  int result = 0;

  if (a->thread == b->thread && a->type == FUL_TRACK_IPC && b->type == FUL_TRACK_THREAD)
    return 1;
  if (a->thread == b->thread && a->type == FUL_TRACK_THREAD && b->type == FUL_TRACK_IPC)
    return -1;
  if (a->type != b->type)
    return rank_in (order, G_N_ELEMENTS (order), a->type) - rank_in (order, G_N_ELEMENTS (order), b->type);

  if (profile->keep_thread_order)
    return (int) a->index - (int) b->index;

  if (a->type == FUL_TRACK_COUNTER)
    {
      FulCounter *x = g_ptr_array_index (profile->counters, a->counter);
      FulCounter *y = g_ptr_array_index (profile->counters, b->counter);

      if (context->sort_weights[a->counter] != context->sort_weights[b->counter])
        return context->sort_weights[a->counter] < context->sort_weights[b->counter] ? -1 : 1;
      result = ful_natural_order_compare (x->name ? x->name : "", y->name ? y->name : "");
    }
  else if (a->type == FUL_TRACK_THREAD)
    {
      FulThread *x = ful_profile_get_thread (profile, a->thread);
      FulThread *y = ful_profile_get_thread (profile, b->thread);

      result = ful_natural_order_compare (x->name ? x->name : "", y->name ? y->name : "");
      if (result == 0 && x->register_time != y->register_time)
        return x->register_time < y->register_time ? -1 : 1;
    }

  return result != 0 ? result : (int) a->index - (int) b->index;
}

/* Threads and counters with one process ID, by number. */
typedef struct
{
  GArray   *threads;
  GArray   *counters;
  FulTrack *track;      /* (nullable): only valid while tracks are added */
} Process;

static void
process_free (gpointer data)
{
  Process *process = data;

  g_array_unref (process->threads);
  g_array_unref (process->counters);
  g_free (process);
}

static guint
hash_pid (gconstpointer pid)
{
  return pid ? ful_hash_text (pid) : 0;
}

static gboolean
equal_pids (gconstpointer a,
            gconstpointer b)
{
  return g_strcmp0 (a, b) == 0;
}

static Process *
ensure_process (GHashTable *processes,
                char       *pid)
{
  Process *process = g_hash_table_lookup (processes, pid);

  if (process)
    return process;

  process = g_new0 (Process, 1);
  process->threads = g_array_new (FALSE, FALSE, sizeof (guint));
  process->counters = g_array_new (FALSE, FALSE, sizeof (guint));
  g_hash_table_insert (processes, pid, process);

  return process;
}

static GHashTable *
find_processes (FulProfile *profile)
{
  GHashTable *processes = g_hash_table_new_full (hash_pid, equal_pids, NULL, process_free);

  for (guint i = 0; i < profile->threads->len; i++)
    g_array_append_val (ensure_process (processes, ful_profile_get_thread (profile, i)->pid)->threads, i);
  for (guint i = 0; i < profile->counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (profile->counters, i);

      g_array_append_val (ensure_process (processes, counter->pid)->counters, i);
    }

  return processes;
}

static char *
process_name (FulProfile    *profile,
              const Process *members,
              FulTrack      *process,
              char         **thread_names)
{
  if (process->thread != FUL_NONE)
    return g_strdup (ful_thread_name_skip_scheme (thread_names[process->thread]));

  for (guint i = 0; i < members->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, g_array_index (members->threads, guint, i));

      if (thread->process_name && *thread->process_name)
        return g_strdup (thread->process_name);
    }

  return g_strdup_printf (_("Process %s"), process->pid);
}

static void
number_tracks (GPtrArray          *tracks,
               const OrderContext *context)
{
  sort_tracks (tracks, compare_by_number, context);
  for (guint i = 0; i < tracks->len; i++)
    ((FulTrack *) g_ptr_array_index (tracks, i))->index = i;
}

static void
add_globals (FulTrackList    *self,
             FulProfile      *profile,
             GHashTable      *processes,
             FulTrackSources *sources)
{
  static const struct { const char *member; FulTrackType type; const char *name; } progress[] = {
    { "VisualProgress", FUL_TRACK_VISUAL_PROGRESS, N_("Visual Progress") },
    { "PerceptualSpeedIndexProgress", FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS, N_("Perceptual Visual Progress") },
    { "ContentfulSpeedIndexProgress", FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS, N_("Contentful Visual Progress") },
  };

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      Process *members = g_hash_table_lookup (processes, thread->pid);
      FulTrack *process = members->track;

      if (process == NULL)
        {
          process = members->track = ful_track_new (FUL_TRACK_PROCESS, NULL);
          process->pid = g_strdup (thread->pid);
          process->locals = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_track_free);
          g_ptr_array_add (self->tracks, process);
        }
      if (thread->is_main_thread)
        process->thread = (gint32) i;
      ful_track_sources_add_screenshots (sources, i, self->tracks);
    }

  for (guint i = 0; i < G_N_ELEMENTS (progress); i++)
    if (ful_track_sources_has_progress (sources, progress[i].member))
      g_ptr_array_add (self->tracks, ful_track_new (progress[i].type, _(progress[i].name)));
}

/* Drawn as the activity of the threads already. */
static gboolean
is_process_cpu (FulCounter *counter)
{
  return g_strcmp0 (counter->category, "CPU") == 0 && g_strcmp0 (counter->name, "processCPU") == 0;
}

static void
add_counter (FulProfile *profile,
             FulTrack   *process,
             guint       number,
             double     *sort_weights)
{
  FulCounter *counter = g_ptr_array_index (profile->counters, number);
  g_autoptr(FulCounterStyle) style = NULL;
  FulTrack *track;

  style = ful_counter_style_new (counter);
  sort_weights[number] = style->sort_weight;
  track = ful_track_new (FUL_TRACK_COUNTER, style->label);
  track->counter = (gint32) number;
  track->has_strip = style->location != 0;
  g_ptr_array_add (process->locals, track);
}

static void
add_counters (FulProfile    *profile,
              const Process *members,
              FulTrack      *process,
              gboolean       process_cpu,
              double        *sort_weights)
{
  for (guint k = 0; k < members->counters->len; k++)
    {
      guint i = g_array_index (members->counters, guint, k);

      if (is_process_cpu (g_ptr_array_index (profile->counters, i)) == process_cpu)
        add_counter (profile, process, i, sort_weights);
    }
}

static void
add_locals (FulTrackList    *self,
            FulProfile      *profile,
            const Process   *members,
            FulTrackSources *sources,
            FulTrack        *process,
            double          *sort_weights)
{
  process->name = process_name (profile, members, process, self->thread_names);

  for (guint k = 0; k < members->threads->len; k++)
    {
      guint i = g_array_index (members->threads, guint, k);

      if (process->thread != (gint32) i)
        {
          FulTrack *track = ful_track_new (FUL_TRACK_THREAD, self->thread_names[i]);

          track->thread = (gint32) i;
          g_ptr_array_add (process->locals, track);
        }
      ful_track_sources_add_locals (sources, i, self->thread_names[i], process->locals);
    }

  add_counters (profile, members, process, FALSE, sort_weights);
}

/* Tracks on demand; they come after the tracks that are numbered already. */
static void
add_extras (FulTrackList  *self,
            FulProfile    *profile,
            const Process *members,
            FulTrack      *process,
            double        *sort_weights)
{
  guint n_numbered = process->locals->len;

  for (guint k = 0; k < members->threads->len; k++)
    {
      guint i = g_array_index (members->threads, guint, k);

      if (ful_event_delay_is_known (ful_profile_get_thread (profile, i)))
        {
          g_autofree char *name = g_strdup_printf (_("%s Event Delay"), self->thread_names[i]);
          FulTrack *track = ful_track_new (FUL_TRACK_EVENT_DELAY, name);

          track->thread = (gint32) i;
          g_ptr_array_add (process->locals, track);
        }
    }
  add_counters (profile, members, process, TRUE, sort_weights);

  for (guint i = n_numbered; i < process->locals->len; i++)
    {
      FulTrack *track = g_ptr_array_index (process->locals, i);

      track->index = i;
      track->is_extra = TRUE;
    }
}

/* The parent process may work for any tab. */
static void
keep_processes_of_tab (FulTrackList *self,
                       FulProfile   *profile,
                       const FulTab *tab)
{
  g_autoptr(GPtrArray) all = g_steal_pointer (&self->tracks);

  self->tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_track_free);
  g_ptr_array_set_free_func (all, NULL);
  for (guint i = 0; i < all->len; i++)
    {
      FulTrack *track = g_ptr_array_index (all, i);
      gboolean is_kept = track->type != FUL_TRACK_PROCESS;

      if (track->type == FUL_TRACK_PROCESS && track->thread != FUL_NONE)
        is_kept = ful_tab_has_thread (tab, (guint) track->thread) ||
                  g_strcmp0 (ful_profile_get_thread (profile, (guint) track->thread)->process_type, "default") == 0;
      if (is_kept)
        g_ptr_array_add (self->tracks, track);
      else
        ful_track_free (track);
    }
}

/* Returns: (transfer full): for each thread whether its process has a track */
static guint8 *
find_threads_with_tracks (FulTrackList *self,
                          FulProfile   *profile,
                          GHashTable   *processes)
{
  guint8 *has_track = g_new0 (guint8, profile->threads->len + 1);

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const FulTrack *track = g_ptr_array_index (self->tracks, i);
      const Process *members = track->type == FUL_TRACK_PROCESS ? g_hash_table_lookup (processes, track->pid) : NULL;

      for (guint k = 0; members && k < members->threads->len; k++)
        has_track[g_array_index (members->threads, guint, k)] = TRUE;
    }

  return has_track;
}

static void
hide_tracks (FulTrackList *self,
             FulProfile   *profile,
             GHashTable   *processes,
             const FulTab *tab)
{
  g_autofree guint8 *of_tab = tab ? find_threads_with_tracks (self, profile, processes) : NULL;
  g_autoptr(GArray) shown = ful_profile_list_visible_threads (profile, self->scores, of_tab);
  g_autofree guint8 *is_shown = g_new0 (guint8, profile->threads->len + 1);

  for (guint k = 0; k < shown->len; k++)
    is_shown[g_array_index (shown, guint, k)] = TRUE;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      FulTrack *track = g_ptr_array_index (self->tracks, i);
      const Process *members;

      self->n_tracks++;
      if (track->type != FUL_TRACK_PROCESS)
        continue;

      track->hidden = TRUE;
      members = g_hash_table_lookup (processes, track->pid);
      for (guint k = 0; k < members->threads->len && track->hidden; k++)
        track->hidden = !is_shown[g_array_index (members->threads, guint, k)];
      self->n_hidden += track->hidden;
      if (!track->hidden && track->thread != FUL_NONE)
        g_array_append_val (self->visible_threads, track->thread);

      for (guint k = 0; k < track->locals->len; k++)
        {
          FulTrack *local = g_ptr_array_index (track->locals, k);

          local->hidden = track->hidden || local->type == FUL_TRACK_IPC || local->is_extra ||
                          (local->type == FUL_TRACK_THREAD && !is_shown[local->thread]);
          self->n_tracks++;
          self->n_hidden += local->hidden;
          if (!local->hidden && local->type == FUL_TRACK_THREAD)
            g_array_append_val (self->visible_threads, local->thread);
        }
    }
}

/**
 * ful_track_list_new:
 * @profile: a profile
 * @extras: which optional tracks to list
 * @tab: (nullable): list only processes that worked for a tab, and the parent process
 * @cancellable: (nullable): checked for each thread
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(samples + markers).
 *
 * Returns: (transfer full): the tracks, or %NULL with @error set
 */
FulTrackList *
ful_track_list_new (FulProfile      *profile,
                    FulTrackExtras   extras,
                    const FulTab    *tab,
                    GCancellable    *cancellable,
                    GError         **error)
{
  g_autoptr(FulTrackList) self = g_atomic_rc_box_new0 (FulTrackList);
  g_autoptr(FulTrackSources) sources = ful_track_sources_new (profile);
  g_autofree double *sort_weights = g_new0 (double, profile->counters->len + 1);
  g_autoptr(GHashTable) processes = find_processes (profile);
  OrderContext context = { profile, NULL, sort_weights };

  self->tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_track_free);
  self->scores = context.scores = ful_activity_score_compute_all (profile);
  self->thread_names = ful_thread_names_new (profile->threads);
  self->strips = ful_marker_strip_list_compute (profile);
  self->visible_threads = g_array_new (FALSE, FALSE, sizeof (guint));

  add_globals (self, profile, processes, sources);
  if (tab)
    keep_processes_of_tab (self, profile, tab);
  number_tracks (self->tracks, &context);
  for (guint i = 0; i < self->tracks->len; i++)
    {
      FulTrack *track = g_ptr_array_index (self->tracks, i);
      const Process *members;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (track->type != FUL_TRACK_PROCESS)
        continue;

      members = g_hash_table_lookup (processes, track->pid);
      add_locals (self, profile, members, sources, track, sort_weights);
      number_tracks (track->locals, &context);
      if (extras == FUL_TRACK_EXTRAS_ALL)
        add_extras (self, profile, members, track, sort_weights);
      sort_tracks (track->locals, compare_locals, &context);
    }
  sort_tracks (self->tracks, compare_globals, &context);
  hide_tracks (self, profile, processes, tab);
  self->selected_threads = ful_profile_list_selected_threads (profile, self->scores, self->visible_threads);

  return g_steal_pointer (&self);
}

FulTrackList *
ful_track_list_ref (FulTrackList *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_track_list_unref (FulTrackList *self)
{
  g_atomic_rc_box_release_full (self, ful_track_list_clear);
}
