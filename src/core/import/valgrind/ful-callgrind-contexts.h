/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-callgrind-graph.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulCallgrindContext:
 * @parent: the context that calls this one, a lower number, or %FUL_NONE
 * @function: which runs in it
 * @line: where the parent calls it, or %FUL_NONE
 * @share: of the costs of @function; those of all its contexts add up to 1
 */
typedef struct
{
  gint32 parent;
  gint32 function;
  gint32 line;
  double share;
} FulCallgrindContext;

GArray *ful_callgrind_contexts_estimate (FulCallgrindGraph *graph,
                                         guint              max,
                                         GCancellable      *cancellable,
                                         gboolean          *out_is_limited);

G_END_DECLS
