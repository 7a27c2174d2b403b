/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/network/ful-page-load.h"
#include "threads/ful-page-list.h"

#include <math.h>

typedef struct
{
  const char *name;
  double      time;
  int         window;   /* 0 for none */
} Moment;

/* "window url start: event time …" for each load; "?" for what is not known, "~" before a start that is guessed. */
static char *
loads_to_text (const Moment *moments,
               guint         n_moments,
               guint         n_left_out)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  GString *text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GArray) markers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GHashTable) addresses = NULL;
  g_autoptr(GPtrArray) loads = NULL;
  guint zero = 0;

  test->builder->profile->rest_json = g_strdup ("\"pages\":[{\"innerWindowID\":1,\"url\":\"one\"},"
                                                "{\"innerWindowID\":2,\"url\":\"two\"},{\"innerWindowID\":1,\"url\":\"again\"}]");
  for (guint i = 0; i < n_moments; i++)
    {
      g_autofree char *window = g_strdup_printf (",\"innerWindowID\":%d", moments[i].window);
      g_autofree char *payload = g_strdup_printf ("{\"type\":\"tracing\",\"category\":\"Navigation\"%s}",
                                                  moments[i].window > 0 ? window : "");

      ful_test_profile_mark (test, thread, moments[i].name, FUL_MARKER_PHASE_INSTANT, moments[i].time, NAN, payload);
    }
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = n_left_out; i < list->n_markers; i++)
    g_array_append_val (markers, i);

  addresses = ful_pages_read_addresses (profile);
  loads = ful_page_loads_find (list, markers, addresses);
  for (guint i = 0; i < loads->len; i++)
    {
      const FulPageLoad *load = g_ptr_array_index (loads, i);

      g_string_append_printf (text, isnan (load->window) ? "?" : "%g", load->window);
      g_string_append_printf (text, " %s %s", load->url ? load->url : "?", load->start_is_guessed ? "~" : "");
      g_string_append_printf (text, isnan (load->start) ? "?:" : "%g:", load->start);
      for (guint k = 0; k < load->events->len; k++)
        {
          const FulPageEvent *event = &g_array_index (load->events, FulPageEvent, k);

          g_string_append_printf (text, " %s %g", event->label, event->time);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_named (void)
{
  static const Moment moments[] = {
    { "Navigation::Start", 1, 2 }, { "Navigation::Start", 2, 1 }, { "DOMContentLoaded", 3, 1 },
    { "FirstContentfulPaint", 4, 2 }, { "Load", 5, 1 }, { "Load", 6, 2 }, { "Load", 7, 3 }, { "TTI", 8, 0 },
    { "Other", 9, 1 },
  };
  g_autofree char *all = loads_to_text (moments, G_N_ELEMENTS (moments), 0);
  g_autofree char *later = loads_to_text (moments, G_N_ELEMENTS (moments), 4);

  g_assert_cmpstr (all, ==, "2 two 1: FirstContentfulPaint 4 Load 6\n"
                            "1 one 2: DOMContentLoaded 3 Load 5\n"
                            "3 ? ?: Load 7\n"
                            "? ? ?: TTI 8\n");
  g_assert_cmpstr (later, ==, "1 one ?: Load 5\n2 two ?: Load 6\n3 ? ?: Load 7\n? ? ?: TTI 8\n");
}

static void
test_guessed (void)
{
  static const Moment moments[] = {
    { "Navigation::Start", 1, 0 }, { "Navigation::Start", 2, 0 }, { "Load", 3, 1 }, { "Navigation::Start", 3.5, 1 },
    { "Load", 4, 2 }, { "Navigation::Start", 5, 0 }, { "Load", 6, 0 }, { "Load", 7, 3 }, { "Navigation::Start", 8, 0 },
  };
  g_autofree char *text = loads_to_text (moments, G_N_ELEMENTS (moments), 0);

  g_assert_cmpstr (text, ==, "1 one ~2: Load 3\n"   /* the one at 3.5 leaves it */
                             "2 two ?: Load 4\n"    /* that at 1 is older than what the first page took */
                             "3 ? ~5: Load 7\n"
                             "? ? ?: Load 6\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/page-load/named", test_named);
  g_test_add_func ("/page-load/guessed", test_guessed);

  return g_test_run ();
}
