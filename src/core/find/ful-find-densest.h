/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-catalog.h"

#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_find_densest (const FulFindCatalog   *catalog,
                           const FulFindFunction  *function,
                           FulTimeRange           *out_range,
                           GCancellable           *cancellable,
                           GError                **error);

G_END_DECLS
