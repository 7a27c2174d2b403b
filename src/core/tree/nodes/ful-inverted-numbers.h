/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-node-table.h"
#include "ful-inverted-tree.h"

G_BEGIN_DECLS

/**
 * FulInvertedNumber:
 * @total: weight of the rows that pass through the node
 * @known: whether it was summed; of a function without self weight it never is
 * @has_children: whether it has a child that is shown
 */
typedef struct
{
  double   total;
  gboolean known;
  gboolean has_children;
} FulInvertedNumber;

/**
 * FulInvertedNumbers:
 *
 * The numbers of an inverted tree over a range of rows (call-tree.md 5). Usable from any
 * thread.
 */
typedef struct _FulInvertedNumbers FulInvertedNumbers;

FulInvertedNumbers *ful_inverted_numbers_new           (const FulCallNodeTable *nodes,
                                                        FulInvertedTree        *tree,
                                                        const double           *node_self);
void                ful_inverted_numbers_free          (FulInvertedNumbers     *self);
FulInvertedNumber   ful_inverted_numbers_get           (FulInvertedNumbers     *self,
                                                        FulCallNodeIndex        node);
guint               ful_inverted_numbers_count_roots   (FulInvertedNumbers     *self);
void                ful_inverted_numbers_list_children (FulInvertedNumbers     *self,
                                                        FulCallNodeIndex        node,
                                                        GArray                 *children);

G_END_DECLS
