/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

FulProfile *ful_selection_new (FulProfile          *profile,
                               const FulTimeRange  *range,
                               GArray              *threads,
                               GCancellable        *cancellable,
                               GError             **error);

G_END_DECLS
