/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-palette-item.h"

/**
 * ful_palette_item_new:
 * @target: (nullable) (transfer floating)
 *
 * Returns: (transfer full): a row
 */
FulPaletteItem *
ful_palette_item_new (FulFindKind  kind,
                      const char  *name,
                      const char  *place,
                      const char  *figure,
                      const char  *action,
                      GVariant    *target)
{
  FulPaletteItem *self = g_new0 (FulPaletteItem, 1);

  self->kind = kind;
  self->name = g_strdup (name);
  self->place = g_strdup (place);
  self->figure = g_strdup (figure);
  self->action = g_strdup (action);
  self->target = target ? g_variant_ref_sink (target) : NULL;

  return self;
}

FulPaletteItem *
ful_palette_item_copy (const FulPaletteItem *self)
{
  FulPaletteItem *copy = ful_palette_item_new (self->kind, self->name, self->place, self->figure, self->action, self->target);

  copy->texts = g_strdup (self->texts);
  copy->is_of_panel = self->is_of_panel;

  return copy;
}

void
ful_palette_item_free (FulPaletteItem *self)
{
  g_free (self->name);
  g_free (self->place);
  g_free (self->figure);
  g_free (self->texts);
  g_free (self->action);
  g_clear_pointer (&self->target, g_variant_unref);
  g_free (self);
}

/* Returns: whether both do the same */
gboolean
ful_palette_item_equal (const FulPaletteItem *a,
                        const FulPaletteItem *b)
{
  if (!g_str_equal (a->action, b->action) || (a->target == NULL) != (b->target == NULL))
    return FALSE;

  return a->target == NULL || g_variant_equal (a->target, b->target);
}
