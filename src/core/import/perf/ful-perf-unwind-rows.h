/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"
#include "symbolizer/ful-symbolizer.h"
#include "symbolizer/ful-unwind-row.h"

G_BEGIN_DECLS

/**
 * FulPerfUnwindRows:
 *
 * Rows of the call frame information of libraries, as fulgens-symbolizer reads them.
 */
typedef struct
{
  GCancellable  *cancellable;   /* (nullable) */
  FulSymbolizer *process;       /* (nullable): until it is needed */
  gboolean       has_failed;    /* the process is missing, or has ended */
  GHashTable    *files;         /* row of libs + 1 → number of its file + 1 */
  GTree         *rows;          /* FulPerfUnwindRow, its own key */
} FulPerfUnwindRows;

/**
 * FulPerfUnwindRow:
 * @lib: whose row it is
 */
typedef struct
{
  FulLibIndex  lib;
  FulUnwindRow row;
  FulUnwindOp  ops[];
} FulPerfUnwindRow;

void                    ful_perf_unwind_rows_init  (FulPerfUnwindRows *self,
                                                    GCancellable      *cancellable);
void                    ful_perf_unwind_rows_clear (FulPerfUnwindRows *self);
gboolean                ful_perf_unwind_rows_can_find (FulPerfUnwindRows *self);
const FulPerfUnwindRow *ful_perf_unwind_rows_find  (FulPerfUnwindRows *self,
                                                    FulLibIndex        lib,
                                                    const char        *path,
                                                    guint64            address);

G_END_DECLS
