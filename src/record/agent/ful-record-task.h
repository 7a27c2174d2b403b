/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulRecordTask:
 * @parent: process that has made its process
 * @can_run: whether it runs, or waits for a CPU
 * @is_dead: whether it has ended, and nobody has asked for its status
 * @cpu_ns: CPU time so far; of one that runs up to the last tick
 * @delay_ns: for which it was ready, but had no CPU, so far; 0 if the kernel does not say it
 * @n_switches: how often it was given a CPU so far; likewise
 * @children_ns: CPU time of the children of its process that have ended, and of theirs
 * @name: what it calls itself
 *
 * What /proc says of a thread.
 */
typedef struct
{
  gint32   parent;
  gboolean can_run;
  gboolean is_dead;
  guint64  cpu_ns;
  guint64  children_ns;
  guint64  delay_ns;
  guint64  n_switches;
  char     name[16];
} FulRecordTask;

gboolean    ful_record_task_read (FulRecordTask *self,
                                  gint32         pid,
                                  gint32         tid);
GHashTable *ful_record_task_list (gint32         pid);

G_END_DECLS
