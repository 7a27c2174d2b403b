/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-ipc-table.h"
#include "ful-marker-join-state.h"
#include "ful-marker-schema.h"
#include "ful-payload-reader.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-thread-set.h"

G_BEGIN_DECLS

/* The origin of a marker, which determines its payload. */
typedef enum
{
  FUL_MARKER_KIND_PLAIN,        /* one raw row, or two: then the payload of the second over that of the first */
  FUL_MARKER_KIND_NETWORK,      /* the payload of the last row */
  FUL_MARKER_KIND_SCREENSHOT,   /* the payload of the first row */
  FUL_MARKER_KIND_IPC,          /* the payload of the row, and the message */
  FUL_MARKER_KIND_JANK,         /* no row */
} FulMarkerKind;

/**
 * FulMarkerList:
 * @profile: the profile
 * @n_markers: number of markers, and the length of every column
 * @start: absolute ms; ascending
 * @end: absolute ms; NaN for an instant
 * @name: string of the profile, or less than 0: see ful_marker_list_get_name()
 * @category: a category
 * @thread: number of the thread it was recorded in
 * @begin_row: its raw marker, or the first of two; %FUL_NONE for none
 * @end_row: the second of two, or %FUL_NONE
 * @kind: #FulMarkerKind
 * @incomplete: whether one end was not recorded and is that of the thread
 * @ipc: the messages that markers of %FUL_MARKER_KIND_IPC are about
 * @schemas: the schemas of payloads
 *
 * The markers of a thread set: starts joined with their ends, and the other rules
 * of markers.md 1. A marker's number is its identity. Immutable, counted, usable
 * from any thread.
 */
typedef struct _FulMarkerList FulMarkerList;

struct _FulMarkerList
{
  FulProfile       *profile;
  guint             n_markers;
  double           *start;
  double           *end;
  gint32           *name;
  FulCategoryIndex *category;
  gint32           *thread;
  gint32           *begin_row;
  gint32           *end_row;
  guint8           *kind;
  guint8           *incomplete;
  FulIpcTable      *ipc;
  FulMarkerSchemas *schemas;

  /*< private >*/
  guint8             *open;     /* whether later rows of a capture may end it */
  FulMarkerJoinState *join;     /* (nullable): where the list of a later snapshot goes on */
  FulMarkerList      *columns;  /* (nullable): the list that has the columns */
};

FulMarkerList *ful_marker_list_derive             (FulThreadSet        *threads,
                                                   FulDeriveCache      *cache,
                                                   GCancellable        *cancellable,
                                                   GError             **error);
FulMarkerList *ful_marker_list_ref                (FulMarkerList       *self);
void           ful_marker_list_unref              (FulMarkerList       *self);
const char    *ful_marker_list_get_name           (const FulMarkerList *self,
                                                   guint                marker);
const char    *ful_marker_list_get_type           (const FulMarkerList *self,
                                                   guint                marker);
gint32         ful_marker_list_get_type_number    (const FulMarkerList *self,
                                                   guint                marker);
const FulMarkerSchema *
               ful_marker_list_get_schema         (const FulMarkerList *self,
                                                   guint                marker);
void           ful_marker_list_read_payload       (const FulMarkerList *self,
                                                   guint                marker,
                                                   FulPayloadReader    *reader);
GArray        *ful_marker_list_filter_by_location (const FulMarkerList *list,
                                                   const GArray        *markers,
                                                   FulMarkerLocation    location);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerList, ful_marker_list_unref)

G_END_DECLS
