/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

gboolean ful_insight_blocks_derive (FulProfile      *profile,
                                    FulTimeRange     root_range,
                                    FulDeriveCache  *cache,
                                    GCancellable    *cancellable,
                                    GError         **error);

G_END_DECLS
