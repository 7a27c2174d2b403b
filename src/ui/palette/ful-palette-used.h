/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-palette-item.h"

G_BEGIN_DECLS

void             ful_palette_used_add      (const FulPaletteItem *item);
double           ful_palette_used_get_rank (const FulPaletteItem *item);

G_END_DECLS
