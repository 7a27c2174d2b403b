/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "tracks/ful-track-list.h"

#include <time.h>

#define PAGES \
  "\"pages\":[" \
  "{\"tabID\":1,\"innerWindowID\":11,\"url\":\"https://example.org/a?b\",\"embedderInnerWindowID\":0}," \
  "{\"tabID\":1,\"innerWindowID\":12,\"url\":\"https://ads.example/\",\"embedderInnerWindowID\":11}," \
  "{\"tabID\":2,\"innerWindowID\":21,\"url\":\"about:blank\",\"embedderInnerWindowID\":0}," \
  "{\"tabID\":3,\"innerWindowID\":31,\"url\":\"https://unused.example/\",\"embedderInnerWindowID\":0}," \
  "{\"tabID\":\"x\",\"innerWindowID\":1},7,{}]"

static void
add_thread (FulTestProfile *test,
            const char     *pid,
            const char     *process_type,
            const char     *samples,
            const char     *payload)
{
  FulThreadBuilder *thread = ful_test_profile_add (test, samples);

  g_free (thread->thread->name);
  g_free (thread->thread->pid);
  g_free (thread->thread->process_type);
  thread->thread->name = g_strdup ("GeckoMain");
  thread->thread->pid = g_strdup (pid);
  thread->thread->process_type = g_strdup (process_type);
  thread->thread->is_main_thread = TRUE;
  ful_test_profile_mark (test, thread, "m", FUL_MARKER_PHASE_INSTANT, 0, 0, payload);
}

/* A parent and three tabs, the last of them without a page. */
static FulProfile *
create (void)
{
  FulTestProfile *test = ful_test_profile_new ();

  add_thread (test, "1", "default", "A  A  A\n", "{\"type\":\"t\"}");
  add_thread (test, "2", "tab", "A\n", "{\"type\":\"t\",\"innerWindowID\":12}");
  add_thread (test, "3", "tab", "A  A  A  A  A\n", "{\"type\":\"t\",\"innerWindowID\":21}");
  add_thread (test, "4", "tab", "A  A\n", "{\"type\":\"t\",\"innerWindowID\":\"21\"}");
  test->builder->profile->rest_json = g_strdup (PAGES);

  return ful_test_profile_seal (test);
}

static void
test_tabs (void)
{
  g_autoptr(FulProfile) profile = create ();
  g_autoptr(GPtrArray) tabs = ful_tab_list_new (profile, NULL, NULL);
  const FulTab *first = g_ptr_array_index (tabs, 0), *second = g_ptr_array_index (tabs, 1);

  g_assert_cmpuint (tabs->len, ==, 2);
  g_assert_cmpstr (first->label, ==, "about:blank");
  g_assert_cmpstr (second->label, ==, "example.org");
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (ful_tab_has_thread (first, i), ==, i == 2);
      g_assert_cmpint (ful_tab_has_thread (second, i), ==, i == 1);
    }
}

static void
test_tracks_of_tab (void)
{
  g_autoptr(FulProfile) profile = create ();
  g_autoptr(GPtrArray) tabs = ful_tab_list_new (profile, NULL, NULL);
  g_autoptr(FulTrackList) tracks =
    ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, g_ptr_array_index (tabs, 1), NULL, NULL);
  const FulTrack *parent = g_ptr_array_index (tracks->tracks, 0), *tab = g_ptr_array_index (tracks->tracks, 1);

  g_assert_cmpuint (tracks->tracks->len, ==, 2);
  g_assert_cmpstr (parent->pid, ==, "1");
  g_assert_true (parent->hidden);
  g_assert_cmpstr (tab->pid, ==, "2");
  g_assert_false (tab->hidden);
  g_assert_cmpuint (g_array_index (tracks->selected_threads, guint, 0), ==, 1);
}

static void
test_no_pages (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(GPtrArray) tabs = ful_tab_list_new (profile, NULL, NULL);

  g_assert_cmpuint (tabs->len, ==, 0);
}

static double
get_cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/* Returns: (transfer full): so many tabs with a page each, and a thread that worked for the last of them */
static FulProfile *
create_tabs (guint n_tabs)
{
  FulTestProfile *test = ful_test_profile_new ();
  GString *pages = g_string_new ("\"pages\":[");

  for (guint i = 1; i <= n_tabs; i++)
    g_string_append_printf (pages, "%s{\"tabID\":%u,\"innerWindowID\":%u}", i > 1 ? "," : "", i, n_tabs + i);
  g_string_append_c (pages, ']');
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *payload = g_strdup_printf ("{\"type\":\"t\",\"innerWindowID\":%u}", 2 * n_tabs);

      add_thread (test, "2", "tab", "A\n", payload);
      ful_test_profile_mark (test, g_ptr_array_index (test->builder->threads, i), "m", FUL_MARKER_PHASE_INSTANT, 1, 1, payload);
    }
  test->builder->profile->rest_json = g_string_free (pages, FALSE);

  return ful_test_profile_seal (test);
}

static double
time_tabs (guint n_tabs)
{
  g_autoptr(FulProfile) profile = create_tabs (n_tabs);
  g_autoptr(GPtrArray) tabs = NULL;
  double start = get_cpu_ms ();

  tabs = ful_tab_list_new (profile, NULL, NULL);
  g_assert_cmpuint (tabs->len, ==, 1);
  g_assert_cmpuint (((FulTab *) tabs->pdata[0])->threads->len, ==, 3);

  return get_cpu_ms () - start;
}

/* Ten times as many tabs take about ten times as long, not a hundred times. */
static void
test_many (void)
{
  double few = time_tabs (5000), many = time_tabs (50000);

  g_test_message ("%.0f ms, %.0f ms", few, many);
  g_assert_cmpfloat (many, <, 30 * few);
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = create_tabs (10);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_ptr_array_set_size (profile->threads, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (ful_tab_list_new (profile, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tab-list/tabs", test_tabs);
  g_test_add_func ("/tab-list/tracks-of-tab", test_tracks_of_tab);
  g_test_add_func ("/tab-list/no-pages", test_no_pages);
  g_test_add_func ("/tab-list/many", test_many);
  g_test_add_func ("/tab-list/cancelled", test_cancelled);

  return g_test_run ();
}
