/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulLiveProcess:
 * @pid: its number
 * @n_threads: threads that it has
 * @name: as the kernel has it, UTF-8
 * @command: its command line, or @name; UTF-8
 *
 * A running process.
 */
typedef struct
{
  gint32  pid;
  guint   n_threads;
  char   *name;
  char   *command;
} FulLiveProcess;

void       ful_live_process_free    (FulLiveProcess  *self);
GPtrArray *ful_live_processes_list  (GCancellable    *cancellable,
                                     GError         **error);
gboolean   ful_live_process_matches (FulLiveProcess  *self,
                                     const char      *search);

G_END_DECLS
