/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live/firefox/ful-live-firefox-presets.h"

#include <adwaita.h>

G_BEGIN_DECLS

GtkWidget           *ful_live_preset_row_new (void);
const FulLivePreset *ful_live_preset_row_get (GtkWidget *row);

G_END_DECLS
