/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "find/ful-find-kind.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPaletteItem:
 * @kind: what it is
 * @name: for the user
 * @place: where it is, for the user; may be empty
 * @figure: its key or its value, for the user; may be empty
 * @texts: (nullable): further texts that it is found by
 * @action: the detailed name of an action that does it
 * @target: (nullable): of the action
 * @is_of_panel: whether it is offered where nothing is asked for
 *
 * A row of the window: a command, a setting, a note.
 */
typedef struct
{
  FulFindKind  kind;
  char        *name;
  char        *place;
  char        *figure;
  char        *texts;
  char        *action;
  GVariant    *target;
  gboolean     is_of_panel;
} FulPaletteItem;

FulPaletteItem *ful_palette_item_new    (FulFindKind           kind,
                                         const char           *name,
                                         const char           *place,
                                         const char           *figure,
                                         const char           *action,
                                         GVariant             *target);
FulPaletteItem *ful_palette_item_copy   (const FulPaletteItem *self);
void            ful_palette_item_free   (FulPaletteItem       *self);
gboolean        ful_palette_item_equal  (const FulPaletteItem *a,
                                         const FulPaletteItem *b);

G_END_DECLS
