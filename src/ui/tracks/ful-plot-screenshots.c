/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures come from untrusted files: only JPEG and PNG are decoded, never more
 * than MAX_PIXELS of them, and invalid pictures leave a gap. Semantics: tracks.md
 * 8.2. */

#include "config.h"

#include "ful-plot-screenshots.h"

#include "base/ful-bisect.h"
#include "markers/list/ful-payload-reader.h"
#include "plots/ful-canvas.h"
#include "plots/ful-plot-markers.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <math.h>
#include <string.h>

#define HEIGHT 42
#define SLOT_SHARE 0.75
#define PREVIEW_SIZE 350
#define FRAME_COLOR 0x808080
#define FRAME_ALPHA 0.35

/* Limits on decoding: characters of the text, and pixels of a picture. */
#define MAX_TEXT ((gsize) 16 << 20)
#define MAX_PIXELS ((gint64) 16 << 20)

/* Limit on cached small pictures. */
#define MAX_KEPT 256

typedef struct
{
  guint          marker;
  FulStringIndex url;             /* or FUL_NONE */
  double         width, height;   /* of the window */
} Shot;

typedef struct
{
  GArray     *shots;   /* Shot, ascending by start */
  GMutex      lock;    /* over all below */
  int         height;  /* of the cached pictures, px */
  GHashTable *kept;    /* url → GdkPixbuf or NULL */
} Screenshots;

static void
screenshots_free (gpointer data)
{
  Screenshots *self = data;

  g_array_unref (self->shots);
  g_hash_table_unref (self->kept);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void
pixbuf_free (gpointer pixbuf)
{
  if (pixbuf)
    g_object_unref (pixbuf);
}

static gpointer
prepare (const FulPlotRequest  *request,
         GCancellable          *cancellable,
         GError               **error)
{
  static const char *const keys[] = { "windowID", "url", "windowWidth", "windowHeight" };
  FulPlotMarkers *prepared = ful_plot_markers_new (request, cancellable, error);
  g_autoptr(FulPayloadReader) reader = NULL;
  Screenshots *self;

  if (!prepared)
    return NULL;

  prepared->data = self = g_new0 (Screenshots, 1);
  prepared->free_data = screenshots_free;
  g_mutex_init (&self->lock);
  self->shots = g_array_new (FALSE, FALSE, sizeof (Shot));
  self->kept = g_hash_table_new_full (NULL, NULL, NULL, pixbuf_free);
  reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));

  for (guint i = 0; i < prepared->list->n_markers; i++)
    {
      Shot shot = { i, FUL_NONE, 0, 0 };
      g_autofree char *window = NULL;
      double url;

      if (prepared->list->kind[i] != FUL_MARKER_KIND_SCREENSHOT)
        continue;

      ful_marker_list_read_payload (prepared->list, i, reader);
      if (ful_payload_reader_get (reader, 0))
        window = ful_payload_value_dup_text (ful_payload_reader_get (reader, 0));
      if (g_strcmp0 (window, request->track->window_id) != 0)
        continue;

      url = ful_payload_value_get_number (ful_payload_reader_get (reader, 1));
      shot.width = ful_payload_value_get_number (ful_payload_reader_get (reader, 2));
      shot.height = ful_payload_value_get_number (ful_payload_reader_get (reader, 3));
      if (url >= 0 && url < request->profile->n_strings && shot.width > 0 && shot.height > 0)
        shot.url = (FulStringIndex) url;
      g_array_append_val (self->shots, shot);
    }

  return prepared;
}

static void
size_prepared_cb (GdkPixbufLoader *loader,
                  int              width,
                  int              height,
                  const int       *size)
{
  double factor = MIN ((double) size[0] / MAX (width, 1), (double) size[1] / MAX (height, 1));

  /* An empty size makes the loader stop before it decodes. */
  if ((gint64) width * height > MAX_PIXELS)
    gdk_pixbuf_loader_set_size (loader, 0, 0);
  else
    gdk_pixbuf_loader_set_size (loader, MAX ((int) (width * factor), 1), MAX ((int) (height * factor), 1));
}

/* Returns: (transfer full) (nullable): the picture of a data URL, as large as fits into @width × @height */
static GdkPixbuf *
decode (const char *url,
        int         width,
        int         height)
{
  static const struct { const char *prefix, *type; } types[] = {
    { "data:image/jpeg;base64,", "image/jpeg" },
    { "data:image/jpg;base64,", "image/jpeg" },
    { "data:image/png;base64,", "image/png" },
  };
  const int size[] = { width, height };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr(GdkPixbufLoader) loader = NULL;
      g_autofree guchar *bytes = NULL;
      GdkPixbuf *pixbuf;
      gsize n_bytes;
      gboolean ok;

      if (!g_str_has_prefix (url, types[i].prefix) || strlen (url) > MAX_TEXT)
        continue;

      bytes = g_base64_decode (url + strlen (types[i].prefix), &n_bytes);
      loader = gdk_pixbuf_loader_new_with_mime_type (types[i].type, NULL);
      if (!loader)
        return NULL;

      g_signal_connect (loader, "size-prepared", G_CALLBACK (size_prepared_cb), (gpointer) size);
      ok = gdk_pixbuf_loader_write (loader, bytes, n_bytes, NULL);
      ok &= gdk_pixbuf_loader_close (loader, NULL);
      pixbuf = ok ? gdk_pixbuf_loader_get_pixbuf (loader) : NULL;

      return pixbuf ? g_object_ref (pixbuf) : NULL;
    }

  return NULL;
}

/* Returns: (transfer full) (nullable): a small picture, @height px high */
static GdkPixbuf *
get_small (Screenshots *self,
           FulProfile  *profile,
           const Shot  *shot,
           int          height)
{
  gpointer key = GINT_TO_POINTER (shot->url);
  gpointer found = NULL;
  GdkPixbuf *pixbuf;

  g_mutex_lock (&self->lock);
  if (self->height != height || g_hash_table_size (self->kept) > MAX_KEPT)
    g_hash_table_remove_all (self->kept);
  self->height = height;
  if (g_hash_table_lookup_extended (self->kept, key, NULL, &found))
    {
      pixbuf = found ? g_object_ref (found) : NULL;
      g_mutex_unlock (&self->lock);
      return pixbuf;
    }
  g_mutex_unlock (&self->lock);

  pixbuf = decode (ful_profile_get_string (profile, shot->url), 8 * height, height);

  g_mutex_lock (&self->lock);
  if (self->height == height)
    g_hash_table_replace (self->kept, key, pixbuf ? g_object_ref (pixbuf) : NULL);
  g_mutex_unlock (&self->lock);

  return pixbuf;
}

static guint32
get_pixel (GdkPixbuf *pixbuf,
           int        x,
           int        y)
{
  guint n_channels = (guint) gdk_pixbuf_get_n_channels (pixbuf);
  const guint8 *at = gdk_pixbuf_read_pixels (pixbuf) + (gsize) y * (gsize) gdk_pixbuf_get_rowstride (pixbuf) +
                     (gsize) x * n_channels;
  guint a = n_channels == 4 ? at[3] : 255;

  return a << 24 | at[0] * a / 255 << 16 | at[1] * a / 255 << 8 | at[2] * a / 255;
}

/* The picture in the middle of a slot, clipped to it. */
static void
paint_slot (FulCanvas *canvas,
            GdkPixbuf *pixbuf,
            int        left,
            int        right,
            int        slot_width)
{
  int offset = (gdk_pixbuf_get_width (pixbuf) - slot_width) / 2;
  int height = MIN (gdk_pixbuf_get_height (pixbuf), (int) canvas->height);

  for (int x = MAX (left, 0); x < MIN (right, (int) canvas->width); x++)
    {
      int from = x - left + offset;

      if (from < 0 || from >= gdk_pixbuf_get_width (pixbuf))
        continue;
      for (int y = 0; y < height; y++)
        canvas->pixels[(gsize) y * canvas->width + (gsize) x] = get_pixel (pixbuf, from, y);
    }
}

/* A page can have the colour of the time line. */
static void
paint_frame (FulCanvas *canvas,
             int        left,
             int        right,
             double     thickness)
{
  ful_canvas_fill (canvas, left, 0, right, thickness, FRAME_COLOR, FRAME_ALPHA);
  ful_canvas_fill (canvas, left, canvas->height - thickness, right, canvas->height, FRAME_COLOR, FRAME_ALPHA);
  ful_canvas_fill (canvas, left, thickness, left + thickness, canvas->height - thickness, FRAME_COLOR, FRAME_ALPHA);
  ful_canvas_fill (canvas, right - thickness, thickness, right, canvas->height - thickness, FRAME_COLOR, FRAME_ALPHA);
}

/* Returns: (nullable): the last picture taken at or before a time */
static const Shot *
find_shot (const FulPlotMarkers *prepared,
           double                time)
{
  GArray *shots = ((Screenshots *) prepared->data)->shots;
  guint next = FUL_BISECT (0, shots->len, i, !(prepared->list->start[g_array_index (shots, Shot, i).marker] <= time));

  return next > 0 ? &g_array_index (shots, Shot, next - 1) : NULL;
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const FulPlotMarkers *prepared = plot->prepared;
  Screenshots *self = prepared->data;
  int slot_width = MAX ((int) (request->height * SLOT_SHARE), 1);
  FulCanvas canvas;
  double end;
  guint last;

  ful_canvas_init (&canvas, request->width, request->height);
  if (self->shots->len == 0)
    return ful_canvas_finish (&canvas);

  last = g_array_index (self->shots, Shot, self->shots->len - 1).marker;
  end = isnan (prepared->list->end[last]) ? request->width
                                          : MIN (ful_plot_time_to_x (plot, prepared->list->end[last]), request->width);
  for (double x = MAX (0, ful_plot_time_to_x (plot, prepared->list->start[g_array_index (self->shots, Shot, 0).marker]));
       x < end; x += slot_width)
    {
      /* Not before the first one for a rounding error. */
      const Shot *shot = find_shot (prepared, ful_plot_x_to_time (plot, x + 1e-6));
      g_autoptr(GdkPixbuf) pixbuf = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          g_free (canvas.pixels);
          return NULL;
        }
      if (shot && shot->url != FUL_NONE)
        pixbuf = get_small (self, request->profile, shot, (int) request->height);
      if (pixbuf)
        {
          int right = (int) MIN (x + slot_width - (int) request->scale, end);

          paint_slot (&canvas, pixbuf, (int) x, right, slot_width);
          paint_frame (&canvas, (int) x, right, request->scale);
        }
    }

  return ful_canvas_finish (&canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotMarkers *prepared = plot->prepared;
  double time = ful_plot_x_to_time (plot, point->x);
  const Shot *shot = find_shot (prepared, time);
  g_autoptr(GdkPixbuf) pixbuf = NULL;
  FulPlotTip *tip;
  FulCanvas canvas;

  if (!shot || shot->url == FUL_NONE || time > prepared->list->end[shot->marker])
    return NULL;

  pixbuf = decode (ful_profile_get_string (plot->request->profile, shot->url), PREVIEW_SIZE, PREVIEW_SIZE);
  if (!pixbuf)
    return NULL;

  tip = ful_plot_markers_tip (plot, shot->marker);
  g_free (tip->title);
  tip->title = g_strdup (plot->request->track->name);
  ful_canvas_init (&canvas, (guint) gdk_pixbuf_get_width (pixbuf), (guint) gdk_pixbuf_get_height (pixbuf));
  paint_slot (&canvas, pixbuf, 0, gdk_pixbuf_get_width (pixbuf), gdk_pixbuf_get_width (pixbuf));
  tip->picture = ful_canvas_finish (&canvas);

  return tip;
}

const FulPlotKind ful_plot_screenshots = {
  .height = HEIGHT,
  .prepare = prepare,
  .clear = ful_plot_markers_clear,
  .paint = paint,
  .probe = probe,
};
