/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sample-rows.h"

#include "stacks/ful-filtered-stacks.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulHit:
 * @value: a line, or an address
 * @self: weight of the rows that end there
 * @total: weight of the rows that pass through it, each once
 */
typedef struct
{
  gint64 value;
  double self;
  double total;
} FulHit;

GArray *ful_hits_new           (FulFilteredStacks *stacks,
                                FulSampleRows     *rows,
                                const gint64      *value_of_frame,
                                GCancellable      *cancellable,
                                GError           **error);
gint64 *ful_hits_list_lines    (FulFilteredStacks *stacks,
                                FulSourceIndex     source);
gint64 *ful_hits_list_addresses (FulFilteredStacks    *stacks,
                                 FulNativeSymbolIndex  symbol);

G_END_DECLS
