/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/insight/ful-insight.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_overview_menu_install (GtkWidget  *panel,
                                FulInsight *insight);

G_END_DECLS
