/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_marker_dialog_present (GtkWindow          *parent,
                                FulCompareDocument *document);

G_END_DECLS
