/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "source/ful-assembly.h"
#include "threads/ful-time-range.h"
#include "tree/samples/ful-annotation.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

/**
 * FulSourceJob:
 * @thread: the results to count in
 * @preview: (nullable): a part of its range
 * @func: the function
 * @maps: see ful_source_text_load()
 * @folders: likewise
 * @places: (nullable): see ful_source_server_load()
 * @known: the source that is shown already, or %FUL_NONE
 * @costs: (nullable): result: what its code costs
 * @lines: (nullable): result: the text, unless it is @known
 * @path: (nullable): result: the file, if it is one here
 * @missing: (nullable): result: why there is no text
 *
 * What a function's source costs, and its text.
 */
typedef struct
{
  FulDerivedThread *thread;
  FulTimeRange     *preview;
  FulFuncIndex      func;
  char            **maps;
  char            **folders;
  char            **places;
  FulSourceIndex    known;
  FulAnnotation    *costs;
  GPtrArray        *lines;
  char             *path;
  GError           *missing;
} FulSourceJob;

gboolean ful_source_job_compute (gpointer       job,
                                 GCancellable  *cancellable,
                                 GError       **error);
void     ful_source_job_free    (gpointer       job);

/**
 * FulAssemblyJob:
 * @thread: the results to count in
 * @preview: (nullable): a part of its range
 * @symbol: a native symbol
 * @profile_path: (nullable): see ful_assembly_read()
 * @places: (nullable): likewise
 * @assembly: (nullable): its instructions, if they are known already; else a result
 * @jumps: (nullable): likewise
 * @costs: (nullable) (element-type FulHit): result: numbers of instructions
 *
 * What the instructions of a native symbol cost.
 */
typedef struct
{
  FulDerivedThread      *thread;
  FulTimeRange          *preview;
  FulNativeSymbolIndex   symbol;
  char                  *profile_path;
  char                 **places;
  FulAssembly           *assembly;
  GArray                *jumps;
  GArray                *costs;
} FulAssemblyJob;

gboolean ful_assembly_job_compute (gpointer       job,
                                   GCancellable  *cancellable,
                                   GError       **error);
void     ful_assembly_job_free    (gpointer       job);

G_END_DECLS
