/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The inputs of all derived results, as one immutable value.
 *
 * Changes are made in a copy; holders of the old value keep it. The text form is in
 * ful-view-options-text.c. */

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

/**
 * ful_view_options_copy:
 *
 * Returns: (transfer full): a copy, which may be changed until it is shared
 */
FulViewOptions *
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
 * ful_view_options_set_threads:
 * @self: options that are not shared yet, as in all functions below
 * @threads: (array length=n_threads): the thread set; none for the default
 */
void
ful_view_options_set_threads (FulViewOptions *self,
                              const guint    *threads,
                              guint           n_threads)
{
  gpointer old = (gpointer) self->threads;

  self->threads = g_memdup2 (threads, n_threads * sizeof *threads);
  self->n_threads = n_threads;
  g_free (old);
}

/**
 * ful_view_options_set_range:
 * @range: (nullable): the committed range, relative; %NULL for all
 */
void
ful_view_options_set_range (FulViewOptions     *self,
                            const FulTimeRange *range)
{
  self->has_range = range != NULL;
  self->range = range ? *range : (FulTimeRange) { 0, 0 };
}

/**
 * ful_view_options_set_preview:
 * @preview: (nullable): the preview range, relative; %NULL for none
 */
void
ful_view_options_set_preview (FulViewOptions     *self,
                              const FulTimeRange *preview)
{
  self->has_preview = preview != NULL;
  self->preview = preview ? *preview : (FulTimeRange) { 0, 0 };
}

/**
 * ful_view_options_set_search:
 * @search: (nullable): the search; %NULL for none
 */
void
ful_view_options_set_search (FulViewOptions *self,
                             const char     *search,
                             FulSearchFlags  flags)
{
  gpointer old = (gpointer) self->search;

  self->search = g_strdup (search ? search : "");
  self->search_flags = flags;
  g_free (old);
}

/**
 * ful_view_options_set_transforms:
 * @transforms: (array length=n_transforms): the transforms, first to last
 */
void
ful_view_options_set_transforms (FulViewOptions       *self,
                                 FulTransform * const *transforms,
                                 guint                 n_transforms)
{
  FulTransform **old = self->transforms;
  guint n_old = self->n_transforms;

  self->transforms = g_memdup2 (transforms, n_transforms * sizeof *transforms);
  self->n_transforms = n_transforms;
  for (guint i = 0; i < n_transforms; i++)
    ful_transform_ref (self->transforms[i]);
  for (guint i = 0; i < n_old; i++)
    ful_transform_unref (old[i]);
  g_free (old);
}

/**
 * ful_view_options_with_symbols:
 * @self: options for @profile, or for one with fewer symbols
 *
 * Returns: (transfer full): the options, with transforms of the functions of @profile
 */
FulViewOptions *
ful_view_options_with_symbols (FulViewOptions *self,
                               FulProfile     *profile)
{
  g_autoptr(GPtrArray) transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_transform_unref);
  gboolean differs = FALSE;
  FulViewOptions *copy;

  for (guint i = 0; i < self->n_transforms; i++)
    {
      g_ptr_array_add (transforms, ful_transform_with_symbols (self->transforms[i], profile));
      differs |= g_ptr_array_index (transforms, i) != self->transforms[i];
    }
  if (!differs)
    return ful_view_options_ref (self);

  copy = ful_view_options_copy (self);
  ful_view_options_set_transforms (copy, (FulTransform **) transforms->pdata, transforms->len);

  return copy;
}

/**
 * ful_view_options_push_transform:
 * @transform: a transform
 *
 * Returns: (transfer full): a copy with @transform after the others
 */
FulViewOptions *
ful_view_options_push_transform (const FulViewOptions *self,
                                 FulTransform         *transform)
{
  FulViewOptions *copy = ful_view_options_copy (self);

  copy->transforms = g_renew (FulTransform *, copy->transforms, copy->n_transforms + 1);
  copy->transforms[copy->n_transforms++] = ful_transform_ref (transform);

  return copy;
}
