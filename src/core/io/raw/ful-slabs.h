/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/bytes/ful-byte-stream.h"
#include "ful-raw-tree.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_SLAB_I8,
  FUL_SLAB_U8,
  FUL_SLAB_I16,
  FUL_SLAB_U16,
  FUL_SLAB_I32,
  FUL_SLAB_U32,
  FUL_SLAB_F32,
  FUL_SLAB_F64,
  FUL_SLAB_I64,
  FUL_SLAB_U64,
  FUL_SLAB_JSON,
} FulSlabType;

FulRawNode *ful_slabs_read (FulRawTree     *tree,
                            FulByteStream  *stream,
                            FulChunk       *first,
                            gboolean        partial,
                            guint64        *n_repaired,
                            gint64         *end,
                            GError        **error);

G_END_DECLS
