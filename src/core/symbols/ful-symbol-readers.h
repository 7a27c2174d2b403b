/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-answers.h"
#include "ful-symbol-messages.h"
#include "ful-symbol-source.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the source reads, without the file. Returns: (transfer full) (nullable): the answers; without, or with, a sentence
 * in @result */
FulSymbolAnswers *ful_symbol_breakpad_read (FulSymbolQuestion  *question,
                                            const char         *text,
                                            gsize               n,
                                            GCancellable       *cancellable,
                                            char              **result);

/* Answers all the questions at once. Returns: (transfer full) (nullable) (element-type FulLib FulSymbolAnswers): for the
 * libraries that the file has; %NULL with a sentence in @result if it is damaged */
GHashTable *ful_symbol_sidecar_read (const FulSymbolQuestion  *questions,
                                     guint                     n_questions,
                                     GInputStream             *input,
                                     GCancellable             *cancellable,
                                     char                    **result);

/* Lives within the questions. */
FulSymbolSidecar *ful_symbol_sidecar_new  (const char              *profile_path,
                                           const FulSymbolQuestion *questions,
                                           guint                    n_questions);
void              ful_symbol_sidecar_free (FulSymbolSidecar        *self);

/* The instructions between the two addresses of the question; see #FulSymbolMessage. */
FulSymbolAnswers *ful_symbol_elf_read_code (FulSymbolQuestion *question,
                                            FulSymbolWhat      what,
                                            GCancellable      *cancellable);

G_END_DECLS
