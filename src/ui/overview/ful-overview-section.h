/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/insight/ful-overview-link.h"
#include "insight/overview/ful-overview-types.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulOverviewSection:
 *
 * A part of the overview: its title, the sum of it, and its rows. Hidden without rows.
 */
#define FUL_TYPE_OVERVIEW_SECTION (ful_overview_section_get_type ())
G_DECLARE_FINAL_TYPE (FulOverviewSection, ful_overview_section, FUL, OVERVIEW_SECTION, GtkWidget)

GtkWidget *ful_overview_section_new  (FulOverviewPart     part,
                                      const char         *title);
void       ful_overview_section_fill (FulOverviewSection *self,
                                      const FulOverview  *overview);

G_END_DECLS
