/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A lane of markers as pixels (markers.md 7): the cost depends on its
 * width, not on the number of markers, since the search for the next marker begins
 * after the last pixel that is filled. */

#include "config.h"

#include "ful-marker-strip.h"

#include <math.h>
#include <string.h>

/* No bar of a request is narrower. */
#define NARROWEST_BAR 3

/* Boxes of fewer pixels have no border, and the strong colour. */
#define BORDERED 4

/* Boxes of fewer pixels have no round corners. */
#define ROUND 8

/* The radius of corners, as a part of the height. */
#define HEIGHT_OF_RADIUS 6

typedef struct
{
  guint32 *pixels;
  guint    width;
  guint    height;
  guint32  fill;
  guint32  border;
  guint32  strong;
} Strip;

static guint32
to_pixel (guint32 rgb)
{
  return rgb | 0xff000000u;
}

/* Fills the pixels from @left to @right of the rows from @top to @bottom. */
static void
fill (Strip   *strip,
      guint    left,
      guint    right,
      guint    top,
      guint    bottom,
      guint32  pixel)
{
  for (guint y = top; y < bottom; y++)
    for (guint x = left; x < right; x++)
      strip->pixels[y * strip->width + x] = pixel;
}

/* Pixels that a round corner leaves out of a row. */
static guint
get_inset (guint radius,
           guint row)
{
  double rise = radius - row - 0.5;

  return row >= radius ? 0 : (guint) lround (radius - sqrt (radius * radius - rise * rise));
}

/* Of an end that is in sight. */
static void
round_corners (Strip   *strip,
               guint    end,
               gboolean is_right)
{
  guint radius = strip->height / HEIGHT_OF_RADIUS;

  for (guint row = 0; row < radius; row++)
    {
      guint inset = get_inset (radius, row);
      guint border = MAX (inset + 1, row > 0 ? get_inset (radius, row - 1) : radius);
      guint left = is_right ? end - border : end;

      for (guint half = 0; half < 2; half++)
        {
          guint y = half == 0 ? row : strip->height - 1 - row;

          fill (strip, left, left + border, y, y + 1, strip->border);
          fill (strip, is_right ? end - inset : end, is_right ? end : end + inset, y, y + 1, 0);
        }
    }
}

static void
draw_box (Strip *strip,
          guint  left,
          guint  right,
          double left_px,
          double right_px)
{
  if (right - left < BORDERED)
    {
      fill (strip, left, right, 0, strip->height, strip->strong);
      return;
    }

  fill (strip, left, right, 0, strip->height, strip->border);
  /* An end that is out of sight has no border. */
  fill (strip, left_px < 0 ? left : left + 1, right_px > strip->width ? right : right - 1, 1, strip->height - 1,
        strip->fill);
  if (right - left >= ROUND && left_px >= 0)
    round_corners (strip, left, FALSE);
  if (right - left >= ROUND && right_px <= strip->width)
    round_corners (strip, right, TRUE);
}

/* As high as two thirds of the strip, and about as wide. */
static void
draw_diamond (Strip  *strip,
              double  center)
{
  int radius = MAX ((int) strip->height / 3, 2);
  int middle = (int) strip->height / 2, x = (int) floor (center);

  for (int dy = -radius; dy <= radius; dy++)
    for (int dx = -(radius - ABS (dy)); dx <= radius - ABS (dy); dx++)
      if (x + dx >= 0 && x + dx < (int) strip->width)
        strip->pixels[(middle + dy) * (int) strip->width + x + dx] =
          ABS (dx) + ABS (dy) == radius ? strip->border : strip->strong;
}

/**
 * ful_marker_strip_new:
 * @lanes: markers
 * @lane: one of the lanes
 * @range: the visible range, absolute ms; not empty
 * @width: in device pixels
 * @height: in device pixels, at least 6
 * @scheme: whose colours the boxes have
 * @wide_px: in device pixels
 * @wide: (nullable) (element-type guint): set to the intervals that are at least @wide_px wide
 *
 * Returns: (transfer full): @height rows of @width pixels, 0xAARRGGBB, each opaque or nothing
 */
GBytes *
ful_marker_strip_new (const FulMarkerLanes   *lanes,
                      guint                   lane,
                      const FulTimeRange     *range,
                      guint                   width,
                      guint                   height,
                      FulColorScheme          scheme,
                      guint                   wide_px,
                      GArray                 *wide)
{
  const FulMarkerLane *row = &lanes->lanes[lane];
  const FulMarkerList *list = lanes->list;
  gsize size = (gsize) width * height * sizeof (guint32);
  Strip strip = {
    .pixels = g_malloc0 (size), .width = width, .height = height,
  };
  const FulCategoryHue *hue = NULL;
  guint8 own_color = 0;
  double scale = width / (range->end - range->start);
  /* Half of a diamond may be seen of one that is out of sight. */
  double margin = row->is_instant ? height / scale : 0;
  guint i = ful_marker_lanes_find_first (lanes, lane, range->start - margin);
  guint done = 0;

  while (i < row->n_markers && list->start[row->markers[i]] < range->end + margin)
    {
      guint marker = row->markers[i];
      double left_px = (list->start[marker] - range->start) * scale;
      double right_px = (fmax (list->start[marker], list->end[marker]) - range->start) * scale;
      double next;

      if (hue == NULL || (lanes->colors && lanes->colors[marker] != own_color))
        {
          const FulCategoryColor *color;

          own_color = lanes->colors ? lanes->colors[marker] : 0;
          hue = ful_marker_lanes_get_hue (lanes, lane, marker);
          color = &hue->schemes[scheme];
          strip.fill = to_pixel (color->fill);
          strip.border = to_pixel (color->border);
          strip.strong = to_pixel (color->strong);
        }
      if (row->is_instant)
        {
          draw_diamond (&strip, left_px);
          next = floor (left_px) + 1;
        }
      else
        {
          guint left = MAX ((guint) fmax (floor (left_px), 0), done);
          guint right = (guint) CLAMP (lround (fmin (right_px, width)), (long) left + 1, (long) MAX (width, left + 1));

          if (left >= width)
            break;
          draw_box (&strip, left, MIN (right, width), left_px, right_px);
          if (wide && right_px - left_px >= wide_px)
            g_array_append_val (wide, i);
          done = MIN (right, width);
          next = done;
        }
      i = ful_marker_lanes_find_next (lanes, lane, i + 1, range->start + next / scale);
    }

  return g_bytes_new_take (strip.pixels, size);
}

/* A colour with an opacity of @opacity thirds. */
static guint32
to_translucent (guint32 rgb,
                guint   opacity)
{
  return opacity == 0 ? 0 : rgb | 85 * opacity << 24;
}

/* The pixel of @time, clamped to the picture. */
static guint
to_column (const Strip        *strip,
           const FulTimeRange *range,
           double              time)
{
  double px = (time - range->start) / (range->end - range->start) * strip->width;

  return (guint) CLAMP (floor (px), 0, (double) strip->width);
}

static void
draw_bar (Strip                   *strip,
          const FulTimeRange      *range,
          const FulNetworkSegment *segments,
          guint                    n_segments,
          guint32                  rgb)
{
  guint left = to_column (strip, range, segments[0].start);
  guint right = MIN (MAX (to_column (strip, range, segments[n_segments - 1].end), left + NARROWEST_BAR), strip->width);

  if (segments[n_segments - 1].end < range->start || segments[0].start > range->end || left >= right)
    return;

  fill (strip, left, right, 0, strip->height, strip->border);
  for (guint i = 0; i < n_segments; i++)
    {
      guint from = CLAMP (to_column (strip, range, segments[i].start), left, right - 1);
      guint to = CLAMP (to_column (strip, range, segments[i].end), from + 1, right);

      fill (strip, from, to, 1, strip->height - 1, to_translucent (rgb, segments[i].opacity));
    }
  /* An end that is out of sight has no border. */
  if (segments[0].start >= range->start)
    fill (strip, left, left + 1, 0, strip->height, strip->border);
  if (segments[n_segments - 1].end <= range->end)
    fill (strip, right - 1, right, 0, strip->height, strip->border);
}

/**
 * ful_request_strip_new:
 * @segments: (element-type FulNetworkSegment): of a request
 * @range: the visible range, absolute ms; not empty
 * @width: in device pixels
 * @height: in device pixels, at least 3
 * @color: of the request
 *
 * Returns: (transfer full): see ful_marker_strip_new()
 */
GBytes *
ful_request_strip_new (const GArray           *segments,
                       const FulTimeRange     *range,
                       guint                   width,
                       guint                   height,
                       const FulCategoryColor *color)
{
  gsize size = (gsize) width * height * sizeof (guint32);
  const FulNetworkSegment *all = (const FulNetworkSegment *) (gconstpointer) segments->data;
  guint n_before = all[0].is_preconnect ? 1 : 0;
  Strip strip = { .pixels = g_malloc0 (size), .width = width, .height = height, .border = to_pixel (color->border) };

  if (n_before > 0)
    draw_bar (&strip, range, all, n_before, color->strong);
  draw_bar (&strip, range, all + n_before, segments->len - n_before, color->strong);

  return g_bytes_new_take (strip.pixels, size);
}
