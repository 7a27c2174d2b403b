/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compared-view.h"

#include "compare/change/ful-change.h"
#include "compare/pairing/ful-pairing.h"
#include "compare/pairing/ful-path-tree.h"
#include "compare/runs/ful-duration-bins.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is summed of each run. */
typedef enum
{
  FUL_COMPARED_SELF,    /* of functions */
  FUL_COMPARED_TOTAL,   /* likewise */
  FUL_COMPARED_MARKER_TOTAL,
  FUL_COMPARED_MARKER_COUNT,
  FUL_COMPARED_MARKER_MEAN,
  FUL_COMPARED_MARKER_MEDIAN,
  FUL_COMPARED_NODES,   /* totals of call nodes; those before are lists */
  FUL_N_COMPARED_TABLES,
} FulComparedTable;

/**
 * FulComparedRuns:
 * @pairing: functions of both sides; ful_pairing_pair() was called
 * @marker_names: likewise, names of markers
 * @paths: call nodes by key
 * @is_named: whether names of native code were looked up on this machine
 * @view: what of the runs was read
 * @n_without: in how many runs a transform of the view changes nothing, as they have not what it is about
 * @threads: (nullable): of one run, which has the sample types that can be chosen
 * @strategy: that was read of it
 * @runs: (element-type FulRun): of each table and side
 * @durations: of the markers of each side, by key of @marker_names
 *
 * All runs of a comparison as values; no profile is needed any more. Immutable, counted.
 */
typedef struct
{
  FulPairing  *pairing;
  FulPairing  *marker_names;
  FulPathTree *paths;
  gboolean     is_named;
  FulComparedView *view;
  guint        n_without;
  FulThreadSet *threads;
  FulStrategy  strategy;
  GPtrArray   *runs[FUL_N_COMPARED_TABLES][FUL_N_SIDES];
  FulDurationBins *durations[FUL_N_SIDES];
} FulComparedRuns;

/**
 * FulComparedRunsSome:
 * @some: (transfer full): the runs that were read so far, at least one of each side
 *
 * Called in the thread that reads.
 */
typedef void (*FulComparedRunsSome) (FulComparedRuns *some,
                                     gpointer         user_data);

/* Whether rows are names of markers. */
static inline gboolean
ful_compared_table_is_of_markers (FulComparedTable table)
{
  return table >= FUL_COMPARED_MARKER_TOTAL && table <= FUL_COMPARED_MARKER_MEDIAN;
}

FulSide          ful_compared_runs_get_nth
                                         (GPtrArray        *const parts[FUL_N_SIDES],
                                          guint             n,
                                          guint            *out_run);
FulComparedRuns *ful_compared_runs_read  (GPtrArray        *const parts[FUL_N_SIDES],
                                          FulComparedView  *view,
                                          int              *n_read,
                                          FulComparedRunsSome some,
                                          gpointer          user_data,
                                          GCancellable     *cancellable,
                                          GError          **error);
FulComparedRuns *ful_compared_runs_ref   (FulComparedRuns  *self);
void             ful_compared_runs_unref (FulComparedRuns  *self);
FulPairing      *ful_compared_runs_get_pairing
                                         (const FulComparedRuns *self,
                                          FulComparedTable  table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparedRuns, ful_compared_runs_unref)

G_END_DECLS
