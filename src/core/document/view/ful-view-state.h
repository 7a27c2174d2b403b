/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-key.h"
#include "model/ful-profile.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-layout.h"

G_BEGIN_DECLS

/**
 * FulViewState:
 * @options: the inputs of derived results: threads, committed and preview range, filters
 * @n_ranges: number of committed ranges
 * @ranges: (array length=n_ranges): the committed ranges, outermost first, relative ms; the last one is
 *   the range of @options
 * @n_path: length of @path; 0 if nothing is selected
 * @path: (array length=n_path): functions from the root of the tree to the selected call node
 * @path_is_hot: whether the node is the hot one and not selected by the user
 * @panel: (nullable): id of the panel that is shown; an interned text
 * @marker: the selected marker of the thread set, or %FUL_NONE
 * @marker_key: what it is in other snapshots of the profile, if that is known
 * @marker_search: the search for markers (markers.md 5); never %NULL
 * @network_search: the search for requests; never %NULL
 * @marker_columns: (array zero-terminated=1): keys of the fields that have a column in the table of markers;
 *   interned texts, never %NULL
 * @marker_sort: what that table is sorted by (see ful_marker_sort_parse()); never %NULL
 * @tracks: (nullable): the layout of the link that was opened last
 *
 * The state of a view, as one immutable value. Transforms and selection belong to a thread set; those of the
 * others are kept until these are selected again. Counted, usable from any thread.
 */
typedef struct
{
  FulViewOptions     *options;
  guint               n_ranges;
  const FulTimeRange *ranges;
  guint               n_path;
  const FulFuncIndex *path;
  gboolean            path_is_hot;
  const char         *panel;
  gint32              marker;
  FulMarkerKey        marker_key;
  const char         *marker_search;
  const char         *network_search;
  const char * const *marker_columns;
  const char         *marker_sort;
  FulTrackLayout     *tracks;

  /*< private >*/
  GPtrArray          *other_threads;   /* (nullable): ThreadView of thread sets that were selected before */
} FulViewState;

#define FUL_TYPE_VIEW_STATE (ful_view_state_get_type ())

GType         ful_view_state_get_type           (void) G_GNUC_CONST;
FulViewState *ful_view_state_new                (FulViewOptions     *options);
FulViewState *ful_view_state_copy               (const FulViewState *self);
FulViewState *ful_view_state_ref                (FulViewState       *self);
void          ful_view_state_unref              (FulViewState       *self);
gboolean      ful_view_state_has_path           (FulViewState       *self,
                                                 const FulFuncIndex *path,
                                                 guint               n_path);
gboolean      ful_view_state_has_node           (const FulViewState *self);
FulViewState *ful_view_state_with_threads       (FulViewState       *self,
                                                 const guint        *threads,
                                                 guint               n_threads);
FulViewState *ful_view_state_with_symbols       (FulViewState       *self,
                                                 FulProfile         *profile);
FulViewState *ful_view_state_with_end           (FulViewState       *self,
                                                 double              end,
                                                 double              new_end);
FulViewState *ful_view_state_with_rows          (FulViewState       *self,
                                                 FulProfile         *before,
                                                 FulProfile         *profile);
FulViewState *ful_view_state_without_rows       (FulViewState       *self,
                                                 guint               n_threads);
FulViewState *ful_view_state_push_range         (FulViewState       *self,
                                                 FulTimeRange        range);
FulViewState *ful_view_state_pop_ranges         (FulViewState       *self,
                                                 guint               n_ranges);
void          ful_view_state_set_options        (FulViewState       *self,
                                                 FulViewOptions     *options);
void          ful_view_state_set_ranges         (FulViewState       *self,
                                                 const FulTimeRange *ranges,
                                                 guint               n_ranges);
void          ful_view_state_set_path           (FulViewState       *self,
                                                 const FulFuncIndex *path,
                                                 guint               n_path);
void          ful_view_state_set_marker_columns (FulViewState       *self,
                                                 const char * const *keys);
void          ful_view_state_set_text           (const char        **text,
                                                 const char         *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulViewState, ful_view_state_unref)

G_END_DECLS
