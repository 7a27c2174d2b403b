/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/rows/ful-track-visibility.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_track_change (GtkWidget          *widget,
                       FulTrackVisibility *tracks,
                       FulTrackChange      change,
                       guint               track);

G_END_DECLS
