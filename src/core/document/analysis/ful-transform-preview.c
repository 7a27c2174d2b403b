/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Derives the tree with one more transform, in the cache of the analysis: where that transform is chosen then, the stages
 * are there already. That of a part has transforms of its own after those of the view: the one more comes before them. */

#include "config.h"

#include "ful-transform-preview.h"

#include "base/ful-job.h"
#include "threads/ful-view-options.h"

#include <string.h>

struct _FulTransformPreview
{
  GObject             parent_instance;

  FulAnalysis        *analysis;
  FulTransformPreview *whole;      /* (nullable): whose transform is shown in a part */
  FulCallTree        *part;        /* (nullable): that part, or none yet */
  FulDerivedThread   *thread;      /* (nullable): of it */
  FulTransform       *transform;   /* (nullable) */
  FulTransformEffect *effect;      /* (nullable): of it, once it is known */
  FulJob             *job;         /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulTransformPreview, ful_transform_preview, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  FulDeriveCache     *cache;
  FulDerivedThread   *thread;
  FulCallTree        *tree;
  FulTransform       *transform;
  guint               place;    /* of it among those of the thread */
  FulTransformEffect *effect;   /* (nullable): the result */
} Input;

static void
input_free (gpointer data)
{
  Input *input = data;

  ful_derive_cache_unref (input->cache);
  ful_derived_thread_unref (input->thread);
  ful_call_tree_unref (input->tree);
  ful_transform_unref (input->transform);
  g_clear_pointer (&input->effect, ful_transform_effect_unref);
  g_free (input);
}

/* Returns: (transfer full): a copy with @transform in that place */
static FulViewOptions *
insert (const FulViewOptions *options,
        FulTransform         *transform,
        guint                 place)
{
  FulViewOptions *copy = ful_view_options_push_transform (options, transform);
  FulTransform **last = &copy->transforms[copy->n_transforms - 1], *inserted = *last;

  memmove (&copy->transforms[place + 1], &copy->transforms[place], (copy->n_transforms - 1 - place) * sizeof inserted);
  copy->transforms[place] = inserted;

  return copy;
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Input *in = data;
  g_autoptr(FulViewOptions) options = insert (in->thread->options, in->transform, in->place);
  g_autoptr(FulDerivedThread) thread = NULL;
  g_autoptr(FulCallTree) tree = ful_derive_call_tree (in->thread->profile, options, in->cache, &thread, cancellable, error);

  if (tree)
    in->effect = ful_transform_effect_new (in->thread, in->tree, thread, tree, cancellable, error);

  return in->effect != NULL;
}

static FulCallTree *
get_tree (FulTransformPreview *self)
{
  return self->whole ? self->part : ful_analysis_get_tree (self->analysis);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulTransformPreview *self = owner;
  Input *in = data;

  /* The tree may be another one by now. */
  if (error || in->tree != get_tree (self))
    return;

  self->effect = g_steal_pointer (&in->effect);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* An effect is one on the tree that is shown. */
static void
analysis_changed_cb (FulTransformPreview *self)
{
  if (self->effect && self->effect->before != ful_analysis_get_tree (self->analysis))
    ful_transform_preview_set_transform (self, NULL);
}

/* One after the other: what goes in the whole is said first. */
static void
whole_changed_cb (FulTransformPreview *self)
{
  ful_transform_preview_set_transform (self, self->whole->effect ? self->whole->transform : NULL);
}

static void
ful_transform_preview_dispose (GObject *object)
{
  FulTransformPreview *self = FUL_TRANSFORM_PREVIEW (object);

  ful_job_stop (&self->job);
  g_clear_pointer (&self->transform, ful_transform_unref);
  g_clear_pointer (&self->effect, ful_transform_effect_unref);
  g_clear_pointer (&self->part, ful_call_tree_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_clear_object (&self->whole);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_transform_preview_parent_class)->dispose (object);
}

static void
ful_transform_preview_class_init (FulTransformPreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_transform_preview_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_transform_preview_init (FulTransformPreview *self)
{
}

/**
 * ful_transform_preview_new:
 * @analysis: whose tree the effects are of
 *
 * Returns: (transfer full): a preview of nothing
 */
FulTransformPreview *
ful_transform_preview_new (FulAnalysis *analysis)
{
  FulTransformPreview *self = g_object_new (FUL_TYPE_TRANSFORM_PREVIEW, NULL);

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_transform_preview_new_of_part:
 * @whole: the preview of an analysis
 *
 * Returns: (transfer full): shows in a tree that is derived from that of the analysis what @whole shows
 */
FulTransformPreview *
ful_transform_preview_new_of_part (FulTransformPreview *whole)
{
  FulTransformPreview *self = g_object_new (FUL_TYPE_TRANSFORM_PREVIEW, NULL);

  self->analysis = g_object_ref (whole->analysis);
  self->whole = g_object_ref (whole);
  g_signal_connect_object (whole, "changed", G_CALLBACK (whole_changed_cb), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_transform_preview_set_part:
 * @part: a tree, no list, with the transforms of the analysis, and then some of its own
 * @thread: its derived thread
 *
 * Ends the preview.
 */
void
ful_transform_preview_set_part (FulTransformPreview *self,
                                FulCallTree         *part,
                                FulDerivedThread    *thread)
{
  ful_transform_preview_set_transform (self, NULL);
  ful_call_tree_ref (part);
  g_clear_pointer (&self->part, ful_call_tree_unref);
  self->part = part;
  ful_derived_thread_ref (thread);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  self->thread = thread;
}

/* @thread: that of the analysis. Returns: whether the part is one of it, and not of an earlier one */
static gboolean
is_of (FulTransformPreview *self,
       FulDerivedThread    *thread)
{
  const FulViewOptions *whole = thread->options, *part = self->thread->options;
  gboolean has_same = thread->profile == self->thread->profile && part->n_transforms >= whole->n_transforms;

  for (guint i = 0; has_same && i < whole->n_transforms; i++)
    has_same = part->transforms[i] == whole->transforms[i];

  return has_same;
}

/**
 * ful_transform_preview_set_transform:
 * @transform: (nullable): of ful_node_transform_new() for the last tree; %NULL to end the preview
 *
 * Ends the last preview at once. The new effect follows with "changed", unless the tree changes before that.
 */
void
ful_transform_preview_set_transform (FulTransformPreview *self,
                                     FulTransform        *transform)
{
  gboolean had_effect = self->effect != NULL;
  FulCallTree *tree = get_tree (self);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  Input *input;

  if (transform == self->transform)
    return;

  ful_job_stop (&self->job);
  g_clear_pointer (&self->transform, ful_transform_unref);
  g_clear_pointer (&self->effect, ful_transform_effect_unref);
  if (transform && tree && (!self->whole || is_of (self, thread)))
    {
      self->transform = ful_transform_ref (transform);
      input = g_new0 (Input, 1);
      input->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
      input->thread = ful_derived_thread_ref (self->whole ? self->thread : thread);
      input->place = thread->options->n_transforms;
      input->tree = ful_call_tree_ref (tree);
      input->transform = ful_transform_ref (transform);
      ful_job_start (&self->job, compute, input, input_free, ready_cb, self);
    }
  if (had_effect)
    g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ful_transform_preview_get_transform:
 *
 * Returns: (transfer none) (nullable): the transform
 */
FulTransform *
ful_transform_preview_get_transform (FulTransformPreview *self)
{
  return self->transform;
}

/**
 * ful_transform_preview_get_effect:
 *
 * Returns: (transfer none) (nullable): what it would do to the tree of the analysis; %NULL until that is known
 */
FulTransformEffect *
ful_transform_preview_get_effect (FulTransformPreview *self)
{
  return self->effect;
}
