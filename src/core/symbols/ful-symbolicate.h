/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-results.h"
#include "ful-symbol-source.h"

#include "model/ful-import-log.h"
#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

FulProfile *ful_symbolicate     (FulProfile              *recorded,
                                 FulSymbolResults *const *results,
                                 FulProfile              *last,
                                 FulImportLog            *log,
                                 GCancellable            *cancellable,
                                 GError                 **error);
FulProfile *ful_symbolicate_all (FulProfile              *recorded,
                                 FulSymbolSearch         *search,
                                 void                   (*found) (const FulLib        *lib,
                                                                  const FulLibSymbols *symbols),
                                 GPtrArray              **out_symbols,
                                 GCancellable            *cancellable,
                                 GError                 **error);
GPtrArray  *ful_list_addresses  (FulProfile              *profile);

G_END_DECLS
