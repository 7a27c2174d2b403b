/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"

G_BEGIN_DECLS

double ful_sampling_interval_measure (const double   *time,
                                      guint           n_rows,
                                      double          nominal);
double ful_sampling_interval_derive  (FulProfile     *profile,
                                      guint           thread,
                                      double          nominal,
                                      FulDeriveCache *cache,
                                      GCancellable   *cancellable);

G_END_DECLS
