/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-thread-set.h"
#include "ful-view-options.h"

#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

FulStrategy    ful_strategy_resolve     (FulStrategy               chosen,
                                         const FulThreadSet       *threads);
GArray        *ful_strategy_list_useful (const FulThreadSet       *threads);
FulStackIndex *ful_strategy_rewrite     (FulStrategy               strategy,
                                         const FulAllocationTable *allocations,
                                         const FulStackIndex      *from,
                                         guint                     begin,
                                         guint                     end);

G_END_DECLS
