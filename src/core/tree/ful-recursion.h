/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-node-table.h"

G_BEGIN_DECLS

/**
 * FulRecursion:
 * @begin: the first call node
 * @end: after the last one
 * @stride: how many calls a turn has
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

G_END_DECLS
