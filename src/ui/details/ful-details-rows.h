/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void       ful_details_begin      (GtkWidget  *parent);
void       ful_details_end        (GtkWidget  *parent);
GtkWidget *ful_details_take       (GtkWidget  *parent,
                                   const char *kind);
GtkWidget *ful_details_add        (GtkWidget  *parent,
                                   GtkWidget  *child,
                                   const char *kind);
GtkWidget *ful_details_add_label  (GtkWidget  *box,
                                   const char *text,
                                   const char *css_class);
GtkWidget *ful_details_add_group  (GtkWidget  *box,
                                   const char *title);
GtkWidget *ful_details_add_titled_group (GtkWidget  *box,
                                   const char *id,
                                   const char *title);
void       ful_details_add_row    (GtkWidget  *list,
                                   const char *color,
                                   const char *name,
                                   const char *percent,
                                   const char *value,
                                   gboolean    is_part,
                                   double      bar);
GtkWidget *ful_details_add_link   (GtkWidget  *list,
                                   const char *color,
                                   const char *name,
                                   const char *percent,
                                   const char *value,
                                   const char *action,
                                   GVariant   *target);
void       ful_details_take_fact  (GtkWidget  *list,
                                   const char *name,
                                   char       *value);

G_END_DECLS
