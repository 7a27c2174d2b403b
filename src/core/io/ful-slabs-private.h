/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-slabs.h"

G_BEGIN_DECLS

typedef struct
{
  guint32     type;
  guint32     start;
  guint32     length;
  gboolean    used;      /* there is a placeholder for it */
  gboolean    read;
  FulBytes    bytes;     /* of a numeric slab */
  FulRawNode *node;      /* of a JSON slab */
} FulSlab;

extern const guint8 ful_slab_element_bytes[];

FulRawNode *ful_slab_new_numbers (FulRawTree *tree,
                                  FulSlab    *slab);

static inline guint32
ful_slab_read_u32 (const char *p)
{
  guint32 value;

  memcpy (&value, p, sizeof value);

  return GUINT32_FROM_LE (value);
}

G_END_DECLS
