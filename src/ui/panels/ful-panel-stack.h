/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulPanelStack:
 *
 * One of several panels, and their switcher: buttons above, or in a narrow window a
 * bar at the bottom. Notifies "visible-id".
 */
#define FUL_TYPE_PANEL_STACK (ful_panel_stack_get_type ())
G_DECLARE_FINAL_TYPE (FulPanelStack, ful_panel_stack, FUL, PANEL_STACK, GtkWidget)

void       ful_panel_stack_add         (FulPanelStack *self,
                                        GtkWidget     *panel,
                                        const char    *id,
                                        const char    *title,
                                        const char    *icon_name);
void       ful_panel_stack_set_end     (FulPanelStack *self,
                                        GtkWidget     *end);
GtkWidget *ful_panel_stack_get_visible (FulPanelStack *self);
const char *ful_panel_stack_get_visible_id (FulPanelStack *self);
void       ful_panel_stack_set_visible_id (FulPanelStack *self,
                                        const char    *id);

G_END_DECLS
