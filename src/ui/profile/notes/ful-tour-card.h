/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/tour/ful-tour.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTourCard:
 *
 * The step of a tour that is shown: its number, name and text, with buttons and keys to other steps. Lies over the panels,
 * at the bottom, unless the selected row is there or the user has moved it. Emits "closed" when the tour ended.
 */
#define FUL_TYPE_TOUR_CARD (ful_tour_card_get_type ())
G_DECLARE_FINAL_TYPE (FulTourCard, ful_tour_card, FUL, TOUR_CARD, GtkWidget)

GtkWidget *ful_tour_card_new        (GtkOverlay  *over);
void       ful_tour_card_set_tour   (FulTourCard *self,
                                     FulTour     *tour);
gboolean   ful_tour_card_handle_key (FulTourCard *self,
                                     guint        keyval);

G_END_DECLS
