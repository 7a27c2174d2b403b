/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compared-names.h"

#include "compare/change/ful-change.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulComparedView:
 * @names: what functions of transforms are rows of
 * @options: frames, strategy, idle samples, search and transforms, for all runs; threads and ranges of it are not used
 * @ranges: (nullable): of each side, as ful_side_range_resolve() reads it
 * @renames: old → new name of functions of BEFORE
 * @counted_marker: (nullable): name of markers that are counted in each run
 *
 * What of all runs is compared. Immutable, counted.
 */
typedef struct
{
  FulComparedNames *names;
  FulViewOptions   *options;
  char             *ranges[FUL_N_SIDES];
  GHashTable       *renames;
  char             *counted_marker;
} FulComparedView;

FulComparedView *ful_compared_view_new     (FulComparedNames       *names,
                                            FulViewOptions         *options,
                                            const char      *const  ranges[FUL_N_SIDES],
                                            GHashTable             *renames,
                                            const char             *counted_marker);
FulComparedView *ful_compared_view_ref     (FulComparedView        *self);
void             ful_compared_view_unref   (FulComparedView        *self);
FulViewOptions  *ful_compared_view_resolve (FulComparedView        *self,
                                            FulSide                 side,
                                            const FulViewOptions   *options,
                                            FulProfile             *profile,
                                            FulDeriveCache         *cache,
                                            guint8                 *is_found,
                                            GCancellable           *cancellable,
                                            GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparedView, ful_compared_view_unref)

G_END_DECLS
