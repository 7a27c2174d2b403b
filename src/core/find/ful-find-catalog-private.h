/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-catalog.h"

#include "threads/ful-derive-cache.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_find_catalog_read_functions (FulFindCatalog      *self,
                                          FulDeriveCache      *cache,
                                          GCancellable        *cancellable,
                                          GError             **error);
gboolean ful_find_catalog_read_markers   (FulFindCatalog      *self,
                                          const FulTimeRange  *range,
                                          FulDeriveCache      *cache,
                                          GCancellable        *cancellable,
                                          GError             **error);

G_END_DECLS
