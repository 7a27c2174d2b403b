/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"
#include "tracks/ful-track-layout.h"
#include "tracks/ful-track-list.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

/**
 * FulPictureTrack:
 * @name: valid UTF-8
 * @is_selected: whether the view is of its thread
 * @y: its upper edge, px
 * @height: px
 * @pixels: (nullable): its graphs over the background, 0xXXRRGGBB, as high as the track; %NULL for the number of those left out
 */
typedef struct
{
  char     *name;
  gboolean  is_selected;
  guint     y;
  guint     height;
  guint32  *pixels;
} FulPictureTrack;

/**
 * FulPictureTracks:
 * @tracks: (element-type FulPictureTrack): from top to bottom
 * @width: of the graphs, px
 * @height: of all, px
 */
typedef struct
{
  GArray *tracks;
  guint   width;
  guint   height;
} FulPictureTracks;

FulPictureTracks *ful_picture_tracks_new  (FulTrackList          *list,
                                           const FulTrackLayout  *layout,
                                           FulDerivedThread      *derived,
                                           FulTimeRange           range,
                                           guint                  width,
                                           FulColorScheme         scheme,
                                           FulDeriveCache        *cache,
                                           GCancellable          *cancellable,
                                           GError               **error);
void              ful_picture_tracks_free (FulPictureTracks      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPictureTracks, ful_picture_tracks_free)

G_END_DECLS
