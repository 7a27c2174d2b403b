/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "buffer/ful-record-tables.h"
#include "import/perf/ful-perf-stacks.h"

G_BEGIN_DECLS

FulStackIndex ful_record_find_common (const FulRecordTables *tables,
                                      FulPerfStacks         *stacks,
                                      FulStackIndex          a,
                                      FulStackIndex          b);

G_END_DECLS
