/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-results.h"
#include "symbolizer/ful-symbol-messages.h"
#include "ful-symbol-source.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the source reads, without the file. Returns: (transfer full) (nullable): the results; without, or with, a sentence
 * in @result */
FulSymbolResults *ful_symbol_breakpad_read (FulSymbolRequest   *request,
                                            const char         *text,
                                            gsize               n,
                                            GCancellable       *cancellable,
                                            char              **result);

/* Likewise, of the kernel's table of symbols. */
FulSymbolResults *ful_symbol_kallsyms_read (const FulSymbolRequest   *request,
                                            const char               *text,
                                            gsize                     n,
                                            GCancellable             *cancellable,
                                            char                    **result);

/* Looks up all the requests at once. Returns: (transfer full) (nullable) (element-type FulLib FulSymbolResults): for the
 * libraries that the file has; %NULL with a sentence in @result if it is damaged */
GHashTable *ful_symbol_sidecar_read (const FulSymbolRequest   *requests,
                                     guint                     n_requests,
                                     GInputStream             *input,
                                     GCancellable             *cancellable,
                                     char                    **result);

/* Lives within the requests. */
FulSymbolSidecar *ful_symbol_sidecar_new  (const char              *profile_path,
                                           const FulSymbolRequest  *requests,
                                           guint                    n_requests);
void              ful_symbol_sidecar_free (FulSymbolSidecar        *self);

/* Appends the results for the addresses of the request to @builder, from a reply of the symbolication API. */
gboolean          ful_symbol_server_read   (const FulSymbolRequest   *request,
                                            const char               *text,
                                            gsize                     n,
                                            FulSymbolBuilder         *builder,
                                            GError                  **error);

char             *ful_symbol_elf_dup_build_id (const FulLib          *lib);
FulSymbolResults *ful_symbol_elf_read_file    (FulSymbolRequest      *request,
                                               const FulSymbolSource *source,
                                               int                    server,
                                               FulSymbolWhat          what,
                                               const char            *path,
                                               GCancellable          *cancellable);

/* Returns: (transfer full) (nullable): path of the debug information of a build; requested unless it is cached. */
char             *ful_symbol_debuginfod_fetch (FulSymbolRequest      *request,
                                               guint                  server,
                                               const char            *build_id,
                                               GCancellable          *cancellable);

/* The instructions from @start on, from a reply of the symbolication API; in the form of #FulSymbolMessage. */
FulSymbolResults *ful_assembly_server_read    (const char            *text,
                                               gsize                  n,
                                               guint64                start,
                                               GError               **error);
FulSymbolResults *ful_assembly_server_ask     (FulSymbolRequest      *request,
                                               FulSymbolWhat          what,
                                               GCancellable          *cancellable);

/* The instructions between the two addresses of the request; see #FulSymbolMessage. */
FulSymbolResults *ful_symbol_elf_read_code (FulSymbolRequest  *request,
                                            FulSymbolWhat      what,
                                            GCancellable      *cancellable);

G_END_DECLS
