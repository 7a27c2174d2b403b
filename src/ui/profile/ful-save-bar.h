/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "export/sanitize/ful-selection.h"
#include "model/ful-profile.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulSaveBar:
 *
 * Saves a profile under a name from a dialog, and shows the progress. Emits "saved" with the profile and its file when
 * all of it was written.
 */
#define FUL_TYPE_SAVE_BAR (ful_save_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulSaveBar, ful_save_bar, FUL, SAVE_BAR, GtkWidget)

void       ful_save_bar_ask      (FulSaveBar         *self,
                                  FulProfile         *profile,
                                  const char         *sample_type,
                                  GFile              *opened);
void       ful_save_bar_ask_part (FulSaveBar         *self,
                                  FulProfile         *profile,
                                  const char         *sample_type,
                                  GFile              *opened,
                                  const FulSelection *part);
void       ful_save_bar_save     (FulSaveBar         *self,
                                  FulProfile         *profile,
                                  GFile              *file);
void       ful_save_bar_show_leftovers
                                 (FulSaveBar         *self);

G_END_DECLS
