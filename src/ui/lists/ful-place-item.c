/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An item stands for a place in the list, not for a row: when numbers
 * change their order, nothing moves, the places just show something else. */

#include "config.h"

#include "ful-place-item.h"

struct _FulPlaceItem
{
  GObject parent_instance;

  guint   position;
};

G_DEFINE_FINAL_TYPE (FulPlaceItem, ful_place_item, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
ful_place_item_class_init (FulPlaceItemClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_place_item_init (FulPlaceItem *self)
{
}

FulPlaceItem *
ful_place_item_new (guint position)
{
  FulPlaceItem *self = g_object_new (FUL_TYPE_PLACE_ITEM, NULL);

  self->position = position;

  return self;
}

guint
ful_place_item_get_position (FulPlaceItem *self)
{
  return self->position;
}

/**
 * ful_place_item_move:
 *
 * Places above the item are gone.
 */
void
ful_place_item_move (FulPlaceItem *self,
                         guint            position)
{
  self->position = position;
}

void
ful_place_item_emit_changed (FulPlaceItem *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}
