/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulRenames:
 *
 * Names that functions have in another recording. One thread.
 */
typedef struct _FulRenames FulRenames;

FulRenames *ful_renames_new   (const char *const  *pairs,
                               GError            **error);
FulRenames *ful_renames_new_exact (GHashTable      *names);
char       *ful_renames_to_pair (const char         *old,
                                 const char         *name);
void        ful_renames_free  (FulRenames         *self);
void        ful_renames_apply (FulRenames         *self,
                               char              **name);
gboolean    ful_renames_check (const FulRenames   *self,
                               GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRenames, ful_renames_free)

G_END_DECLS
