/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-answer.h"
#include "compare/document/ful-compare-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean ful_pair_dialog_can_pair (const FulCompareAnswer *answer,
                                   gint32                  item);
void     ful_pair_dialog_present  (GtkWindow              *parent,
                                   FulCompareDocument     *document,
                                   gint32                  item);

G_END_DECLS
