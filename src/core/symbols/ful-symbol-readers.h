/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-answers.h"
#include "ful-symbol-messages.h"
#include "ful-symbol-source.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What sources read, without the files they read it from. Both return (transfer full) (nullable) the answers; without, or
 * with, a sentence in @result. */
FulSymbolAnswers *ful_symbol_breakpad_read (FulSymbolQuestion  *question,
                                            const char         *text,
                                            gsize               n,
                                            GCancellable       *cancellable,
                                            char              **result);
FulSymbolAnswers *ful_symbol_sidecar_read  (FulSymbolQuestion  *question,
                                            GInputStream       *input,
                                            GCancellable       *cancellable,
                                            char              **result);

/* The instructions between the two addresses of the question; see #FulSymbolMessage. */
FulSymbolAnswers *ful_symbol_elf_read_code (FulSymbolQuestion *question,
                                            FulSymbolWhat      what,
                                            GCancellable      *cancellable);

G_END_DECLS
