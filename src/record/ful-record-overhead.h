/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Kinds of own work, with the names that profiles have for them. */
typedef enum
{
  FUL_RECORD_WORK_RECORDS,    /* "locking": reading rings, finding stacks */
  FUL_RECORD_WORK_WAITS,      /* "threads": finding where threads wait */
  FUL_RECORD_WORK_COUNTERS,   /* "counters": also markers of programs */
  FUL_RECORD_WORK_FRAMES,     /* "expiredMarkerCleaning": making frames, discarding old ones */
  FUL_RECORD_N_WORKS,
} FulRecordWork;

/**
 * FulRecordOverhead:
 *
 * The CPU time of the thread that records, by kind of work, about each second. For that thread.
 */
typedef struct
{
  /*< private >*/
  GArray  *samples;
  guint64  step;                        /* ns; between two of them */
  guint64  before;                      /* CPU time of the thread, ns */
  guint64  spent[FUL_RECORD_N_WORKS];   /* since the last sample */
} FulRecordOverhead;

void       ful_record_overhead_init   (FulRecordOverhead *self);
void       ful_record_overhead_clear  (FulRecordOverhead *self);
void       ful_record_overhead_begin  (FulRecordOverhead *self);
void       ful_record_overhead_add    (FulRecordOverhead *self,
                                       FulRecordWork      work);
void       ful_record_overhead_put    (FulRecordOverhead *self,
                                       gint64             time,
                                       gboolean           is_last);
JsonArray *ful_record_overhead_make_json (FulRecordOverhead *self,
                                          const char        *pid);

G_END_DECLS
