/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"
#include "ful-query.h"

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulQueryMarkers:
 * @list: the markers of the threads of a view
 * @found: (element-type guint): those that the search finds, in the range if the view has one
 * @in_range: (element-type guint): those of them in the range of the view, or the root range
 * @zero: start of the root range, absolute ms
 *
 * The markers of a view.
 */
typedef struct
{
  FulMarkerList *list;
  GArray        *found;
  GArray        *in_range;
  double         zero;
} FulQueryMarkers;

/* Both return whether there was an answer. */
typedef gboolean (*FulQueryMarkersJsonFunc) (FulQuery              *query,
                                             const FulQueryMarkers *markers,
                                             FulQueryJson          *json);
typedef gboolean (*FulQueryMarkersTextFunc) (FulQuery              *query,
                                             const FulQueryMarkers *markers);

FulQueryMarkers *ful_query_markers_new    (FulQuery                 *query,
                                           guint                     index,
                                           GError                  **error);
void             ful_query_markers_free   (FulQueryMarkers          *self);
FulExitStatus    ful_query_answer_markers (FulQuery                 *query,
                                           FulQueryMarkersJsonFunc   json_func,
                                           FulQueryMarkersTextFunc   text_func,
                                           GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulQueryMarkers, ful_query_markers_free)

G_END_DECLS
