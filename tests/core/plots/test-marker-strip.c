/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "plots/ful-marker-strip.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double start;
  double end;   /* NaN: an instant */
  const char *payload;
} Mark;

static FulMarkerLanes *
make_lanes (const Mark *marks,
            guint       n_marks)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  guint zero = 0;

  for (guint i = 0; i < n_marks; i++)
    ful_test_profile_mark (test, thread, "a", isnan (marks[i].end) ? FUL_MARKER_PHASE_INSTANT : FUL_MARKER_PHASE_INTERVAL,
                           marks[i].start, marks[i].end, marks[i].payload);
  test->builder->profile->meta_json = g_strdup ("{\"markerSchema\":[{\"name\":\"T\",\"colorField\":\"hue\",\"fields\":[]}]}");
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = 0; i < list->n_markers; i++)
    g_array_append_val (all, i);

  return ful_marker_lanes_new (list, all, TRUE, G_MAXUINT, NULL, NULL);
}

/* A letter for each pixel: "." none, fill, Strong, border, "?" another colour than @hue. */
static char *
to_text (GBytes     *bytes,
         const char *hue,
         guint       width,
         guint       row)
{
  const guint32 *pixels = g_bytes_get_data (bytes, NULL);
  const FulCategoryColor *color = &ful_category_hue_lookup (hue)->schemes[FUL_COLOR_SCHEME_LIGHT];
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < width; i++)
    {
      guint32 pixel = pixels[row * width + i];

      if (pixel == (0xff000000u | color->fill))
        g_string_append_c (text, 'f');
      else if (pixel == (0xff000000u | color->strong))
        g_string_append_c (text, 'S');
      else if (pixel == (0xff000000u | color->border))
        g_string_append_c (text, 'b');
      else
        g_string_append_c (text, pixel == 0 ? '.' : '?');
    }

  return g_string_free (text, FALSE);
}

static void
assert_row (FulMarkerLanes *lanes,
            double          start,
            double          end,
            guint           width,
            guint           row,
            const char     *expected)
{
  g_autoptr(GBytes) bytes = ful_marker_strip_new (lanes, 0, &(FulTimeRange) { start, end }, width, 6, FUL_COLOR_SCHEME_LIGHT, 0, NULL);
  g_autofree char *text = to_text (bytes, "grey", width, row);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_boxes (void)
{
  static const Mark marks[] = { { 0, 6 }, { 7, 8 }, { 8, 8 }, { 10, 20 } };
  g_autoptr(FulMarkerLanes) lanes = make_lanes (marks, G_N_ELEMENTS (marks));

  assert_row (lanes, 0, 16, 16, 0, "bbbbbb.SS.bbbbbb");
  /* An end out of sight has no border. */
  assert_row (lanes, 0, 16, 16, 3, "bffffb.SS.bfffff");
  assert_row (lanes, 2, 14, 12, 3, "fffb.SS.bfff");
  /* What lies on pixels that are filled is not seen. */
  assert_row (lanes, 0, 20, 10, 3, "SSSSSbfffb");
}

/* An end out of sight is straight, a narrow box is square. */
static void
test_round_corners (void)
{
  static const Mark marks[] = { { 2, 12 }, { 14, 18 } };
  static const struct { double start, end; guint row; const char *expected; } cases[] = {
    { 0, 20, 0, "...bbbbbbbb...bbbb.." }, { 0, 20, 1, "..bffffffffb..bffb.." }, { 0, 20, 17, "...bbbbbbbb...bbbb.." },
    { 3, 13, 0, "bbbbbbbb.." }, { 3, 13, 1, "ffffffffb." },
  };
  g_autoptr(FulMarkerLanes) lanes = make_lanes (marks, G_N_ELEMENTS (marks));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTimeRange range = { cases[i].start, cases[i].end };
      guint width = (guint) (range.end - range.start);
      g_autoptr(GBytes) bytes = ful_marker_strip_new (lanes, 0, &range, width, 18, FUL_COLOR_SCHEME_LIGHT, 0, NULL);
      g_autofree char *text = to_text (bytes, "grey", width, cases[i].row);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static void
test_instants (void)
{
  static const Mark marks[] = { { 4, NAN }, { 12, NAN } };
  g_autoptr(FulMarkerLanes) lanes = make_lanes (marks, G_N_ELEMENTS (marks));

  assert_row (lanes, 0, 16, 16, 3, "..bSSSb...bSSSb.");
  assert_row (lanes, 0, 16, 16, 1, "....b.......b...");
  /* Half of one that is out of sight. */
  assert_row (lanes, 5, 11, 6, 3, "Sb...b");
}

/* A marker has the colour that it says, if it is one. */
static void
test_colors (void)
{
  static const Mark marks[] = {
    { 0, 4, "{\"type\":\"T\",\"hue\":\"red\"}" }, { 4, 8, "{\"type\":\"T\",\"hue\":\"mauve\"}" },
    { 8, 12, "{\"type\":\"T\",\"hue\":\"teal\"}" }, { 12, 16, "{\"type\":\"T\",\"hue\":\"red\"}" },
  };
  static const struct { const char *hue, *expected; } cases[] = {
    { "red", "bffb????????bffb" }, { "grey", "????bffb????????" }, { "teal", "????????bffb????" },
  };
  g_autoptr(FulMarkerLanes) lanes = make_lanes (marks, G_N_ELEMENTS (marks));
  g_autoptr(GBytes) bytes = ful_marker_strip_new (lanes, 0, &(FulTimeRange) { 0, 16 }, 16, 6, FUL_COLOR_SCHEME_LIGHT, 0,
                                                  NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = to_text (bytes, cases[i].hue, 16, 3);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* The boxes that are wide enough for a text. */
static void
test_wide (void)
{
  static const Mark marks[] = { { 0, 6 }, { 7, 8 }, { 10, 20 } };
  g_autoptr(FulMarkerLanes) lanes = make_lanes (marks, G_N_ELEMENTS (marks));
  g_autoptr(GArray) wide = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GBytes) bytes = ful_marker_strip_new (lanes, 0, &(FulTimeRange) { 0, 20 }, 20, 6, FUL_COLOR_SCHEME_LIGHT, 5,
                                                  wide);

  g_assert_nonnull (bytes);
  g_assert_cmpuint (wide->len, ==, 2);
  g_assert_cmpuint (g_array_index (wide, guint, 0), ==, 0);
  g_assert_cmpuint (g_array_index (wide, guint, 1), ==, 2);
}

/* A digit for the thirds of the colour that are seen, "b" the border, "." nothing. */
static void
test_request (void)
{
  static const FulNetworkSegment segments[] = {
    { 0, 4, 1, TRUE }, { 6, 10, 0, FALSE }, { 10, 14, 2, FALSE }, { 14, 18, 3, FALSE },
  };
  static const struct { double start, end; const char *expected; } cases[] = {
    { 0, 20, "b11b..b0002222333b.." },
    { 8, 16, "00222233" },
    { 19, 27, "........" },
  };
  const FulCategoryColor *color = &ful_category_hue_lookup ("blue")->schemes[FUL_COLOR_SCHEME_LIGHT];
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (FulNetworkSegment));

  g_array_append_vals (all, segments, G_N_ELEMENTS (segments));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint width = (guint) strlen (cases[i].expected);
      g_autoptr(GBytes) bytes = ful_request_strip_new (all, &(FulTimeRange) { cases[i].start, cases[i].end }, width, 6, color);
      const guint32 *pixels = g_bytes_get_data (bytes, NULL);
      g_autoptr(GString) text = g_string_new (NULL);

      for (guint x = 0; x < width; x++)
        {
          guint32 pixel = pixels[3 * width + x];

          if (pixel == (0xff000000u | color->border))
            g_string_append_c (text, 'b');
          else if (pixel == 0 && pixels[x] == 0)
            g_string_append_c (text, '.');
          else
            g_string_append_printf (text, "%u", (pixel >> 24) / 85);
        }
      g_assert_cmpstr (text->str, ==, cases[i].expected);
    }
}

/* No box hides that there are others, and no pixel is filled without one. */
static void
test_random (void)
{
  for (guint round = 0; round < 100; round++)
    {
      Mark marks[40];
      g_autoptr(FulMarkerLanes) lanes = NULL;
      g_autoptr(GBytes) bytes = NULL;
      g_autofree char *text = NULL;
      double at = 0;

      for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          double start = at + g_test_rand_double_range (0, 4);

          marks[i] = (Mark) { start, start + g_test_rand_double_range (0, 4), NULL };
          at = marks[i].end;
        }
      lanes = make_lanes (marks, G_N_ELEMENTS (marks));
      bytes = ful_marker_strip_new (lanes, 0, &(FulTimeRange) { 10, 60 }, 50, 6, FUL_COLOR_SCHEME_LIGHT, 0, NULL);
      text = to_text (bytes, "grey", 50, 3);
      for (guint x = 0; x < 50; x++)
        {
          gboolean near = FALSE, inside = FALSE;

          for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
            {
              near |= marks[i].start < 10 + x + 2 && marks[i].end > 10 + (double) x - 2;
              inside |= marks[i].start <= 10 + x && marks[i].end >= 10 + x + 1;
            }
          g_assert_true (text[x] == '.' || near);
          g_assert_true (text[x] != '.' || !inside);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-strip/boxes", test_boxes);
  g_test_add_func ("/marker-strip/round-corners", test_round_corners);
  g_test_add_func ("/marker-strip/instants", test_instants);
  g_test_add_func ("/marker-strip/colors", test_colors);
  g_test_add_func ("/marker-strip/wide", test_wide);
  g_test_add_func ("/marker-strip/request", test_request);
  g_test_add_func ("/marker-strip/random", test_random);

  return g_test_run ();
}
