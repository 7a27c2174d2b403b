/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-interner.h"

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulCallgrindFunction:
 * @thread: number of a thread
 * @object: shared string, or %FUL_NONE; @file likewise
 * @name: shared string
 * @is_listed: whether the file has it as one with costs, not only as the target of calls
 * @self: sum of the costs of the first event
 * @n_records: how many costs were added
 * @last_block: of its costs, or %FUL_NONE
 */
typedef struct
{
  gint32      thread;
  gint32      object;
  gint32      file;
  gint32      name;
  gboolean    is_listed;
  double      self;
  guint       n_records;
  gint32      last_block;
} FulCallgrindFunction;

/**
 * FulCallgrindCall:
 * @line: of the first of these calls, or %FUL_NONE
 * @cost: inclusive, of the first event; not negative
 */
typedef struct
{
  gint32 caller, callee;
  gint32 line;
  double cost;
} FulCallgrindCall;

/**
 * FulCallgrindGraph:
 * @functions: (element-type FulCallgrindFunction): each once
 * @calls: (element-type FulCallgrindCall): each pair once, until the graph is finished
 * @records: all costs, in the order of the file
 * @blocks: costs of one function without those of others between them
 *
 * What a file of callgrind says of functions and calls.
 */
typedef struct
{
  GArray      *functions;
  GArray      *calls;
  GByteArray  *records;
  GArray      *blocks;
  gint32       block_function;   /* of the last block, or FUL_NONE */
  gint32       block_line;       /* of the last record */
  FulInterner *function_keys;
  FulInterner *call_keys;
} FulCallgrindGraph;

/**
 * FulCallgrindLines:
 * @lines: (element-type gint32): line numbers, or %FUL_NONE, each once
 * @values: (element-type double): for each line one of each event
 */
typedef struct
{
  GArray *lines;
  GArray *values;
} FulCallgrindLines;

void   ful_callgrind_graph_init         (FulCallgrindGraph *self);
void   ful_callgrind_graph_clear        (FulCallgrindGraph *self);
gint32 ful_callgrind_graph_get_function (FulCallgrindGraph *self,
                                         gint32             thread,
                                         gint32             object,
                                         gint32             file,
                                         gint32             name);
void   ful_callgrind_graph_add_costs    (FulCallgrindGraph *self,
                                         gint32             function,
                                         gint32             line,
                                         const gint64      *values,
                                         guint              n);
void   ful_callgrind_graph_add_call     (FulCallgrindGraph *self,
                                         gint32             caller,
                                         gint32             callee,
                                         gint32             line,
                                         double             cost);
void   ful_callgrind_graph_finish       (FulCallgrindGraph *self);
void   ful_callgrind_graph_drop_calls   (FulCallgrindGraph *self);
void   ful_callgrind_graph_get_lines    (FulCallgrindGraph *self,
                                         gint32             function,
                                         guint              n_events,
                                         FulCallgrindLines *lines);

G_END_DECLS
