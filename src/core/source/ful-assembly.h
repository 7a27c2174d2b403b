/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbol-results.h"

#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulInstruction:
 * @address: relative to the library
 * @size: bytes
 * @text: the instruction
 * @file: (nullable): where it is from
 * @line: from 1, or 0 if it is not known
 */
typedef struct
{
  guint64     address;
  guint64     size;
  const char *text;
  const char *file;
  guint       line;
} FulInstruction;

/**
 * FulAssembly:
 * @arch: its machine
 * @instructions: (element-type FulInstruction): ascending by address
 *
 * The instructions of a native symbol. Counted, usable from any thread.
 */
typedef struct
{
  const char       *arch;
  GArray           *instructions;
  FulSymbolResults *results;   /* has the texts */
} FulAssembly;

gboolean     ful_assembly_is_supported (const char *const    *places);
FulAssembly *ful_assembly_read         (FulProfile           *profile,
                                        FulNativeSymbolIndex  symbol,
                                        const FulFrameTable  *frames,
                                        const char           *profile_path,
                                        const char *const    *places,
                                        GCancellable         *cancellable,
                                        GError              **error);
guint        ful_assembly_find         (const FulAssembly    *self,
                                        guint64               address);
void         ful_assembly_find_all     (const FulAssembly    *self,
                                        gint64               *values,
                                        guint                 n);
FulAssembly *ful_assembly_ref          (FulAssembly          *self);
void         ful_assembly_unref        (FulAssembly          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulAssembly, ful_assembly_unref)

G_END_DECLS
