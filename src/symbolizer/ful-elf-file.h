/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbol-results.h"
#include "symbolizer/ful-symbol-messages.h"

G_BEGIN_DECLS

/* Opens the file that another one refers to. @build_id: (nullable). Returns: a descriptor, or -1 */
typedef int (*FulElfOpenFunc) (FulSymbolMessage  message,
                               const char       *name,
                               const char       *build_id,
                               guint32           crc);

/**
 * FulElfFile:
 *
 * An ELF file with its debug information, which may be in other files.
 */
typedef struct _FulElfFile FulElfFile;

FulElfFile       *ful_elf_file_open  (int                file,
                                      const char        *breakpad_id,
                                      FulElfOpenFunc     open_func,
                                      FulSymbolRefusal  *out_refusal);
void              ful_elf_file_free  (FulElfFile        *self);
FulSymbolResults *ful_elf_file_name  (FulElfFile        *self,
                                      const guint64     *addresses,
                                      guint              n_addresses,
                                      FulSymbolRefusal  *out_refusal);
FulSymbolResults *ful_elf_file_disassemble (FulElfFile        *self,
                                            const guint64     *range,
                                            FulSymbolWhat      what,
                                            FulSymbolRefusal  *out_refusal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulElfFile, ful_elf_file_free)

G_END_DECLS
