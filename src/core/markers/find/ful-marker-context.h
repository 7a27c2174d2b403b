/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-details.h"
#include "ful-marker-flows.h"

#include "markers/list/ful-marker-list.h"
#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"
#include "threads/ful-derive-cache.h"

G_BEGIN_DECLS

/**
 * FulMarkerFrame:
 * @func: a function of the profile
 * @origin: file and line of the frame, or library or host; "" for none
 * @is_inlined: whether it was inlined in the next one
 */
typedef struct
{
  FulFuncIndex  func;
  char         *origin;
  gboolean      is_inlined;
} FulMarkerFrame;

/**
 * FulMarkerFlowStep:
 * @id: ID of the flow in the recording
 * @place: number of the marker in the flow, from 1
 * @n_markers: number of markers in the flow
 * @has_previous: whether there is a previous one
 * @previous: that one
 * @has_next: whether there is a next one
 * @next: that one
 */
typedef struct
{
  char           *id;
  guint           place;
  guint           n_markers;
  gboolean        has_previous;
  FulMarkerPlace  previous;
  gboolean        has_next;
  FulMarkerPlace  next;
} FulMarkerFlowStep;

/**
 * FulMarkerContext:
 * @profile: whose functions @frames are
 * @details: its fields
 * @others: (element-type FulMarkerFact): members of the payload that are not in the schema
 * @frames: (element-type FulMarkerFrame): the stack of its cause, the innermost first
 * @cause_age: how long before its start that was, ms; NaN if it is not known or after it
 * @window: the page, its innerWindowID; NaN for none
 * @url: (nullable): address of the page
 * @is_private: whether the page was in a private window
 * @thread_name: display name of the thread that recorded it
 * @process_name: name of its process, with the ID
 * @has_peer: whether a message has a marker at its other end
 * @peer: that one
 * @peer_name: (nullable): name of the thread there
 * @flows: (element-type FulMarkerFlowStep): the flows it belongs to
 *
 * A marker and its context (markers.md 9).
 */
typedef struct
{
  FulProfile       *profile;
  FulMarkerDetails *details;
  GArray           *others;
  GArray           *frames;
  double            cause_age;
  double            window;
  char             *url;
  gboolean          is_private;
  char             *thread_name;
  char             *process_name;
  gboolean          has_peer;
  FulMarkerPlace    peer;
  char             *peer_name;
  GArray           *flows;
} FulMarkerContext;

FulMarkerContext *ful_marker_context_new       (FulProfile             *profile,
                                                FulMarkerList          *list,
                                                guint                   marker,
                                                FulImplementation       implementation,
                                                FulDeriveCache         *cache,
                                                GCancellable           *cancellable,
                                                GError                **error);
void              ful_marker_context_free      (FulMarkerContext       *self);
GArray           *ful_marker_get_frames        (FulProfile             *profile,
                                                FulMarkerList          *list,
                                                guint                   marker,
                                                FulImplementation       implementation);
char             *ful_marker_frames_to_text    (FulProfile             *profile,
                                                const GArray           *frames);
gboolean          ful_marker_find_place        (FulMarkerList          *list,
                                                guint                   marker,
                                                FulMarkerPlace         *out_place,
                                                FulDeriveCache         *cache,
                                                GCancellable           *cancellable);
double            ful_marker_get_window        (const FulMarkerList    *list,
                                                guint                   marker);
char             *ful_marker_find_page         (const FulProfile       *profile,
                                                double                  window,
                                                gboolean               *out_is_private);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerContext, ful_marker_context_free)

G_END_DECLS
