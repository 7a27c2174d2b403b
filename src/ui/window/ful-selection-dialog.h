/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"

#include "ful-save-bar.h"

G_BEGIN_DECLS

void ful_selection_dialog_present (FulSaveBar  *bar,
                                   FulDocument *document,
                                   GArray      *threads,
                                   const char  *sample_type,
                                   GFile       *opened);

G_END_DECLS
