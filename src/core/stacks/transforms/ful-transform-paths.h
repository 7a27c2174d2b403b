/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-transform.h"

#include "stacks/ful-filtered-stacks.h"

G_BEGIN_DECLS

/* Nothing on the way matches. */
#define FUL_NO_MATCH (-1)

gint32  *ful_transform_match_path  (const FulTransform  *self,
                                    FulFilteredStacks   *stacks,
                                    GCancellable        *cancellable,
                                    GError             **error);
gboolean ful_path_starts_with      (const GArray        *path,
                                    const FulTransform  *transform);
gint     ful_path_find             (const GArray        *path,
                                    FulFuncIndex         func);
void     ful_path_remove           (GArray              *path,
                                    FulFuncIndex         func);
void     ful_path_remove_repeats   (GArray              *path,
                                    FulFuncIndex         func);

G_END_DECLS
