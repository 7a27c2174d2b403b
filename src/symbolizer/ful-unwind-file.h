/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbolizer/ful-unwind-row.h"

G_BEGIN_DECLS

/**
 * FulUnwindFile:
 *
 * An ELF file, of which rows of its call frame information are read.
 */
typedef struct _FulUnwindFile FulUnwindFile;

FulUnwindFile *ful_unwind_file_open (int            file);
void           ful_unwind_file_free (FulUnwindFile *self);
void           ful_unwind_file_find (FulUnwindFile *self,
                                     guint64        address,
                                     FulUnwindRow  *row,
                                     FulUnwindOp   *ops);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulUnwindFile, ful_unwind_file_free)

G_END_DECLS
