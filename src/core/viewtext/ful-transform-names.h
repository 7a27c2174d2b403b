/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "stacks/ful-filtered-stacks.h"
#include "stacks/ful-implementation.h"
#include "stacks/transforms/ful-transform.h"

G_BEGIN_DECLS

/**
 * FulFuncNames:
 *
 * Finds functions of a profile by their names. One thread.
 */
typedef struct _FulFuncNames FulFuncNames;

FulFuncNames *ful_func_names_new       (FulProfile          *profile);
void          ful_func_names_free      (FulFuncNames        *self);
FulFuncIndex  ful_func_names_find      (FulFuncNames        *self,
                                        const char          *name,
                                        guint               *out_n);
gboolean      ful_func_names_find_path (FulFuncNames        *self,
                                        FulFilteredStacks   *stacks,
                                        const guint8        *used,
                                        const char * const  *names,
                                        FulImplementation    implementation,
                                        gboolean             inverted,
                                        FulFuncIndex        *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFuncNames, ful_func_names_free)

G_END_DECLS
