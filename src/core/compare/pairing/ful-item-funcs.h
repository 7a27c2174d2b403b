/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-pairing.h"

#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/**
 * FulItemFuncs:
 * @builder: gets functions, libraries and source files
 *
 * Items as functions of a profile of their own.
 */
typedef struct
{
  FulProfileBuilder *builder;

  /*< private >*/
  GHashTable        *libraries;   /* row of a name → row of a library + 1 */
  GHashTable        *files;       /* likewise, of a source file */
} FulItemFuncs;

void         ful_item_funcs_init   (FulItemFuncs         *self,
                                    FulProfileBuilder    *builder);
void         ful_item_funcs_clear  (FulItemFuncs         *self);
FulFuncIndex ful_item_funcs_append (FulItemFuncs         *self,
                                    const FulPairedItem  *item);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulItemFuncs, ful_item_funcs_clear)

G_END_DECLS
