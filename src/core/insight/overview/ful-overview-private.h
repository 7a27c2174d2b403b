/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview.h"

#include "insight/samples/ful-insight-path.h"
#include "insight/samples/ful-insight-rules.h"
#include "insight/samples/ful-insight-stack-keys.h"
#include "insight/samples/ful-insight-stacks.h"
#include "insight/samples/ful-insight-sums.h"
#include "insight/samples/ful-insight-weights.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void                 ful_overview_list_waits    (GArray                 *waits,
                                                 const FulInsightStacks *stacks,
                                                 guint                   n_max,
                                                 GArray                 *rows,
                                                 guint                  *out_n,
                                                 double                 *out_ms);
FulOverviewFunction *ful_overview_function_new  (const FulInsightStacks *stacks,
                                                 FulInsightKey           key);
void                 ful_overview_function_free (FulOverviewFunction    *self);

FulTimeRange ful_overview_find_life   (const FulInsightWeights *weights,
                                       const FulInsightThread  *thread);
GArray  *ful_overview_functions_new   (const FulInsightSums    *sums,
                                       const FulInsightKeySums *by,
                                       const FulInsightKeySums *own_weights,
                                       guint                    n_max);
GArray  *ful_overview_new_threads     (void);
void     ful_overview_add_thread      (FulOverview             *self,
                                       FulInsightSums          *sums,
                                       const double            *before,
                                       FulInsightForest        *forest,
                                       const FulInsightThread  *thread);
void     ful_overview_list_functions  (FulOverview             *self,
                                       const FulInsightSums    *sums);
void     ful_overview_list_categories (FulOverview             *self,
                                       const FulInsightSums    *sums);
void     ful_overview_list_libraries  (FulOverview             *self,
                                       const FulInsightSums    *sums);
gboolean ful_overview_read_markers    (FulOverview             *self,
                                       FulInsightSums          *sums,
                                       FulInsightStacks        *stacks,
                                       FulDeriveCache          *cache,
                                       GCancellable            *cancellable,
                                       GError                 **error);

G_END_DECLS
