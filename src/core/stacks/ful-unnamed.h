/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-filtered-stacks.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

gboolean           ful_func_is_unnamed              (FulProfile         *profile,
                                                     FulFuncIndex        func);
double             ful_unnamed_compute_share        (FulProfile         *profile);
FulFilteredStacks *ful_filtered_stacks_fold_unnamed (FulFilteredStacks  *self,
                                                     GCancellable       *cancellable,
                                                     GError            **error);
void               ful_unnamed_fold_path            (FulProfile         *profile,
                                                     GArray             *path);

G_END_DECLS
