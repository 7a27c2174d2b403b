/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-job.h"
#include "model/ful-profile.h"
#include "tracks/ful-tab-list.h"
#include "tracks/ful-track-list.h"

G_BEGIN_DECLS

/**
 * FulTracks:
 * @tabs: (nullable) (element-type FulTab): the tabs, of which @tab is one
 * @tab: (nullable): the tab to list tracks of; %NULL: the whole profile
 * @list: (nullable): the tracks
 * @cpu_reference: see ful_cpu_use_get_reference()
 *
 * Input and result of the jobs below.
 */
typedef struct
{
  FulProfile   *profile;
  GPtrArray    *tabs;
  const FulTab *tab;
  FulTrackList *list;
  double        cpu_reference;
} FulTracks;

void ful_tracks_load   (FulProfile    *profile,
                        GPtrArray     *tabs,
                        const FulTab  *tab,
                        FulJob       **job,
                        FulJobDeliver  deliver,
                        gpointer       owner);
void ful_tab_list_load (FulProfile    *profile,
                        FulJob       **job,
                        FulJobDeliver  deliver,
                        gpointer       owner);

G_END_DECLS
