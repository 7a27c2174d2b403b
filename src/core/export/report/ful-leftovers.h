/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "export/sanitize/ful-clue.h"
#include "export/sanitize/ful-removals.h"
#include "export/sanitize/ful-removed-names.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulLeftover:
 * @text: valid UTF-8, at most some hundred bytes
 * @place: members that lead to the first of them: `shared.stringArray[]`
 * @n: how often it is in the file
 *
 * A clue in a file that was written.
 */
typedef struct
{
  FulClueKind  kind;
  char         *text;
  char         *place;
  guint64       n;
} FulLeftover;

/**
 * FulLeftovers:
 * @clues: (element-type FulLeftover): in the order of the file, the first ones if there are very many
 * @n_all: how many there are, with equal ones
 * @n_bytes: size of the file
 */
typedef struct
{
  GArray  *clues;
  guint64  n_all;
  guint64  n_bytes;
} FulLeftovers;

FulLeftovers *ful_leftovers_new  (GFile                 *file,
                                  FulRemovals            removals,
                                  const FulRemovedNames *names,
                                  GCancellable          *cancellable,
                                  GError               **error);
void          ful_leftovers_free (FulLeftovers          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLeftovers, ful_leftovers_free)

G_END_DECLS
