/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_details_fill_recording (GtkWidget   *box,
                                 FulDocument *document,
                                 gint64       n_markers);
void ful_details_fill_profile (GtkWidget   *box,
                               FulDocument *document,
                               const char  *hint);

G_END_DECLS
