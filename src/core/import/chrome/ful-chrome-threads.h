/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chrome-events.h"

#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/**
 * FulChromeThread:
 * @builder: (nullable): %NULL until something is shown on it
 * @last_kept: ms; time of its last sample, NaN before the first
 */
typedef struct
{
  FulThreadBuilder *builder;
  double            last_kept;
  guint             created;       /* how many threads were there before */
  char             *name;          /* (nullable): that the trace says */
  double            sort_index;    /* NaN: not said */
  gint32            process;
} FulChromeThread;

/**
 * FulChromeThreads:
 *
 * The threads of a trace, which are described by events of their own.
 */
typedef struct
{
  FulProfileBuilder     *builder;
  const FulChromeEvents *events;
  GArray                *threads;      /* FulChromeThread, by number of the thread */
  GArray                *processes;
  GHashTable            *by_pid;       /* word + 1 → process + 1 */
  guint                  n_created;
} FulChromeThreads;

void             ful_chrome_threads_init  (FulChromeThreads      *self,
                                           FulProfileBuilder     *builder,
                                           const FulChromeEvents *events);
void             ful_chrome_threads_clear (FulChromeThreads      *self);
FulChromeThread *ful_chrome_threads_use   (FulChromeThreads      *self,
                                           gint32                 thread);
void             ful_chrome_threads_sort  (FulChromeThreads      *self);

G_END_DECLS
