/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/rows/ful-track-visibility.h"
#include "viewtext/ful-profiler-link.h"

static void
add_thread (FulTestProfile *test,
            const char     *name,
            const char     *pid,
            const char     *samples)
{
  FulThread *thread = ful_test_profile_add (test, samples)->thread;

  g_free (thread->name);
  g_free (thread->pid);
  g_free (thread->process_type);
  thread->name = g_strdup (name);
  thread->pid = g_strdup (pid);
  thread->process_type = g_strdup ("tab");
  thread->process_name = g_strdup_printf ("P%s", pid);
  thread->is_main_thread = g_str_equal (name, "GeckoMain");
}

/* Two processes; the second has no main thread. */
static FulTrackVisibility *
create (void)
{
  const char *busy = "A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A\n";
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTrackList) list = NULL;

  add_thread (test, "GeckoMain", "1", busy);
  add_thread (test, "Busy", "1", busy);
  add_thread (test, "Lazy", "1", "A\n");
  add_thread (test, "X", "2", busy);
  add_thread (test, "Y", "2", busy);
  profile = ful_test_profile_seal (test);
  list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);

  return ful_track_visibility_new (profile, list);
}

static guint
find (FulTrackVisibility *tracks,
      const char         *name)
{
  for (guint i = 0; i < ful_track_visibility_get_n_tracks (tracks); i++)
    if (g_str_equal (ful_track_visibility_get_track (tracks, i)->name, name))
      return i;

  g_assert_not_reached ();
}

static void
assert_shown (FulTrackVisibility *tracks,
              const char         *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint n_shown = 0;

  for (guint i = 0; i < ful_track_visibility_get_n_tracks (tracks); i++)
    if (ful_track_visibility_is_shown (tracks, i))
      {
        g_string_append_printf (text, "%s%s", n_shown > 0 ? " " : "", ful_track_visibility_get_track (tracks, i)->name);
        n_shown++;
      }

  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (ful_track_visibility_get_n_shown (tracks), ==, n_shown);
}

static void
change (FulTrackVisibility *tracks,
        FulTrackChange      what,
        const char         *name)
{
  guint track = find (tracks, name);

  g_assert_true (ful_track_visibility_can_change (tracks, what, track));
  ful_track_visibility_change (tracks, what, track);
  g_assert_false (ful_track_visibility_can_change (tracks, what, track));
}

static void
test_changes (void)
{
  g_autoptr(FulTrackVisibility) tracks = create ();

  assert_shown (tracks, "P1 Busy P2 X Y");
  g_assert_false (ful_track_visibility_can_change (tracks, FUL_TRACK_CHANGE_HIDE_IDLE, 0));
  change (tracks, FUL_TRACK_CHANGE_SHOW_ALL, "P1");
  assert_shown (tracks, "P1 Busy Lazy P2 X Y");
  change (tracks, FUL_TRACK_CHANGE_HIDE_IDLE, "P1");
  assert_shown (tracks, "P1 Busy P2 X Y");

  change (tracks, FUL_TRACK_CHANGE_ONLY_PROCESS, "X");
  assert_shown (tracks, "P2 X Y");
  change (tracks, FUL_TRACK_CHANGE_ISOLATE, "Lazy");
  assert_shown (tracks, "P1 Lazy");
  change (tracks, FUL_TRACK_CHANGE_ISOLATE, "P1");
  assert_shown (tracks, "P1");
  change (tracks, FUL_TRACK_CHANGE_SHOW, "Y");   /* and so its process, with what is open in it */
  assert_shown (tracks, "P1 P2 X Y");
  change (tracks, FUL_TRACK_CHANGE_SHOW_ALL, "P1");

  /* The last track of a process without a main thread takes the process along. */
  change (tracks, FUL_TRACK_CHANGE_HIDE, "X");
  assert_shown (tracks, "P1 Busy Lazy P2 Y");
  change (tracks, FUL_TRACK_CHANGE_HIDE, "Y");
  assert_shown (tracks, "P1 Busy Lazy");
  change (tracks, FUL_TRACK_CHANGE_SHOW, "Y");
  assert_shown (tracks, "P1 Busy Lazy P2 Y");

  /* The last change is taken back, once. */
  change (tracks, FUL_TRACK_CHANGE_ISOLATE, "P1");
  g_assert_true (ful_track_visibility_take_back (tracks));
  assert_shown (tracks, "P1 Busy Lazy P2 Y");
  g_assert_false (ful_track_visibility_take_back (tracks));
  assert_shown (tracks, "P1 Busy Lazy P2 Y");
}

/* Names of all tracks from top to bottom, hidden ones in brackets. */
static char *
to_text (FulTrackVisibility *tracks)
{
  GString *text = g_string_new (NULL);

  for (guint place = 0; place < ful_track_visibility_get_n_tracks (tracks); place++)
    {
      guint track = ful_track_visibility_get_at (tracks, place);
      gboolean shown = ful_track_visibility_is_shown (tracks, track);

      g_string_append_printf (text, "%s%s%s%s", place > 0 ? " " : "", shown ? "" : "(",
                              ful_track_visibility_get_track (tracks, track)->name, shown ? "" : ")");
    }

  return g_string_free (text, FALSE);
}

/* Global tracks are 0: P1 and 1: P2; those of P1 are 0: Busy and 1: Lazy, of P2 0: X and 1: Y. */
static void
test_links (void)
{
  static const struct { const char *query, *expected; } cases[] = {
    { "v=17", "P1 Busy (Lazy) P2 X Y" },
    { "globalTrackOrder=10&v=17", "P2 X Y P1 Busy (Lazy)" },
    { "globalTrackOrder=1-0&v=5", "P2 X Y P1 Busy (Lazy)" },
    { "globalTrackOrder=1&v=17", "P2 X Y P1 Busy (Lazy)" },     /* the missing one comes after it */
    { "globalTrackOrder=11&v=17", "P1 Busy (Lazy) P2 X Y" },    /* no order */
    { "globalTrackOrder=102&v=17", "P1 Busy (Lazy) P2 X Y" },   /* there is no such track */
    { "localTrackOrderByPid=1-10~2-10~3-10&v=17", "P1 (Lazy) Busy P2 Y X" },
    { "localTrackOrderByPid=1-1-0~2-1-0&v=5", "P1 (Lazy) Busy P2 Y X" },
    { "hiddenGlobalTracks=1&v=17", "P1 Busy Lazy (P2) (X) (Y)" },
    { "hiddenGlobalTracks=&v=17", "P1 Busy Lazy P2 X Y" },
    { "hiddenLocalTracksByPid=1-0w1~2-0&v=17", "P1 (Busy) (Lazy) P2 (X) Y" },
    { "hiddenLocalTracksByPid=2-01&v=17", "P1 Busy Lazy (P2) (X) (Y)" },    /* without a main thread */
    { "hiddenGlobalTracks=01&v=17", "P1 Busy (Lazy) P2 X Y" },              /* no thread would be left */
    { "hiddenGlobalTracks=9&hiddenLocalTracksByPid=1-5~x&v=17", "P1 Busy Lazy P2 X Y" },
    { "globalTrackOrder=10&hiddenGlobalTracks=0&localTrackOrderByPid=2-10&v=15", "P2 Y X (P1) (Busy) (Lazy)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulTrackVisibility) tracks = create ();
      g_autofree char *text = g_strdup_printf ("https://profiler.firefox.com/public/x/calltree/?%s", cases[i].query);
      g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
      g_autoptr(FulProfilerLink) link = ful_profiler_link_parse (text, profile, NULL);
      g_autofree char *shown = NULL;

      if (link->tracks)
        ful_track_visibility_apply (tracks, link->tracks);
      else
        g_assert_cmpstr (cases[i].query, ==, "v=17");
      shown = to_text (tracks);
      g_test_message ("%s", cases[i].query);
      g_assert_cmpstr (shown, ==, cases[i].expected);
    }
}

static void
test_last_thread_stays (void)
{
  g_autoptr(FulTrackVisibility) tracks = create ();

  change (tracks, FUL_TRACK_CHANGE_ISOLATE, "X");
  assert_shown (tracks, "P2 X");
  g_assert_false (ful_track_visibility_can_change (tracks, FUL_TRACK_CHANGE_HIDE, find (tracks, "X")));
  g_assert_false (ful_track_visibility_can_change (tracks, FUL_TRACK_CHANGE_HIDE, find (tracks, "P2")));
  ful_track_visibility_change (tracks, FUL_TRACK_CHANGE_HIDE, find (tracks, "P2"));
  assert_shown (tracks, "P2 X");

  /* Isolated, a process without a main thread would be empty. */
  g_assert_false (ful_track_visibility_can_change (tracks, FUL_TRACK_CHANGE_ISOLATE, find (tracks, "P2")));
}

static void
test_find_thread (void)
{
  g_autoptr(FulTrackVisibility) tracks = create ();

  g_assert_cmpint (ful_track_visibility_find_thread (tracks, 2), ==, 0);
  g_assert_cmpint (ful_track_visibility_find_thread (tracks, 3), ==, 3);
  change (tracks, FUL_TRACK_CHANGE_HIDE, "P1");
  g_assert_cmpint (ful_track_visibility_find_thread (tracks, 1), ==, 3);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_fold (void)
{
  g_autoptr(FulTrackVisibility) tracks = create ();
  guint n_changed = 0;

  g_signal_connect_swapped (tracks, "changed", G_CALLBACK (count_cb), &n_changed);
  g_assert_true (ful_track_visibility_can_fold (tracks, find (tracks, "P1")));
  g_assert_false (ful_track_visibility_can_fold (tracks, find (tracks, "Busy")));
  ful_track_visibility_fold (tracks, find (tracks, "P1"), TRUE);
  ful_track_visibility_fold (tracks, find (tracks, "P1"), TRUE);
  g_assert_cmpuint (n_changed, ==, 1);

  g_assert_true (ful_track_visibility_is_folded (tracks, find (tracks, "Busy")));
  g_assert_false (ful_track_visibility_is_folded (tracks, find (tracks, "X")));
  assert_shown (tracks, "P1 Busy P2 X Y");   /* folded, not hidden */

  change (tracks, FUL_TRACK_CHANGE_HIDE, "Busy");
  g_assert_false (ful_track_visibility_can_fold (tracks, find (tracks, "P1")));
}

/* The tracks from top to bottom, whether they are shown or not. */
static void
assert_order (FulTrackVisibility *tracks,
              const char         *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < ful_track_visibility_get_n_tracks (tracks); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ful_track_visibility_get_track (tracks, ful_track_visibility_get_at (tracks, i))->name);

  g_assert_cmpstr (text->str, ==, expected);
}

static void
move (FulTrackVisibility *tracks,
      const char         *name,
      const char         *target)
{
  g_assert_true (ful_track_visibility_can_move (tracks, find (tracks, name), find (tracks, target)));
  ful_track_visibility_move (tracks, find (tracks, name), find (tracks, target));
}

/* A process moves with all that is in it; a track stays in its process. */
static void
test_move (void)
{
  g_autoptr(FulTrackVisibility) tracks = create ();

  assert_order (tracks, "P1 Busy Lazy P2 X Y");
  g_assert_false (ful_track_visibility_can_move (tracks, find (tracks, "Busy"), find (tracks, "X")));
  g_assert_false (ful_track_visibility_can_move (tracks, find (tracks, "Busy"), find (tracks, "P1")));
  g_assert_false (ful_track_visibility_can_move (tracks, find (tracks, "Busy"), find (tracks, "Busy")));
  move (tracks, "Busy", "Lazy");
  assert_order (tracks, "P1 Lazy Busy P2 X Y");
  move (tracks, "P1", "P2");
  assert_order (tracks, "P2 X Y P1 Lazy Busy");
  move (tracks, "Y", "X");
  assert_order (tracks, "P2 Y X P1 Lazy Busy");
  move (tracks, "P1", "P2");
  assert_order (tracks, "P1 Lazy Busy P2 Y X");
}

static void
test_types (void)
{
  g_autoptr(FulTrackVisibility) tracks = create ();

  change (tracks, FUL_TRACK_CHANGE_SHOW_PROCESS, "Busy");
  assert_shown (tracks, "P1 Busy Lazy P2 X Y");
  change (tracks, FUL_TRACK_CHANGE_HIDE_TYPE, "X");
  assert_shown (tracks, "P1");
}

static void
test_search (void)
{
  static const struct { const char *search, *shown; } cases[] = {
    { "", "P1 Busy Lazy P2 X Y" },
    { " , ", "P1 Busy Lazy P2 X Y" },
    { "LAZ", "P1 Lazy" },
    { "nothing", "P1" },
    { "nothing, BUSY", "P1 Busy" },
    { "p2", "P1 P2 X Y" },   /* the name of the process of X and Y */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulTrackVisibility) tracks = create ();

      change (tracks, FUL_TRACK_CHANGE_ISOLATE, "P1");
      ful_track_visibility_show_matching (tracks, cases[i].search);
      assert_shown (tracks, cases[i].shown);
    }
}

/* The first @n threads: two that do nothing, and busy ones. */
static FulProfile *
make_snapshot (guint    n,
               gboolean grows)
{
  static const char *const names[] = { "GeckoMain", "Lazy", "Calm", "Busy", "Busier" };
  FulTestProfile *test = ful_test_profile_new ();
  FulProfile *profile;

  for (guint i = 0; i < n; i++)
    add_thread (test, names[i], "1", i < 3 ? "A\n" : "A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A  A\n");
  profile = ful_test_profile_seal (test);
  profile->grows = grows;
  profile->format = "A format";

  return profile;
}

/* @selected: a thread, or -1 */
static void
extend (FulTrackVisibility *tracks,
        FulProfile         *profile,
        gint32              selected)
{
  const guint threads[] = { (guint) selected };
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulProfile) own = profile;
  g_autoptr(FulTrackList) list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);

  ful_view_options_set_threads (options, threads, selected >= 0);
  ful_track_visibility_extend (tracks, profile, list, options);
}

/* Nothing that is on screen goes while a file is read. At its end it is as if it had been read in one go, but for what
 * somebody changed. */
static void
test_end_of_file (void)
{
  g_autoptr(FulProfile) first = make_snapshot (3, TRUE);
  g_autoptr(FulTrackList) list = ful_track_list_new (first, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);

  for (gint32 selected = -1; selected <= 2; selected++)
    {
      static const char *const expected[] = { "P1 Busier", "P1 Busier", "P1 Busier Lazy", "P1 Busier Calm" };
      g_autoptr(FulTrackVisibility) tracks = ful_track_visibility_new (first, list);

      assert_shown (tracks, "P1 Calm Lazy");
      extend (tracks, make_snapshot (5, TRUE), selected);
      assert_shown (tracks, "P1 Busier Busy Calm Lazy");
      change (tracks, FUL_TRACK_CHANGE_HIDE, "Busy");
      extend (tracks, make_snapshot (5, FALSE), selected);
      assert_shown (tracks, expected[selected + 1]);
      extend (tracks, make_snapshot (5, FALSE), selected);
      assert_shown (tracks, expected[selected + 1]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track-visibility/changes", test_changes);
  g_test_add_func ("/track-visibility/end-of-file", test_end_of_file);
  g_test_add_func ("/track-visibility/links", test_links);
  g_test_add_func ("/track-visibility/last-thread-stays", test_last_thread_stays);
  g_test_add_func ("/track-visibility/find-thread", test_find_thread);
  g_test_add_func ("/track-visibility/fold", test_fold);
  g_test_add_func ("/track-visibility/move", test_move);
  g_test_add_func ("/track-visibility/types", test_types);
  g_test_add_func ("/track-visibility/search", test_search);

  return g_test_run ();
}
