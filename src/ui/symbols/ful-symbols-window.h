/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbolicator.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_symbols_window_present     (GtkWindow       *parent,
                                     FulSymbolicator *symbolicator,
                                     GSettings       *settings);
void ful_symbols_window_set_servers (FulSymbolicator *symbolicator,
                                     GSettings       *settings);

G_END_DECLS
