/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time looks up a library; those that the selected threads use come first. ful-symbolicator-snapshot.c
 * makes snapshots of the symbols so far (symbols.md 3). */

#include "config.h"

#include "ful-symbolicator-private.h"

#include "ful-symbol-order.h"

#include "io/json/ful-json-document.h"

G_DEFINE_FINAL_TYPE (FulSymbolicator, ful_symbolicator, G_TYPE_OBJECT)

guint ful_symbolicator_signals[FUL_N_SYMBOLICATOR_SIGNALS];

static void look_up_next (FulSymbolicator *self);

typedef struct
{
  FulSymbolSearch *search;
  guint            lib;
  FulLibSymbols   *symbols;   /* (nullable): the result */
} LookUpJob;

static void
look_up_job_free (gpointer data)
{
  LookUpJob *job = data;

  ful_symbol_search_unref (job->search);
  g_clear_pointer (&job->symbols, ful_lib_symbols_free);
  g_free (job);
}

static gboolean
look_up (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  LookUpJob *job = data;

  job->symbols = ful_symbol_search_look_up (job->search, job->lib, cancellable);

  return TRUE;
}

/* What was found before stays, unless there is something now. */
static void
looked_up_cb (gpointer      owner,
              gpointer      data,
              const GError *error)
{
  FulSymbolicator *self = owner;
  LookUpJob *job = data;
  FulLibSymbols **place = &self->symbols[job->lib];

  self->n_done++;
  if (*place == NULL || (*place)->n_found == 0 || job->symbols->n_found > 0)
    {
      g_clear_pointer (place, ful_lib_symbols_free);
      *place = g_steal_pointer (&job->symbols);
      self->has_news |= (*place)->n_found > 0;
    }
  /* The last snapshot has the log, and says that all were looked up. */
  self->has_news |= self->n_done == self->order->len;
  look_up_next (self);
  ful_symbolicator_queue_snapshot (self);
  g_signal_emit (self, ful_symbolicator_signals[FUL_SYMBOLICATOR_CHANGED], 0);
}

static void
look_up_next (FulSymbolicator *self)
{
  LookUpJob *job;

  if (self->n_done == self->order->len)
    {
      g_clear_pointer (&self->search, ful_symbol_search_unref);
      return;
    }

  job = g_new0 (LookUpJob, 1);
  job->search = ful_symbol_search_ref (self->search);
  job->lib = g_array_index (self->order, guint, self->n_done);
  ful_job_start_blocking (&self->job, look_up, job, look_up_job_free, looked_up_cb, self);
}

typedef struct
{
  FulProfile      *recorded;
  guint           *threads;
  guint            n_threads;
  char            *profile_path;
  char           **places;
  gboolean         ignore_cache;
  gboolean         looks_up;        /* and does not only list */
  GArray          *order;          /* (nullable): the result */
  FulSymbolSearch *search;         /* (nullable): likewise */
} ListJob;

static void
list_job_free (gpointer data)
{
  ListJob *job = data;

  g_object_unref (job->recorded);
  g_free (job->threads);
  g_free (job->profile_path);
  g_strfreev (job->places);
  g_clear_pointer (&job->order, g_array_unref);
  g_clear_pointer (&job->search, ful_symbol_search_unref);
  g_free (job);
}

static gboolean
list_libs (gpointer       data,
           GCancellable  *cancellable,
           GError       **error)
{
  ListJob *job = data;

  job->order = ful_symbol_order_new (job->recorded, job->threads, job->n_threads);
  if (job->looks_up)
    job->search = ful_symbol_search_new (job->recorded, job->profile_path, (const char *const *) job->places, job->ignore_cache);

  return TRUE;
}

static void
listed_cb (gpointer      owner,
           gpointer      data,
           const GError *error)
{
  FulSymbolicator *self = owner;
  ListJob *job = data;

  g_clear_pointer (&self->order, g_array_unref);
  self->order = g_array_ref (job->order);
  g_clear_pointer (&self->search, ful_symbol_search_unref);
  self->search = g_steal_pointer (&job->search);
  if (self->search)
    look_up_next (self);
  g_signal_emit (self, ful_symbolicator_signals[FUL_SYMBOLICATOR_CHANGED], 0);
}

static void
ful_symbolicator_dispose (GObject *object)
{
  FulSymbolicator *self = FUL_SYMBOLICATOR (object);

  ful_job_stop (&self->job);
  ful_job_stop (&self->snapshot);
  g_clear_handle_id (&self->pause_id, g_source_remove);

  G_OBJECT_CLASS (ful_symbolicator_parent_class)->dispose (object);
}

static void
ful_symbolicator_finalize (GObject *object)
{
  FulSymbolicator *self = FUL_SYMBOLICATOR (object);

  for (guint i = 0; i < self->recorded->libs->len; i++)
    g_clear_pointer (&self->symbols[i], ful_lib_symbols_free);
  g_free (self->symbols);
  g_clear_object (&self->recorded);
  g_clear_object (&self->last);
  g_free (self->profile_path);
  g_ptr_array_unref (self->folders);
  g_strfreev (self->servers);
  g_clear_pointer (&self->order, g_array_unref);
  g_clear_pointer (&self->search, ful_symbol_search_unref);

  G_OBJECT_CLASS (ful_symbolicator_parent_class)->finalize (object);
}

static void
ful_symbolicator_class_init (FulSymbolicatorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ful_symbolicator_dispose;
  object_class->finalize = ful_symbolicator_finalize;

  ful_symbolicator_signals[FUL_SYMBOLICATOR_CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 0);
  ful_symbolicator_signals[FUL_SYMBOLICATOR_SNAPSHOT] =
    g_signal_new ("snapshot", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, FUL_TYPE_PROFILE);
}

static void
ful_symbolicator_init (FulSymbolicator *self)
{
  self->folders = g_ptr_array_new_with_free_func (g_free);
}

/**
 * ful_symbolicator_new:
 * @recorded: a profile as it was recorded; or one that got names while it grew, whose functions keep their numbers
 * @profile_path: (nullable): its file
 *
 * Returns: (transfer full): looks for nothing yet
 */
FulSymbolicator *
ful_symbolicator_new (FulProfile *recorded,
                      const char *profile_path)
{
  FulSymbolicator *self = g_object_new (FUL_TYPE_SYMBOLICATOR, NULL);

  self->recorded = recorded->shown_stacks ? ful_profile_new_snapshot (recorded) : g_object_ref (recorded);
  self->last = g_object_ref (recorded);
  self->profile_path = g_strdup (profile_path);
  self->symbols = g_new0 (FulLibSymbols *, recorded->libs->len + 1);

  return self;
}

/**
 * ful_symbolicator_is_supported:
 *
 * Returns: whether @profile has libraries whose symbols can be looked up
 */
gboolean
ful_symbolicator_is_supported (FulProfile *profile)
{
  g_autoptr(JsonObject) meta = ful_json_parse_object (profile->meta_json);

  return profile->libs->len > 0 && !(meta && ful_json_get_boolean (meta, "symbolicationNotSupported"));
}

/**
 * ful_symbolicator_is_wanted:
 *
 * Returns: whether symbols of @profile are looked up without being asked for: it says that it has none (symbols.md 3)
 */
gboolean
ful_symbolicator_is_wanted (FulProfile *profile)
{
  return profile->symbolicated == 0 && ful_symbolicator_is_supported (profile);
}

static ListJob *
list_job_new (FulSymbolicator *self)
{
  ListJob *job = g_new0 (ListJob, 1);

  self->n_done = 0;
  job->recorded = g_object_ref (self->recorded);

  return job;
}

/**
 * ful_symbolicator_list:
 *
 * Lists the libraries with frames, and looks for no symbols.
 */
void
ful_symbolicator_list (FulSymbolicator *self)
{
  g_return_if_fail (FUL_IS_SYMBOLICATOR (self));

  ful_job_start (&self->job, list_libs, list_job_new (self), list_job_free, listed_cb, self);
}

/* Returns: (transfer full) (array zero-terminated): folders and servers, where it looks */
char **
ful_symbolicator_dup_places (FulSymbolicator *self)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **places;

  for (guint i = 0; i < self->folders->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (self->folders, i));
  if (self->servers)
    g_strv_builder_addv (builder, (const char **) self->servers);
  places = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);

  return places;
}

/**
 * ful_symbolicator_start:
 * @threads: (array length=n_threads) (nullable): whose libraries come first
 * @ignore_cache: whether to ignore cached results
 *
 * Looks for the symbols of all libraries.
 */
void
ful_symbolicator_start (FulSymbolicator *self,
                        const guint     *threads,
                        guint            n_threads,
                        gboolean         ignore_cache)
{
  ListJob *job;

  g_return_if_fail (FUL_IS_SYMBOLICATOR (self));

  job = list_job_new (self);
  job->threads = g_memdup2 (threads, n_threads * sizeof *threads);
  job->n_threads = n_threads;
  job->profile_path = g_strdup (self->profile_path);
  job->places = ful_symbolicator_dup_places (self);
  job->ignore_cache = ignore_cache;
  job->looks_up = TRUE;
  ful_job_start (&self->job, list_libs, job, list_job_free, listed_cb, self);
  g_signal_emit (self, ful_symbolicator_signals[FUL_SYMBOLICATOR_CHANGED], 0);
}

/**
 * ful_symbolicator_add_folder:
 *
 * Another place for ful_symbolicator_start() to look in.
 */
void
ful_symbolicator_add_folder (FulSymbolicator *self,
                             const char      *folder)
{
  g_return_if_fail (FUL_IS_SYMBOLICATOR (self));

  g_ptr_array_add (self->folders, g_strdup (folder));
}

/**
 * ful_symbolicator_set_servers:
 * @servers: (nullable) (array zero-terminated): those that the user allows to ask (ful-symbol-place.h)
 *
 * Sets the servers that ful_symbolicator_start() may ask; initially none.
 */
void
ful_symbolicator_set_servers (FulSymbolicator    *self,
                              const char *const  *servers)
{
  g_return_if_fail (FUL_IS_SYMBOLICATOR (self));

  g_strfreev (self->servers);
  self->servers = g_strdupv ((char **) servers);
}

/**
 * ful_symbolicator_stop:
 *
 * Cancels the lookup. Results found so far are still published.
 */
void
ful_symbolicator_stop (FulSymbolicator *self)
{
  g_return_if_fail (FUL_IS_SYMBOLICATOR (self));

  ful_job_stop (&self->job);
  g_clear_pointer (&self->search, ful_symbol_search_unref);
  ful_symbolicator_queue_snapshot (self);
  g_signal_emit (self, ful_symbolicator_signals[FUL_SYMBOLICATOR_CHANGED], 0);
}

/**
 * ful_symbolicator_get_busy:
 *
 * Returns: whether there may be more snapshots
 */
gboolean
ful_symbolicator_get_busy (FulSymbolicator *self)
{
  return self->job != NULL || self->snapshot != NULL || self->pause_id != 0;
}

/**
 * ful_symbolicator_get_n_libs:
 *
 * Returns: number of libraries with frames; 0 before they are counted
 */
guint
ful_symbolicator_get_n_libs (FulSymbolicator *self)
{
  return self->order ? self->order->len : 0;
}

/**
 * ful_symbolicator_get_n_done:
 *
 * Returns: how many of them were looked up
 */
guint
ful_symbolicator_get_n_done (FulSymbolicator *self)
{
  return self->n_done;
}

/**
 * ful_symbolicator_get_profile:
 *
 * Returns: (transfer none): the profile as it was recorded
 */
FulProfile *
ful_symbolicator_get_profile (FulSymbolicator *self)
{
  return self->recorded;
}

/**
 * ful_symbolicator_get_lib:
 * @at: below ful_symbolicator_get_n_libs(), in the order of looking
 *
 * Returns: (transfer none): the library
 */
const FulLib *
ful_symbolicator_get_lib (FulSymbolicator *self,
                          guint            at)
{
  return g_ptr_array_index (self->recorded->libs, g_array_index (self->order, guint, at));
}

/**
 * ful_symbolicator_get_symbols:
 * @at: see ful_symbolicator_get_lib()
 *
 * Returns: (transfer none) (nullable): what was found until now; %NULL if it was not looked up yet
 */
const FulLibSymbols *
ful_symbolicator_get_symbols (FulSymbolicator *self,
                              guint            at)
{
  return self->symbols[g_array_index (self->order, guint, at)];
}
