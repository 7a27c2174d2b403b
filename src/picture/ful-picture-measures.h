/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"

G_BEGIN_DECLS

/* Measures in px. */
#define FUL_PICTURE_ROW 20
#define FUL_PICTURE_BOX 19
#define FUL_PICTURE_FONT 12
#define FUL_PICTURE_PADDING 5
#define FUL_PICTURE_TEXT_FROM 24   /* only wider boxes have text */
#define FUL_PICTURE_HEAD 180       /* names of tracks, and of lanes in a chart of markers */
#define FUL_PICTURE_BAR 3          /* before the name of a selected track */
#define FUL_PICTURE_BAR_COLOR 0x3584e4

static inline guint32
ful_picture_get_background (FulColorScheme scheme)
{
  return scheme == FUL_COLOR_SCHEME_LIGHT || scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_LIGHT ? 0xffffff : 0x1e1e1e;
}

G_END_DECLS
