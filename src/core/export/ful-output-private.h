/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "base/ful-table.h"
#include "io/raw/ful-slabs.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/* One slab: JSON text, or elements that belong to a table of the profile. */
typedef struct
{
  FulSlabType    type;
  gconstpointer  data;      /* NULL: @text */
  gsize          n_bytes;
  FulBytes       text;
  guint          first;     /* the first slab with a placeholder in this one, or in one of those; or itself */
} FulOutputSlab;

/* The text around a slab that is being written. */
typedef struct
{
  FulBytes text;
  guint    first;
} FulOutputOuter;

/**
 * FulOutput:
 * @text: JSON text not yet written
 * @stream: target, or %NULL while slabs are collected
 * @last: the last byte written before @text
 * @slabs: (nullable) (element-type FulOutputSlab): slabs so far; %NULL when writing plain JSON
 * @progress: (nullable): thousandths that are written, set atomically
 * @n_cells: of the tables, written so far
 * @n_total_cells: of all tables
 *
 * Where a profile is written to. Its first error sticks.
 */
typedef struct
{
  FulBytes       text;
  char           last;
  GOutputStream *stream;
  GArray        *slabs;
  GPtrArray     *owned;      /* memory that slabs refer to */
  GCancellable  *cancellable;
  gint          *progress;
  guint64        n_cells;
  guint64        n_total_cells;
  GError        *error;
} FulOutput;

void ful_output_comma      (FulOutput     *self);
void ful_output_key        (FulOutput     *self,
                            const char    *key);
void ful_output_flush      (FulOutput     *self);
void ful_output_flush_sometimes (FulOutput *self);
GOutputStream *ful_output_pack (GOutputStream *stream);
gboolean ful_output_finish (FulOutput     *self,
                            GError       **error);
void ful_output_slab       (FulOutput     *self,
                            FulSlabType    type,
                            gconstpointer  data,
                            gsize          n_bytes);
void ful_output_begin_slab (FulOutput      *self,
                            FulOutputOuter *outer);
void ful_output_end_slab   (FulOutput      *self,
                            FulOutputOuter *outer);
void ful_output_table      (FulOutput     *self,
                            FulProfile    *profile,
                            const FulTable *table,
                            guint          first_column);
void ful_output_numbers    (FulOutput     *self,
                            const double  *numbers,
                            guint          n);
void ful_output_profile    (FulOutput     *self,
                            FulProfile    *profile);
void ful_output_slabs      (FulOutput     *self,
                            FulProfile    *profile);

G_END_DECLS
