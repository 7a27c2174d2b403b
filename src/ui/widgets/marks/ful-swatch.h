/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulSwatch:
 *
 * A small square in the colour of a category.
 */
#define FUL_TYPE_SWATCH (ful_swatch_get_type ())
G_DECLARE_FINAL_TYPE (FulSwatch, ful_swatch, FUL, SWATCH, GtkWidget)

GtkWidget *ful_swatch_new       (void);
void       ful_swatch_set_color (FulSwatch  *self,
                                 const char *color);
void       ful_swatch_set_noted (FulSwatch  *self,
                                 gboolean    is_noted);


G_END_DECLS
