/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbolicator.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_symbols_window_present (GtkWindow       *parent,
                                 FulSymbolicator *symbolicator);

G_END_DECLS
