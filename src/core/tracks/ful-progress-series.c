/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The visual metrics of a page load (tracks.md 8.5, formats.md 2.12). */

#include "config.h"

#include "ful-progress-series.h"

#include "io/json/ful-json-document.h"

#include <math.h>

static int
compare_points (gconstpointer a,
                gconstpointer b)
{
  const FulProgressPoint *x = a, *y = b;

  return (x->time > y->time) - (x->time < y->time);
}

/**
 * ful_progress_series_new:
 * @type: one of the three types of progress tracks
 *
 * Returns: (transfer full) (element-type FulProgressPoint): the points, ascending by time
 */
GArray *
ful_progress_series_new (FulProfile   *profile,
                         FulTrackType  type)
{
  const char *member = type == FUL_TRACK_VISUAL_PROGRESS ? "VisualProgress"
                     : type == FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS ? "PerceptualSpeedIndexProgress"
                     : "ContentfulSpeedIndexProgress";
  GArray *points = g_array_new (FALSE, FALSE, sizeof (FulProgressPoint));
  g_autoptr(JsonObject) meta = ful_json_parse_object (profile->meta_json);
  JsonArray *array = ful_json_get_array (ful_json_get_object (meta, "visualMetrics"), member);

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonObject *element = ful_json_get_element (array, i);
      FulProgressPoint point = { ful_json_get_number (element, "timestamp"), ful_json_get_number (element, "percent") };

      if (isfinite (point.time) && isfinite (point.percent))
        g_array_append_val (points, point);
    }
  g_array_sort (points, compare_points);

  return points;
}
