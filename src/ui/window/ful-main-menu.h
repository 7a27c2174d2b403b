/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"

G_BEGIN_DECLS

void ful_main_menu_set_history (GMenu       *section,
                                FulDocument *document);

G_END_DECLS
