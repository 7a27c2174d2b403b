/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/* Strips of markers over the activity of a thread (tracks.md 6). */
typedef enum
{
  FUL_MARKER_STRIP_MEMORY   = 1 << 0,
  FUL_MARKER_STRIP_FILE_IO  = 1 << 1,
  FUL_MARKER_STRIP_JANK     = 1 << 2,
  FUL_MARKER_STRIP_OVERVIEW = 1 << 3,
} FulMarkerStrips;

guint8 *ful_marker_strip_list_compute (FulProfile *profile);

G_END_DECLS
