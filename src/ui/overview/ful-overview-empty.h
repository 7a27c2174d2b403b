/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "insight/overview/ful-overview-types.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_overview_empty_fill (GtkWidget         *box,
                              const FulOverview *overview,
                              FulDocument       *document);

G_END_DECLS
