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
void             ful_removed_names_free   (FulRemovedNames       *self);
guint            ful_removed_names_get_n  (const FulRemovedNames *self);
void             ful_removed_names_search (const FulRemovedNames *self,
                                           const char            *text,
                                           gsize                  length,
                                           FulClueFunc           func,
                                           gpointer               user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRemovedNames, ful_removed_names_free)

G_END_DECLS
