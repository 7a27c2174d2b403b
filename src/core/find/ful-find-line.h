/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-catalog.h"
#include "ful-find-kind.h"

G_BEGIN_DECLS

/**
 * FulFindLine:
 * @name: (owned): what was found
 * @place: (owned): where it is; may be empty
 * @figure: (owned): how much it is; may be empty
 *
 * A row of the results, with texts as files have them.
 */
typedef struct
{
  char *name;
  char *place;
  char *figure;
} FulFindLine;

void ful_find_line_init  (FulFindLine          *self,
                          const FulFindCatalog *catalog,
                          FulFindKind           kind,
                          guint                 row);
void ful_find_line_clear (FulFindLine          *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulFindLine, ful_find_line_clear)

G_END_DECLS
