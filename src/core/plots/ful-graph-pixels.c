/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Paints an activity graph and the strip of samples under it, column by column,
 * without a display: jobs do it, the window uploads the result. Semantics:
 * tracks.md 6.1, 6.2, 6.4. */

#include "config.h"

#include "ful-graph-pixels.h"

#include "tracks/ful-activity-hit-test.h"

#include <math.h>

/* Side of the tile of the stripes of filtered-out samples, px. */
#define STRIPE 4

/* Period of the hatch over times in which the thread did not exist, px. */
#define HATCH 8

typedef struct
{
  float r, g, b, a;   /* premultiplied */
} Color;

typedef enum
{
  STRIP_EMPTY,
  STRIP_SAMPLE,
  STRIP_SELECTED,
  STRIP_IDLE,
} Strip;

static const guint32 strip_colors[][4] = {
  /*                                   empty, sample,   selected, idle */
  [FUL_COLOR_SCHEME_LIGHT] =                { 0, 0x3e8ee0, 0x0b3f91, 0xbcd7f5 },
  [FUL_COLOR_SCHEME_DARK] =                 { 0, 0x4b96e5, 0xa5d2ff, 0x2f5680 },
  [FUL_COLOR_SCHEME_HIGH_CONTRAST_LIGHT] =  { 0, 0x1c5ca8, 0x000000, 0x9dbde2 },
  [FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK] =   { 0, 0x5aa4f0, 0xffffff, 0x2d4d72 },
};

static Color
opaque (guint32 rgb)
{
  return (Color) { (rgb >> 16 & 0xff) / 255.0f, (rgb >> 8 & 0xff) / 255.0f, (rgb & 0xff) / 255.0f, 1 };
}

static inline void
add (Color *pixel,
     Color  color,
     float  coverage)
{
  pixel->r += color.r * coverage;
  pixel->g += color.g * coverage;
  pixel->b += color.b * coverage;
  pixel->a += color.a * coverage;
}

static guint32
pack (Color pixel)
{
  guint a = (guint) (MIN (pixel.a, 1) * 255 + 0.5f);
  guint r = MIN ((guint) (pixel.r * 255 + 0.5f), a);
  guint g = MIN ((guint) (pixel.g * 255 + 0.5f), a);
  guint b = MIN ((guint) (pixel.b * 255 + 0.5f), a);

  return a << 24 | r << 16 | g << 8 | b;
}

static int
compare_gravity (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  const FulCategoryHue **hues = user_data;
  guint x = *(const guint *) a;
  guint y = *(const guint *) b;

  if (hues[x]->gravity != hues[y]->gravity)
    return hues[x]->gravity > hues[y]->gravity ? -1 : 1;

  return x < y ? -1 : x > y;
}

/* Adds a band between two heights (shares of the graph from its bottom) to a
 * column. Neighbouring bands add up to full coverage where they meet. */
static void
add_band (Color    *column,
          guint     height,
          float     from,
          float     to,
          Color     color,
          gboolean  striped,
          guint     x)
{
  float top = (1 - MIN (to, 1)) * height;
  float bottom = (1 - MAX (from, 0)) * height;

  for (guint y = (guint) MAX (top, 0); y < height && y < bottom; y++)
    {
      float coverage = MIN (bottom, y + 1) - MAX (top, y);

      if (!striped || (x + y) % STRIPE < STRIPE / 2)
        add (&column[y], color, coverage);
    }
}

static void
paint_graph (FulProfile          *profile,
             const FulTrackGraph *graph,
             FulColorScheme       scheme,
             guint32             *pixels,
             guint                height)
{
  static const FulSampleState states[] = {
    FUL_SAMPLE_BEFORE_SELECTED, FUL_SAMPLE_SELECTED, FUL_SAMPLE_AFTER_SELECTED, FUL_SAMPLE_FILTERED_OUT,
  };
  g_autofree const FulCategoryHue **hues = g_new (const FulCategoryHue *, graph->n_categories);
  g_autofree guint *order = g_new (guint, graph->n_categories);
  g_autofree Color *column = g_new (Color, height);

  for (guint i = 0; i < graph->n_categories; i++)
    {
      order[i] = i;
      hues[i] = ful_category_hue_lookup (ful_profile_get_category (profile, i)->color);
    }
  g_qsort_with_data (order, graph->n_categories, sizeof *order, compare_gravity, hues);

  for (guint x = 0; x < graph->width; x++)
    {
      float level = 0;

      for (guint y = 0; y < height; y++)
        column[y] = (Color) { 0 };

      for (guint i = 0; i < graph->n_categories; i++)
        {
          const FulCategoryHue *hue = hues[order[i]];
          const FulCategoryColor *color = &hue->schemes[scheme];

          for (guint s = 0; s < G_N_ELEMENTS (states); s++)
            {
              const float *values = ful_track_graph_get (graph, order[i], states[s]);

              if (!values || values[x] <= 0)
                continue;

              if (hue->gravity > 0)
                add_band (column, height, level, level + values[x],
                          opaque (states[s] == FUL_SAMPLE_SELECTED || states[s] == FUL_SAMPLE_FILTERED_OUT
                                  ? color->strong : color->fill),
                          states[s] == FUL_SAMPLE_FILTERED_OUT, x);
              level += values[x];
            }
        }

      for (guint y = 0; y < height; y++)
        pixels[y * graph->width + x] = pack (column[y]);
    }
}

/* Through what was not filtered out; nothing has no line. */
static void
paint_line (FulProfile          *profile,
            const FulTrackGraph *graph,
            FulColorScheme       scheme,
            guint32             *pixels,
            guint                height,
            guint                line_width)
{
  g_autofree Color *column = g_new (Color, height);
  float thickness = (float) line_width / height, last = 0;

  for (guint x = 0; x < graph->width; x++)
    {
      float level = 0;

      for (guint i = 0; i < graph->n_categories; i++)
        for (FulSampleState state = 0; state < FUL_N_SAMPLE_STATES; state++)
          {
            const float *values = ful_track_graph_get (graph, (FulCategoryIndex) i, state);

            if (values && values[x] > 0 && state != FUL_SAMPLE_FILTERED_OUT &&
                ful_category_hue_lookup (ful_profile_get_category (profile, i)->color)->gravity > 0)
              level += values[x];
          }
      level = MIN (level, 1);
      for (guint y = 0; y < height; y++)
        column[y] = (Color) { 0 };
      /* As steep as the next column needs it. */
      if (MAX (level, last) > 0)
        add_band (column, height, MIN (level, last) * (1 - thickness), MAX (level, last) * (1 - thickness) + thickness,
                  opaque (strip_colors[scheme][STRIP_SAMPLE]), FALSE, x);
      for (guint y = 0; y < height; y++)
        pixels[y * graph->width + x] = pack (column[y]);
      last = level;
    }
}

static void
paint_strip (FulProfile          *profile,
             FulThread           *thread,
             const FulTrackGraph *graph,
             const guint8        *states,
             FulColorScheme       scheme,
             guint32             *pixels,
             guint                height)
{
  const FulSampleTable *samples = thread->samples;
  g_autofree guint8 *strip = g_new0 (guint8, graph->width);
  double px_per_ms = graph->width / (graph->range.end - graph->range.start);
  double w = ful_track_graph_get_mark_width (graph, profile);
  guint begin, end;

  ful_time_range_find_rows (graph->range, samples->time, samples->table.n_rows, &begin, &end);

  for (guint row = begin; row < end; row++)
    {
      FulStackIndex stack = samples->stack[row];
      FulSampleState state = states ? states[row - begin] : FUL_SAMPLE_SELECTED;
      double x = (samples->time[row] - graph->range.start) * px_per_ms;
      gboolean idle = stack != FUL_NONE && ful_stack_table_get_category (profile->stacks, stack) == profile->idle_category;
      Strip kind = state == FUL_SAMPLE_FILTERED_OUT ? STRIP_EMPTY
                 : idle ? STRIP_IDLE
                 : states && state == FUL_SAMPLE_SELECTED ? STRIP_SELECTED
                 : STRIP_SAMPLE;

      for (double at = MAX (0, floor (x - w / 2)); at < x + w / 2 && at < graph->width; at++)
        strip[(guint) at] = MAX (strip[(guint) at], kind);
    }

  for (guint x = 0; x < graph->width; x++)
    if (strip[x] != STRIP_EMPTY)
      for (guint y = 0; y < height; y++)
        pixels[y * graph->width + x] = pack (opaque (strip_colors[scheme][strip[x]]));
}

static gboolean
is_lost (FulThread *thread,
         double     start,
         double     end)
{
  for (guint i = 0; thread->losses && i < thread->losses->len; i++)
    {
      const FulLoss *loss = &g_array_index (thread->losses, FulLoss, i);

      if (loss->start < end && loss->end > start)
        return TRUE;
    }

  return FALSE;
}

static void
hatch (guint32        *pixels,
       guint           width,
       guint           height,
       guint           x,
       FulColorScheme  scheme)
{
  gboolean dark = scheme == FUL_COLOR_SCHEME_DARK || scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK;
  float alpha = dark ? 0.10f : 0.12f;
  guint32 line = pack (dark ? (Color) { alpha, alpha, alpha, alpha } : (Color) { 0, 0, 0, alpha });

  for (guint y = 0; y < height; y++)
    if ((x + y) % HATCH < HATCH / 4)
      pixels[(gsize) y * width + x] = line;
}

/**
 * ful_graph_pixels_hatch_losses:
 * @range: the range of the picture
 * @pixels: (array): premultiplied
 * @width: in pixels
 * @height: in pixels
 *
 * Hatches the columns of which a capture lost rows of @thread.
 */
void
ful_graph_pixels_hatch_losses (FulThread      *thread,
                               FulTimeRange    range,
                               FulColorScheme  scheme,
                               guint32        *pixels,
                               guint           width,
                               guint           height)
{
  double px_per_ms = width / (range.end - range.start);

  for (guint x = 0; thread->losses && x < width; x++)
    if (is_lost (thread, range.start + x / px_per_ms, range.start + (x + 1) / px_per_ms))
      hatch (pixels, width, height, x, scheme);
}

/* Hatches the columns in which the thread was not there, and those of which something was lost. */
static void
paint_absence (FulThread           *thread,
               const FulTrackGraph *graph,
               FulColorScheme       scheme,
               guint32             *pixels,
               guint                height)
{
  double px_per_ms = graph->width / (graph->range.end - graph->range.start);
  double gone = isnan (thread->unregister_time) ? thread->process_shutdown_time : thread->unregister_time;
  double from = (thread->register_time - graph->range.start) * px_per_ms;
  double to = isnan (gone) ? graph->width : (gone - graph->range.start) * px_per_ms;

  for (guint x = 0; x < graph->width; x++)
    if (x + 1 <= from || x >= to)
      hatch (pixels, graph->width, height, x, scheme);
  ful_graph_pixels_hatch_losses (thread, graph->range, scheme, pixels, graph->width, height);
}

static guint32
divide_by_alpha (guint32 pixel)
{
  guint a = pixel >> 24;
  guint r = MIN (((pixel >> 16 & 0xff) * 255 + a / 2) / a, 255);
  guint g = MIN (((pixel >> 8 & 0xff) * 255 + a / 2) / a, 255);
  guint b = MIN (((pixel & 0xff) * 255 + a / 2) / a, 255);

  return a << 24 | r << 16 | g << 8 | b;
}

/**
 * ful_graph_pixels_new_take:
 * @width: in pixels
 * @height: in pixels
 * @premultiplied: (transfer full) (array): the pixels, row by row, 0xAARRGGBB
 *
 * Returns: (transfer full): the picture
 */
FulGraphPixels *
ful_graph_pixels_new_take (guint    width,
                           guint    height,
                           guint32 *premultiplied)
{
  FulGraphPixels *self = g_new0 (FulGraphPixels, 1);
  gsize n = (gsize) width * height;

  for (gsize i = 0; i < n; i++)
    if (premultiplied[i] >> 24 != 0 && premultiplied[i] >> 24 != 255)
      premultiplied[i] = divide_by_alpha (premultiplied[i]);

  self->width = width;
  self->height = height;
  self->bytes = g_bytes_new_take (premultiplied, n * sizeof *premultiplied);

  return self;
}

/**
 * ful_graph_pixels_new:
 * @graph: numbers of @thread
 * @states: (nullable): the states that @graph was computed with
 * @scheme: the colour scheme
 * @graph_height: pixels of the graph
 * @strip_height: pixels of the strip of samples below it, one pixel apart; 0 for none
 * @line_width: pixels of a line through the sum of all categories in place of the categories; 0 for those
 *
 * O(pixels + samples in the range of @graph).
 *
 * Returns: (transfer full): the picture, as wide as @graph
 */
FulGraphPixels *
ful_graph_pixels_new (FulProfile          *profile,
                      FulThread           *thread,
                      const FulTrackGraph *graph,
                      const guint8        *states,
                      FulColorScheme       scheme,
                      guint                graph_height,
                      guint                strip_height,
                      guint                line_width)
{
  guint height = graph_height + (strip_height > 0 ? strip_height + 1 : 0);
  guint32 *pixels = g_new0 (guint32, (gsize) graph->width * height);

  if (line_width > 0)
    paint_line (profile, graph, scheme, pixels, graph_height, line_width);
  else
    paint_graph (profile, graph, scheme, pixels, graph_height);
  if (strip_height > 0)
    paint_strip (profile, thread, graph, states, scheme,
                 pixels + (gsize) (graph_height + 1) * graph->width, strip_height);
  paint_absence (thread, graph, scheme, pixels, height);

  return ful_graph_pixels_new_take (graph->width, height, pixels);
}

void
ful_graph_pixels_free (FulGraphPixels *self)
{
  g_bytes_unref (self->bytes);
  g_free (self);
}
