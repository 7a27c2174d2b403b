/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-byte-stream.h"
#include "ful-slabs-private.h"

G_BEGIN_DECLS

/**
 * FulSlabFile:
 *
 * The slabs of a container that is a file as it is, not compressed.
 */
typedef struct _FulSlabFile FulSlabFile;

FulSlabFile *ful_slab_file_new    (const FulPlainFile  *file,
                                   FulSlab             *slabs,
                                   guint32              n_slabs,
                                   GCancellable        *cancellable);
void         ful_slab_file_free   (FulSlabFile         *self);
gsize        ful_slab_file_read   (FulSlabFile         *self,
                                   guint64              place,
                                   char                *to,
                                   gsize                n);
void         ful_slab_file_skip   (FulSlabFile         *self,
                                   gsize                n);
gboolean     ful_slab_file_check  (FulSlabFile         *self,
                                   GError             **error);
void         ful_slab_file_finish (FulSlabFile         *self);

G_END_DECLS
