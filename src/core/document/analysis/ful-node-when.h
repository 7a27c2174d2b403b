/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-analysis.h"

#include "tree/times/ful-node-times.h"

G_BEGIN_DECLS

/**
 * FulNodeWhen:
 *
 * When the selected node, or function, of a document ran, while somebody shows it: computed by a job, and kept until the next
 * one is there. Emits "changed" then. Main thread only.
 */
#define FUL_TYPE_NODE_WHEN (ful_node_when_get_type ())
G_DECLARE_FINAL_TYPE (FulNodeWhen, ful_node_when, FUL, NODE_WHEN, GObject)

FulNodeWhen        *ful_node_when_new        (FulAnalysis *analysis);
void                ful_node_when_set_active (FulNodeWhen *self,
                                              gboolean     active);
const FulNodeTimes *ful_node_when_get_times  (FulNodeWhen *self);
gboolean            ful_node_when_get_busy   (FulNodeWhen *self);

G_END_DECLS
