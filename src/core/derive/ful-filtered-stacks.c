/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stages of filters over the shared stacks: implementation (transforms.md 4)
 * and search (transforms.md 5); the transforms come before them.
 *
 * A filter never touches sample columns. It maps stacks to stacks, and the maps
 * are composed, so that a stage costs O(stacks) whatever the number of samples. */

#include "config.h"

#include "ful-filtered-stacks.h"

#include "ful-search.h"

#include <string.h>

static void
ful_filtered_stacks_clear (gpointer data)
{
  FulFilteredStacks *self = data;

  g_clear_object (&self->profile);
  ful_table_unref (self->stacks);
  ful_table_unref (self->frames);
  g_free ((gpointer) self->map);
}

/* Takes @stacks and @map over. */
static FulFilteredStacks *
new_stage (FulProfile    *profile,
           FulStackTable *stacks,
           FulFrameTable *frames,
           FulStackIndex *map)
{
  FulFilteredStacks *self = g_atomic_rc_box_new0 (FulFilteredStacks);

  self->profile = g_object_ref (profile);
  self->stacks = stacks;
  self->frames = ful_table_ref (frames);
  self->map = map;

  return self;
}

/**
 * ful_filtered_stacks_new:
 *
 * Returns: (transfer full): the stacks of @profile as they are
 */
FulFilteredStacks *
ful_filtered_stacks_new (FulProfile *profile)
{
  return new_stage (profile, ful_table_ref (profile->stacks), profile->frames, NULL);
}

FulFilteredStacks *
ful_filtered_stacks_ref (FulFilteredStacks *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_filtered_stacks_unref (FulFilteredStacks *self)
{
  g_atomic_rc_box_release_full (self, ful_filtered_stacks_clear);
}

/* Rows of @self's stacks → rows of the next stage's, as a map from the profile's rows. */
static FulStackIndex *
compose (FulFilteredStacks *self,
         FulStackIndex     *step)
{
  guint n = self->profile->stacks->table.n_rows;
  FulStackIndex *map;

  if (self->map == NULL)
    return step;

  map = g_new (FulStackIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    map[i] = self->map[i] == FUL_NONE ? FUL_NONE : step[self->map[i]];
  g_free (step);

  return map;
}

/**
 * ful_func_matches_implementation:
 *
 * Returns: whether @func is shown under that implementation filter
 */
gboolean
ful_func_matches_implementation (FulProfile        *profile,
                                 FulFuncIndex       func,
                                 FulImplementation  implementation)
{
  const FulFuncTable *funcs = profile->funcs;

  switch (implementation)
    {
    case FUL_IMPLEMENTATION_JS:
      return funcs->is_js[func] || funcs->relevant_for_js[func];
    case FUL_IMPLEMENTATION_CPP:
      /* A bare address that no library claims is taken for JIT code. */
      return !funcs->is_js[func] &&
             !(funcs->resource[func] == FUL_NONE &&
               g_str_has_prefix (ful_profile_get_func_name (profile, func), "0x"));
    case FUL_IMPLEMENTATION_COMBINED:
    default:
      return TRUE;
    }
}

/**
 * ful_filtered_stacks_implementation:
 * @self: the stage before
 * @implementation: which functions to keep
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Keeps the stacks whose own function matches; the others become their nearest
 * kept caller, or nothing. O(stacks).
 *
 * Returns: (transfer full): the next stage; @self itself if all are kept
 */
FulFilteredStacks *
ful_filtered_stacks_implementation (FulFilteredStacks  *self,
                                    FulImplementation   implementation,
                                    GCancellable       *cancellable,
                                    GError            **error)
{
  const FulStackTable *stacks = self->stacks;
  const FulFuncIndex *func = self->frames->func;
  guint n = stacks->table.n_rows;
  guint n_funcs = self->profile->funcs->table.n_rows;
  g_autofree guint8 *keep = NULL;
  g_autofree FulStackIndex *step = NULL;
  FulBuffer *buffers[FUL_STACK_SUBCATEGORY + 1];
  FulStackTable *kept_stacks;
  gint32 *frame, *prefix, *category, *subcategory;
  guint n_kept = 0;

  if (implementation == FUL_IMPLEMENTATION_COMBINED)
    return ful_filtered_stacks_ref (self);

  keep = g_new (guint8, MAX (n_funcs, 1));
  for (guint i = 0; i < n_funcs; i++)
    keep[i] = ful_func_matches_implementation (self->profile, (FulFuncIndex) i, implementation);

  step = g_new (FulStackIndex, MAX (n, 1));
  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    buffers[c] = ful_buffer_new (FUL_TYPE_I32, n);
  frame = buffers[FUL_STACK_FRAME]->data;
  prefix = buffers[FUL_STACK_PREFIX]->data;
  category = buffers[FUL_STACK_CATEGORY]->data;
  subcategory = buffers[FUL_STACK_SUBCATEGORY]->data;

  for (guint i = 0; i < n; i++)
    {
      FulStackIndex caller = stacks->prefix[i] == FUL_NONE ? FUL_NONE : step[stacks->prefix[i]];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
            ful_buffer_unref (buffers[c]);
          return NULL;
        }

      if (!keep[func[stacks->frame[i]]])
        {
          step[i] = caller;
          continue;
        }

      frame[n_kept] = stacks->frame[i];
      prefix[n_kept] = caller;
      category[n_kept] = stacks->category[i];
      subcategory[n_kept] = stacks->subcategory[i];
      step[i] = (FulStackIndex) n_kept++;
    }

  kept_stacks = ful_table_new (&ful_stack_table_class, n_kept, buffers);
  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    {
      buffers[c]->n = n_kept;
      ful_buffer_unref (buffers[c]);
    }

  return new_stage (self->profile, kept_stacks, self->frames, compose (self, g_steal_pointer (&step)));
}

/**
 * ful_filtered_stacks_search:
 * @self: the stage before
 * @search: what the user typed
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Drops the stacks that do not have all terms, each somewhere on the path. The
 * stack table stays. O(functions + stacks) for each eight terms.
 *
 * Returns: (transfer full): the next stage; @self itself if there is no term
 */
FulFilteredStacks *
ful_filtered_stacks_search (FulFilteredStacks  *self,
                            const char         *search,
                            GCancellable       *cancellable,
                            GError            **error)
{
  g_auto(GStrv) terms = ful_search_split_terms (search);
  guint n_terms = g_strv_length (terms);
  const FulStackTable *stacks = self->stacks;
  guint n = stacks->table.n_rows;
  g_autofree FulStackIndex *step = NULL;
  g_autofree guint8 *found = NULL;

  if (n_terms == 0)
    return ful_filtered_stacks_ref (self);

  step = g_new (FulStackIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    step[i] = (FulStackIndex) i;
  found = g_new (guint8, MAX (n, 1));

  for (guint first = 0; first < n_terms; first += 8)
    {
      guint n_now = MIN (n_terms - first, 8);
      guint8 all = (guint8) ((1u << n_now) - 1);
      g_autofree guint8 *match = ful_search_match_funcs (self->profile, terms + first, n_now, cancellable, error);

      if (match == NULL)
        return NULL;

      for (guint i = 0; i < n; i++)
        {
          if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;

          found[i] = match[self->frames->func[stacks->frame[i]]];
          if (stacks->prefix[i] != FUL_NONE)
            found[i] |= found[stacks->prefix[i]];
          if (found[i] != all)
            step[i] = FUL_NONE;
        }
    }

  return new_stage (self->profile, ful_table_ref (self->stacks), self->frames,
                    compose (self, g_steal_pointer (&step)));
}
