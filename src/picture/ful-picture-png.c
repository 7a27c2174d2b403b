/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PNG, painted by cairo into memory. */

#include "config.h"

#include "ful-picture-private.h"

#include "base/ful-error.h"

#include <math.h>
#include <pango/pangocairo.h>

#define LARGEST 32767   /* what cairo can paint, in px */

static void
set_color (cairo_t *cr,
           guint32  rgb)
{
  cairo_set_source_rgb (cr, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0);
}

static void
add_rectangle (cairo_t *cr,
               double   x,
               double   y,
               double   width,
               double   r)
{
  double right = x + width;
  double bottom = y + FUL_PICTURE_BOX;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, right - r, bottom - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, bottom - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

static void
draw_box (const FulPicture    *self,
          guint                depth,
          const FulPictureBox *box,
          cairo_t             *cr,
          PangoLayout         *text)
{
  const FulCategoryColor *color = ful_picture_get_color (self, depth, box);
  double y = ful_picture_get_y (self, depth);
  g_autofree char *name = NULL;
  int height;

  set_color (cr, color->fill);
  add_rectangle (cr, box->x, y, box->width, ful_picture_get_radius (box));
  cairo_fill (cr);
  if (box->width <= FUL_PICTURE_TEXT_FROM)
    return;

  name = ful_picture_get_text (self, depth, box);
  pango_layout_set_text (text, name, -1);
  pango_layout_set_width (text, (int) (box->width - 2 * FUL_PICTURE_PADDING) * PANGO_SCALE);
  pango_layout_get_pixel_size (text, NULL, &height);
  set_color (cr, color->text_on_fill);
  cairo_move_to (cr, box->x + FUL_PICTURE_PADDING, y + floor ((FUL_PICTURE_BOX - height) / 2.0));
  pango_cairo_show_layout (cr, text);
}

static cairo_surface_t *
create_surface (const guint32 *pixels,
                guint          width,
                guint          height)
{
  return cairo_image_surface_create_for_data ((guchar *) pixels, CAIRO_FORMAT_RGB24, (int) width, (int) height, (int) width * 4);
}

static void
draw_track (const FulPicture       *self,
            const FulPictureTrack  *track,
            cairo_t                *cr,
            PangoLayout            *text)
{
  guint x = ful_picture_get_tracks_x (self);
  int height;

  if (track->is_selected)
    {
      set_color (cr, FUL_PICTURE_BAR_COLOR);
      cairo_rectangle (cr, 0, track->y, FUL_PICTURE_BAR, track->height - 1);
      cairo_fill (cr);
    }
  if (x > FUL_PICTURE_TEXT_FROM)
    {
      pango_layout_set_text (text, track->name, -1);
      pango_layout_set_width (text, (int) (x - 2 * FUL_PICTURE_PADDING) * PANGO_SCALE);
      pango_layout_get_pixel_size (text, NULL, &height);
      set_color (cr, ful_picture_get_text_color (self));
      cairo_move_to (cr, FUL_PICTURE_PADDING, track->y + floor (((double) track->height - height) / 2));
      pango_cairo_show_layout (cr, text);
    }
  if (track->pixels)
    {
      cairo_surface_t *graphs = create_surface (track->pixels, self->options->tracks->width, track->height);

      cairo_set_source_surface (cr, graphs, x, track->y);
      cairo_paint (cr);
      cairo_surface_destroy (graphs);
    }
}

static gboolean
draw (const FulPicture  *self,
      cairo_t           *cr,
      GCancellable      *cancellable,
      GError           **error)
{
  g_autoptr(PangoLayout) text = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_from_string ("Sans");

  pango_font_description_set_absolute_size (font, FUL_PICTURE_FONT * PANGO_SCALE);
  pango_layout_set_font_description (text, font);
  pango_font_description_free (font);
  pango_layout_set_ellipsize (text, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (text, TRUE);

  set_color (cr, self->background);
  cairo_paint (cr);
  for (guint i = 0; self->options->tracks && i < self->options->tracks->tracks->len; i++)
    draw_track (self, &g_array_index (self->options->tracks->tracks, FulPictureTrack, i), cr, text);
  for (guint depth = 0; depth < self->n_rows; depth++)
    {
      g_autoptr(GArray) boxes = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      boxes = ful_picture_place_row (self, depth);
      for (guint i = 0; i < boxes->len; i++)
        draw_box (self, depth, &g_array_index (boxes, FulPictureBox, i), cr, text);
    }

  return TRUE;
}

typedef struct
{
  GOutputStream  *stream;
  GCancellable   *cancellable;
  GError        **error;
} Target;

static cairo_status_t
write_cb (gpointer       closure,
          const guchar  *data,
          guint          length)
{
  Target *target = closure;

  return g_output_stream_write_all (target->stream, data, length, NULL, target->cancellable, target->error)
           ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static gboolean
fail (GError         **error,
      cairo_status_t   status)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, "The picture cannot be drawn: %s", cairo_status_to_string (status));

  return FALSE;
}

static gboolean
write_surface (cairo_surface_t  *surface,
               Target           *target)
{
  cairo_status_t status = cairo_surface_write_to_png_stream (surface, write_cb, target);

  if (status != CAIRO_STATUS_SUCCESS && status != CAIRO_STATUS_WRITE_ERROR)
    return fail (target->error, status);

  return status == CAIRO_STATUS_SUCCESS;
}

/* @pixels: 0xXXRRGGBB */
GBytes *
ful_picture_encode_png (const guint32  *pixels,
                        guint           width,
                        guint           height,
                        GError        **error)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  cairo_surface_t *surface = create_surface (pixels, width, height);
  Target target = { stream, NULL, error };
  gboolean ok = write_surface (surface, &target) && g_output_stream_close (stream, NULL, error);

  cairo_surface_destroy (surface);

  return ok ? g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream)) : NULL;
}

gboolean
ful_picture_write_png (const FulPicture  *self,
                       GOutputStream     *stream,
                       GCancellable      *cancellable,
                       GError           **error)
{
  guint width = self->options->width;
  guint height = ful_picture_get_height (self);
  Target target = { stream, cancellable, error };
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;
  gboolean ok;

  if (width > LARGEST || height > LARGEST)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE,
                   "A PNG of %u × %u pixels exceeds the limit of %u in each direction; use SVG",
                   width, height, LARGEST);
      return FALSE;
    }

  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  cr = cairo_create (surface);
  ok = draw (self, cr, cancellable, error);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (ok && status != CAIRO_STATUS_SUCCESS)
    ok = fail (error, status);
  ok = ok && write_surface (surface, &target);
  cairo_surface_destroy (surface);

  return ok;
}
