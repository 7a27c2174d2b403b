/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GdkTexture *ful_texture_new (GBytes *argb,
                             guint   width,
                             guint   height);

G_END_DECLS
