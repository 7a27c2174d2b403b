/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-layout.h"

G_BEGIN_DECLS

/**
 * FulProfilerLink:
 * @options: threads, the last of @ranges, filters and transforms
 * @n_ranges: number of committed ranges
 * @ranges: (array length=n_ranges): the committed ranges, outermost first, relative ms
 * @panel: id of the panel that is shown; a static text
 * @marker: the selected marker of the threads, or %FUL_NONE
 * @marker_search: the search for markers
 * @network_search: the search for requests
 * @marker_sort: the order of the table of markers; see ful_marker_sort_parse()
 * @tracks: (nullable): which tracks are shown, in which order
 * @n_ignored: number of threads and transforms that were skipped as invalid or not in the profile
 *
 * The view of a link of profiler.firefox.com.
 */
typedef struct
{
  FulViewOptions *options;
  guint           n_ranges;
  FulTimeRange   *ranges;
  const char     *panel;
  gint32          marker;
  char           *marker_search;
  char           *network_search;
  char           *marker_sort;
  FulTrackLayout *tracks;
  guint           n_ignored;
} FulProfilerLink;

gboolean         ful_profiler_link_is_link (const char       *text);
FulProfilerLink *ful_profiler_link_parse   (const char       *text,
                                            FulProfile       *profile,
                                            GError          **error);
void             ful_profiler_link_free    (FulProfilerLink  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulProfilerLink, ful_profiler_link_free)

G_END_DECLS
