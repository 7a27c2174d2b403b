/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time, for the nodes that are wanted and not there yet. Where there are many
 * samples the first job counts only some of them. Bins do not depend on the preview range, so
 * they stay while the user brushes. */

#include "config.h"

#include "ful-when-strips.h"

#include "base/ful-job.h"
#include "threads/ful-view-options.h"

/* Samples of which a first job counts one in so many. */
#define MANY_SAMPLES 2000000
#define FIRST_STEP 16

/* Strips that are kept at most: 5 MiB. */
#define MAX_STRIPS 16384

/* Where the bins of a node are. */
typedef struct
{
  FulWhenBins *when;
  guint        place;
  guint        serial;
} Entry;

typedef struct
{
  FulCallTree      *tree;
  FulDerivedThread *thread;
  guint             step;
  GArray           *nodes;   /* FulCallNodeIndex */
  FulWhenBins      *when;    /* (nullable): the result of the job */
} Job;

struct _FulWhenStrips
{
  GObject           parent_instance;

  FulCallTree      *tree;      /* (nullable) */
  FulDerivedThread *thread;    /* (nullable): of @tree */
  GHashTable       *entries;   /* get_key () → Entry */
  FulJob           *job;       /* (nullable): while it runs */
  gboolean          is_busy;   /* as was notified */
  guint             n_jobs;    /* that gave strips */
};

G_DEFINE_FINAL_TYPE (FulWhenStrips, ful_when_strips, G_TYPE_OBJECT)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void start (FulWhenStrips    *self,
                   FulCallTree      *tree,
                   FulDerivedThread *thread,
                   GArray           *nodes,
                   guint             step);

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  ful_when_bins_unref (entry->when);
  g_free (entry);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_call_tree_unref (job->tree);
  ful_derived_thread_unref (job->thread);
  g_array_unref (job->nodes);
  g_clear_pointer (&job->when, ful_when_bins_unref);
  g_free (job);
}

static void
update_busy (FulWhenStrips *self)
{
  if (self->is_busy == (self->job != NULL))
    return;

  self->is_busy = !self->is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* Nodes of a list are numbered by its order, which may change. */
static gpointer
get_key (FulCallTree      *tree,
         FulCallNodeIndex  node)
{
  return GINT_TO_POINTER (tree->is_list ? ful_call_tree_get_func (tree, node) : node);
}

static gboolean
has_same_nodes (const FulCallTree *a,
                const FulCallTree *b)
{
  return a->is_list == b->is_list &&
         (a->is_list ? a->listed_nodes == b->listed_nodes : a->nodes == b->nodes && a->inverted == b->inverted);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->when = ful_when_bins_new (job->tree, job->thread, (FulCallNodeIndex *) (gpointer) job->nodes->data, job->nodes->len,
                                 job->step, cancellable, error);

  return job->when != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulWhenStrips *self = owner;
  Job *job = data;

  if (error)
    {
      update_busy (self);
      return;
    }

  if (g_hash_table_size (self->entries) + job->nodes->len > MAX_STRIPS)
    g_hash_table_remove_all (self->entries);
  self->n_jobs++;
  for (guint i = 0; i < job->nodes->len; i++)
    {
      Entry *entry = g_new (Entry, 1);

      *entry = (Entry) { ful_when_bins_ref (job->when), i, self->n_jobs };
      g_hash_table_replace (self->entries, get_key (job->tree, g_array_index (job->nodes, FulCallNodeIndex, i)), entry);
    }
  /* Before others are wanted, which have to wait for it. */
  if (job->step > 1)
    start (self, job->tree, job->thread, job->nodes, 1);
  g_signal_emit (self, signals[CHANGED], 0);
  update_busy (self);
}

static void
start (FulWhenStrips    *self,
       FulCallTree      *tree,
       FulDerivedThread *thread,
       GArray           *nodes,
       guint             step)
{
  Job *job = g_new0 (Job, 1);

  job->tree = ful_call_tree_ref (tree);
  job->thread = ful_derived_thread_ref (thread);
  job->step = step;
  job->nodes = g_array_ref (nodes);
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
  update_busy (self);
}

static void
ful_when_strips_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, FUL_WHEN_STRIPS (object)->job != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_when_strips_dispose (GObject *object)
{
  FulWhenStrips *self = FUL_WHEN_STRIPS (object);

  ful_job_stop (&self->job);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_hash_table_remove_all (self->entries);

  G_OBJECT_CLASS (ful_when_strips_parent_class)->dispose (object);
}

static void
ful_when_strips_finalize (GObject *object)
{
  g_hash_table_unref (FUL_WHEN_STRIPS (object)->entries);

  G_OBJECT_CLASS (ful_when_strips_parent_class)->finalize (object);
}

static void
ful_when_strips_class_init (FulWhenStripsClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = ful_when_strips_get_property;
  G_OBJECT_CLASS (klass)->dispose = ful_when_strips_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_when_strips_finalize;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_when_strips_init (FulWhenStrips *self)
{
  self->entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
}

FulWhenStrips *
ful_when_strips_new (void)
{
  return g_object_new (FUL_TYPE_WHEN_STRIPS, NULL);
}

/**
 * ful_when_strips_set_tree:
 * @tree: the tree that is shown
 * @thread: its derived thread
 *
 * Strips of another view are dropped; another preview range does not make it another one.
 */
void
ful_when_strips_set_tree (FulWhenStrips    *self,
                          FulCallTree      *tree,
                          FulDerivedThread *thread)
{
  g_return_if_fail (FUL_IS_WHEN_STRIPS (self));

  if (!self->tree || !has_same_nodes (self->tree, tree) || !ful_derived_thread_has_same_rows (self->thread, thread))
    {
      ful_job_stop (&self->job);
      g_hash_table_remove_all (self->entries);
    }
  ful_call_tree_ref (tree);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  self->tree = tree;
  ful_derived_thread_ref (thread);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  self->thread = thread;
  update_busy (self);
}

/**
 * ful_when_strips_find:
 * @tree: the tree that @node is of
 * @out_strip: (out): valid until the tree changes
 *
 * Returns: whether there is a strip of the node
 */
gboolean
ful_when_strips_find (FulWhenStrips    *self,
                      FulCallTree      *tree,
                      FulCallNodeIndex  node,
                      FulWhenStrip     *out_strip)
{
  const Entry *entry = self->tree && has_same_nodes (self->tree, tree) ? g_hash_table_lookup (self->entries, get_key (tree, node))
                                                                      : NULL;

  if (!entry)
    return FALSE;

  *out_strip = (FulWhenStrip) {
    entry->when->range, entry->when->bins + (gsize) entry->place * FUL_WHEN_N_BINS, entry->when->all, entry->serial,
  };

  return TRUE;
}

/**
 * ful_when_strips_want:
 * @tree: the tree that @nodes are of
 * @nodes: (array length=n_nodes): nodes
 *
 * Starts a job for those that have no strip, unless one runs: ask again at "changed".
 * Does nothing for another tree than that which was set.
 */
void
ful_when_strips_want (FulWhenStrips          *self,
                      FulCallTree            *tree,
                      const FulCallNodeIndex *nodes,
                      guint                   n_nodes)
{
  g_autoptr(GArray) missing = NULL;

  g_return_if_fail (FUL_IS_WHEN_STRIPS (self));

  if (self->job || !self->tree || !has_same_nodes (self->tree, tree) || !tree->profile->has_times)
    return;

  missing = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  for (guint i = 0; i < n_nodes; i++)
    if (!g_hash_table_contains (self->entries, get_key (tree, nodes[i])))
      g_array_append_val (missing, nodes[i]);
  if (missing->len > 0)
    start (self, tree, self->thread, missing, self->thread->threads->n_samples > MANY_SAMPLES ? FIRST_STEP : 1);
}
