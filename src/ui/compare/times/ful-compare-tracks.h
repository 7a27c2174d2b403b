/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-times.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareTracks:
 *
 * The tracks of both sides in pairs on one axis, which a range is dragged on.
 */
#define FUL_TYPE_COMPARE_TRACKS (ful_compare_tracks_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareTracks, ful_compare_tracks, FUL, COMPARE_TRACKS, GtkWidget)

GtkWidget *ful_compare_tracks_new (FulCompareTimes *times);

G_END_DECLS
