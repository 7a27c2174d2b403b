/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/list/ful-marker-style.h"

#include <math.h>

static const struct { const char *payload; const char *color; } marks[] = {
  { "{\"type\":\"Hued\",\"hue\":\"blue\"}", "blue" },
  { "{\"type\":\"Hued\",\"hue\":\"yellow\",\"other\":[1]}", "yellow" },
  { "{\"type\":\"Plain\",\"hue\":\"red\"}", NULL },             /* its schema names no member */
  { "{\"type\":\"Shade\",\"hue\":\"red\",\"shade\":\"teal\"}", "teal" },
  { "{\"type\":\"Unknown\",\"hue\":\"red\"}", NULL },
  { "{\"type\":\"Hued\",\"hue\":\"pink\"}", NULL },             /* none of the words */
  { "{\"type\":\"Hued\",\"hue\":\"Red\"}", NULL },
  { "{\"type\":\"Hued\",\"hue\":1}", NULL },
  { "{\"type\":\"Hued\",\"hue\":null}", NULL },
  { "{\"type\":\"Hued\",\"x\":{\"hue\":\"red\"}}", NULL },      /* of something else */
  { "{\"type\":\"Hued\"}", NULL },
  { NULL, NULL },
  { "{\"type\":\"Hued\",\"hue\":\"red\",\"hue\":\"ink\"}", "ink" },
};

static FulMarkerList *
create_list (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;

  test->builder->profile->meta_json = g_strdup (
    "{\"markerSchema\":[{\"name\":\"Hued\",\"colorField\":\"hue\",\"fields\":[{\"key\":\"hue\",\"format\":\"string\"}]},"
    "{\"name\":\"Shade\",\"colorField\":\"shade\",\"fields\":[{\"key\":\"hue\",\"format\":\"string\"},"
    "{\"key\":\"shade\",\"format\":\"string\",\"hidden\":true}]},"
    "{\"name\":\"Plain\",\"fields\":[{\"key\":\"hue\",\"format\":\"string\"}]}]}");
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    ful_test_profile_mark (test, thread, "m", FUL_MARKER_PHASE_INSTANT, i, NAN, marks[i].payload);
  /* The end says another colour than the start. */
  ful_test_profile_mark (test, thread, "p", FUL_MARKER_PHASE_INTERVAL_START, 50, NAN, "{\"type\":\"Hued\",\"hue\":\"red\"}");
  ful_test_profile_mark (test, thread, "p", FUL_MARKER_PHASE_INTERVAL_END, NAN, 60, "{\"type\":\"Hued\",\"hue\":\"green\"}");
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &(guint) { 0 }, 1, NULL, NULL);

  return ful_marker_list_derive (set, NULL, NULL, NULL);
}

static void
test_words (void)
{
  g_autoptr(FulMarkerList) list = create_list ();
  g_autoptr(GArray) markers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *colors = NULL;
  guint last = G_N_ELEMENTS (marks);

  for (guint i = 0; i < list->n_markers; i++)
    g_array_append_val (markers, i);
  colors = ful_marker_colors_find (list, markers, NULL, NULL);

  g_assert_cmpuint (list->n_markers, ==, last + 1);
  for (guint i = 0; i < last; i++)
    {
      g_assert_cmpint (colors[i] > 0, ==, marks[i].color != NULL);
      if (marks[i].color)
        g_assert_true (ful_marker_color_get_hue (colors[i]) == ful_category_hue_lookup (marks[i].color));
    }
  g_assert_true (ful_marker_color_get_hue (colors[last]) == ful_category_hue_lookup ("green"));
}

/* Of markers that are not asked for nothing is read, and a job that is stopped has no result. */
static void
test_some (void)
{
  g_autoptr(FulMarkerList) list = create_list ();
  g_autoptr(GArray) markers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autofree guint8 *colors = NULL;

  g_array_append_vals (markers, &(guint) { 1 }, 1);
  colors = ful_marker_colors_find (list, markers, cancellable, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (colors[0], ==, 0);
  g_assert_cmpuint (colors[1], >, 0);

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_colors_find (list, markers, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-color/words", test_words);
  g_test_add_func ("/marker-color/some", test_some);

  return g_test_run ();
}
