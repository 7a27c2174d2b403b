/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/bytes/ful-byte-stream.h"
#include "io/json/ful-json-reader.h"

G_BEGIN_DECLS

/**
 * FulRawAhead:
 *
 * Threads that read numbers of a long text before its reader comes to them.
 */
typedef struct _FulRawAhead FulRawAhead;

FulRawAhead *ful_raw_ahead_new  (FulByteStream *stream,
                                 FulJsonReader *reader,
                                 guint          n_threads,
                                 guint          n_before);
void         ful_raw_ahead_free (FulRawAhead   *self);

G_END_DECLS
