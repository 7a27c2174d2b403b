/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stages of filters over the shared stacks: implementation (transforms.md 4)
 * and search (transforms.md 5); the transforms come before them.
 *
 * A filter never touches sample columns. It maps stacks to stacks, and the maps
 * are composed, so that a stage costs O(stacks) whatever the number of samples. */

#include "config.h"

#include "ful-filtered-stacks.h"

#include "ful-search.h"

#include "base/ful-serial.h"


static void
ful_filtered_stacks_clear (gpointer data)
{
  FulFilteredStacks *self = data;

  g_clear_object (&self->profile);
  ful_table_unref (self->stacks);
  ful_table_unref (self->frames);
  g_free ((gpointer) self->map);
}

/* Takes ownership of @stacks, @frames and @map. */
static FulFilteredStacks *
new_stage (FulProfile    *profile,
           FulStackTable *stacks,
           FulFrameTable *frames,
           FulStackIndex *map)
{
  FulFilteredStacks *self = g_atomic_rc_box_new0 (FulFilteredStacks);

  self->profile = g_object_ref (profile);
  self->stacks = stacks;
  self->frames = frames;
  self->map = map;
  self->serial = self->table_serial = ful_serial_new ();

  return self;
}

/**
 * ful_filtered_stacks_new:
 *
 * Returns: (transfer full): the stacks of @profile as they are, or as symbols show them
 */
FulFilteredStacks *
ful_filtered_stacks_new (FulProfile *profile)
{
  const FulBuffer *map = profile->shown_of_stack;

  if (profile->shown_stacks == NULL)
    return new_stage (profile, ful_table_ref (profile->stacks), ful_table_ref (profile->frames), NULL);

  return new_stage (profile, ful_table_ref (profile->shown_stacks), ful_table_ref (profile->shown_frames),
                    map ? g_memdup2 (map->data, map->n * sizeof (FulStackIndex)) : NULL);
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

/* Rows of @self's stacks → rows of the next stage's, as a map from the profile's
 * rows. Takes ownership of @step; NULL is the identity. */
static FulStackIndex *
compose (FulFilteredStacks *self,
         FulStackIndex     *step)
{
  guint n = self->profile->stacks->table.n_rows;
  FulStackIndex *map;

  if (self->map == NULL)
    return step;
  if (step == NULL)
    return g_memdup2 (self->map, n * sizeof *map);

  map = g_new (FulStackIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    map[i] = self->map[i] == FUL_NONE ? FUL_NONE : step[self->map[i]];
  g_free (step);

  return map;
}

/**
 * ful_filtered_stacks_with_map:
 * @self: the stage before
 * @step: (transfer full) (array): for each row the row it is mapped to, or %FUL_NONE
 *
 * Returns: (transfer full): a stage with the same tables
 */
FulFilteredStacks *
ful_filtered_stacks_with_map (FulFilteredStacks *self,
                              FulStackIndex     *step)
{
  FulFilteredStacks *next = new_stage (self->profile, ful_table_ref (self->stacks), ful_table_ref (self->frames),
                                       compose (self, step));

  next->table_serial = self->table_serial;

  return next;
}

/**
 * ful_filtered_stacks_with_prefix:
 * @self: the stage before
 * @prefix: (transfer full): for each row its new caller, an earlier row or %FUL_NONE
 * @step: (transfer full) (nullable) (array): the row that each row is mapped to; %NULL for the
 *   identity
 *
 * Returns: (transfer full): a stage whose rows are the same with other callers
 */
FulFilteredStacks *
ful_filtered_stacks_with_prefix (FulFilteredStacks *self,
                                 FulBuffer         *prefix,
                                 FulStackIndex     *step)
{
  guint n = self->stacks->table.n_rows;
  FulBuffer *buffers[FUL_STACK_SUBCATEGORY + 1];
  FulStackTable *stacks;

  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    buffers[c] = self->stacks->table.buffers[c];
  buffers[FUL_STACK_PREFIX] = prefix;
  prefix->n = n;
  stacks = ful_table_new (&ful_stack_table_class, n, buffers);
  ful_buffer_unref (prefix);

  return new_stage (self->profile, stacks, ful_table_ref (self->frames), compose (self, step));
}

/**
 * ful_filtered_stacks_with_funcs:
 * @self: the stage before
 * @func: (transfer full): for each frame its new function
 *
 * Returns: (transfer full): a stage whose frames belong to other functions
 */
FulFilteredStacks *
ful_filtered_stacks_with_funcs (FulFilteredStacks *self,
                                FulBuffer         *func)
{
  guint n = self->frames->table.n_rows;
  FulBuffer *buffers[FUL_TABLE_MAX_COLUMNS];
  FulFrameTable *frames;

  for (guint c = 0; c < ful_frame_table_class.n_columns; c++)
    buffers[c] = self->frames->table.buffers[c];
  buffers[FUL_FRAME_FUNC] = func;
  func->n = n;
  frames = ful_table_new (&ful_frame_table_class, n, buffers);
  ful_buffer_unref (func);

  return new_stage (self->profile, ful_table_ref (self->stacks), frames, compose (self, NULL));
}

/**
 * ful_stack_filter_init:
 * @before: the stage before
 *
 * O(stacks) memory.
 */
void
ful_stack_filter_init (FulStackFilter    *self,
                       FulFilteredStacks *before)
{
  guint n = before->stacks->table.n_rows;

  self->before = ful_filtered_stacks_ref (before);
  self->n_kept = 0;
  self->step = g_new (FulStackIndex, MAX (n, 1));
  for (guint c = 0; c < G_N_ELEMENTS (self->buffers); c++)
    self->buffers[c] = ful_buffer_new (FUL_TYPE_I32, n);
}

void
ful_stack_filter_clear (FulStackFilter *self)
{
  for (guint c = 0; c < G_N_ELEMENTS (self->buffers); c++)
    g_clear_pointer (&self->buffers[c], ful_buffer_unref);
  g_clear_pointer (&self->step, g_free);
  g_clear_pointer (&self->before, ful_filtered_stacks_unref);
}

/**
 * ful_stack_filter_finish:
 * @self: every row was kept or dropped
 *
 * Returns: (transfer full): the stage
 */
FulFilteredStacks *
ful_stack_filter_finish (FulStackFilter *self)
{
  FulStackTable *stacks;

  for (guint c = 0; c < G_N_ELEMENTS (self->buffers); c++)
    self->buffers[c]->n = self->n_kept;
  stacks = ful_table_new (&ful_stack_table_class, self->n_kept, self->buffers);

  return new_stage (self->before->profile, stacks, ful_table_ref (self->before->frames),
                    compose (self->before, g_steal_pointer (&self->step)));
}

/**
 * ful_filtered_stacks_get_size:
 *
 * Returns: bytes of this stage, without the tables of the profile
 */
gsize
ful_filtered_stacks_get_size (FulFilteredStacks *self)
{
  gsize size = sizeof *self;

  if (self->map)
    size += self->profile->stacks->table.n_rows * sizeof *self->map;
  if (self->stacks != self->profile->stacks)
    size += self->stacks->table.n_rows * (FUL_STACK_SUBCATEGORY + 1) * sizeof (gint32);
  if (self->frames != self->profile->frames)
    size += self->frames->table.n_rows * sizeof (gint32);

  return size;
}

/**
 * ful_filtered_stacks_implementation:
 * @self: the stage before
 * @implementation: which functions to keep
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Keeps the stacks whose own function matches; the others are replaced with their
 * nearest kept caller, or %FUL_NONE. O(stacks).
 *
 * Returns: (transfer full): the next stage; @self if all are kept
 */
FulFilteredStacks *
ful_filtered_stacks_implementation (FulFilteredStacks  *self,
                                    FulImplementation   implementation,
                                    GCancellable       *cancellable,
                                    GError            **error)
{
  g_autofree guint8 *shown = NULL;
  g_auto(FulStackFilter) kept = { NULL };

  if (implementation == FUL_IMPLEMENTATION_COMBINED)
    return ful_filtered_stacks_ref (self);

  shown = ful_list_implementation_funcs (self->profile, implementation);
  ful_stack_filter_init (&kept, self);
  FUL_FOR_EACH_STACK (i, self, cancellable, error)
    {
      FulStackIndex caller = ful_stack_filter_get (&kept, self->stacks->prefix[i]);

      if (ful_is_shown (shown, ful_filtered_stacks_get_func (self, i), self->stacks->prefix[i]))
        ful_stack_filter_keep (&kept, i, caller);
      else
        ful_stack_filter_drop (&kept, i, caller);
    }

  return ful_stack_filter_finish (&kept);
}

/**
 * ful_filtered_stacks_search:
 * @self: the stage before
 * @search: the text of the search
 * @flags: flags of the search
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: %FUL_ERROR_ARGUMENT for an expression that does not compile or takes too long, or
 *   %G_IO_ERROR_CANCELLED
 *
 * Removes the stacks that do not match all terms, each anywhere on the path. The stack
 * table is the same. O(functions + stacks) for each eight terms.
 *
 * Returns: (transfer full): the next stage; @self if there is no term
 */
FulFilteredStacks *
ful_filtered_stacks_search (FulFilteredStacks  *self,
                            const char         *search,
                            FulSearchFlags      flags,
                            GCancellable       *cancellable,
                            GError            **error)
{
  g_autoptr(FulSearch) terms = ful_search_new (self->profile, search, flags, error);
  const FulStackTable *stacks = self->stacks;
  guint n = stacks->table.n_rows;
  g_autofree FulStackIndex *step = NULL;
  g_autofree guint8 *found = NULL;

  if (terms == NULL)
    return NULL;
  if (terms->n_terms == 0)
    return ful_filtered_stacks_ref (self);

  step = g_new (FulStackIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    step[i] = (FulStackIndex) i;
  found = g_new (guint8, MAX (n, 1));

  for (guint first = 0; first < terms->n_terms; first += 8)
    {
      guint8 all = (guint8) ((1u << MIN (terms->n_terms - first, 8)) - 1);
      g_autofree guint8 *match = ful_search_match_funcs (terms, self->profile, first, cancellable, error);

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

  return ful_filtered_stacks_with_map (self, g_steal_pointer (&step));
}
