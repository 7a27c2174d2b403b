/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulToastSlot:
 *
 * Shows one toast at a time: a newer one replaces it, where those of an overlay wait for each other. Main thread only.
 */
typedef struct _FulToastSlot FulToastSlot;

FulToastSlot *ful_toast_slot_new        (GtkWidget    *widget);
void          ful_toast_slot_free       (FulToastSlot *self);
void          ful_toast_slot_show       (FulToastSlot *self,
                                         const char   *text,
                                         const char   *button,
                                         const char   *action,
                                         guint         timeout_s);
void          ful_toast_slot_dismiss    (FulToastSlot *self);
gboolean      ful_toast_slot_has_button (FulToastSlot *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulToastSlot, ful_toast_slot_free)

G_END_DECLS
