/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/change/ful-change.h"
#include "model/ful-profile.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/**
 * FulSharedMoment:
 * @name: of markers that both sides have
 * @times: where the first one of each side starts, absolute ms: the first one in the range if there is one, else of all
 *
 * Something that happens on both sides, at which they can be aligned.
 */
typedef struct
{
  char   *name;
  double  times[FUL_N_SIDES];
} FulSharedMoment;

GPtrArray             *ful_shared_moments_new  (FulProfile           *const profiles[FUL_N_SIDES],
                                                FulViewOptions       *const options[FUL_N_SIDES],
                                                GCancellable         *cancellable,
                                                GError              **error);
const FulSharedMoment *ful_shared_moments_find (const GPtrArray      *self,
                                                const char           *name);

G_END_DECLS
