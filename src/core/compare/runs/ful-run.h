/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-duration-bins.h"
#include "ful-item-sums.h"

#include "compare/change/ful-change.h"
#include "compare/pairing/ful-pairing.h"
#include "compare/pairing/ful-path-tree.h"
#include "compare/pairing/ful-renames.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_COMPARE_FUNCTIONS,
  FUL_COMPARE_NODES,
  FUL_COMPARE_CATEGORIES,
  FUL_COMPARE_SUBCATEGORIES,
  FUL_COMPARE_MARKERS,
  FUL_COMPARE_THREADS,
  FUL_COMPARE_COUNTERS,
  FUL_N_COMPARED,
} FulCompared;

typedef enum
{
  FUL_MEASURE_SELF,
  FUL_MEASURE_TOTAL,
  FUL_MEASURE_COUNT,
  FUL_MEASURE_MEAN,
  FUL_MEASURE_MEDIAN,
  FUL_N_MEASURES,
} FulMeasure;

/**
 * FulRun:
 * @name: file of the recording
 * @unit: of the values: "ms", "bytes", "samples", or what else is counted; never freed
 * @total: of all rows with a stack, or of all items
 * @items: (element-type FulItemSum): in any order
 * @merged: (nullable) (element-type FulItemSum): of a baseline: script functions that may become one item, by their first key
 * @duration: of the range, ms
 * @cpu_time: of the threads in the range, ms; NaN if it is not known
 * @n_markers: markers that start in the range and have the name that was asked for
 * @interval: measured time between samples that are counted, ms; 0 if it is not known
 * @nominal_interval: what the file says; 0 if it says nothing
 * @start_time: ms since the Unix epoch
 * @product: what was recorded
 * @cpu: (nullable): name of the processor
 * @is_debug: whether it was built to be debugged
 * @symbolicated: 1 if native code has names, 0 if not, -1 if that is not known
 * @lacks_strategy: whether it has nothing that the strategy sums, so that others of its rows count
 * @unnamed: value of code without names, if items are functions or nodes
 * @missing: (nullable): transforms that name nothing in it, as given
 * @is_partial: whether its file is truncated, and was read as far as it goes
 * @why_empty: (nullable): of a total of 0: the reason, to be translated; never freed
 *
 * One run, reduced to values: the profile is not needed any more.
 */
typedef struct
{
  char       *name;
  const char *unit;
  FulItemSum  total;
  GArray     *items;
  GArray     *merged;
  double      duration;
  double      cpu_time;
  guint64     n_markers;
  double      interval;
  double      nominal_interval;
  double      start_time;
  char       *product;
  char       *cpu;
  gboolean    is_debug;
  int         symbolicated;
  gboolean    lacks_strategy;
  double      unnamed;
  char      **missing;
  gboolean    is_partial;
  const char *why_empty;
} FulRun;

/**
 * FulRunRequest:
 * @side: which side of the comparison it is
 * @name: file of the recording
 * @profile: the recording, with symbols
 * @options: its view; without threads all that have rows
 * @cache: of @profile
 * @by: what items are
 * @measure: what is summed
 * @nominal: whether to trust the interval that the file has
 * @split_marker: (nullable): each span of this marker is a run
 * @n_parts: otherwise, how many equal parts of the range are runs; 1 for the whole
 * @counted_marker: (nullable): name of markers to count
 * @renames: (nullable): other names of functions
 * @pairing: gets the keys
 * @tree: gets the nodes; of the whole comparison, if items are nodes
 * @field: (nullable): member of the payload of markers whose value is a part of their names
 * @has_field: (nullable): with @field: set to %TRUE if a marker has it
 * @with_cpu_time: whether runs by markers or counters get it, too
 * @durations: (nullable): gets those of all markers by key, if items are markers
 */
typedef struct
{
  FulSide         side;
  const char     *name;
  FulProfile     *profile;
  FulViewOptions *options;
  FulDeriveCache *cache;
  FulCompared     by;
  FulMeasure      measure;
  gboolean        nominal;
  const char     *split_marker;
  guint           n_parts;
  const char     *counted_marker;
  FulRenames     *renames;
  FulPairing     *pairing;
  FulPathTree    *tree;
  const char     *field;
  gboolean       *has_field;
  gboolean        with_cpu_time;
  FulDurationBins *durations;
} FulRunRequest;

/**
 * FulRunTable:
 * @by: functions or nodes
 * @measure: self or total
 * @runs: (element-type FulRun): gets the runs
 */
typedef struct
{
  FulCompared by;
  FulMeasure  measure;
  GPtrArray  *runs;
} FulRunTable;

#define FUL_MAX_RUN_TABLES 3

gboolean ful_run_read_tables (const FulRunRequest  *request,
                              const FulRunTable    *tables,
                              guint                 n_tables,
                              GCancellable         *cancellable,
                              GError              **error);
gboolean ful_run_read (const FulRunRequest  *request,
                       GPtrArray            *runs,
                       GCancellable         *cancellable,
                       GError              **error);
gboolean ful_run_can_be_compared (const FulRun *self,
                                  double        divisor);
gboolean ful_runs_add_rows (const GPtrArray      *runs,
                            guint                 begin,
                            guint64              *n_rows,
                            GError              **error);
FulRun  *ful_run_copy (const FulRun         *self);
void     ful_run_free (FulRun               *self);

G_END_DECLS
