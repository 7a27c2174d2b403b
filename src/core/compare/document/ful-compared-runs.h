/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/ful-change.h"
#include "compare/ful-pairing.h"
#include "compare/ful-path-tree.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is summed of each run. */
typedef enum
{
  FUL_COMPARED_SELF,    /* of functions */
  FUL_COMPARED_TOTAL,   /* likewise */
  FUL_COMPARED_NODES,   /* totals of call nodes */
  FUL_N_COMPARED_TABLES,
} FulComparedTable;

/**
 * FulComparedRuns:
 * @pairing: what both sides have; ful_pairing_pair() was called
 * @paths: call nodes by key
 * @is_named: whether names of native code were looked up on this machine
 * @runs: (element-type FulRun): of each table and side
 *
 * All runs of a comparison as values; no profile is needed any more. Immutable, counted.
 */
typedef struct
{
  FulPairing  *pairing;
  FulPathTree *paths;
  gboolean     is_named;
  GPtrArray   *runs[FUL_N_COMPARED_TABLES][FUL_N_SIDES];
} FulComparedRuns;

FulComparedRuns *ful_compared_runs_read  (GPtrArray        *const parts[FUL_N_SIDES],
                                          int              *n_read,
                                          GCancellable     *cancellable,
                                          GError          **error);
FulComparedRuns *ful_compared_runs_ref   (FulComparedRuns  *self);
void             ful_compared_runs_unref (FulComparedRuns  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparedRuns, ful_compared_runs_unref)

G_END_DECLS
