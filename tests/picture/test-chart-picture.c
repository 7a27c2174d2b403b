/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "ful-chart-picture.h"
#include "ful-test-profile.h"
#include "ful-test-text.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define INVERTED "{ \"thread\": 0, \"invert\": true }"

static GBytes *
draw (FulProfile                    *profile,
      const char                    *view_text,
      const FulChartPictureOptions  *options,
      GError                       **error)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, view_text);
  g_autoptr(FulBoxLayout) layout = options->kind == FUL_CHART_FLAME_GRAPH
                                     ? ful_flame_layout_new (view->tree, NULL, NULL)
                                     : ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, NULL);
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(FulMarkerList) list = ful_marker_list_derive (view->derived->threads, view->cache, NULL, NULL);
  g_autoptr(FulMarkerLanes) timings = ful_marker_lanes_new_timings (list, &view->derived->range, G_MAXUINT, NULL, NULL);
  FulChartPictureOptions with_timings = *options;

  if (options->kind != FUL_CHART_FLAME_GRAPH)
    with_timings.timings = timings;
  with_timings.range = view->derived->range;
  if (!ful_chart_picture_write (options->kind == FUL_CHART_MARKERS ? NULL : layout, &with_timings, stream, NULL, error))
    return NULL;
  g_output_stream_close (stream, NULL, NULL);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

/* What a picture says, without the frame and the places of texts. */
typedef struct
{
  GString *text;
  guint    n_boxes;
  gboolean in_title;
} Svg;

static void
start_element_cb (GMarkupParseContext  *context,
                  const char           *element,
                  const char          **names,
                  const char          **values,
                  gpointer              user_data,
                  GError              **error)
{
  Svg *svg = user_data;

  svg->n_boxes += g_str_equal (element, "g");
  if (!g_str_equal (element, "rect") || svg->n_boxes == 0)
    return;

  for (guint i = 0; names[i]; i++)
    if (!g_str_equal (names[i], "height") && !g_str_equal (names[i], "rx"))
      g_string_append_printf (svg->text, " %s", values[i]);
}

static void
end_element_cb (GMarkupParseContext  *context,
                const char           *element,
                gpointer              user_data,
                GError              **error)
{
  if (g_str_equal (element, "g"))
    g_string_append_c (((Svg *) user_data)->text, '\n');
}

static void
text_cb (GMarkupParseContext  *context,
         const char           *text,
         gsize                 length,
         gpointer              user_data,
         GError              **error)
{
  Svg *svg = user_data;
  const char *element = g_markup_parse_context_get_element (context);

  if (g_str_equal (element, "title"))
    g_string_append_len (svg->text, text, (gssize) length);
  else if (g_str_equal (element, "text"))
    g_string_append_printf (svg->text, " “%.*s”", (int) length, text);
}

/* A line for each box: title, x, y, width, colour, and the text if it has one. */
static void
read_svg (FulProfile   *profile,
          const char   *view,
          FulChartKind  kind,
          gboolean      root_on_top,
          guint         width,
          Svg          *svg)
{
  static const GMarkupParser parser = { start_element_cb, end_element_cb, text_cb, NULL, NULL };
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, svg, NULL);
  FulChartPictureOptions options = { kind, FUL_PICTURE_SVG, FUL_COLOR_SCHEME_LIGHT, width, root_on_top };
  g_autoptr(GBytes) bytes = draw (profile, view, &options, NULL);
  g_autoptr(GError) error = NULL;

  *svg = (Svg) { g_string_new (NULL) };
  g_markup_parse_context_parse (context, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
}

static void
assert_svg (FulProfile   *profile,
            const char   *view,
            FulChartKind  kind,
            guint         width,
            const char   *expected)
{
  Svg svg;

  read_svg (profile, view, kind, FALSE, width, &svg);
  g_assert_cmpstr (svg.text->str, ==, expected);
  g_string_free (svg.text, TRUE);
}

static FulProfile *
make_profile (void)
{
  return ful_test_profile_from_text ("A         A             A \n"
                                     "B[Layout] B[Layout]     - \n"
                                     "          C[JavaScript]   \n");
}

/* The root is at the bottom. */
static void
test_flame_graph (void)
{
  g_autoptr(FulProfile) profile = make_profile ();

  assert_svg (profile, NULL, FUL_CHART_FLAME_GRAPH, 90,
              "A, 100% 0 40 89 #e5e6e9 “A”\n"
              "B, 67% 0 20 59 #af77c4 “B”\n"
              "C, 33% 0 0 29 #fef096 “C”\n");
}

static void
test_root_on_top (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  Svg svg;

  read_svg (profile, NULL, FUL_CHART_FLAME_GRAPH, TRUE, 90, &svg);
  g_assert_cmpstr (svg.text->str, ==,
                   "A, 100% 0 0 89 #e5e6e9 “A”\n"
                   "B, 67% 0 20 59 #af77c4 “B”\n"
                   "C, 33% 0 40 29 #fef096 “C”\n");
  g_string_free (svg.text, TRUE);
}

static void
test_inverted (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A A\n"
                                                              "B C\n");

  assert_svg (profile, INVERTED, FUL_CHART_FLAME_GRAPH, 40,
              "B, 50% 0 0 19 #e5e6e9\n"
              "C, 50% 20 0 19 #e5e6e9\n"
              "A, 50% 0 20 19 #e5e6e9\n"
              "A, 50% 20 20 19 #e5e6e9\n");
}

/* Call nodes from above, in either direction of the tree. */
static void
test_stack_chart (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  const char *expected = "A, 3.00 ms 0 0 89 #e5e6e9 “A”\n"
                         "B, 2.00 ms 0 20 59 #af77c4 “B”\n"
                         "C, 1.00 ms 30 40 29 #fef096 “C”\n";

  assert_svg (profile, NULL, FUL_CHART_STACK_CHART, 90, expected);
  assert_svg (profile, INVERTED, FUL_CHART_STACK_CHART, 90, expected);
}

/* User timings are above, in the colour of scripts; an instant has a pixel. */
static FulProfile *
make_timings (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A A\n");

  test->builder->profile->meta_json = g_strdup ("{\"markerSchema\":[{\"name\":\"UserTiming\","
                                                "\"chartLabel\":\"{marker.data.name}\","
                                                "\"fields\":[{\"key\":\"name\",\"format\":\"string\"}]}]}");
  ful_test_profile_mark (test, thread, "UserTiming", FUL_MARKER_PHASE_INTERVAL, 0, 2,
                         "{\"type\":\"UserTiming\",\"name\":\"load\",\"entryType\":\"measure\"}");
  ful_test_profile_mark (test, thread, "UserTiming", FUL_MARKER_PHASE_INTERVAL, 1, 1.5,
                         "{\"type\":\"UserTiming\",\"name\":\"parse\",\"entryType\":\"measure\"}");
  ful_test_profile_mark (test, thread, "UserTiming", FUL_MARKER_PHASE_INSTANT, 2.5, NAN,
                         "{\"type\":\"UserTiming\",\"name\":\"done\",\"entryType\":\"mark\"}");

  return ful_test_profile_seal (test);
}

static void
test_timings (void)
{
  g_autoptr(FulProfile) profile = make_timings ();

  assert_svg (profile, NULL, FUL_CHART_STACK_CHART, 90,
              "done, 0 ms 75 0 1 #fef096\n"
              "load, 2.00 ms 0 20 59 #fef096 “load”\n"
              "parse, 500 µs 30 40 14 #fef096\n"
              "A, 3.00 ms 0 60 89 #e5e6e9 “A”\n");
}

/* Lanes have their name once, before the chart. */
static void
test_markers (void)
{
  g_autoptr(FulProfile) profile = make_timings ();

  assert_svg (profile, NULL, FUL_CHART_MARKERS, 270,
              "UserTiming 0 0 134 #ffffff “UserTiming”\n"
              "done, 0 ms 247 0 1 #e5e6e9\n"
              "load, 2.00 ms 135 20 89 #e5e6e9 “load”\n"
              "parse, 500 µs 180 40 22 #e5e6e9\n");
}

/* What is narrower than a pixel shares it. */
static void
test_narrow_boxes (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  Svg svg;

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (text, "F%03u ", i);
  g_string_append_c (text, '\n');
  profile = ful_test_profile_from_text (text->str);

  read_svg (profile, NULL, FUL_CHART_FLAME_GRAPH, FALSE, 100, &svg);
  g_assert_cmpuint (svg.n_boxes, >=, 99);
  g_assert_cmpuint (svg.n_boxes, <=, 100);
  g_assert_nonnull (strstr (svg.text->str, "% (+3) 50 0 1 #e5e6e9\n"));
  g_string_free (svg.text, TRUE);
}

static void
test_names (void)
{
  static const struct { const char *name, *title, *text; } cases[] = {
    { "<a & b>", "<a & b>", "<a & b>" },
    { "\"\001\xff", "\"\xef\xbf\xbd\xef\xbf\xbd", "\"\xef\xbf\xbd\xef\xbf\xbd" },
    { "\xef\xbf\xbe", "\xef\xbf\xbd", "\xef\xbf\xbd" },
    { "a_name_that_is_too_long", "a_name_that_is_too_long", "a_name_that…" },
    { "日本日本日本日本", "日本日本日本日本", "日本日本日本…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      g_autoptr(FulProfile) profile = NULL;
      g_autofree char *expected = g_strdup_printf ("%s, 100%% 0 0 98 #e5e6e9 “%s”\n", cases[i].title, cases[i].text);

      ful_test_profile_add (test, "A\n");
      FUL_CELLS (&test->builder->funcs, FUL_FUNC_NAME, gint32)[0] =
        ful_string_table_intern (test->builder->strings, cases[i].name, -1);
      profile = ful_test_profile_seal (test);
      assert_svg (profile, NULL, FUL_CHART_FLAME_GRAPH, 99, expected);
    }
}

/* A picture without boxes is as high as a row. */
static void
test_empty (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("-\n");

  assert_svg (profile, NULL, FUL_CHART_FLAME_GRAPH, 99, "");
  assert_svg (profile, NULL, FUL_CHART_STACK_CHART, 99, "");
}

static cairo_status_t
read_cb (gpointer  closure,
         guchar   *data,
         guint     length)
{
  return g_input_stream_read_all (closure, data, length, NULL, NULL, NULL) ? CAIRO_STATUS_SUCCESS
                                                                           : CAIRO_STATUS_READ_ERROR;
}

static void
test_png (void)
{
  static const struct { FulColorScheme scheme; guint32 expected[4]; } cases[] = {
    { FUL_COLOR_SCHEME_LIGHT, { 0xaf77c4, 0xfef096, 0xe5e6e9, 0xffffff } },
    { FUL_COLOR_SCHEME_DARK, { 0x3c305b, 0xb8942a, 0x6c6f72, 0x1e1e1e } },
  };
  /* the centres of B, C and A, which has no text, and beside C */
  static const struct { int x, y; } points[] = { { 8, 30 }, { 12, 50 }, { 11, 10 }, { 20, 50 } };
  g_autoptr(FulProfile) profile = make_profile ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulChartPictureOptions options = { FUL_CHART_STACK_CHART, FUL_PICTURE_PNG, cases[i].scheme, 24 };
      g_autoptr(GBytes) bytes = draw (profile, NULL, &options, NULL);
      g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
      cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_cb, stream);
      const guchar *data = cairo_image_surface_get_data (surface);
      int stride = cairo_image_surface_get_stride (surface);

      g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 24);
      g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 60);
      for (guint p = 0; p < G_N_ELEMENTS (points); p++)
        {
          guint32 pixel = *(const guint32 *) (gconstpointer) (data + points[p].y * stride + 4 * points[p].x);

          g_assert_cmphex (pixel & 0xffffff, ==, cases[i].expected[p]);
        }
      cairo_surface_destroy (surface);
    }
}

/* A picture that cannot be drawn leaves the file as it was. */
static void
test_too_large (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulBoxLayout) layout = ful_flame_layout_new (view->tree, NULL, NULL);
  FulChartPictureOptions options = { FUL_CHART_FLAME_GRAPH, FUL_PICTURE_PNG, FUL_COLOR_SCHEME_LIGHT, 32768 };
  g_autofree char *directory = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "a.png", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autofree char *content = NULL;

  g_file_set_contents (path, "old", -1, NULL);
  g_assert_false (ful_chart_picture_save (layout, &options, file, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
  g_clear_error (&error);
  g_file_get_contents (path, &content, NULL, NULL);
  g_assert_cmpstr (content, ==, "old");

  options.width = 32767;
  g_assert_true (ful_chart_picture_save (layout, &options, file, NULL, &error));
  g_assert_no_error (error);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart-picture/flame-graph", test_flame_graph);
  g_test_add_func ("/chart-picture/root-on-top", test_root_on_top);
  g_test_add_func ("/chart-picture/timings", test_timings);
  g_test_add_func ("/chart-picture/inverted", test_inverted);
  g_test_add_func ("/chart-picture/stack-chart", test_stack_chart);
  g_test_add_func ("/chart-picture/markers", test_markers);
  g_test_add_func ("/chart-picture/narrow-boxes", test_narrow_boxes);
  g_test_add_func ("/chart-picture/names", test_names);
  g_test_add_func ("/chart-picture/empty", test_empty);
  g_test_add_func ("/chart-picture/png", test_png);
  g_test_add_func ("/chart-picture/too-large", test_too_large);

  return g_test_run ();
}
