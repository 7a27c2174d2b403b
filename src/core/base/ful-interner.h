/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-types.h"

G_BEGIN_DECLS

/**
 * FulInterner:
 *
 * Numbers distinct tuples of integers: equal tuples get the same number, new
 * ones the next. One thread.
 */
typedef struct _FulInterner FulInterner;

FulInterner *ful_interner_new    (guint         n_keys);
void         ful_interner_free   (FulInterner  *self);
guint        ful_interner_intern (FulInterner  *self,
                                  const gint32 *keys);
guint        ful_interner_get_n  (FulInterner  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInterner, ful_interner_free)

G_END_DECLS
