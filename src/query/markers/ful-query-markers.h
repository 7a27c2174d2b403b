/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulQueryMarkers:
 * @query: the query
 * @list: the markers of the threads of a view
 * @found: (element-type guint): those that the search finds, in the range if the view has one
 * @in_range: (element-type guint): those of them in the range of the view, or the root range
 * @zero: start of the root range, absolute ms
 *
 * The markers of a view.
 */
typedef struct
{
  FulQuery      *query;
  FulMarkerList *list;
  GArray        *found;
  GArray        *in_range;
  double         zero;
} FulQueryMarkers;

FulQueryMarkers *ful_query_markers_new  (FulQuery         *query,
                                         guint             index,
                                         GError          **error);
void             ful_query_markers_free (FulQueryMarkers  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulQueryMarkers, ful_query_markers_free)

G_END_DECLS
