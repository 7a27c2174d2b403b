/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbols/ful-symbolicator.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulSymbolsWindow:
 *
 * The libraries of a profile, where their symbols are from, and where else to look.
 */
#define FUL_TYPE_SYMBOLS_WINDOW (ful_symbols_window_get_type ())
G_DECLARE_FINAL_TYPE (FulSymbolsWindow, ful_symbols_window, FUL, SYMBOLS_WINDOW, AdwPreferencesWindow)

void ful_symbols_window_present     (GtkWindow       *parent,
                                     FulSymbolicator *symbolicator,
                                     GSettings       *settings);
void ful_symbols_window_set_servers (FulSymbolicator *symbolicator,
                                     GSettings       *settings);

G_END_DECLS
