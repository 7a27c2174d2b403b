/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-note.h"
#include "document/view/ful-view-state.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

FulNote *ful_note_new_for_range  (const FulTimeRange *range);
FulNote *ful_note_new_for_func   (FulProfile         *profile,
                                  FulFuncIndex        func,
                                  guint               thread);
FulNote *ful_note_new_for_marker (FulProfile         *profile,
                                  FulDeriveCache     *cache,
                                  FulViewState       *state,
                                  double              zero,
                                  GCancellable       *cancellable);

G_END_DECLS
