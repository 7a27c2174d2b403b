/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/ful-record-usage.h"

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_RECORD_METHOD_AUTO,    /* perf events, the agent where they are refused */
  FUL_RECORD_METHOD_PERF,
  FUL_RECORD_METHOD_AGENT,
} FulRecordMethod;

/**
 * FulRecordOptions:
 * @output: (nullable): the file
 * @pids: (nullable) (element-type gint32): running processes
 * @socket: (nullable): where it is served
 * @duration: s; 0: until the program ends
 * @interval_ns: CPU time between two samples
 * @n_stack: bytes of the stack in each sample
 * @off_cpu: whether the time in which threads do not run has rows, too
 * @threads: (nullable): names of those that are recorded, globs separated by commas
 * @usage: which counters are read
 * @watched: (nullable): name of a marker; when one lasts longer than @watched_ns the buffer is saved
 * @max_bytes: of the buffer
 * @keep_ns: how long rows are kept; 0: as long as there is room
 * @summary: (nullable): file for the figures of the recording
 * @method: by what threads are sampled
 * @program_stderr: descriptor for the program's standard error; -1: ours
 * @program: (nullable): with its arguments
 *
 * What the command line asks for.
 */
typedef struct
{
  char      *output;
  GArray    *pids;
  char      *socket;
  double     duration;
  guint64    interval_ns;
  guint      n_stack;
  gboolean   frame_pointers;
  gboolean   off_cpu;
  char      *threads;
  FulRecordUsageKinds usage;
  char      *watched;
  guint64    watched_ns;
  guint64    max_bytes;
  gint64     keep_ns;
  char      *summary;
  gboolean   view;
  gboolean   check;
  gboolean   no_symbols;
  gboolean   quiet;
  gboolean   version;
  FulRecordMethod method;
  int        program_stderr;
  char     **program;
} FulRecordOptions;

gboolean ful_record_options_parse (FulRecordOptions  *self,
                                   int                argc,
                                   char             **argv,
                                   GError           **error);
void     ful_record_options_clear (FulRecordOptions  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulRecordOptions, ful_record_options_clear)

G_END_DECLS
