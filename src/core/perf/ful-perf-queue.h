/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-perf-attrs.h"

#include "base/ful-cursor.h"

G_BEGIN_DECLS

/**
 * FulPerfRecordFunc:
 * @record: a whole record, valid during the call
 */
typedef void (*FulPerfRecordFunc) (FulCursor record,
                                   gpointer  user_data);

typedef struct _FulPerfQueueBlock FulPerfQueueBlock;

/**
 * FulPerfQueue:
 *
 * Records that wait for earlier ones: each CPU wrote its own in order, and they are joined in rounds. A round is a visit
 * to all rings, or what perf wrote down of one.
 */
typedef struct
{
  const FulPerfAttrs *attrs;
  FulPerfRecordFunc   func;
  gpointer            user_data;
  GArray             *waiting;     /* times and places of the records */
  GPtrArray          *spare;       /* (element-type FulPerfQueueBlock): nothing is in them */
  FulPerfQueueBlock  *last;        /* (nullable): where the next record comes */
  guint               n_blocks;    /* where records wait */
  guint64             n_pushed;    /* records so far */
  guint64             newest;      /* ns */
  guint64             round;       /* ns: nothing earlier can follow */
} FulPerfQueue;

void ful_perf_queue_init      (FulPerfQueue       *self,
                               const FulPerfAttrs *attrs,
                               FulPerfRecordFunc   func,
                               gpointer            user_data);
void ful_perf_queue_clear     (FulPerfQueue       *self);
void ful_perf_queue_push      (FulPerfQueue       *self,
                               FulCursor           record);
guint8 *ful_perf_queue_begin  (FulPerfQueue       *self,
                               gsize               n);
void ful_perf_queue_push_begun (FulPerfQueue      *self,
                               gsize               n,
                               gboolean            is_big_endian);
void ful_perf_queue_end_round (FulPerfQueue       *self,
                               gboolean            is_big_endian);
void ful_perf_queue_flush     (FulPerfQueue       *self,
                               gboolean            is_big_endian);

G_END_DECLS
