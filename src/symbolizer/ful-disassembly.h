/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbol-results.h"
#include "symbolizer/ful-symbol-messages.h"

#include <elfutils/libdw.h>

G_BEGIN_DECLS

FulSymbolResults *ful_disassemble (Elf              *elf,
                                   Dwarf            *dwarf,
                                   guint64           base,
                                   guint64           start,
                                   guint64           end,
                                   const GArray     *symbols,
                                   FulSymbolRefusal *out_refusal);

G_END_DECLS
