/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An item is a position in the list, not a row: when rows are reordered, no item
 * moves, they only emit "changed". */

#include "config.h"

#include "ful-row-item.h"

struct _FulRowItem
{
  GObject parent_instance;

  guint   position;
};

G_DEFINE_FINAL_TYPE (FulRowItem, ful_row_item, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
ful_row_item_class_init (FulRowItemClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_row_item_init (FulRowItem *self)
{
}

FulRowItem *
ful_row_item_new (guint position)
{
  FulRowItem *self = g_object_new (FUL_TYPE_ROW_ITEM, NULL);

  self->position = position;

  return self;
}

guint
ful_row_item_get_position (FulRowItem *self)
{
  return self->position;
}

/**
 * ful_row_item_move:
 *
 * Items above it were removed.
 */
void
ful_row_item_move (FulRowItem *self,
                   guint       position)
{
  self->position = position;
}

void
ful_row_item_emit_changed (FulRowItem *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}
