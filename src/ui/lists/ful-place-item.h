/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * FulPlaceItem:
 *
 * A position of a #FulPlaceModel, made only for rows on screen. Emits
 * "changed" when what stands at the position did.
 */
#define FUL_TYPE_PLACE_ITEM (ful_place_item_get_type ())
G_DECLARE_FINAL_TYPE (FulPlaceItem, ful_place_item, FUL, PLACE_ITEM, GObject)

FulPlaceItem *ful_place_item_new          (guint            position);
guint            ful_place_item_get_position (FulPlaceItem *self);
void             ful_place_item_move         (FulPlaceItem *self,
                                                  guint            position);
void             ful_place_item_emit_changed (FulPlaceItem *self);

G_END_DECLS
