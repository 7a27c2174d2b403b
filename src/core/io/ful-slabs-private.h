/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-slabs.h"

#include "base/ful-bytes.h"

G_BEGIN_DECLS

typedef struct _FulSlab FulSlab;

struct _FulSlab
{
  guint32     type;
  guint32     start;
  guint32     length;
  gboolean    used;      /* there is a placeholder for it */
  gboolean    read;
  gboolean    is_cut;    /* the file ends within it or before it */
  FulBytes    bytes;     /* of a numeric slab */
  FulRawNode *node;      /* of a JSON slab */
  guint       height;    /* of a JSON slab: how deep its own text is nested */
  guint       depth;     /* of its placeholder: first in the text around it, then in the document */
  FulSlab    *next;      /* (nullable): another slab with a placeholder in the same text */
  FulSlab    *children;  /* (nullable): slabs with a placeholder in this one */
};

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
