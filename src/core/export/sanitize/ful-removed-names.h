/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-clue.h"

#include "export/sanitize/ful-removals.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulRemovedNames:
 *
 * Hosts, users and extensions that a profile names where they are removed. Immutable.
 */
typedef struct _FulRemovedNames FulRemovedNames;

FulRemovedNames *ful_removed_names_new    (FulProfile            *profile,
                                           FulRemovals            removals);
FulRemovedNames *ful_removed_names_new_of_texts
                                          (GPtrArray             *texts);
void             ful_removed_names_free   (FulRemovedNames       *self);
guint            ful_removed_names_get_n  (const FulRemovedNames *self);
void             ful_removed_names_search (const FulRemovedNames *self,
                                           const char            *text,
                                           gsize                  length,
                                           FulClueFunc           func,
                                           gpointer               user_data);
char            *ful_removed_names_replace (const FulRemovedNames *self,
                                           const char            *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRemovedNames, ful_removed_names_free)

G_END_DECLS
