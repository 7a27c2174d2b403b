/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

GArray *ful_marker_spans_new (FulProfile      *profile,
                              FulDeriveCache  *cache,
                              const char      *name,
                              GCancellable    *cancellable,
                              GError         **error);

G_END_DECLS
