/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-types.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

FulOverview *ful_overview_new        (FulProfile          *profile,
                                      const FulTimeRange  *range,
                                      char               **thread_names,
                                      guint                selected_thread,
                                      FulDeriveCache      *cache,
                                      GCancellable        *cancellable,
                                      GError             **error);
void         ful_overview_free       (FulOverview         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulOverview, ful_overview_free)

G_END_DECLS
