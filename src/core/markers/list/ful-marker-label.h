/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-list.h"
#include "ful-marker-schema.h"

G_BEGIN_DECLS

/**
 * FulMarkerLabeler:
 *
 * Makes labels of the markers of a list. One thread; caches state for each schema,
 * so use one for many markers.
 */
typedef struct _FulMarkerLabeler FulMarkerLabeler;

FulMarkerLabeler *ful_marker_labeler_new       (FulMarkerList       *list);
void              ful_marker_labeler_free      (FulMarkerLabeler    *self);
char             *ful_marker_labeler_get       (FulMarkerLabeler    *self,
                                                guint                marker,
                                                FulMarkerLabelKind   kind);

char             *ful_marker_format_start      (const FulMarkerList *list,
                                                guint                marker,
                                                double               zero);
char             *ful_marker_format_duration   (const FulMarkerList *list,
                                                guint                marker);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerLabeler, ful_marker_labeler_free)

G_END_DECLS
