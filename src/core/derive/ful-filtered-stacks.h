/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-derive-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulFilteredStacks:
 * @profile: the profile
 * @stacks: the stack table that filtered rows are rows of
 * @frames: the frames of @stacks
 * @map: (nullable) (array): for each stack of the profile the row of @stacks, or %FUL_NONE if it was
 *   filtered out; %NULL if nothing changed
 *
 * What a stage of filters makes of the stacks of a profile. Stages are chained:
 * each holds the map from the profile's own rows. Immutable, counted.
 */
typedef struct
{
  FulProfile          *profile;
  FulStackTable       *stacks;
  FulFrameTable       *frames;
  const FulStackIndex *map;
} FulFilteredStacks;

FulFilteredStacks *ful_filtered_stacks_new            (FulProfile         *profile);
FulFilteredStacks *ful_filtered_stacks_ref            (FulFilteredStacks  *self);
void               ful_filtered_stacks_unref          (FulFilteredStacks  *self);
FulFilteredStacks *ful_filtered_stacks_implementation (FulFilteredStacks  *self,
                                                       FulImplementation   implementation,
                                                       GCancellable       *cancellable,
                                                       GError            **error);
FulFilteredStacks *ful_filtered_stacks_search         (FulFilteredStacks  *self,
                                                       const char         *search,
                                                       GCancellable       *cancellable,
                                                       GError            **error);
gboolean           ful_func_matches_implementation    (FulProfile         *profile,
                                                       FulFuncIndex        func,
                                                       FulImplementation   implementation);

static inline FulStackIndex
ful_filtered_stacks_lookup (const FulFilteredStacks *self,
                            FulStackIndex            stack)
{
  return stack == FUL_NONE || self->map == NULL ? stack : self->map[stack];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFilteredStacks, ful_filtered_stacks_unref)

G_END_DECLS
