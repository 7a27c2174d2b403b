/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulLabelCache:
 *
 * Texts that are shaped once and drawn at any width, cut with an ellipsis (a tenth
 * of the cost of a layout). Main thread only.
 */
typedef struct _FulLabelCache FulLabelCache;

FulLabelCache *ful_label_cache_new   (GtkWidget      *widget);
void           ful_label_cache_free  (FulLabelCache  *self);
void           ful_label_cache_clear (FulLabelCache  *self);
double         ful_label_cache_measure (FulLabelCache *self,
                                        const char    *text);
double         ful_label_cache_draw  (FulLabelCache  *self,
                                      GtkSnapshot    *snapshot,
                                      const char     *text,
                                      const GdkRGBA  *color,
                                      double          x,
                                      double          baseline,
                                      double          width);

G_END_DECLS
