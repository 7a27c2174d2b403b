/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "ful-marker-list.h"

G_BEGIN_DECLS

/* Height of the strip that the places of styles are in. */
#define FUL_MARKER_STRIP_HEIGHT 18

/**
 * FulMarkerStyle:
 * @top: px from the top of a strip of %FUL_MARKER_STRIP_HEIGHT
 * @height: px
 * @rgb: 0xRRGGBB
 * @alpha: 0 to 255
 */
typedef struct
{
  guint8  top;
  guint8  height;
  guint32 rgb;
  guint8  alpha;
} FulMarkerStyle;

const FulMarkerStyle *ful_marker_style_find (const char *name);
guint8 *ful_marker_colors_find (const FulMarkerList  *list,
                                const GArray         *markers,
                                GCancellable         *cancellable,
                                GError              **error);
const FulCategoryHue *ful_marker_color_get_hue (guint8 color);

G_END_DECLS
