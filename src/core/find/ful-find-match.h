/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-names.h"
#include "ful-find-query.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* How well a name fits, the best first. */
typedef enum
{
  FUL_FIND_EXACT,
  FUL_FIND_PREFIX,
  FUL_FIND_START,         /* of a word or a part of one */
  FUL_FIND_INSIDE,
  FUL_FIND_SUBSEQUENCE,   /* its letters are there in order */
  FUL_FIND_NOTHING,
} FulFindFit;

/**
 * FulFindHit:
 * @name: number of the name
 * @row: what it is a name of
 * @fit: how well it fits
 */
typedef struct
{
  guint      name;
  guint      row;
  FulFindFit fit;
} FulFindHit;

/**
 * FulFindMatch:
 * @n_found: rows that were found
 * @hits: (element-type FulFindHit): the best of them, in order, each row once
 */
typedef struct
{
  guint   n_found;
  GArray *hits;
} FulFindMatch;

FulFindMatch *ful_find_match_new  (const FulFindNames  *names,
                                   const FulFindQuery  *query,
                                   gboolean             loosely,
                                   guint                n_max,
                                   GCancellable        *cancellable,
                                   GError             **error);
void          ful_find_match_free (FulFindMatch        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFindMatch, ful_find_match_free)

G_END_DECLS
