/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lists/ful-row-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_row_place_release (GtkColumnView *view);
void ful_row_place_watch   (GtkColumnView *view,
                            FulRowModel   *model);
void ful_row_place_settle  (GtkColumnView *view);

G_END_DECLS
