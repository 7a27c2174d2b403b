/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"
#include "markers/layout/ful-marker-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulMarkerPage:
 *
 * The frame of all panels of markers: search, empty page, the menu of the selected
 * marker, and a status line. It has the markers to show, derived on a worker while
 * the page is on screen, and emits "changed" when they change, and "selected" when
 * the selection does.
 */
#define FUL_TYPE_MARKER_PAGE (ful_marker_page_get_type ())
G_DECLARE_FINAL_TYPE (FulMarkerPage, ful_marker_page, FUL, MARKER_PAGE, GtkWidget)

FulMarkerPage *ful_marker_page_new          (FulAnalysis            *analysis,
                                             FulMarkerViewKind       kind,
                                             GtkWidget              *body);
void           ful_marker_page_add_control  (FulMarkerPage          *self,
                                             GtkWidget              *control);
FulAnalysis   *ful_marker_page_get_analysis (FulMarkerPage          *self);
FulDocument   *ful_marker_page_get_document (FulMarkerPage          *self);
FulMarkerView *ful_marker_page_get_view     (FulMarkerPage          *self);
gint64         ful_marker_page_get_selected (FulMarkerPage          *self);
void           ful_marker_page_select       (FulMarkerPage          *self,
                                             guint                   marker);
void           ful_marker_page_set_selection (FulMarkerPage         *self,
                                             FulMarkerView          *selection);
FulMarkerView *ful_marker_page_get_selection (FulMarkerPage         *self);
void           ful_marker_page_zoom_to      (FulMarkerPage          *self,
                                             guint                   marker);
const char    *ful_marker_page_get_search   (FulMarkerPage          *self);
void           ful_marker_page_set_busy     (FulMarkerPage          *self,
                                             gboolean                busy);
void           ful_marker_page_set_hovered  (FulMarkerPage          *self,
                                             const char             *text);
void           ful_marker_page_popup        (FulMarkerPage          *self,
                                             GtkWidget              *over,
                                             double                  x,
                                             double                  y);

G_END_DECLS
