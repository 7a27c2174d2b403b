/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "panels/ful-panel.h"

G_BEGIN_DECLS

const FulPanel * const *ful_panels_list          (guint      *out_n_panels);
gboolean                ful_panel_shows_markers  (const char *id);
gboolean                ful_panel_has_picture    (const char *id);

G_END_DECLS
