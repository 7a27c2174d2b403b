/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbol-results.h"
#include "symbolizer/ful-symbol-messages.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Opens a file that the process wants. Returns: a descriptor, or -1 */
typedef int (*FulSymbolOpenFunc) (FulSymbolMessage       message,
                                  const FulSymbolWanted *wanted,
                                  gpointer               data);

FulSymbolResults *ful_symbol_process_run       (int                 file,
                                                FulSymbolWhat       what,
                                                const char         *breakpad_id,
                                                const guint64      *addresses,
                                                guint               n_addresses,
                                                FulSymbolOpenFunc   open_func,
                                                gpointer            data,
                                                GCancellable       *cancellable,
                                                GError            **error);

G_END_DECLS
