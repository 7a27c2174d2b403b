/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time, for the newest selection. Times do not depend on the preview range, so they stay while the user brushes. */

#include "config.h"

#include "ful-node-when.h"

#include "base/ful-job.h"

typedef struct
{
  FulCallTree      *tree;
  FulDerivedThread *thread;
  FulCallNodeIndex  node;
  gboolean          of_func;
  FulNodeTimes     *times;   /* (nullable): the result */
} Job;

struct _FulNodeWhen
{
  GObject           parent_instance;

  FulAnalysis      *analysis;
  gboolean          is_active;
  FulCallTree      *tree;      /* (nullable): of the newest job, as are the three below */
  FulDerivedThread *thread;    /* (nullable) */
  FulCallNodeIndex  node;
  gboolean          of_func;
  FulNodeTimes     *times;     /* (nullable) */
  FulJob           *job;       /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulNodeWhen, ful_node_when, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_call_tree_unref (job->tree);
  ful_derived_thread_unref (job->thread);
  g_clear_pointer (&job->times, ful_node_times_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->times = ful_node_times_new (job->tree, job->thread, job->node, job->of_func, cancellable, error);

  return job->times != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulNodeWhen *self = owner;
  Job *job = data;

  g_clear_pointer (&self->times, ful_node_times_unref);
  self->times = g_steal_pointer (&job->times);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
forget (FulNodeWhen *self)
{
  ful_job_stop (&self->job);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_clear_pointer (&self->times, ful_node_times_unref);
}

/* Whether the newest job is about what is selected now. */
static gboolean
is_current (FulNodeWhen *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);

  return self->tree && self->tree->nodes == tree->nodes && self->tree->inverted == tree->inverted &&
         self->node == ful_analysis_get_node (self->analysis) &&
         self->of_func == ful_analysis_get_breakdown (self->analysis)->is_of_func &&
         ful_derived_thread_has_same_rows (self->thread, ful_analysis_get_thread (self->analysis));
}

static void
update (FulNodeWhen *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  Job *job;

  if (!self->is_active || tree == NULL || ful_analysis_get_node (self->analysis) == FUL_NONE || !tree->profile->has_times)
    {
      forget (self);
      return;
    }
  if (is_current (self))
    return;

  g_clear_pointer (&self->tree, ful_call_tree_unref);
  self->tree = ful_call_tree_ref (tree);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  self->thread = ful_derived_thread_ref (ful_analysis_get_thread (self->analysis));
  self->node = ful_analysis_get_node (self->analysis);
  self->of_func = ful_analysis_get_breakdown (self->analysis)->is_of_func;
  job = g_new0 (Job, 1);
  job->tree = ful_call_tree_ref (self->tree);
  job->thread = ful_derived_thread_ref (self->thread);
  job->node = self->node;
  job->of_func = self->of_func;
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}

static void
ful_node_when_dispose (GObject *object)
{
  FulNodeWhen *self = FUL_NODE_WHEN (object);

  forget (self);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_node_when_parent_class)->dispose (object);
}

static void
ful_node_when_class_init (FulNodeWhenClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_node_when_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_node_when_init (FulNodeWhen *self)
{
}

/**
 * ful_node_when_new:
 *
 * Returns: (transfer full): computes nothing until it is active
 */
FulNodeWhen *
ful_node_when_new (FulAnalysis *analysis)
{
  FulNodeWhen *self = g_object_new (FUL_TYPE_NODE_WHEN, NULL);

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_node_when_set_active:
 * @active: whether somebody shows the times
 */
void
ful_node_when_set_active (FulNodeWhen *self,
                          gboolean     active)
{
  g_return_if_fail (FUL_IS_NODE_WHEN (self));

  if (self->is_active == active)
    return;

  self->is_active = active;
  update (self);
}

/**
 * ful_node_when_get_times:
 *
 * Returns: (transfer none) (nullable): the last ones, until "changed"; those of another selection while it is busy
 */
const FulNodeTimes *
ful_node_when_get_times (FulNodeWhen *self)
{
  g_return_val_if_fail (FUL_IS_NODE_WHEN (self), NULL);

  return self->times;
}

/**
 * ful_node_when_get_busy:
 *
 * Returns: whether newer times are about to come
 */
gboolean
ful_node_when_get_busy (FulNodeWhen *self)
{
  g_return_val_if_fail (FUL_IS_NODE_WHEN (self), FALSE);

  return self->job != NULL;
}
