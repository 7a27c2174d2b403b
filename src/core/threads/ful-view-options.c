/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is derived from a profile, as one immutable value.
 *
 * A change makes a changed copy; whoever holds the old value keeps it. The text
 * form is in ful-view-options-text.c. */

#include "config.h"

#include "ful-view-options.h"

#include <string.h>

G_DEFINE_BOXED_TYPE (FulViewOptions, ful_view_options, ful_view_options_ref, ful_view_options_unref)

static void
ful_view_options_clear (gpointer data)
{
  FulViewOptions *self = data;

  g_free ((gpointer) self->threads);
  g_free ((gpointer) self->search);
  for (guint i = 0; i < self->n_transforms; i++)
    ful_transform_unref (self->transforms[i]);
  g_free (self->transforms);
}

static FulViewOptions *
ful_view_options_copy (const FulViewOptions *self)
{
  FulViewOptions *copy = g_atomic_rc_box_new (FulViewOptions);

  *copy = *self;
  copy->threads = g_memdup2 (self->threads, self->n_threads * sizeof *self->threads);
  copy->search = g_strdup (self->search);
  copy->transforms = g_memdup2 (self->transforms, self->n_transforms * sizeof *self->transforms);
  for (guint i = 0; i < copy->n_transforms; i++)
    ful_transform_ref (copy->transforms[i]);

  return copy;
}

/**
 * ful_view_options_new:
 *
 * Returns: (transfer full): the default thread, all of it, no filter
 */
FulViewOptions *
ful_view_options_new (void)
{
  FulViewOptions *self = g_atomic_rc_box_new0 (FulViewOptions);

  self->include_idle = TRUE;
  self->search = g_strdup ("");

  return self;
}

FulViewOptions *
ful_view_options_ref (FulViewOptions *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_view_options_unref (FulViewOptions *self)
{
  g_atomic_rc_box_release_full (self, ful_view_options_clear);
}

static gboolean
equal_ranges (gboolean            has_a,
              const FulTimeRange *a,
              gboolean            has_b,
              const FulTimeRange *b)
{
  return has_a == has_b && (!has_a || (a->start == b->start && a->end == b->end));
}

gboolean
ful_view_options_has_same_transforms (const FulViewOptions *a,
                                      const FulViewOptions *b)
{
  if (a->n_transforms != b->n_transforms)
    return FALSE;

  for (guint i = 0; i < a->n_transforms; i++)
    if (a->transforms[i] != b->transforms[i] && !ful_transform_equal (a->transforms[i], b->transforms[i]))
      return FALSE;

  return TRUE;
}

/**
 * ful_view_options_has_threads:
 * @threads: (array length=n_threads) (nullable): a thread set
 *
 * Returns: whether these threads are selected, in this order
 */
gboolean
ful_view_options_has_threads (const FulViewOptions *self,
                              const guint          *threads,
                              guint                 n_threads)
{
  return self->n_threads == n_threads &&
         (n_threads == 0 || memcmp (self->threads, threads, n_threads * sizeof *threads) == 0);
}

gboolean
ful_view_options_equal (const FulViewOptions *a,
                        const FulViewOptions *b)
{
  return ful_view_options_has_threads (a, b->threads, b->n_threads) &&
         equal_ranges (a->has_range, &a->range, b->has_range, &b->range) &&
         equal_ranges (a->has_preview, &a->preview, b->has_preview, &b->preview) &&
         a->implementation == b->implementation &&
         a->strategy == b->strategy &&
         a->invert == b->invert &&
         a->fold_unnamed == b->fold_unnamed &&
         a->include_idle == b->include_idle &&
         g_str_equal (a->search, b->search) &&
         a->search_flags == b->search_flags &&
         a->search_highlights == b->search_highlights &&
         ful_view_options_has_same_transforms (a, b);
}

/**
 * ful_view_options_with_threads:
 * @threads: (array length=n_threads): the thread set; none for the default
 *
 * Returns: (transfer full): a changed copy, as of all of its kind
 */
FulViewOptions *
ful_view_options_with_threads (const FulViewOptions *self,
                               const guint          *threads,
                               guint                 n_threads)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  g_free ((gpointer) copy->threads);
  copy->threads = g_memdup2 (threads, n_threads * sizeof *threads);
  copy->n_threads = n_threads;

  return copy;
}

/**
 * ful_view_options_with_range:
 * @range: (nullable): the committed range, relative; %NULL for all
 */
FulViewOptions *
ful_view_options_with_range (const FulViewOptions *self,
                             const FulTimeRange   *range)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->has_range = range != NULL;
  copy->range = range ? *range : (FulTimeRange) { 0, 0 };

  return copy;
}

/**
 * ful_view_options_with_preview:
 * @preview: (nullable): the preview range, relative; %NULL for none
 */
FulViewOptions *
ful_view_options_with_preview (const FulViewOptions *self,
                               const FulTimeRange   *preview)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->has_preview = preview != NULL;
  copy->preview = preview ? *preview : (FulTimeRange) { 0, 0 };

  return copy;
}

FulViewOptions *
ful_view_options_with_implementation (const FulViewOptions *self,
                                      FulImplementation     implementation)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->implementation = implementation;

  return copy;
}

FulViewOptions *
ful_view_options_with_strategy (const FulViewOptions *self,
                                FulStrategy           strategy)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->strategy = strategy;

  return copy;
}

FulViewOptions *
ful_view_options_with_invert (const FulViewOptions *self,
                              gboolean              invert)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->invert = invert != FALSE;

  return copy;
}

FulViewOptions *
ful_view_options_with_fold_unnamed (const FulViewOptions *self,
                                    gboolean              fold_unnamed)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->fold_unnamed = fold_unnamed != FALSE;

  return copy;
}

FulViewOptions *
ful_view_options_with_include_idle (const FulViewOptions *self,
                                    gboolean              include_idle)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->include_idle = include_idle != FALSE;

  return copy;
}

FulViewOptions *
ful_view_options_with_search (const FulViewOptions *self,
                              const char           *search,
                              FulSearchFlags        flags)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  g_free ((gpointer) copy->search);
  copy->search = g_strdup (search ? search : "");
  copy->search_flags = flags;

  return copy;
}

FulViewOptions *
ful_view_options_with_search_highlights (const FulViewOptions *self,
                                         gboolean              highlights)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->search_highlights = highlights != FALSE;

  return copy;
}

/**
 * ful_view_options_with_transforms:
 * @transforms: (array length=n_transforms): what is done to the call tree, first to last
 */
FulViewOptions *
ful_view_options_with_transforms (const FulViewOptions *self,
                                  FulTransform * const   *transforms,
                                  guint                   n_transforms)
{
  FulViewOptions *copy = ful_view_options_copy (self);
  FulTransform **old = copy->transforms;
  guint n_old = copy->n_transforms;

  copy->transforms = g_memdup2 (transforms, n_transforms * sizeof *transforms);
  copy->n_transforms = n_transforms;
  for (guint i = 0; i < n_transforms; i++)
    ful_transform_ref (copy->transforms[i]);

  for (guint i = 0; i < n_old; i++)
    ful_transform_unref (old[i]);
  g_free (old);

  return copy;
}

/**
 * ful_view_options_push_transform:
 * @transform: comes after those there are
 */
FulViewOptions *
ful_view_options_push_transform (const FulViewOptions *self,
                                 FulTransform         *transform)
{
  g_autofree FulTransform **transforms = g_new (FulTransform *, self->n_transforms + 1);

  for (guint i = 0; i < self->n_transforms; i++)
    transforms[i] = self->transforms[i];
  transforms[self->n_transforms] = transform;

  return ful_view_options_with_transforms (self, transforms, self->n_transforms + 1);
}
