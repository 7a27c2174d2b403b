/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulRuler:
 *
 * Marks times over the window of a document.
 */
#define FUL_TYPE_RULER (ful_ruler_get_type ())
G_DECLARE_FINAL_TYPE (FulRuler, ful_ruler, FUL, RULER, GtkWidget)

void ful_ruler_set_document (FulRuler    *self,
                             FulDocument *document);
void ful_ruler_set_origin   (FulRuler    *self,
                             double       origin);
int  ful_ruler_get_height   (GtkWidget   *widget);
int  ful_ruler_get_lane     (GtkWidget   *widget,
                             float       *out_height);

G_END_DECLS
