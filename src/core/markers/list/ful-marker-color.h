/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "ful-marker-list.h"

G_BEGIN_DECLS

guint8 *ful_marker_colors_find (const FulMarkerList  *list,
                                const GArray         *markers,
                                GCancellable         *cancellable,
                                GError              **error);
const FulCategoryHue *ful_marker_color_get_hue (guint8 color);

G_END_DECLS
