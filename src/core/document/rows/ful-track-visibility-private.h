/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track-visibility.h"

G_BEGIN_DECLS

struct _FulTrackVisibility
{
  GObject        parent_instance;

  FulProfile    *profile;
  FulTrackList  *list;
  GPtrArray     *tracks;    /* FulTrack */
  guint         *order;     /* track at each place from top to bottom */
  guint         *process;   /* for each track that of its process, which may be itself */
  guint8        *hidden;    /* for each track; one of a hidden process is not shown either way */
  guint8        *kept;      /* for each track: it is idle now, and shown as it was before it was */
  guint8        *folded;    /* for each process */
  guint8        *shown_before;   /* (nullable): @hidden before the last change, until there is another one */
};

gboolean ful_track_visibility_would_show (FulTrackVisibility *self,
                                          const guint8       *hidden,
                                          guint               track);

G_END_DECLS
