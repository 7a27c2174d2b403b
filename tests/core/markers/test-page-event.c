/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/list/ful-marker-style.h"
#include "markers/network/ful-page-event.h"

#include <math.h>

#define NAVIGATION "{\"type\":\"tracing\",\"category\":\"Navigation\",\"innerWindowID\":12}"

typedef struct
{
  const char *name;
  double      start;
  double      end;       /* NaN: an instant */
  const char *payload;
} Mark;

static const Mark marks[] = {
  { "Navigation::Start", 1, NAN, NAVIGATION },
  { "Navigation::Start", 2, NAN, "{\"type\":\"tracing\"}" },                        /* of no page */
  { "Load", 3, NAN, NULL },                                                        /* of something else */
  { "Load", 4, NAN, "{\"type\":\"tracing\",\"category\":\"Network\"}" },
  { "Load", 5, 9, NAVIGATION },
  { "DOMContentLoaded", 6, 7, "{\"type\":\"tracing\",\"category\":\"Navigation\"}" },
  { "FirstContentfulPaint", 7, NAN, NULL },
  { "Loading", 8, NAN, NAVIGATION },
};

/* An interval is a moment where it ends. */
static void
test_events (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GArray) events = NULL;
  guint zero = 0;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    ful_test_profile_mark (test, thread, marks[i].name,
                           isnan (marks[i].end) ? FUL_MARKER_PHASE_INSTANT : FUL_MARKER_PHASE_INTERVAL, marks[i].start,
                           marks[i].end, marks[i].payload);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  events = ful_page_events_find (list);

  for (guint i = 0; i < events->len; i++)
    {
      const FulPageEvent *event = &g_array_index (events, FulPageEvent, i);

      g_assert_cmpstr (event->label, ==, ful_marker_list_get_name (list, event->marker));
      g_string_append_printf (text, "%s %g ", event->label, event->time);
      g_string_append_printf (text, isnan (event->window) ? "-\n" : "%g\n", event->window);
    }
  g_assert_cmpstr (text->str, ==, "Navigation::Start 1 12\nLoad 9 12\nDOMContentLoaded 7 -\nFirstContentfulPaint 7 -\n");
}

static void
test_styles (void)
{
  const FulMarkerStyle *style = ful_marker_style_find ("GCMajor");

  g_assert_nonnull (style);
  g_assert_cmpuint (style->top + style->height, <=, FUL_MARKER_STRIP_HEIGHT);
  g_assert_true (style != ful_marker_style_find ("GCMinor"));
  g_assert_null (ful_marker_style_find ("GCMajor "));
  g_assert_null (ful_marker_style_find (""));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/page-event/events", test_events);
  g_test_add_func ("/marker-style/find", test_styles);

  return g_test_run ();
}
