/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-raw-tree.h"

#include "io/bytes/ful-byte-stream.h"
#include "io/json/ful-json-reader.h"

G_BEGIN_DECLS

/**
 * FulRawRun:
 * @end: where the number after the last one begins, or after the bracket that ends the array
 * @is_last: whether the array ends with it
 * @column: the numbers; in @i32 or @f64
 * @is_ready: not being read
 *
 * Numbers of an array that were read from a chunk before the reader has come there.
 */
typedef struct _FulRawRun
{
  const char   *end;
  gboolean      is_last;
  FulRawColumn  column;
  gint32       *i32;
  double       *f64;
  gboolean      is_ready;
} FulRawRun;

FulRawRun *ful_raw_run_new        (void);
void       ful_raw_run_free       (FulRawRun      *self);
void       ful_raw_run_read       (FulRawRun      *self,
                                   FulChunk       *chunk);
gboolean   ful_raw_run_can_append (FulJsonReader  *reader,
                                   FulRawColumn   *column);
gboolean   ful_raw_run_append     (FulJsonReader  *reader,
                                   FulRawColumn   *column);

G_END_DECLS
