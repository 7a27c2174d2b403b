/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/overview/ful-overview-types.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_overview_warnings_fill (GtkWidget         *box,
                                 const FulOverview *overview);

G_END_DECLS
