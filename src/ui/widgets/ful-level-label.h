/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulLevelLabel:
 *
 * A number over a bar whose length is its share.
 */
#define FUL_TYPE_LEVEL_LABEL (ful_level_label_get_type ())
G_DECLARE_FINAL_TYPE (FulLevelLabel, ful_level_label, FUL, LEVEL_LABEL, GtkWidget)

GtkWidget *ful_level_label_new (void);
void       ful_level_label_set (FulLevelLabel *self,
                                const char    *text,
                                double         share,
                                gboolean       struck);

G_END_DECLS
