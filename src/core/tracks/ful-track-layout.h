/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track-list.h"

G_BEGIN_DECLS

/**
 * FulTrackLayout:
 * @global_order: (nullable) (element-type gint32): numbers of global tracks from top to bottom
 * @hidden_globals: (nullable) (element-type gint32): hidden tracks
 * @local_orders: (nullable): process → numbers of its tracks, as @global_order
 * @hidden_locals: (nullable): process → hidden tracks
 * @has_hidden: whether all other tracks are shown; else they are as initially
 * @is_old: whether only numbers of threads and network tracks are still valid
 *
 * Which tracks are shown in which order, by numbers of a #FulTrackList, not validated.
 * Immutable, counted.
 */
typedef struct
{
  GArray     *global_order;
  GArray     *hidden_globals;
  GHashTable *local_orders;
  GHashTable *hidden_locals;
  gboolean    has_hidden;
  gboolean    is_old;
} FulTrackLayout;

FulTrackLayout *ful_track_layout_new   (void);
FulTrackLayout *ful_track_layout_ref   (FulTrackLayout *self);
void            ful_track_layout_unref (FulTrackLayout *self);
void            ful_track_layout_apply (const FulTrackLayout *self,
                                        const GPtrArray      *tracks,
                                        const guint          *process,
                                        guint                *out_order,
                                        guint8               *out_hidden);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTrackLayout, ful_track_layout_unref)

G_END_DECLS
