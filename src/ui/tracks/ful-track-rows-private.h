/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track-rows.h"

G_BEGIN_DECLS

struct _FulTrackRows
{
  GtkWidget     parent_instance;

  FulAnalysis  *analysis;
  FulTrackVisibility *tracks;   /* (nullable): before the list is there */
  double        cpu_reference;
  int           header_width;

  GtkWidget    *scroller;
  GtkWidget    *list;
  guint         rows_id;        /* idle source while there are more rows to create */
  GPtrArray    *rows;           /* FulTrackRow of each track, or NULL before it was shown */
  GArray       *selected;       /* guint: threads */
  GtkWidget    *selected_row;   /* (nullable): of the first selected thread */
  GtkWidget    *chosen_row;     /* (nullable): to follow instead of it */
  gboolean      follows_selected;   /* until the user scrolls */
  gboolean      is_following;   /* scrolls to it now */
  int           followed_height;   /* px of the list when it did so last */
};

void ful_track_rows_follow_selected (FulTrackRows *self,
                                     int           height);

G_END_DECLS
