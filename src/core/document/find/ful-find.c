/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Three jobs at most: one lists what can be found, one searches, and one looks when a function ran that is to be shown with its
 * time. While there is no list of the current range, the last one is searched, and again when the new one is there. */

#include "config.h"

#include "ful-find.h"

#include "ful-find-link.h"

#include "base/ful-job.h"
#include "document/insight/ful-insight.h"
#include "find/ful-find-densest.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-list.h"

#define KEY "ful-find"

/* Lists what can be found. */
typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  gboolean        has_range;
  FulTimeRange    range;     /* relative ms */
  FulFindCatalog *catalog;   /* (nullable): the result */
} Listing;

typedef struct
{
  FulFindQuery   *query;
  FulFindCatalog *catalog;                   /* (nullable) */
  FulFindNames   *names[FUL_N_FIND_KINDS];   /* (nullable elements) */
  guint           n_max;
  GArray         *groups;                    /* (nullable): the result */
} Search;

/* When a function ran. */
typedef struct
{
  FulFindCatalog *catalog;
  guint           row;
  FulTimeRange    range;     /* the result */
} Looking;

struct _FulFind
{
  GObject         parent_instance;

  FulAnalysis    *analysis;   /* (nullable): which owns this */
  FulFindCatalog *catalog;    /* (nullable): what can be found */
  gboolean        has_range;  /* of the catalog, or of the one that is made */
  FulTimeRange    range;
  FulProfile     *profile;    /* (nullable): likewise */
  FulFindNames   *others[FUL_N_FIND_KINDS];   /* (nullable elements): what the window has */
  FulFindQuery   *query;      /* (nullable): the last one */
  guint           n_max;
  Search         *shown;      /* (nullable): that of the results */
  FulJob         *listing;    /* (nullable) */
  FulJob         *search;     /* (nullable) */
  FulJob         *looking;    /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulFind, ful_find, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
listing_free (gpointer data)
{
  Listing *listing = data;

  g_object_unref (listing->profile);
  ful_derive_cache_unref (listing->cache);
  g_clear_pointer (&listing->catalog, ful_find_catalog_unref);
  g_free (listing);
}

static void
search_free (gpointer data)
{
  Search *search = data;

  ful_find_query_unref (search->query);
  g_clear_pointer (&search->catalog, ful_find_catalog_unref);
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    g_clear_pointer (&search->names[kind], ful_find_names_unref);
  g_clear_pointer (&search->groups, g_array_unref);
  g_free (search);
}

static void
looking_free (gpointer data)
{
  Looking *looking = data;

  ful_find_catalog_unref (looking->catalog);
  g_free (looking);
}

static FulDocument *
get_document (FulFind *self)
{
  return ful_analysis_get_document (self->analysis);
}

static gboolean
run_search (gpointer       data,
            GCancellable  *cancellable,
            GError       **error)
{
  Search *search = data;

  search->groups = ful_find_search (search->names, search->query, search->n_max, cancellable, error);

  return search->groups != NULL;
}

static void
searched_cb (gpointer      owner,
             gpointer      data,
             const GError *error)
{
  FulFind *self = owner;
  Search *search = data;

  if (!error)
    {
      g_clear_pointer (&self->shown, search_free);
      self->shown = g_new0 (Search, 1);
      *self->shown = *search;
      *search = (Search) { .query = ful_find_query_ref (search->query) };
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
start_search (FulFind *self)
{
  Search *search = g_new0 (Search, 1);

  search->query = ful_find_query_ref (self->query);
  search->catalog = self->catalog ? ful_find_catalog_ref (self->catalog) : NULL;
  search->n_max = self->n_max;
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    {
      FulFindNames *names = self->others[kind] ? self->others[kind] : self->catalog ? self->catalog->names[kind] : NULL;

      search->names[kind] = names ? ful_find_names_ref (names) : NULL;
    }
  ful_job_start (&self->search, run_search, search, search_free, searched_cb, self);
}

static gboolean
run_listing (gpointer       data,
             GCancellable  *cancellable,
             GError       **error)
{
  Listing *listing = data;
  FulTimeRange range = ful_time_range_shift (listing->range, ful_derive_cache_get_root_range (listing->cache).start);
  g_autoptr(FulTrackList) tracks = ful_track_list_new (listing->profile, FUL_TRACK_EXTRAS_ALL, NULL, cancellable, error);

  if (tracks)
    listing->catalog = ful_find_catalog_new (listing->profile, listing->has_range ? &range : NULL, tracks, listing->cache,
                                             cancellable, error);

  return listing->catalog != NULL;
}

static void
listed_cb (gpointer      owner,
           gpointer      data,
           const GError *error)
{
  FulFind *self = owner;
  Listing *listing = data;

  if (error)
    return;

  g_clear_pointer (&self->catalog, ful_find_catalog_unref);
  self->catalog = g_steal_pointer (&listing->catalog);
  start_search (self);
}

/* Lists what can be found, unless that is known or under way. */
static void
update_catalog (FulFind *self)
{
  FulProfile *profile;
  FulViewOptions *options;
  Listing *listing;

  if (self->analysis == NULL)
    return;
  profile = ful_document_get_profile (get_document (self));
  options = ful_document_get_options (get_document (self));
  if (self->profile == profile && self->has_range == options->has_range &&
      (!self->has_range || ful_time_range_equal (self->range, options->range)))
    return;

  /* Rows of another profile are not its own. */
  if (self->catalog && !ful_profile_has_rows_of (profile, self->catalog->profile))
    g_clear_pointer (&self->catalog, ful_find_catalog_unref);
  g_set_object (&self->profile, profile);
  self->has_range = options->has_range;
  self->range = options->range;
  listing = g_new0 (Listing, 1);
  listing->profile = g_object_ref (profile);
  listing->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  listing->has_range = self->has_range;
  listing->range = self->range;
  ful_job_start (&self->listing, run_listing, listing, listing_free, listed_cb, self);
}

static void
ful_find_dispose (GObject *object)
{
  FulFind *self = FUL_FIND (object);

  ful_job_stop (&self->listing);
  ful_job_stop (&self->search);
  ful_job_stop (&self->looking);
  g_clear_pointer (&self->shown, search_free);
  g_clear_pointer (&self->query, ful_find_query_unref);
  g_clear_pointer (&self->catalog, ful_find_catalog_unref);
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    g_clear_pointer (&self->others[kind], ful_find_names_unref);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (ful_find_parent_class)->dispose (object);
}

static void
ful_find_class_init (FulFindClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_find_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_find_init (FulFind *self)
{
}

/**
 * ful_find_new:
 *
 * Returns: (transfer full): a search without a document
 */
FulFind *
ful_find_new (void)
{
  return g_object_new (FUL_TYPE_FIND, NULL);
}

/**
 * ful_find_of:
 * @analysis: the analysis of the document
 *
 * Returns: (transfer none): the search in that document, the same one each time; lives as long as @analysis
 */
FulFind *
ful_find_of (FulAnalysis *analysis)
{
  FulFind *self = g_object_get_data (G_OBJECT (analysis), KEY);

  if (self)
    return self;

  self = ful_find_new ();
  self->analysis = analysis;
  g_object_set_data_full (G_OBJECT (analysis), KEY, self, g_object_unref);

  return self;
}

/**
 * ful_find_search_for:
 * @text: what a user wrote
 * @kind: the only #FulFindKind that counts if the text does not say another one, or %FUL_NONE
 * @others: (array fixed-size=FUL_N_FIND_KINDS): names of the kinds of the window; others are %NULL
 * @n_max: rows to keep of each kind
 *
 * Searches, and stops the search before.
 */
void
ful_find_search_for (FulFind              *self,
                     const char           *text,
                     gint32                kind,
                     FulFindNames * const *others,
                     guint                 n_max)
{
  g_return_if_fail (FUL_IS_FIND (self));

  g_clear_pointer (&self->query, ful_find_query_unref);
  self->query = ful_find_query_new (text);
  if (self->query->kind == FUL_NONE)
    self->query->kind = kind;
  self->n_max = n_max;
  for (guint i = 0; i < FUL_N_FIND_KINDS; i++)
    {
      g_clear_pointer (&self->others[i], ful_find_names_unref);
      self->others[i] = others[i] ? ful_find_names_ref (others[i]) : NULL;
    }
  update_catalog (self);
  start_search (self);
}

/**
 * ful_find_get_busy:
 *
 * Returns: whether there will be other results
 */
gboolean
ful_find_get_busy (FulFind *self)
{
  g_return_val_if_fail (FUL_IS_FIND (self), FALSE);

  return self->search != NULL || self->listing != NULL;
}

/**
 * ful_find_get_query:
 *
 * Returns: (transfer none) (nullable): what the results are of, until "changed"
 */
const FulFindQuery *
ful_find_get_query (FulFind *self)
{
  g_return_val_if_fail (FUL_IS_FIND (self), NULL);

  return self->shown ? self->shown->query : NULL;
}

/**
 * ful_find_get_groups:
 *
 * Returns: (transfer none) (nullable) (element-type FulFindGroup): the results, until "changed"
 */
const GArray *
ful_find_get_groups (FulFind *self)
{
  g_return_val_if_fail (FUL_IS_FIND (self), NULL);

  return self->shown ? self->shown->groups : NULL;
}

/**
 * ful_find_get_catalog:
 *
 * Returns: (transfer none) (nullable): what rows of the results are of, until "changed"
 */
FulFindCatalog *
ful_find_get_catalog (FulFind *self)
{
  g_return_val_if_fail (FUL_IS_FIND (self), NULL);

  return self->shown ? self->shown->catalog : NULL;
}

static gboolean
run_looking (gpointer       data,
             GCancellable  *cancellable,
             GError       **error)
{
  Looking *looking = data;

  return ful_find_densest (looking->catalog, &g_array_index (looking->catalog->functions, FulFindFunction, looking->row),
                           &looking->range, cancellable, error);
}

static gboolean
follow (FulFind            *self,
        FulFindCatalog     *catalog,
        FulFindKind         kind,
        guint               row,
        gboolean            with_time,
        const FulTimeRange *densest)
{
  /* Its numbers are those of another profile. */
  if (!ful_profile_has_rows_of (ful_document_get_profile (get_document (self)), catalog->profile) ||
      !ful_find_follow (catalog, kind, row, with_time, densest, get_document (self)))
    return FALSE;

  ful_insight_select_linked (ful_insight_of (self->analysis));

  return TRUE;
}

static void
looked_cb (gpointer      owner,
           gpointer      data,
           const GError *error)
{
  Looking *looking = data;

  if (!error)
    follow (owner, looking->catalog, FUL_FIND_FUNCTIONS, looking->row, TRUE, &looking->range);
}

/**
 * ful_find_go:
 * @catalog: of results of this search
 * @kind: kind of a row of it, and @row its number
 * @with_time: as for ful_find_follow(); that of a function is looked for on a worker
 *
 * Shows what was found.
 *
 * Returns: %FALSE if it leads nowhere
 */
gboolean
ful_find_go (FulFind        *self,
             FulFindCatalog *catalog,
             FulFindKind     kind,
             guint           row,
             gboolean        with_time)
{
  Looking *looking;

  g_return_val_if_fail (FUL_IS_FIND (self), FALSE);
  g_return_val_if_fail (self->analysis != NULL, FALSE);

  ful_job_stop (&self->looking);
  if (kind != FUL_FIND_FUNCTIONS || !with_time)
    return follow (self, catalog, kind, row, with_time, NULL);

  looking = g_new0 (Looking, 1);
  looking->catalog = ful_find_catalog_ref (catalog);
  looking->row = row;
  ful_job_start (&self->looking, run_looking, looking, looking_free, looked_cb, self);

  return TRUE;
}
