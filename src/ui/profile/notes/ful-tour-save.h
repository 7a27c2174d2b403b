/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "profile/ful-job-bar.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_tour_save (GtkWidget       *over,
                    FulJobBar       *bar,
                    const char      *title,
                    FulProfile      *profile,
                    const GPtrArray *notes);

G_END_DECLS
