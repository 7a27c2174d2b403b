/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulRecordInnerProcess:
 * @pid: as it is known here; 0: it was not found
 *
 * A process that says its number in a namespace, which may be another one than ours.
 */
typedef struct
{
  gint32      pid;

  /*< private >*/
  guint64     pid_namespace;
  gint32      inner;
  guint       n_tries;
  GHashTable *tids;      /* (nullable): its number for a thread → ours, or 0 */
} FulRecordInnerProcess;

void   ful_record_inner_process_init     (FulRecordInnerProcess *self,
                                          guint64                pid_namespace,
                                          gint32                 inner);
void   ful_record_inner_process_clear    (FulRecordInnerProcess *self);
void   ful_record_inner_process_look     (FulRecordInnerProcess *self);
gint32 ful_record_inner_process_find_tid (FulRecordInnerProcess *self,
                                          gint32                 tid);

G_END_DECLS
