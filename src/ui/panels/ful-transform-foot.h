/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-transform-preview.h"
#include "document/ful-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTransformFoot:
 *
 * The foot of the transforms in a menu: says what the entry under the pointer, or with the focus, would do, and shows it in
 * the panel.
 */
#define FUL_TYPE_TRANSFORM_FOOT (ful_transform_foot_get_type ())
G_DECLARE_FINAL_TYPE (FulTransformFoot, ful_transform_foot, FUL, TRANSFORM_FOOT, GtkWidget)

#define FUL_TRANSFORM_FOOT_ID "foot"

void ful_transform_foot_add (GtkPopoverMenu      *popover,
                             GPtrArray           *transforms,
                             FulTransformPreview *preview,
                             FulDocument         *document);

G_END_DECLS
