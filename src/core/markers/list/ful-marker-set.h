/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulMarkerSet:
 *
 * Some of the markers of a list, a bit each. Not counted; one thread at a time.
 */
typedef struct _FulMarkerSet FulMarkerSet;

FulMarkerSet *ful_marker_set_new    (guint               n_markers);
void          ful_marker_set_free   (FulMarkerSet       *self);
void          ful_marker_set_clear  (FulMarkerSet       *self);
guint         ful_marker_set_get_n  (const FulMarkerSet *self);
gboolean      ful_marker_set_has    (const FulMarkerSet *self,
                                     guint               marker);
guint         ful_marker_set_add    (FulMarkerSet       *self,
                                     const guint        *markers,
                                     guint               n_markers);
guint         ful_marker_set_remove (FulMarkerSet       *self,
                                     const guint        *markers,
                                     guint               n_markers);
GArray       *ful_marker_set_filter (const FulMarkerSet *self,
                                     const GArray       *markers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerSet, ful_marker_set_free)

G_END_DECLS
