/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-facts.h"

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulMarkerDetails:
 * @title: its long name
 * @duration: how long it lasted; nothing for an instant
 * @description: (nullable): what such markers are
 * @facts: (element-type FulMarkerFact): the fields of the schema that are not hidden, in its order; without
 *   a schema all members of the payload; before them the facts of a garbage collection
 *
 * The facts of a marker (markers.md 9).
 */
typedef struct
{
  char   *title;
  char   *duration;
  char   *description;
  GArray *facts;
} FulMarkerDetails;

FulMarkerDetails *ful_marker_details_new  (FulMarkerList    *list,
                                           guint             marker);
void              ful_marker_details_free (FulMarkerDetails *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerDetails, ful_marker_details_free)

G_END_DECLS
