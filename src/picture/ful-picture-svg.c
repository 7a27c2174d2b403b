/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SVG, written as text: cairo's would have outlines instead of texts. A box is a
 * group of title, rectangle and text; graphs of tracks are pixels. Which font a viewer has is not known, so
 * texts are shortened by guess, and cut off by an inner <svg> where that fails. */

#include "config.h"

#include "ful-picture-private.h"

#include "base/ful-bytes.h"

#define FLUSH_BYTES (256 * 1024)
#define GUESSED_ADVANCE 6.6   /* px of a letter at 12 px; wide ones of East Asia have the whole size */
#define BASELINE 14

static void G_GNUC_PRINTF (2, 3)
append (FulBytes   *to,
        const char *format,
        ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ful_bytes_append_s (to, text);
}

/* XML 1.0 has no place for control characters and two others, not even as references. */
static void
append_text (FulBytes   *to,
             const char *text)
{
  g_autoptr(GString) allowed = g_string_new (NULL);
  g_autofree char *escaped = NULL;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      if ((character < ' ' && character != '\n' && character != '\t') || character == 0xfffe || character == 0xffff)
        character = 0xfffd;
      g_string_append_unichar (allowed, character);
    }
  escaped = g_markup_escape_text (allowed->str, (gssize) allowed->len);
  ful_bytes_append_s (to, escaped);
}

/* Cuts @text to what may fit into @width px. */
static char *
shorten (char   *text,
         double  width)
{
  double advance = 0;
  const char *fits = text;   /* this much fits with the ellipsis */

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      advance += g_unichar_iswide (g_utf8_get_char (c)) ? FUL_PICTURE_FONT : GUESSED_ADVANCE;
      if (advance > width)
        {
          char *cut = g_strdup_printf ("%.*s…", (int) (fits - text), text);

          g_free (text);
          return cut;
        }
      if (advance + FUL_PICTURE_FONT <= width)
        fits = g_utf8_next_char (c);
    }

  return text;
}

static void
append_box (const FulPicture    *self,
            guint                depth,
            const FulPictureBox *box,
            FulBytes            *to)
{
  const FulCategoryColor *color = ful_picture_get_color (self, depth, box);
  guint y = ful_picture_get_y (self, depth);
  guint radius = ful_picture_get_radius (box);
  g_autofree char *title = ful_picture_get_title (self, depth, box);

  ful_bytes_append_s (to, "<g><title>");
  append_text (to, title);
  append (to, "</title><rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%d\"", box->x, y, box->width, FUL_PICTURE_BOX);
  if (radius > 0)
    append (to, " rx=\"%u\"", radius);
  append (to, " fill=\"#%06x\"/>", color->fill);
  if (box->width > FUL_PICTURE_TEXT_FROM)
    {
      guint width = box->width - 2 * FUL_PICTURE_PADDING;
      g_autofree char *text = shorten (ful_picture_get_text (self, depth, box), width);

      append (to, "<svg x=\"%u\" y=\"%u\" width=\"%u\" height=\"%d\"><text y=\"%d\" fill=\"#%06x\">",
              box->x + FUL_PICTURE_PADDING, y, width, FUL_PICTURE_BOX, BASELINE, color->text_on_fill);
      append_text (to, text);
      ful_bytes_append_s (to, "</text></svg>");
    }
  ful_bytes_append_s (to, "</g>\n");
}

static gboolean
append_track (const FulPicture       *self,
              const FulPictureTrack  *track,
              FulBytes               *to,
              GError                **error)
{
  guint x = ful_picture_get_tracks_x (self), width = x - 2 * FUL_PICTURE_PADDING;
  g_autofree char *data = NULL;
  g_autoptr(GBytes) png = NULL;

  if (track->is_selected)
    append (to, "<rect y=\"%u\" width=\"%d\" height=\"%u\" fill=\"#%06x\"/>\n",
            track->y, FUL_PICTURE_BAR, track->height - 1, FUL_PICTURE_BAR_COLOR);
  if (x > FUL_PICTURE_TEXT_FROM)
    {
      g_autofree char *text = shorten (g_strdup (track->name), width);

      append (to, "<svg x=\"%d\" y=\"%u\" width=\"%u\" height=\"%u\"><title>",
              FUL_PICTURE_PADDING, track->y, width, track->height);
      append_text (to, track->name);
      append (to, "</title><text y=\"%u\" fill=\"#%06x\">",
              (track->height + FUL_PICTURE_FONT) / 2 - 2, ful_picture_get_text_color (self));
      append_text (to, text);
      ful_bytes_append_s (to, "</text></svg>\n");
    }
  if (track->pixels == NULL)
    return TRUE;

  png = ful_picture_encode_png (track->pixels, self->options->tracks->width, track->height, error);
  if (png == NULL)
    return FALSE;
  data = g_base64_encode (g_bytes_get_data (png, NULL), g_bytes_get_size (png));
  append (to, "<image x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" href=\"data:image/png;base64,%s\"/>\n",
          x, track->y, self->options->tracks->width, track->height, data);

  return TRUE;
}

static gboolean
flush (FulBytes       *text,
       GOutputStream  *stream,
       GCancellable   *cancellable,
       GError        **error)
{
  gboolean ok = g_output_stream_write_all (stream, text->data, text->n, NULL, cancellable, error);

  text->n = 0;

  return ok;
}

gboolean
ful_picture_write_svg (const FulPicture  *self,
                       GOutputStream     *stream,
                       GCancellable      *cancellable,
                       GError           **error)
{
  guint width = self->options->width;
  guint height = ful_picture_get_height (self);
  FulBytes text = { 0 };
  gboolean ok = TRUE;

  append (&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\""
          " font-family=\"system-ui, sans-serif\" font-size=\"%dpx\">\n"
          "<rect width=\"%u\" height=\"%u\" fill=\"#%06x\"/>\n",
          width, height, width, height, FUL_PICTURE_FONT, width, height, self->background);
  for (guint i = 0; self->options->tracks && i < self->options->tracks->tracks->len && ok; i++)
    ok = append_track (self, &g_array_index (self->options->tracks->tracks, FulPictureTrack, i), &text, error);
  for (guint depth = 0; depth < self->n_rows && ok; depth++)
    {
      g_autoptr(GArray) boxes = ful_picture_place_row (self, depth);

      ok = !g_cancellable_set_error_if_cancelled (cancellable, error);
      for (guint i = 0; i < boxes->len && ok; i++)
        {
          append_box (self, depth, &g_array_index (boxes, FulPictureBox, i), &text);
          if (text.n >= FLUSH_BYTES)
            ok = flush (&text, stream, cancellable, error);
        }
    }
  ful_bytes_append_s (&text, "</svg>\n");
  ok = ok && flush (&text, stream, cancellable, error);
  ful_bytes_clear (&text);

  return ok;
}
