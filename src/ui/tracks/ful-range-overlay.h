/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulRangeOverlay:
 *
 * An overlay of ruler and tracks: shows the preview range and the time under the pointer, and changes
 * the preview by dragging. Its area is exactly that of the visible range. With the focus, arrows move
 * a cursor over it: Left and Right in time, Shift extends the preview range from where the cursor
 * was, Up and Down over the tracks, Space clicks. Emits "clicked" for a press that was no drag, and
 * "hovered" with the place of the pointer, or NaN when it leaves or drags.
 */
#define FUL_TYPE_RANGE_OVERLAY (ful_range_overlay_get_type ())
G_DECLARE_FINAL_TYPE (FulRangeOverlay, ful_range_overlay, FUL, RANGE_OVERLAY, GtkWidget)

GtkWidget *ful_range_overlay_new          (void);
void       ful_range_overlay_set_document (FulRangeOverlay *self,
                                           FulDocument     *document);

G_END_DECLS
