/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/**
 * FulMarkerSearch:
 *
 * A search for markers, in the syntax of markers.md 5: terms with commas between
 * them, "text", "key:text" or "-key:text"; and "duration:>5ms" or "dur:<=1.5s" for
 * durations. Immutable, usable from any thread.
 */
typedef struct _FulMarkerSearch FulMarkerSearch;

FulMarkerSearch *ful_marker_search_new    (const char             *text);
void             ful_marker_search_free   (FulMarkerSearch        *self);
GArray          *ful_marker_search_filter (const FulMarkerSearch  *self,
                                           const FulMarkerList    *list,
                                           const FulTimeRange     *range,
                                           GCancellable           *cancellable,
                                           GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerSearch, ful_marker_search_free)

G_END_DECLS
