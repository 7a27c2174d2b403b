/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_side_range_resolve (const char      *text,
                                 FulProfile      *profile,
                                 FulDeriveCache  *cache,
                                 FulTimeRange    *range,
                                 GCancellable    *cancellable,
                                 GError         **error);

G_END_DECLS
