/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "threads/ful-time-range.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/times/ful-when-bins.h"

G_BEGIN_DECLS

/**
 * FulWhenStrips:
 *
 * The bins of nodes that a list shows, computed by jobs and kept until the view changes.
 * Emits "changed" when there are more, and notifies "busy". Main thread only.
 */
#define FUL_TYPE_WHEN_STRIPS (ful_when_strips_get_type ())
G_DECLARE_FINAL_TYPE (FulWhenStrips, ful_when_strips, FUL, WHEN_STRIPS, GObject)

/**
 * FulWhenStrip:
 * @range: the time that the bins divide, relative to the root range
 * @bins: (array fixed-size=FUL_WHEN_N_BINS): of a node
 * @all: (array fixed-size=FUL_WHEN_N_BINS): of the view
 * @serial: greater than 0; another one where the numbers may be others
 */
typedef struct
{
  FulTimeRange  range;
  const double *bins;
  const double *all;
  guint         serial;
} FulWhenStrip;

FulWhenStrips *ful_when_strips_new      (void);
void           ful_when_strips_set_tree (FulWhenStrips          *self,
                                         FulCallTree            *tree,
                                         FulDerivedThread       *thread);
gboolean       ful_when_strips_find     (FulWhenStrips          *self,
                                         FulCallTree            *tree,
                                         FulCallNodeIndex        node,
                                         FulWhenStrip           *out_strip);
void           ful_when_strips_want     (FulWhenStrips          *self,
                                         FulCallTree            *tree,
                                         const FulCallNodeIndex *nodes,
                                         guint                   n_nodes);

G_END_DECLS
