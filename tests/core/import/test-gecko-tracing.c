/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-files.h"

#include "markers/list/ful-marker-list.h"

#include <math.h>

/* Of a recording of version 3: pairs nest by name, a click was one marker, and what did not begin
 * or end has the edge of the thread. */
static void
test_markers (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("gecko-v3-tracing.json");
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  ful_test_assert_sound (profile);
  set = ful_thread_set_new (profile, &(guint) { 0 }, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = 0; i < list->n_markers; i++)
    {
      g_string_append_printf (text, "%s %s %g", ful_marker_list_get_name (list, i), ful_marker_list_get_type (list, i),
                              list->start[i]);
      if (!isnan (list->end[i]))
        g_string_append_printf (text, " to %g", list->end[i]);
      g_string_append (text, list->incomplete[i] ? ", incomplete\n" : "\n");
    }
  g_assert_cmpstr (text->str, ==,
                   "Jank Jank -58 to 2\n"
                   "Rasterize tracing 1 to 6\n"
                   "Rasterize tracing 1 to 15, incomplete\n"
                   "Reflow tracing 2 to 4\n"
                   "nsCycleCollector_collect tracing 7 to 9\n"
                   "DOMEvent DOMEvent 10 to 11\n"
                   "Scripts tracing 12\n"
                   "Reflow tracing 16 to 21, incomplete\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gecko-tracing/markers", test_markers);

  return g_test_run ();
}
