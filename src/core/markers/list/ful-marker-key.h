/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-list.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulMarkerKey:
 * @is_set: %FALSE if only the number of the marker is known
 * @thread: number of its thread
 * @begin_row: its raw marker, or %FUL_NONE
 * @end_row: without @begin_row, the raw marker of its end, or %FUL_NONE
 * @start: without both, its start, absolute ms
 *
 * What a marker of a list is also in the lists of later snapshots, where it may have another number.
 */
typedef struct
{
  gboolean is_set;
  gint32   thread;
  gint32   begin_row;
  gint32   end_row;
  double   start;
} FulMarkerKey;

FulMarkerKey ful_marker_key_of   (const FulMarkerList *list,
                                  guint                marker);
gint32       ful_marker_key_find (const FulMarkerKey  *self,
                                  const FulMarkerList *list,
                                  gint32               marker);
void         ful_marker_key_map  (FulMarkerKey        *self,
                                  FulProfile          *before,
                                  FulProfile          *profile);

G_END_DECLS
