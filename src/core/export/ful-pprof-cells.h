/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

/**
 * FulPprofCell:
 * @thread: place in the thread set
 * @stack: of the stacks after all filters
 *
 * The rows of a thread that end in a stack.
 */
typedef struct
{
  guint         thread;
  FulStackIndex stack;
} FulPprofCell;

GArray *ful_pprof_cells_new (const FulSampleRows  *rows,
                             guint                 n_stacks,
                             gint32              **out_cell_of_row);

G_END_DECLS
