/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tracks/ful-tab-list.h"
#include "tracks/ful-track-list.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the rows of a time line are made of. */
typedef struct
{
  FulTrackList *list;
  double        cpu_reference;   /* see ful_cpu_use_get_reference() */
} FulTracks;

void       ful_tracks_free          (FulTracks            *tracks);
void       ful_tracks_load          (FulProfile           *profile,
                                     GPtrArray            *tabs,
                                     const FulTab         *tab,
                                     GCancellable        **job,
                                     GAsyncReadyCallback   callback,
                                     gpointer              owner);
FulTracks *ful_tracks_load_finish   (GAsyncResult         *result,
                                     GError              **error);
void       ful_tab_list_load        (FulProfile           *profile,
                                     GCancellable        **job,
                                     GAsyncReadyCallback   callback,
                                     gpointer              owner);
GPtrArray *ful_tab_list_load_finish (GAsyncResult         *result,
                                     GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTracks, ful_tracks_free)

G_END_DECLS
