/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTransformBar:
 *
 * The transforms of the selected threads as chips: go back to any, disable, remove
 * or move one. Hidden if there is none.
 */
#define FUL_TYPE_TRANSFORM_BAR (ful_transform_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulTransformBar, ful_transform_bar, FUL, TRANSFORM_BAR, GtkWidget)

FulTransformBar *ful_transform_bar_new (FulDocument *document);

G_END_DECLS
