/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-lanes.h"
#include "ful-marker-rows.h"

#include "markers/find/ful-marker-field-column.h"
#include "markers/find/ful-marker-order.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-set.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/* Which markers are shown, and how. */
typedef enum
{
  FUL_MARKER_VIEW_CHART,
  FUL_MARKER_VIEW_TABLE,
  FUL_MARKER_VIEW_NETWORK,
} FulMarkerViewKind;

/**
 * FulMarkerView:
 * @kind: the kind of view
 * @list: all markers of the threads
 * @zero: where the user sees zero, absolute ms
 * @range: the range that is shown, absolute ms: the preview in a table, else the committed one
 * @n_any: markers for this kind of view in all of the recording; only counted if none is in the range
 * @n_in_range: markers for this kind of view in the range, whatever is searched for
 * @found: (element-type guint): those that match the search, as recorded; shared by views that differ only in order
 * @markers: (element-type guint): the same in the order of the view
 * @lanes: (nullable): the same in rows of boxes; %NULL in a table
 * @rows: (nullable): these lanes, with headings in a chart; %NULL in a table
 * @fields: (nullable) (element-type FulMarkerFieldInfo): fields that @markers have; %NULL but in a table
 *
 * The markers that a panel shows (markers.md 4). Immutable, counted, usable from
 * any thread.
 */
typedef struct
{
  FulMarkerViewKind  kind;
  FulMarkerList     *list;
  double             zero;
  FulTimeRange       range;
  guint              n_any;
  guint              n_in_range;
  GArray            *found;
  GArray            *markers;
  FulMarkerLanes    *lanes;
  FulMarkerRows     *rows;
  GArray            *fields;
} FulMarkerView;

FulMarkerView *ful_marker_view_new        (FulProfile             *profile,
                                           const FulViewOptions   *options,
                                           FulMarkerViewKind       kind,
                                           const char             *search,
                                           const FulMarkerSortKey *keys,
                                           guint                   n_keys,
                                           FulDeriveCache         *cache,
                                           GCancellable           *cancellable,
                                           GError                **error);
FulMarkerView *ful_marker_view_new_sorted (const FulMarkerView    *view,
                                           const FulMarkerSortKey *keys,
                                           guint                   n_keys,
                                           GCancellable           *cancellable,
                                           GError                **error);
FulMarkerView *ful_marker_view_new_of_set (const FulMarkerView    *view,
                                           const FulMarkerSet     *set);
FulMarkerView *ful_marker_view_ref        (FulMarkerView          *self);
void           ful_marker_view_unref      (FulMarkerView          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerView, ful_marker_view_unref)

G_END_DECLS
