/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

gboolean ful_tab_closing_close_page (AdwTabView *tabs,
                                     AdwTabPage *tab);
gboolean ful_tab_closing_asks       (AdwTabView *tabs);

G_END_DECLS
