/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sample-rows.h"

#include "stacks/ful-filtered-stacks.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulAnnotation:
 * @func: a function
 * @source: where it is from, or %FUL_NONE
 * @line: the line of the function, or of one of the file that is inlined into it, with the greatest self weight, else
 *   with the greatest total, else where it begins; 0 if that is not known
 * @lines: (element-type FulHit): what the lines of all of @source cost
 * @symbols: (element-type FulHit): what the native symbols of the function cost
 *
 * What the code of a function costs.
 */
typedef struct
{
  FulFuncIndex    func;
  FulSourceIndex  source;
  guint           line;
  GArray         *lines;
  GArray         *symbols;
} FulAnnotation;

FulAnnotation *ful_annotation_new                 (FulFilteredStacks  *stacks,
                                                   FulSampleRows      *rows,
                                                   FulFuncIndex        func,
                                                   GCancellable       *cancellable,
                                                   GError            **error);
guint          ful_annotation_find_hottest_symbol (FulAnnotation      *self);
void           ful_annotation_free                (FulAnnotation      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulAnnotation, ful_annotation_free)

G_END_DECLS
