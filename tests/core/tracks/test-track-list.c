/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "tracks/ful-track-details.h"

static void
add_thread (FulTestProfile *test,
            const char     *name,
            const char     *process_type,
            const char     *process_name,
            const char     *pid,
            const char     *samples)
{
  FulThread *thread = ful_test_profile_add (test, samples)->thread;

  g_free (thread->name);
  g_free (thread->process_type);
  g_free (thread->pid);
  thread->name = g_strdup (name);
  thread->process_type = g_strdup (process_type);
  thread->process_name = g_strdup (process_name);
  thread->pid = g_strdup (pid);
  thread->is_main_thread = g_str_equal (name, "GeckoMain");
}

/* "name" or "-name" if hidden; locals in brackets. */
static char *
tracks_to_text (FulTrackList *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->tracks->len; i++)
    {
      FulTrack *track = g_ptr_array_index (list->tracks, i);

      g_string_append_printf (text, "%s%s [", track->hidden ? "-" : "", track->name);
      for (guint k = 0; track->locals && k < track->locals->len; k++)
        {
          FulTrack *local = g_ptr_array_index (track->locals, k);

          g_string_append_printf (text, "%s%s%s", k > 0 ? ", " : "", local->hidden ? "-" : "", local->name);
        }
      g_string_append (text, "]\n");
    }

  return g_string_free (text, FALSE);
}

static void
test_order_and_visibility (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTrackList) list = NULL;
  g_autofree char *text = NULL;
  const char *busy = "A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A\n";

  add_thread (test, "GeckoMain", "tab", "Web", "20", "A  A  A  A  A\n");
  add_thread (test, "GeckoMain", "tab", "Web", "30", busy);
  add_thread (test, "Worker #10", "tab", "Web", "30", busy);
  add_thread (test, "Worker #9", "tab", "Web", "30", "A  A  A  A\n");
  add_thread (test, "Lazy", "tab", "Web", "30", "A\n");
  add_thread (test, "AudioIPC", "default", NULL, "10", "A\n");
  add_thread (test, "GeckoMain", "default", NULL, "10", "A\n");
  add_thread (test, "Other", "tab", "Helper", "40", "A\n");
  profile = ful_test_profile_seal (test);
  list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  text = tracks_to_text (list);

  g_assert_cmpstr (text, ==,
                   "Parent Process [AudioIPC]\n"
                   "Web (2/2) [-Lazy, Worker #9, Worker #10]\n"
                   "Web (1/2) []\n"
                   "-Helper [-Other]\n");
  g_assert_cmpuint (list->n_tracks, ==, 9);
  g_assert_cmpuint (list->n_hidden, ==, 3);
  g_assert_cmpuint (list->selected_threads->len, ==, 1);
  g_assert_cmpuint (g_array_index (list->selected_threads, guint, 0), ==, 1);
}

/* The main thread of a tab is there for the sake of its worker, and has nothing to show. */
static void
test_selects_the_busiest (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTrackList) list = NULL;

  add_thread (test, "GeckoMain", "default", NULL, "10", "A  A\n");
  add_thread (test, "GeckoMain", "tab", "Web", "20", "-  -\n");
  add_thread (test, "DOM Worker", "tab", "Web", "20", "A  A  A\n");
  profile = ful_test_profile_seal (test);
  list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);

  g_assert_cmpuint (list->selected_threads->len, ==, 1);
  g_assert_cmpuint (g_array_index (list->selected_threads, guint, 0), ==, 2);
}

static void
test_names_of_meta (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTrackList) list = NULL;
  guint chosen[] = { 7, 1 };

  add_thread (test, "GeckoMain", "tab", "Web", "20", "A\n");
  add_thread (test, "Quiet", "tab", "Web", "20", "-\n");
  test->builder->profile->initial_selected_threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (test->builder->profile->initial_selected_threads, chosen, 2);
  test->builder->profile->initial_visible_threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (test->builder->profile->initial_visible_threads, chosen, 2);
  profile = ful_test_profile_seal (test);
  list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);

  /* A thread that does not exist is left out. */
  g_assert_cmpuint (list->selected_threads->len, ==, 1);
  g_assert_cmpuint (g_array_index (list->selected_threads, guint, 0), ==, 1);
  g_assert_cmpuint (list->n_hidden, ==, 0);
}

/* Threads of one name have their numbers, processes what else is known of them. */
static void
test_second_lines (void)
{
  static const struct { guint process; gint local; const char *line; } lines[] = {
    { 0, -1, "count · PID 10" }, { 0, 0, NULL }, { 0, 1, "TID 12" }, { 0, 2, "TID 13" }, { 1, -1, "PID 20" },
  };
  static const char *const tids[] = { "10:11", "10:12", "10:13", "10:14", "20" };
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTrackList) list = NULL;

  add_thread (test, "words", NULL, "count", "10", "A\n");
  add_thread (test, "words", NULL, "count", "10", "A\n");
  add_thread (test, "words", NULL, "count", "10", "A\n");
  add_thread (test, "reader", NULL, "count", "10", "A\n");
  add_thread (test, "words", NULL, NULL, "20", "A\n");
  for (guint i = 0; i < G_N_ELEMENTS (tids); i++)
    {
      FulThread *thread = ((FulThreadBuilder *) g_ptr_array_index (test->builder->threads, i))->thread;

      g_free (thread->tid);
      thread->tid = g_strdup (tids[i]);
      thread->is_main_thread = i == 0 || i == 4;
    }
  profile = ful_test_profile_seal (test);
  list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      FulTrack *process = g_ptr_array_index (list->tracks, lines[i].process);
      FulTrack *track = lines[i].local < 0 ? process : g_ptr_array_index (process->locals, (guint) lines[i].local);
      g_autofree char *line = ful_track_make_second_line (profile, list, track);

      g_assert_cmpstr (line, ==, lines[i].line);
    }
}

/* A process and a thread of 10 ms, half of them on the CPU; the thread starts later, and ends while it is recorded. */
static void
test_details (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *threads[2];
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTrackList) list = NULL;
  g_autofree char *of_process = NULL;
  g_autofree char *of_thread = NULL;
  FulTrack *process;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      FulBuffer *cpu = ful_buffer_new (FUL_TYPE_F64, 11);

      threads[i] = ful_test_profile_add (test, "");
      g_free (threads[i]->thread->tid);
      threads[i]->thread->tid = g_strdup (i == 0 ? "undefined" : "21");
      for (guint k = 0; k < 11; k++)
        {
          ful_test_profile_sample (threads[i], 100 + k, ful_test_profile_stack (test, "A"));
          ((double *) cpu->data)[k] = k == 0 || k > 5 ? 0 : 1e6;
        }
      cpu->n = 11;
      threads[i]->samples.buffers[FUL_SAMPLE_CPU_DELTA] = cpu;
    }
  threads[0]->thread->is_main_thread = TRUE;
  threads[0]->thread->process_startup_time = 100;
  threads[0]->thread->process_shutdown_time = NAN;
  threads[1]->thread->register_time = 103;
  threads[1]->thread->unregister_time = 108;
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_NS;
  profile = ful_test_profile_seal (test);
  list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  process = g_ptr_array_index (list->tracks, 0);

  of_process = ful_track_describe (profile, list, process, 100, 1e6);
  g_assert_cmpstr (strchr (of_process, '\n'), ==, "\nProcess ID: 1\nStart: 0 ms\nEnd: after the recording\nCPU use: 50%");
  of_thread = ful_track_describe (profile, list, g_ptr_array_index (process->locals, 0), 100, 1e6);
  g_assert_cmpstr (strchr (of_thread, '\n'), ==,
                   "\nProcess ID: 1\nThread ID: 21\nStart: 3.00 ms\nEnd: 8.00 ms\nCPU use: 50%");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track-list/order-and-visibility", test_order_and_visibility);
  g_test_add_func ("/track-list/selects-the-busiest", test_selects_the_busiest);
  g_test_add_func ("/track-list/names-of-meta", test_names_of_meta);
  g_test_add_func ("/track-list/second-lines", test_second_lines);
  g_test_add_func ("/track-list/details", test_details);

  return g_test_run ();
}
