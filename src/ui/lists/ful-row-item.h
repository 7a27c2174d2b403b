/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * FulRowItem:
 *
 * A position of a #FulRowModel, created only for rows on screen. Emits "changed"
 * when the row at the position did.
 */
#define FUL_TYPE_ROW_ITEM (ful_row_item_get_type ())
G_DECLARE_FINAL_TYPE (FulRowItem, ful_row_item, FUL, ROW_ITEM, GObject)

FulRowItem *ful_row_item_new          (guint       position);
guint       ful_row_item_get_position (FulRowItem *self);
void        ful_row_item_move         (FulRowItem *self,
                                       guint       position);
void        ful_row_item_emit_changed (FulRowItem *self);

G_END_DECLS
