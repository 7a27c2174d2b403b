/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-raw-tree.h"

G_BEGIN_DECLS

struct _FulRawTree
{
  GPtrArray         *blocks;
  char              *next;
  gsize              left;
  GPtrArray         *columns;       /* all, to free their elements */
  FulRawResolveFunc  resolve;
  gpointer           resolve_data;
};

gpointer ful_raw_tree_alloc      (FulRawTree   *self,
                                  gsize         size);

G_END_DECLS
