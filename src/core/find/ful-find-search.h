/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-kind.h"
#include "ful-find-match.h"
#include "ful-find-names.h"
#include "ful-find-query.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulFindGroup:
 * @kind: what the hits are of
 * @match: the hits, at least one
 */
typedef struct
{
  FulFindKind   kind;
  FulFindMatch *match;
} FulFindGroup;

GArray *ful_find_search (FulFindNames *const *names,
                         const FulFindQuery  *query,
                         guint                n_max,
                         GCancellable        *cancellable,
                         GError             **error);

G_END_DECLS
