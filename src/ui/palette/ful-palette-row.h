/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "find/ful-find-kind.h"
#include "find/ful-find-line.h"
#include "find/ful-find-query.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ful_palette_row_new       (FulFindKind         kind,
                                      const FulFindLine  *line,
                                      const FulFindQuery *query,
                                      const char         *position);
GtkWidget *ful_palette_row_new_title (const char         *title,
                                      const char         *count);

G_END_DECLS
