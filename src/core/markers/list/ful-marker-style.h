/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

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

G_END_DECLS
