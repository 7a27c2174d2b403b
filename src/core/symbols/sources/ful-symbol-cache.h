/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbol-results.h"

G_BEGIN_DECLS

/* Of files with debug information. */
#define FUL_SYMBOL_CACHE_DEBUG_SUFFIX ".debuginfo"

/* Defaults of a cache. */
#define FUL_SYMBOL_CACHE_BYTES (G_GUINT64_CONSTANT (500) << 20)
#define FUL_SYMBOL_CACHE_DAYS 30

char             *ful_symbol_cache_dup_folder (void);
FulSymbolResults *ful_symbol_cache_read       (const char             *folder,
                                               const char             *debug_name,
                                               const char             *breakpad_id);
void              ful_symbol_cache_write      (const char             *folder,
                                               const char             *debug_name,
                                               const char             *breakpad_id,
                                               const FulSymbolResults *results);
void              ful_symbol_cache_trim       (const char             *folder,
                                               guint64                 max_bytes,
                                               guint                   max_days);
void              ful_symbol_cache_trim_once  (const char             *folder,
                                               int                    *has_trimmed);

G_END_DECLS
