/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-chart-picture.h"
#include "ful-picture-tracks.h"
#include "ful-test-profile.h"

#include "threads/ful-view-options.h"

#include <cairo.h>
#include <string.h>

#define N_THREADS 14
#define WIDTH 280
#define HEAD (WIDTH / 2)   /* of names, of a narrow picture */

typedef struct
{
  FulProfile       *profile;
  FulDeriveCache   *cache;
  FulTrackList     *list;
  FulDerivedThread *derived;
  FulTimeRange      all;
} Fixture;

/* Threads that are busy from 0 to 100 ms; the last is selected, from 40 to 60 ms. */
static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulViewOptions) options = ful_view_options_new ();

  for (guint i = 0; i < N_THREADS; i++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, "");

      g_free (thread->thread->name);
      thread->thread->name = g_strdup_printf ("Thread %u", i);
      for (guint k = 0; k <= 100; k++)
        ful_test_profile_sample (thread, k, ful_test_profile_stack (test, "A"));
    }
  self->profile = ful_test_profile_seal (test);
  self->cache = ful_derive_cache_new (self->profile, FUL_DERIVE_CACHE_BUDGET);
  self->list = ful_track_list_new (self->profile, FUL_TRACK_EXTRAS_ALL, NULL, NULL, NULL);
  self->all = ful_derive_cache_get_root_range (self->cache);
  ful_view_options_set_threads (options, (guint[]) { N_THREADS - 1 }, 1);
  ful_view_options_set_range (options, &(FulTimeRange) { 40, 60 });
  self->derived = ful_derived_thread_new (self->profile, options, self->cache, NULL, NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  ful_derived_thread_unref (self->derived);
  ful_track_list_unref (self->list);
  ful_derive_cache_unref (self->cache);
  g_object_unref (self->profile);
}

static FulPictureTracks *
make (Fixture              *self,
      const FulTrackLayout *layout)
{
  return ful_picture_tracks_new (self->list, layout, self->derived, self->all, WIDTH, FUL_COLOR_SCHEME_LIGHT, self->cache, NULL, NULL);
}

/* Returns: (transfer full): names with a sign for the selected ones */
static char *
to_text (const FulPictureTracks *tracks)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tracks->tracks->len; i++)
    {
      const FulPictureTrack *track = &g_array_index (tracks->tracks, FulPictureTrack, i);

      g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "", track->is_selected ? "*" : "", track->name);
    }

  return g_string_free (text, FALSE);
}

/* The track of the view is there, though there is no place for all. */
static void
test_choice (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr(FulPictureTracks) tracks = make (self, NULL);
  g_autofree char *text = to_text (tracks);
  guint y = 0;

  g_assert_cmpstr (text, ==, "Thread 0, Thread 1, Thread 2, Thread 3, Thread 4, Thread 5, Thread 6, Thread 7, Thread 8, *Thread 13, "
                   "and 4 more tracks");
  for (guint i = 0; i < tracks->tracks->len; i++)
    {
      g_assert_cmpuint (g_array_index (tracks->tracks, FulPictureTrack, i).y, ==, y);
      y += g_array_index (tracks->tracks, FulPictureTrack, i).height;
    }
  g_assert_cmpuint (tracks->height, ==, y);
}

/* As they are shown in the view. */
static void
test_layout (Fixture       *self,
             gconstpointer  data)
{
  static const gint32 hidden[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
  g_autoptr(FulTrackLayout) layout = ful_track_layout_new ();
  g_autoptr(FulPictureTracks) tracks = NULL;
  g_autofree char *text = NULL;
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint32));

  g_array_append_vals (numbers, hidden, G_N_ELEMENTS (hidden));
  layout->hidden_locals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_hash_table_insert (layout->hidden_locals, g_strdup ("1"), numbers);
  layout->has_hidden = TRUE;
  tracks = make (self, layout);
  text = to_text (tracks);
  g_assert_cmpstr (text, ==, "Thread 11, Thread 12, *Thread 13");
}

/* What is darkest in a column of a track, as the least of its colours. */
static guint
get_darkest (const FulPictureTracks *tracks,
             const FulPictureTrack  *track,
             guint                   x)
{
  guint darkest = 255;

  for (guint y = 0; y < track->height; y++)
    for (guint shift = 0; shift < 24; shift += 8)
      darkest = MIN (darkest, track->pixels[y * tracks->width + x] >> shift & 0xff);

  return darkest;
}

/* A pale graph keeps 0.3 of what is not the white of the background. */
static void
test_range (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr(FulPictureTracks) tracks = make (self, NULL);
  const FulPictureTrack *track = &g_array_index (tracks->tracks, FulPictureTrack, 9);
  guint inside = get_darkest (tracks, track, tracks->width / 2);

  g_assert_cmpuint (tracks->width, ==, WIDTH - HEAD);
  g_assert_cmpuint (inside, <, 240);
  for (guint x = 5; x < tracks->width - 5; x++)
    {
      gboolean is_inside = x > 0.42 * tracks->width && x < 0.58 * tracks->width;

      if (is_inside || x < 0.38 * tracks->width || x > 0.62 * tracks->width)
        g_assert_cmpfloat_with_epsilon (get_darkest (tracks, track, x), is_inside ? inside : 255 - 0.3 * (255 - inside), 1.5);
    }
}

static cairo_status_t
read_cb (gpointer  closure,
         guchar   *data,
         guint     length)
{
  return g_input_stream_read_all (closure, data, length, NULL, NULL, NULL) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR;
}

static guint32
get_pixel (cairo_surface_t *surface,
           guint            x,
           guint            y)
{
  const guchar *data = cairo_image_surface_get_data (surface) + y * (guint) cairo_image_surface_get_stride (surface) + 4 * x;

  return *(const guint32 *) (gconstpointer) data & 0xffffff;
}

static GBytes *
draw (const FulPictureTracks *tracks,
      FulPictureFormat        format)
{
  FulChartPictureOptions options = { FUL_CHART_MARKERS, format, FUL_COLOR_SCHEME_LIGHT, WIDTH, .tracks = (FulPictureTracks *) tracks };
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();

  g_assert_true (ful_chart_picture_write (NULL, &options, stream, NULL, NULL));
  g_output_stream_close (stream, NULL, NULL);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static cairo_surface_t *
decode (GBytes *png)
{
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_bytes (png);

  return cairo_image_surface_create_from_png_stream (read_cb, stream);
}

/* Both forms have the graphs, pixel by pixel, and the names. */
static void
test_forms (Fixture       *self,
            gconstpointer  data)
{
  static const char start[] = "href=\"data:image/png;base64,";
  g_autoptr(FulPictureTracks) tracks = make (self, NULL);
  g_autoptr(GBytes) png = draw (tracks, FUL_PICTURE_PNG), svg = draw (tracks, FUL_PICTURE_SVG);
  g_autofree char *text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  cairo_surface_t *picture = decode (png);
  const char *at = text;

  g_assert_cmpint (cairo_image_surface_get_height (picture), >, (int) tracks->height);
  for (guint i = 0; i + 1 < tracks->tracks->len; i++)
    {
      const FulPictureTrack *track = &g_array_index (tracks->tracks, FulPictureTrack, i);
      g_autofree char *named = g_strdup_printf ("<title>%s</title>", track->name), *base64 = NULL;
      g_autofree guchar *content = NULL;
      g_autoptr(GBytes) part = NULL;
      cairo_surface_t *graphs;
      gsize length;

      at = strstr (at, named);
      g_assert_nonnull (at);
      at = strstr (at, start) + strlen (start);
      base64 = g_strndup (at, strcspn (at, "\""));
      content = g_base64_decode (base64, &length);
      part = g_bytes_new_static (content, length);
      graphs = decode (part);
      g_assert_cmpint (cairo_image_surface_get_height (graphs), ==, (int) track->height);
      for (guint y = 0; y < track->height; y++)
        for (guint x = 0; x < tracks->width; x++)
          {
            g_assert_cmphex (get_pixel (graphs, x, y), ==, track->pixels[y * tracks->width + x]);
            g_assert_cmphex (get_pixel (picture, HEAD + x, track->y + y), ==, track->pixels[y * tracks->width + x]);
          }
      g_assert_cmphex (get_pixel (picture, 1, track->y + 1), ==, track->is_selected ? 0x3584e4 : 0xffffff);
      cairo_surface_destroy (graphs);
    }
  cairo_surface_destroy (picture);
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_picture_tracks_new (self->list, NULL, self->derived, self->all, WIDTH, FUL_COLOR_SCHEME_LIGHT, self->cache,
                                         cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/picture-tracks/choice", Fixture, NULL, set_up, test_choice, tear_down);
  g_test_add ("/picture-tracks/layout", Fixture, NULL, set_up, test_layout, tear_down);
  g_test_add ("/picture-tracks/range", Fixture, NULL, set_up, test_range, tear_down);
  g_test_add ("/picture-tracks/forms", Fixture, NULL, set_up, test_forms, tear_down);
  g_test_add ("/picture-tracks/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);

  return g_test_run ();
}
