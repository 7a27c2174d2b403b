/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

G_BEGIN_DECLS

/* Structs nested in one another, at most. */
#define FUL_THRIFT_MAX_DEPTH 16

/**
 * FulThriftWriter:
 *
 * Writes structs in Thrift's compact protocol. Fields are added in ascending order; the caller observes the grammar.
 */
typedef struct
{
  FulBytes *to;

  /*< private >*/
  gint16    last[FUL_THRIFT_MAX_DEPTH];   /* field of each open struct */
  guint     depth;
} FulThriftWriter;

void ful_thrift_append_varint  (FulBytes        *to,
                                guint64          number);
void ful_thrift_begin          (FulThriftWriter *self,
                                FulBytes        *to);
void ful_thrift_end            (FulThriftWriter *self);
void ful_thrift_i32            (FulThriftWriter *self,
                                gint16           field,
                                gint32           number);
void ful_thrift_i64            (FulThriftWriter *self,
                                gint16           field,
                                gint64           number);
void ful_thrift_binary         (FulThriftWriter *self,
                                gint16           field,
                                const char      *data,
                                gsize            n);
void ful_thrift_begin_struct   (FulThriftWriter *self,
                                gint16           field);
void ful_thrift_i32_list       (FulThriftWriter *self,
                                gint16           field,
                                const gint32    *numbers,
                                guint            n);
void ful_thrift_binary_list    (FulThriftWriter *self,
                                gint16           field,
                                const char      *text);
void ful_thrift_begin_structs  (FulThriftWriter *self,
                                gint16           field,
                                guint            n);
void ful_thrift_begin_element  (FulThriftWriter *self);

G_END_DECLS
