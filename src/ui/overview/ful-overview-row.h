/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-line.h"

#include "document/insight/ful-overview-link.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulOverviewRow:
 *
 * A line of the overview, which leads somewhere: a bar, figures, a name, and what else there is to say at the end.
 */
#define FUL_TYPE_OVERVIEW_ROW (ful_overview_row_get_type ())
G_DECLARE_FINAL_TYPE (FulOverviewRow, ful_overview_row, FUL, OVERVIEW_ROW, GtkButton)

GtkWidget *ful_overview_row_new (FulOverviewPart        part,
                                 guint                  row);
void       ful_overview_row_set (FulOverviewRow        *self,
                                 const FulOverviewLine *text);

G_END_DECLS
