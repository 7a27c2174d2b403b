/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-answers.h"
#include "symbolizer/ful-symbol-messages.h"
#include "ful-symbol-source.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the source reads, without the file. Returns: (transfer full) (nullable): the answers; without, or with, a sentence
 * in @result */
FulSymbolAnswers *ful_symbol_breakpad_read (FulSymbolQuestion  *question,
                                            const char         *text,
                                            gsize               n,
                                            GCancellable       *cancellable,
                                            char              **result);

/* Likewise, of the kernel's table of symbols. */
FulSymbolAnswers *ful_symbol_kallsyms_read (const FulSymbolQuestion  *question,
                                            const char               *text,
                                            gsize                     n,
                                            GCancellable             *cancellable,
                                            char                    **result);

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

/* Appends the answers for the addresses of the question to @builder, from a reply of the symbolication API. */
gboolean          ful_symbol_server_read   (const FulSymbolQuestion  *question,
                                            const char               *text,
                                            gsize                     n,
                                            FulSymbolBuilder         *builder,
                                            GError                  **error);

char             *ful_symbol_elf_dup_build_id (const FulLib          *lib);
FulSymbolAnswers *ful_symbol_elf_read_file    (FulSymbolQuestion     *question,
                                               const FulSymbolSource *source,
                                               int                    server,
                                               FulSymbolWhat          what,
                                               const char            *path,
                                               GCancellable          *cancellable);

/* Returns: (transfer full) (nullable): path of the debug information of a build, asked for unless it is kept. */
char             *ful_symbol_debuginfod_fetch (FulSymbolQuestion     *question,
                                               guint                  server,
                                               const char            *build_id,
                                               GCancellable          *cancellable);

/* The instructions from @start on, from a reply of the symbolication API; in the form of #FulSymbolMessage. */
FulSymbolAnswers *ful_assembly_server_read    (const char            *text,
                                               gsize                  n,
                                               guint64                start,
                                               GError               **error);
FulSymbolAnswers *ful_assembly_server_ask     (FulSymbolQuestion     *question,
                                               FulSymbolWhat          what,
                                               GCancellable          *cancellable);

/* The instructions between the two addresses of the question; see #FulSymbolMessage. */
FulSymbolAnswers *ful_symbol_elf_read_code (FulSymbolQuestion *question,
                                            FulSymbolWhat      what,
                                            GCancellable      *cancellable);

G_END_DECLS
