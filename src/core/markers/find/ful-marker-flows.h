/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"

G_BEGIN_DECLS

/**
 * FulMarkerPlace:
 * @thread: number of a thread
 * @marker: a marker of the list of this thread alone
 * @start: absolute ms
 *
 * A marker of any thread.
 */
typedef struct
{
  guint  thread;
  guint  marker;
  double start;
} FulMarkerPlace;

/**
 * FulMarkerFlow:
 * @id: its ID in the recording; lives as long as the flows
 * @begin: the first of its markers among those of all flows
 * @end: one past the last
 *
 * The markers of one unit of work that moves through threads.
 */
typedef struct
{
  const char *id;
  guint       begin;
  guint       end;
} FulMarkerFlow;

/**
 * FulFlowRef:
 * @thread: number of a thread
 * @row: raw marker of the marker, or the first of two
 * @flow: number of its flow
 * @place: its index among the markers of all flows
 */
typedef struct
{
  guint  thread;
  gint32 row;
  guint  flow;
  guint  place;
} FulFlowRef;

/**
 * FulMarkerFlows:
 * @n_flows: number of flows
 * @flows: (array length=n_flows): in the order of their first markers
 * @markers: (element-type FulMarkerPlace): grouped by flow, ascending by start
 * @refs: (element-type FulFlowRef): by thread, row and flow
 *
 * All flows of a profile. A field of the format "flow-id" is the flow of a marker;
 * with "terminating-flow-id" the marker is the last one, so that the ID may be
 * reused. Immutable, counted, usable from any thread.
 */
typedef struct
{
  guint          n_flows;
  FulMarkerFlow *flows;
  GArray        *markers;
  GArray        *refs;

  /*< private >*/
  FulProfile    *profile;
  GStringChunk  *ids;
} FulMarkerFlows;

FulMarkerFlows   *ful_marker_flows_derive (FulProfile            *profile,
                                           FulDeriveCache        *cache,
                                           GCancellable          *cancellable,
                                           GError               **error);
const FulFlowRef *ful_marker_flows_find   (const FulMarkerFlows  *self,
                                           const FulMarkerList   *list,
                                           guint                  marker,
                                           guint                 *out_n);
void              ful_marker_flows_unref  (FulMarkerFlows        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerFlows, ful_marker_flows_unref)

G_END_DECLS
