/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track-list.h"
#include "ful-track.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

/* How much of a page was to be seen at a time. */
typedef struct
{
  double time;      /* absolute ms */
  double percent;   /* 0 to 100 */
} FulProgressPoint;

GArray *ful_progress_series_new (FulProfile   *profile,
                                 FulTrackType  type);

G_END_DECLS
