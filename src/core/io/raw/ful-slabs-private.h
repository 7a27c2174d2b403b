/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/bytes/ful-byte-stream.h"
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
  gboolean    is_cut;    /* the file ends within it or before it */
  FulBytes    bytes;     /* of a numeric slab */
  FulRawNode *node;      /* of a JSON slab */
  guint       height;    /* of a JSON slab: how deep its own text is nested */
  guint       depth;     /* of its placeholder: first in the text around it, then in the document */
  FulSlab    *next;      /* (nullable): another slab with a placeholder in the same text */
  FulSlab    *children;  /* (nullable): slabs with a placeholder in this one */
};

/**
 * FulSlabStream:
 * @slabs: as in the table
 * @order: their indices in the order of the file
 * @root: index of the root slab
 * @position: bytes read so far
 * @is_cut: slabs of a partial file are missing or incomplete
 * @n_bad: bytes of text that were not UTF-8
 *
 * The bytes of a container. After the start, the texts of JSON slabs are the chunks of
 * @stream, one chunk at least for each slab; until @stream is stopped, only @slabs
 * without their bytes, @order and @root may be looked at.
 */
typedef struct
{
  FulByteStream *stream;
  gboolean       partial;     /* slabs may end too early */
  FulChunk      *first;       /* the first bytes of the file */
  gsize          first_used;
  FulSlab       *slabs;
  guint32        n_slabs;
  guint32       *order;
  guint32        root;
  guint32        n_read;
  FulSlab       *text;        /* (nullable): the slab that is read in parts */
  gsize          text_left;
  char           carry[4];    /* beginning of a character that the next part continues */
  gsize          n_carry;
  guint64        position;
  gboolean       is_cut;
  guint64        n_bad;
  GError        *error;
} FulSlabStream;

gboolean ful_slab_stream_start (FulSlabStream  *self,
                                GError        **error);
void     ful_slab_stream_clear (FulSlabStream  *self);

extern const guint8 ful_slab_element_bytes[];

FulRawNode *ful_slab_new_numbers (FulRawTree *tree,
                                  FulSlab    *slab);

G_END_DECLS
