/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-view-state.h"

#include "model/ful-profile.h"
#include "viewtext/ful-transform-text.h"
#include "viewtext/ful-view-options-text.h"

G_BEGIN_DECLS

FulViewState *ful_view_state_new_from_text (const char          *text,
                                            FulProfile          *profile,
                                            GError             **error);
FulViewState *ful_view_state_new_nearest   (const char          *text,
                                            FulProfile          *profile,
                                            guint               *out_n_missing,
                                            GError             **error);
char         *ful_view_state_to_text       (const FulViewState  *self,
                                            FulTransformReader  *reader);

G_END_DECLS
