/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-note.h"
#include "document/view/ful-view-state.h"

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

FulViewState *ful_note_make_view (const FulNote      *self,
                                  FulProfile         *profile,
                                  const FulTimeRange *all,
                                  FulViewState       *base,
                                  gboolean           *out_is_whole);

G_END_DECLS
