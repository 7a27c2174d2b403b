/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-removals.h"

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSelection:
 * @has_range: whether only what happened in @range is kept
 * @range: absolute
 * @threads: (nullable) (element-type guint): threads to keep, in order; %NULL is all
 * @counters: (nullable) (element-type guint): counters to keep; %NULL is all of these threads
 * @removals: what is left out of them
 * @texts: (nullable) (element-type utf8): texts that are replaced in all texts
 *
 * A part of a profile.
 */
typedef struct
{
  gboolean      has_range;
  FulTimeRange  range;
  GArray       *threads;
  GArray       *counters;
  FulRemovals   removals;
  GPtrArray    *texts;
} FulSelection;

gboolean    ful_selection_is_all (const FulSelection  *self);
void        ful_selection_copy   (FulSelection        *self,
                                  const FulSelection  *from);
void        ful_selection_clear  (FulSelection        *self);
FulProfile *ful_selection_cut    (const FulSelection  *self,
                                  FulProfile          *profile,
                                  GCancellable        *cancellable,
                                  GError             **error);

G_END_DECLS
