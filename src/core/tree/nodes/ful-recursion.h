/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-node-table.h"

G_BEGIN_DECLS

/**
 * FulRecursion:
 * @begin: the first call node
 * @end: after the last one
 * @stride: number of calls in a period
 *
 * Call nodes each of which is called by the one before it, and has the function
 * and the columns that describe it in common with the one @stride before it.
 */
typedef struct
{
  FulCallNodeIndex begin;
  FulCallNodeIndex end;
  gint32           stride;
} FulRecursion;

GArray *ful_recursion_find_all (const FulCallNodeTable *nodes);

/**
 * FulInvertedRun:
 * @recursion: where the call nodes are
 * @member: the first of them
 * @ancestor: its ancestor that the inverted node refers to
 * @n: number of call nodes
 *
 * Members of an inverted node, each one stride after the previous one, and at the
 * same distance from its ancestor. All of the ancestors have the function of the
 * inverted node, and the same columns.
 */
typedef struct
{
  const FulRecursion *recursion;
  FulCallNodeIndex    member;
  FulCallNodeIndex    ancestor;
  gint32              n;
} FulInvertedRun;

GArray *ful_inverted_runs_new        (const FulCallNodeTable *nodes,
                                      const GArray           *recursion);
guint   ful_inverted_runs_to_callers (GArray                 *runs,
                                      guint                   first,
                                      guint                   n,
                                      const FulCallNodeTable *nodes);

G_END_DECLS
