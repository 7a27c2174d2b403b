/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-figures.h"
#include "tree/ful-node-breakdown.h"
#include "tree/times/ful-node-times.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_details_fill_node (GtkWidget              *box,
                            FulDerivedThread       *derived,
                            FulCallTree            *tree,
                            FulCallNodeIndex        node,
                            const FulNodeBreakdown *breakdown,
                            const FulNodeTimes     *times,
                            gboolean                is_old,
                            const FulFigures       *figures);

G_END_DECLS
