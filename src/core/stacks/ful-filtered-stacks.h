/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-implementation.h"
#include "ful-search.h"

#include "base/ful-buffer.h"
#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulFilteredStacks:
 * @profile: the profile
 * @stacks: the stack table that filtered rows are rows of
 * @frames: the frames of @stacks
 * @map: (nullable) (array): for each stack of the profile the row of @stacks, or %FUL_NONE if it was
 *   filtered out; %NULL if nothing changed
 * @serial: a number that no other stage has
 * @table_serial: likewise for @stacks and @frames: stages with the same tables have the same
 *
 * The result of a stage of filters on the stacks of a profile. Stages are chained: each holds the
 * map from the profile's own rows. Immutable, counted.
 */
typedef struct
{
  FulProfile          *profile;
  FulStackTable       *stacks;
  FulFrameTable       *frames;
  const FulStackIndex *map;
  guint64              serial;
  guint64              table_serial;
} FulFilteredStacks;

FulFilteredStacks *ful_filtered_stacks_new            (FulProfile        *profile);
FulFilteredStacks *ful_filtered_stacks_ref            (FulFilteredStacks *self);
void               ful_filtered_stacks_unref          (FulFilteredStacks *self);
FulFilteredStacks *ful_filtered_stacks_implementation (FulFilteredStacks *self,
                                                       FulImplementation  implementation,
                                                       GCancellable      *cancellable,
                                                       GError           **error);
FulFilteredStacks *ful_filtered_stacks_search         (FulFilteredStacks *self,
                                                       const char        *search,
                                                       FulSearchFlags     flags,
                                                       GCancellable      *cancellable,
                                                       GError           **error);
FulFilteredStacks *ful_filtered_stacks_with_map       (FulFilteredStacks *self,
                                                       FulStackIndex     *step);
FulFilteredStacks *ful_filtered_stacks_with_prefix    (FulFilteredStacks *self,
                                                       FulBuffer         *prefix,
                                                       FulStackIndex     *step);
FulFilteredStacks *ful_filtered_stacks_with_funcs     (FulFilteredStacks *self,
                                                       FulBuffer         *func);
gsize              ful_filtered_stacks_get_size       (FulFilteredStacks *self);

/**
 * FulStackFilter:
 *
 * A stage under construction that shortens the table to the stacks it keeps.
 * Stacks are handed over in the order of the rows.
 */
typedef struct
{
  FulFilteredStacks   *before;
  guint                n_kept;
  FulStackIndex       *step;       /* what each row becomes */
  FulBuffer           *buffers[FUL_STACK_SUBCATEGORY + 1];
} FulStackFilter;

void               ful_stack_filter_init   (FulStackFilter    *self,
                                            FulFilteredStacks *before);
void               ful_stack_filter_clear  (FulStackFilter    *self);
FulFilteredStacks *ful_stack_filter_finish (FulStackFilter    *self);

/* The new row of a row; FUL_NONE for FUL_NONE. */
static inline FulStackIndex
ful_stack_filter_get (const FulStackFilter *self,
                      FulStackIndex         row)
{
  return row == FUL_NONE ? FUL_NONE : self->step[row];
}

/* Keeps row @row, with @prefix, a kept row, as its caller. */
static inline void
ful_stack_filter_keep (FulStackFilter *self,
                       FulStackIndex   row,
                       FulStackIndex   prefix)
{
  const FulStackTable *stacks = self->before->stacks;
  guint n = self->n_kept++;

  ((gint32 *) self->buffers[FUL_STACK_FRAME]->data)[n] = stacks->frame[row];
  ((gint32 *) self->buffers[FUL_STACK_PREFIX]->data)[n] = prefix;
  ((gint32 *) self->buffers[FUL_STACK_CATEGORY]->data)[n] = ful_stack_table_get_category (stacks, row);
  ((gint32 *) self->buffers[FUL_STACK_SUBCATEGORY]->data)[n] = ful_stack_table_get_subcategory (stacks, row);
  self->step[row] = (FulStackIndex) n;
}

/* Replaces row @row with @kept, a kept row or FUL_NONE. */
static inline void
ful_stack_filter_drop (FulStackFilter *self,
                       FulStackIndex   row,
                       FulStackIndex   kept)
{
  self->step[row] = kept;
}

static inline FulStackIndex
ful_filtered_stacks_lookup (const FulFilteredStacks *self,
                            FulStackIndex            stack)
{
  return stack == FUL_NONE || self->map == NULL ? stack : self->map[stack];
}

/* The function of a row. */
static inline FulFuncIndex
ful_filtered_stacks_get_func (const FulFilteredStacks *self,
                              FulStackIndex            row)
{
  return self->frames->func[self->stacks->frame[row]];
}

/* A loop over the rows of @before, callers first. Where it is cancelled, the function returns NULL with @error set. */
#define FUL_FOR_EACH_STACK(i, before, cancellable, error) \
  for (FulStackIndex i = 0; i < (gint32) (before)->stacks->table.n_rows; i++) \
    if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error)) \
      return NULL; \
    else

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulStackFilter, ful_stack_filter_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFilteredStacks, ful_filtered_stacks_unref)

G_END_DECLS
