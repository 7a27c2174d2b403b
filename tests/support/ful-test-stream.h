/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

G_BEGIN_DECLS

/**
 * FulTestStream:
 * @bytes: all bytes of a server
 * @tick_ends: (element-type gsize): where each TICK ends, among them
 *
 * A capture that grows in all ways: threads, counters, libraries, categories and functions come at any time, objects
 * are sent again, references are wrong at times, and the tables are forgotten once. Whatever is sent before a TICK is
 * complete with it.
 */
typedef struct
{
  FulBytes bytes;
  GArray  *tick_ends;
} FulTestStream;

FulTestStream *ful_test_stream_new  (guint32        seed,
                                     guint          n_ticks);
void           ful_test_stream_free (FulTestStream *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTestStream, ful_test_stream_free)

G_END_DECLS
