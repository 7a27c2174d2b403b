/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/nodes/ful-call-node-table.h"
#include "ful-call-tree.h"
#include "tree/nodes/ful-inverted-tree.h"
#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

/* The relation of a sample to the selected call node (call-tree.md 3). */
typedef enum
{
  FUL_SAMPLE_FILTERED_OUT,
  FUL_SAMPLE_SELECTED,
  FUL_SAMPLE_BEFORE_SELECTED,
  FUL_SAMPLE_AFTER_SELECTED,
  FUL_N_SAMPLE_STATES,
} FulSampleState;

guint8 *ful_sample_states_new (FulCallNodeTable  *nodes,
                               FulInvertedTree   *inverted,
                               FulSampleRows     *rows,
                               FulCallNodeIndex   selected,
                               GCancellable      *cancellable,
                               GError           **error);

G_END_DECLS
