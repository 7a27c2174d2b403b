/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_column_fit (GtkColumnView       *view,
                     GtkColumnViewColumn *column,
                     const char          *text);

void ful_column_fit_scale (GtkColumnView *view,
                           double         ratio);

G_END_DECLS
