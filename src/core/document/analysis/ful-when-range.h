/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-when-strips.h"

#include "document/ful-document.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

void ful_when_range_select (FulDocument        *document,
                            FulTimeRange        range,
                            guint               begin,
                            guint               end);
void ful_when_range_step   (FulDocument        *document,
                            const FulWhenStrip *strip,
                            gboolean            whole);

G_END_DECLS
