/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers of one location as bars over time, in the colours of markers.md 11. The
 * pointer hits the bar that is painted last in a pixel. */

#include "config.h"

#include "ful-canvas.h"
#include "ful-plot-markers.h"

#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-style.h"
#include "tracks/ful-counter-style.h"

#include <math.h>
#include <string.h>

/* Distance from a bar at which the pointer still hits it, px of the design. */
#define REACH 2

/* The style of each shown marker; %NULL is the default. Looked up once for each
 * name. */
static void
find_styles (FulPlotMarkers *prepared)
{
  g_autoptr(GHashTable) found = g_hash_table_new (NULL, NULL);
  const FulMarkerStyle **styles = g_new (const FulMarkerStyle *, prepared->markers->len + 1);

  for (guint i = 0; i < prepared->markers->len; i++)
    {
      guint marker = g_array_index (prepared->markers, guint, i);
      const char *name = ful_marker_list_get_name (prepared->list, marker);
      const char *type = ful_marker_list_get_type (prepared->list, marker);
      gpointer style = NULL;

      if (!g_hash_table_lookup_extended (found, name, NULL, &style))
        g_hash_table_insert (found, (gpointer) name, style = (gpointer) ful_marker_style_find (name));
      if (!style && type && !g_hash_table_lookup_extended (found, type, NULL, &style))
        g_hash_table_insert (found, (gpointer) type, style = (gpointer) ful_marker_style_find (type));
      styles[i] = style;
    }

  prepared->data = styles;
  prepared->free_data = g_free;
}

static gpointer
prepare_location (const FulPlotRequest  *request,
                  FulMarkerLocation      location,
                  GCancellable          *cancellable,
                  GError               **error)
{
  FulPlotMarkers *prepared = ful_plot_markers_new (request, cancellable, error);
  GArray *all;

  if (!prepared)
    return NULL;

  all = prepared->markers;
  prepared->markers = ful_marker_list_filter_by_location (prepared->list, all, location);
  g_array_unref (all);
  find_styles (prepared);

  return prepared;
}

static gpointer
prepare_ipc (const FulPlotRequest  *request,
             GCancellable          *cancellable,
             GError               **error)
{
  return prepare_location (request, FUL_MARKER_LOCATION_IPC, cancellable, error);
}

static gpointer
prepare_memory (const FulPlotRequest  *request,
                GCancellable          *cancellable,
                GError               **error)
{
  return prepare_location (request, FUL_MARKER_LOCATION_MEMORY, cancellable, error);
}

static gpointer
prepare_file_io (const FulPlotRequest  *request,
                 GCancellable          *cancellable,
                 GError               **error)
{
  return prepare_location (request, FUL_MARKER_LOCATION_FILE_IO, cancellable, error);
}

static gpointer
prepare_overview (const FulPlotRequest  *request,
                  GCancellable          *cancellable,
                  GError               **error)
{
  return prepare_location (request, FUL_MARKER_LOCATION_OVERVIEW, cancellable, error);
}

static gpointer
prepare_counter_strip (const FulPlotRequest  *request,
                       GCancellable          *cancellable,
                       GError               **error)
{
  FulCounter *counter = g_ptr_array_index (request->profile->counters, request->track->counter);
  g_autoptr(FulCounterStyle) style = ful_counter_style_new (counter);

  return prepare_location (request, style->location, cancellable, error);
}

/* The janks derived from event delays, or else the recorded ones. */
static gpointer
prepare_jank (const FulPlotRequest  *request,
              GCancellable          *cancellable,
              GError               **error)
{
  static const char *const types[] = { "Jank", "BHR-detected hang" };
  FulPlotMarkers *prepared = ful_plot_markers_new (request, cancellable, error);

  if (!prepared)
    return NULL;

  g_array_set_size (prepared->markers, 0);
  for (guint t = 0; t < G_N_ELEMENTS (types) && prepared->markers->len == 0; t++)
    for (guint i = 0; i < prepared->list->n_markers; i++)
      if (g_strcmp0 (ful_marker_list_get_type (prepared->list, i), types[t]) == 0)
        g_array_append_val (prepared->markers, i);
  find_styles (prepared);

  return prepared;
}

static const FulMarkerStyle *
get_default_style (FulColorScheme scheme)
{
  static const FulMarkerStyle light = { 0, 6, 0x1d1d20, 255 };
  static const FulMarkerStyle dark = { 0, 6, 0xb1b1b3, 255 };

  return scheme == FUL_COLOR_SCHEME_DARK || scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK ? &dark : &light;
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const FulPlotMarkers *prepared = plot->prepared;
  FulMarkerList *list = prepared->list;
  const FulMarkerStyle **styles = prepared->data;
  const FulMarkerStyle *default_style = get_default_style (request->scheme);
  gboolean has_levels = plot->kind->height > 6;
  double level = (double) request->height / FUL_MARKER_STRIP_HEIGHT;
  gint32 *owners = g_new (gint32, (gsize) request->width * request->height);
  g_autofree const FulMarkerStyle **painted = g_new0 (const FulMarkerStyle *, request->width);
  FulCanvas canvas;

  memset (owners, 0xff, (gsize) request->width * request->height * sizeof *owners);
  plot->shape = owners;
  ful_canvas_init (&canvas, request->width, request->height);

  for (guint i = 0; i < prepared->markers->len; i++)
    {
      guint marker = g_array_index (prepared->markers, guint, i);
      double start = list->start[marker];
      double end = isnan (list->end[marker]) ? start : list->end[marker];
      const FulMarkerStyle *style;
      guint left, right, top, bottom;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          g_free (canvas.pixels);
          return NULL;
        }
      if (start >= request->range.end)
        break;
      if (end < request->range.start)
        continue;

      style = styles[i] ? styles[i] : default_style;
      left = (guint) CLAMP (ful_plot_time_to_x (plot, start), 0, request->width - 1);
      right = (guint) CLAMP (round (ful_plot_time_to_x (plot, end)), left + 1, request->width);
      top = has_levels ? (guint) (style->top * level) : 0;
      bottom = has_levels ? MIN ((guint) ceil ((style->top + style->height) * level), request->height) : request->height;

      /* An instant where one was painted already adds nothing. */
      if (right == left + 1 && painted[left] == style)
        continue;

      painted[right - 1] = style;
      ful_canvas_fill (&canvas, left, top, right, bottom, style->rgb, style->alpha / 255.0);
      for (guint y = top; y < bottom; y++)
        for (guint x = left; x < right; x++)
          owners[(gsize) y * request->width + x] = (gint32) marker;
    }

  return ful_plot_finish (plot, &canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  const gint32 *owners = plot->shape;
  gint32 y = (gint32) CLAMP (point->y, 0, request->height - 1);
  gint32 reach = REACH * (gint32) request->scale;

  for (gint32 i = 0; i <= 2 * reach; i++)
    {
      gint32 x = (gint32) point->x + (i % 2 ? -(i + 1) / 2 : i / 2);

      if (x >= 0 && x < (gint32) request->width && owners[(gsize) y * request->width + (gsize) x] >= 0)
        return ful_plot_markers_tip (plot, (guint) owners[(gsize) y * request->width + (gsize) x]);
    }

  return NULL;
}

#define STRIP(height_px, prepare_markers) { \
  .height = height_px, \
  .prepare = prepare_markers, \
  .clear = ful_plot_markers_clear, \
  .paint = paint, \
  .free_shape = g_free, \
  .probe = probe, \
}

const FulPlotKind ful_plot_counter_strip = STRIP (5, prepare_counter_strip);
const FulPlotKind ful_plot_memory = STRIP (5, prepare_memory);
const FulPlotKind ful_plot_file_io = STRIP (5, prepare_file_io);
const FulPlotKind ful_plot_jank = STRIP (4, prepare_jank);
const FulPlotKind ful_plot_overview = STRIP (9, prepare_overview);
const FulPlotKind ful_plot_ipc = STRIP (25, prepare_ipc);
