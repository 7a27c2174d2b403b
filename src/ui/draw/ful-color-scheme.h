/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

FulColorScheme ful_color_scheme_current    (void);
GdkRGBA        ful_color_scheme_to_rgba    (guint32 rgb);
GdkRGBA        ful_color_scheme_get_accent (void);

G_END_DECLS
