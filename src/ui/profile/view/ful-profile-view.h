/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-format.h"
#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"
#include "profile/ful-save-bar.h"
#include "symbols/ful-symbolicator.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulProfileView:
 *
 * A document on screen: ranges, time line, panels, details.
 */
#define FUL_TYPE_PROFILE_VIEW (ful_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (FulProfileView, ful_profile_view, FUL, PROFILE_VIEW, GtkWidget)

FulProfileView  *ful_profile_view_new              (FulDocument    *document,
                                                    GFile          *file,
                                                    const char     *member,
                                                    GSettings      *settings);
void             ful_profile_view_find_symbols     (FulProfileView *self);
void             ful_profile_view_drop_symbols     (FulProfileView *self);
void             ful_profile_view_begin_file       (FulProfileView *self);
FulSaveBar      *ful_profile_view_get_save_bar     (FulProfileView *self);
GActionGroup    *ful_profile_view_get_actions      (FulProfileView *self);
FulDocument     *ful_profile_view_get_document     (FulProfileView *self);
FulAnalysis     *ful_profile_view_get_analysis     (FulProfileView *self);
GtkWidget       *ful_profile_view_get_panel        (FulProfileView *self);
FulSymbolicator *ful_profile_view_get_symbolicator (FulProfileView *self);
gboolean         ful_profile_view_expects_symbols  (FulProfileView *self);
gboolean         ful_profile_view_is_settled       (FulProfileView *self);
gboolean         ful_profile_view_drop_panel       (FulProfileView *self);

G_END_DECLS
