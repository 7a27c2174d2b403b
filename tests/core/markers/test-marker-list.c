/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/list/ful-marker-list.h"

#include <math.h>

#define INSTANT FUL_MARKER_PHASE_INSTANT
#define INTERVAL FUL_MARKER_PHASE_INTERVAL
#define START FUL_MARKER_PHASE_INTERVAL_START
#define END FUL_MARKER_PHASE_INTERVAL_END

static FulMarkerList *
derive (FulProfile     *profile,
        const guint    *threads,
        guint           n_threads,
        FulDeriveCache *cache)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulThreadSet) set = ful_thread_set_new (profile, threads, n_threads, NULL, &error);
  FulMarkerList *list;

  g_assert_no_error (error);
  list = ful_marker_list_derive (set, cache, NULL, &error);
  g_assert_no_error (error);

  return list;
}

/* "name start end rows\n" for each marker; "?" marks an incomplete one. */
static char *
to_text (FulMarkerList *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->n_markers; i++)
    {
      g_string_append_printf (text, "%s %g", ful_marker_list_get_name (list, i), list->start[i]);
      if (!isnan (list->end[i]))
        g_string_append_printf (text, " %g", list->end[i]);
      if (list->incomplete[i])
        g_string_append (text, " ?");
      if (list->begin_row[i] != FUL_NONE)
        g_string_append_printf (text, " #%d", list->begin_row[i]);
      if (list->end_row[i] != FUL_NONE)
        g_string_append_printf (text, " #%d", list->end_row[i]);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
assert_markers (FulProfile *profile,
                guint       thread,
                const char *expected)
{
  g_autoptr(FulMarkerList) list = derive (profile, &thread, 1, NULL);
  g_autofree char *text = to_text (list);

  g_assert_cmpstr (text, ==, expected);
}

/* Samples at 0, 1 and 2 ms, so the thread lasts from 0 to 3. */
#define SAMPLES "A  A  A\n"

static void
test_phases (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  guint zero = 0;

  test->has_flaws = TRUE;
  ful_test_profile_mark (test, thread, "end only", END, NAN, 2, NULL);            /* 0 */
  ful_test_profile_mark (test, thread, "early", END, NAN, -5, NULL);
  ful_test_profile_mark (test, thread, "nested[Layout]", START, 1, NAN, NULL);
  ful_test_profile_mark (test, thread, "nested", START, 1.5, NAN, NULL);
  ful_test_profile_mark (test, thread, "other", START, 1.25, NAN, NULL);
  ful_test_profile_mark (test, thread, "nested", END, NAN, 2, NULL);              /* 5 */
  ful_test_profile_mark (test, thread, "nested[Idle]", END, NAN, 2.5, NULL);
  ful_test_profile_mark (test, thread, "nested", END, NAN, 2.75, NULL);
  ful_test_profile_mark (test, thread, "instant", INSTANT, 0.5, 99, NULL);
  ful_test_profile_mark (test, thread, "interval", INTERVAL, 0.25, 0.25, NULL);
  ful_test_profile_mark (test, thread, "late", START, 7, NAN, NULL);              /* 10 */
  /* Without the time that the phase needs. */
  ful_test_profile_mark (test, thread, "x", INSTANT, NAN, 1, NULL);
  ful_test_profile_mark (test, thread, "x", INTERVAL, 1, NAN, NULL);
  ful_test_profile_mark (test, thread, "x", INTERVAL, NAN, 1, NULL);
  ful_test_profile_mark (test, thread, "x", START, NAN, 1, NULL);
  ful_test_profile_mark (test, thread, "x", END, 1, NAN, NULL);
  profile = ful_test_profile_seal (test);

  assert_markers (profile, 0,
                  "early -5 -5 ? #1\n"
                  "end only 0 2 ? #0\n"
                  "nested 0 2.75 ? #7\n"
                  "interval 0.25 0.25 #9\n"
                  "instant 0.5 #8\n"
                  "nested 1 2.5 #2 #6\n"
                  "other 1.25 3 ? #4\n"
                  "nested 1.5 2 #3 #5\n"
                  "late 7 7 ? #10\n");
  list = derive (profile, &zero, 1, NULL);
  g_assert_cmpint (list->category[5], ==, FUL_TEST_IDLE);   /* that of the end */
}

/* Pairs by looking back from each end for the latest start of its name that is left. */
static char *
pair_naively (const char *names, const guint8 *phases, guint n, double range_end)
{
  g_autofree gboolean *used = g_new0 (gboolean, n);
  g_autofree char **lines = g_new0 (char *, n);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      gint from = (gint) i - 1;

      if (phases[i] == INSTANT)
        lines[i] = g_strdup_printf ("%c %u #%u\n", names[i], i, i);
      else if (phases[i] == INTERVAL)
        lines[i] = g_strdup_printf ("%c %u %g #%u\n", names[i], i, i + 0.5, i);
      if (phases[i] != END)
        continue;
      while (from >= 0 && (phases[from] != START || names[from] != names[i] || used[from]))
        from--;
      if (from < 0)
        {
          g_string_append_printf (text, "%c 0 %u ? #%u\n", names[i], i, i);
          continue;
        }
      used[from] = TRUE;
      lines[from] = g_strdup_printf ("%c %d %u #%d #%u\n", names[from], from, i, from, i);
    }
  for (guint i = 0; i < n; i++)
    {
      if (phases[i] == START && !used[i])
        lines[i] = g_strdup_printf ("%c %u %g ? #%u\n", names[i], i, fmax (i, range_end), i);
      if (lines[i])
        g_string_append (text, lines[i]);
      g_free (lines[i]);
    }

  return g_string_free (text, FALSE);
}

static void
test_pairing_is_as_naive (void)
{
  for (guint round = 0; round < 200; round++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
      guint n = (guint) g_test_rand_int_range (0, 60);
      char names[64] = "";
      guint8 phases[64];
      g_autoptr(FulProfile) profile = NULL;
      g_autofree char *expected = NULL;

      for (guint i = 0; i < n; i++)
        {
          char name[2] = { (char) g_test_rand_int_range ('a', 'd'), '\0' };

          names[i] = name[0];
          /* Row 0 is before all unmatched ends, which begin where the thread does. */
          phases[i] = i == 0 ? END : (guint8) g_test_rand_int_range (0, 4);
          ful_test_profile_mark (test, thread, name, phases[i], i, phases[i] == INTERVAL ? i + 0.5 : i, NULL);
        }
      profile = ful_test_profile_seal (test);
      expected = pair_naively (names, phases, n, 3);
      assert_markers (profile, 0, expected);
    }
}

/* Starts of one time that never end come in the order of the first start of their name. */
static void
test_open_order (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_mark (test, thread, "b", END, NAN, 0, NULL);
  ful_test_profile_mark (test, thread, "a", START, 1, NAN, NULL);
  ful_test_profile_mark (test, thread, "b", START, 1, NAN, NULL);
  ful_test_profile_mark (test, thread, "a", START, 1, NAN, NULL);
  profile = ful_test_profile_seal (test);

  assert_markers (profile, 0, "b 0 0 ? #0\n" "a 1 3 ? #1\n" "a 1 3 ? #3\n" "b 1 3 ? #2\n");
}

/* Many that are late, and many of one time: ordered by time, those of one time as they were recorded. */
static void
test_order (void)
{
  static const gint32 n_times[] = { 1, 20, 100000 };

  for (guint t = 0; t < G_N_ELEMENTS (n_times); t++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(FulMarkerList) list = NULL;
      guint zero = 0;

      for (guint i = 0; i < 500; i++)
        {
          gint32 time = g_test_rand_int_range (0, n_times[t]) - n_times[t] / 2;

          ful_test_profile_mark (test, thread, i % 3 ? "m" : "n[Layout]", INTERVAL, time, time + (double) i, NULL);
        }
      profile = ful_test_profile_seal (test);
      list = derive (profile, &zero, 1, NULL);

      g_assert_cmpuint (list->n_markers, ==, 500);
      for (guint i = 0; i < list->n_markers; i++)
        {
          gint32 row = list->begin_row[i];

          if (i > 0)
            g_assert_true (list->start[i - 1] < list->start[i] ||
                           (list->start[i - 1] == list->start[i] && list->begin_row[i - 1] < row));
          /* All columns were moved alike. */
          g_assert_cmpfloat (list->end[i], ==, list->start[i] + row);
          g_assert_cmpstr (ful_marker_list_get_name (list, i), ==, row % 3 ? "m" : "n");
          g_assert_cmpint (list->category[i], ==, row % 3 ? FUL_TEST_OTHER : FUL_TEST_LAYOUT);
        }
    }
}

#define NETWORK(members) "{\"type\":\"Network\"," members "}"

static void
test_requests (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_mark (test, thread, "Load 1", INTERVAL, 0.5, 1, NETWORK ("\"id\":1,\"status\":\"STATUS_START\""));
  ful_test_profile_mark (test, thread, "Load 2", INTERVAL, 0.75, 1, NETWORK ("\"id\":2,\"status\":\"STATUS_START\""));
  ful_test_profile_mark (test, thread, "Load 1b[Idle]", INTERVAL, 1, 2, NETWORK ("\"id\":1,\"status\":\"STATUS_REDIRECT\""));
  ful_test_profile_mark (test, thread, "Load 2", INTERVAL, 1, 2, NETWORK ("\"id\":2,\"status\":\"STATUS_STOP\""));
  ful_test_profile_mark (test, thread, "Load 2", INTERVAL, 2, 2.5, NETWORK ("\"id\":2,\"status\":\"STATUS_STOP\""));
  ful_test_profile_mark (test, thread, "Load 3", INTERVAL, 2, 2.5, NETWORK ("\"id\":3,\"status\":\"STATUS_START\""));
  ful_test_profile_mark (test, thread, "Load ?", INTERVAL, -1, 2.5, NETWORK ("\"status\":[]"));
  profile = ful_test_profile_seal (test);

  assert_markers (profile, 0,
                  "Load ? -1 2.5 ? #6\n"
                  "Load 2 0 2.5 ? #4\n"
                  "Load 1b 0.5 2 #0 #2\n"
                  "Load 2 0.75 2 #1 #3\n"
                  "Load 3 2 3 ? #5\n");
}

#define SCREENSHOT(window) "{\"type\":\"CompositorScreenshot\",\"windowID\":\"" window "\"}"

static void
test_screenshots (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  guint zero = 0;

  ful_test_profile_mark (test, thread, "S", INSTANT, 0, NAN, SCREENSHOT ("a"));
  ful_test_profile_mark (test, thread, "S", INSTANT, 0.5, NAN, SCREENSHOT ("b"));
  ful_test_profile_mark (test, thread, "S[Layout]", INSTANT, 1, NAN, SCREENSHOT ("a"));
  ful_test_profile_mark (test, thread, "CompositorScreenshotWindowDestroyed", INSTANT, 2, NAN, SCREENSHOT ("a"));
  ful_test_profile_mark (test, thread, "CompositorScreenshotWindowDestroyed", INSTANT, 2.5, NAN, SCREENSHOT ("c"));
  profile = ful_test_profile_seal (test);

  assert_markers (profile, 0,
                  "CompositorScreenshot 0 1 #0 #2\n"
                  "CompositorScreenshot 0.5 3 #1\n"
                  "CompositorScreenshot 1 2 #2 #3\n"
                  "CompositorScreenshotWindowDestroyed 2 #3\n"
                  "CompositorScreenshotWindowDestroyed 2.5 #4\n");
  list = derive (profile, &zero, 1, NULL);
  g_assert_cmpint (list->category[0], ==, FUL_TEST_LAYOUT);   /* that of the row that ends it */
}

#define IPC(start, other, seqno, direction, more) \
  "{\"type\":\"IPC\",\"startTime\":" start ",\"otherPid\":\"" other "\",\"messageSeqno\":" seqno \
  ",\"messageType\":\"M\",\"direction\":\"" direction "\"" more "}"

/* The text of some members of a marker's payload. */
static char *
payload_to_text (FulMarkerList *list,
                 guint          marker)
{
  static const char *const keys[] = { "sendThreadName", "recvThreadName", "niceDirection", "messageSeqno" };
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  GString *text = g_string_new (NULL);

  ful_marker_list_read_payload (list, marker, reader);
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    if (ful_payload_reader_get (reader, k))
      {
        g_autofree char *value = ful_payload_value_dup_text (ful_payload_reader_get (reader, k));

        g_string_append_printf (text, "%s;", value);
      }

  return g_string_free (text, FALSE);
}

static void
test_messages (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *sender = ful_test_profile_add (test, SAMPLES);
  FulThreadBuilder *io, *receiver, *named;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  guint two = 2;

  g_free (sender->thread->name);
  sender->thread->name = g_strdup ("Sender");
  sender->thread->tid_is_number = TRUE;
  /* 1: all steps. 2: only the sender is recorded. */
  ful_test_profile_mark (test, sender, "IPC", INSTANT, 1, NAN, IPC ("1", "2", "1", "sending", ",\"sync\":true"));
  ful_test_profile_mark (test, sender, "IPC", INSTANT, 1, NAN, IPC ("9", "2", "1", "sending", ""));   /* again */
  ful_test_profile_mark (test, sender, "IPC", INSTANT, 1, NAN, IPC ("1.5", "2", "2", "sending", ""));
  io = ful_test_profile_add (test, SAMPLES);
  io->thread->tid_is_number = TRUE;
  ful_test_profile_mark (test, io, "IPC", INSTANT, 1, NAN, IPC ("1.25", "2", "1", "sending", ",\"phase\":\"transferStart\""));
  ful_test_profile_mark (test, io, "IPC", INSTANT, 1, NAN, IPC ("1.6", "2", "2", "sending", ",\"phase\":\"transferStart\""));
  ful_test_profile_mark (test, io, "IPC", INSTANT, 1, NAN, IPC ("1.7", "2", "2", "sending", ",\"phase\":\"transferEnd\""));
  ful_test_profile_mark (test, io, "IPC", INSTANT, 1, NAN, IPC ("1.8", "3", "3", "sending", ",\"phase\":\"transferEnd\""));
  ful_test_profile_mark (test, io, "IPC", INSTANT, 1, NAN, IPC ("1.9", "3", "4", "receiving", ",\"phase\":\"transferStart\""));
  ful_test_profile_mark (test, io, "IPC", INSTANT, 1, NAN, "{\"type\":\"IPC\"}");
  receiver = ful_test_profile_add (test, SAMPLES);
  g_free (receiver->thread->pid);
  receiver->thread->pid = g_strdup ("2");
  receiver->thread->tid_is_number = TRUE;
  ful_test_profile_mark (test, receiver, "IPC", INSTANT, 1, NAN,
                         IPC ("2", "1", "1", "receiving", ",\"phase\":\"endpoint\",\"sync\":true"));
  ful_test_profile_mark (test, receiver, "IPC", INSTANT, 1, NAN, IPC ("2.5", "9", "7", "receiving", ""));
  named = ful_test_profile_add (test, SAMPLES);
  ful_test_profile_mark (test, named, "IPC", INSTANT, 1, NAN, IPC ("2.5", "9", "8", "receiving", ""));
  profile = ful_test_profile_seal (test);

  assert_markers (profile, 0, "SyncIPCOut 1 2 #0\nIPCOut 1.5 1.5 ? #2\n");
  /* Once in a thread: the start of the transfer, not its end. */
  assert_markers (profile, 1, "IPCOut 1.6 1.6 ? #1\nIPCOut 1.8 1.8 ? #3\n");
  assert_markers (profile, 2, "SyncIPCIn 1 2 #0\nIPCIn 2.5 2.5 ? #1\n");
  assert_markers (profile, 3, "");   /* its id is no number */

  list = derive (profile, &two, 1, NULL);
  {
    g_autofree char *first = payload_to_text (list, 0);
    g_autofree char *second = payload_to_text (list, 1);

    g_assert_cmpstr (first, ==, "Sender (Thread ID: 1);Test (Thread ID: 1);received from Sender (Thread ID: 1);1;");
    g_assert_cmpstr (second, ==, "Test (Thread ID: 1);received from 9;7;");
  }
}

/* Delays that fall, with some missing. */
static void
test_janks (void)
{
  static const double delays[] = { 10, NAN, 60, 70, NAN, 20, 49, 0, 80, 80, 50 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  A  A  A  A  A  A  A  A  A  A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerList) both = NULL;
  guint threads[] = { 0, 1 };

  thread->samples.buffers[FUL_SAMPLE_EVENT_DELAY] = ful_buffer_new (FUL_TYPE_F64, G_N_ELEMENTS (delays));
  memcpy (FUL_CELLS (&thread->samples, FUL_SAMPLE_EVENT_DELAY, double), delays, sizeof delays);
  thread->samples.buffers[FUL_SAMPLE_EVENT_DELAY]->n = G_N_ELEMENTS (delays);
  ful_test_profile_add (test, SAMPLES);
  profile = ful_test_profile_seal (test);

  assert_markers (profile, 0, "Jank -71 9\nJank -67 3\nJank -40 10\n");
  assert_markers (profile, 1, "");
  both = derive (profile, threads, 2, NULL);
  g_assert_cmpuint (both->n_markers, ==, 0);   /* merged threads have no event delays */
}

/* A start in one thread never meets an end in another. */
static void
test_merged_threads (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *first = ful_test_profile_add (test, SAMPLES);
  FulThreadBuilder *second = ful_test_profile_add (test, SAMPLES);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulMarkerList) list = NULL, again = NULL;
  g_autofree char *text = NULL;
  guint threads[] = { 1, 0 };

  ful_test_profile_mark (test, first, "m", START, 2, NAN, NULL);
  ful_test_profile_mark (test, second, "m", END, NAN, 1, NULL);
  ful_test_profile_mark (test, second, "n", INSTANT, 2, NAN, NULL);
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);

  list = derive (profile, threads, 2, cache);
  text = to_text (list);
  g_assert_cmpstr (text, ==, "m 0 1 ? #0\nn 2 #1\nm 2 3 ? #0\n");   /* ties in the order of the selection */
  g_assert_cmpint (list->thread[0], ==, 1);
  g_assert_cmpint (list->thread[2], ==, 0);
  again = derive (profile, threads, 2, cache);
  g_assert_true (list == again);
}

/* Nor does what has the same id or window in threads of two processes become one: their markers are those of each thread. */
static void
test_pairs_of_processes (void)
{
  static const struct { const char *name, *start, *end; FulMarkerPhase start_phase, end_phase; } pairs[] = {
    { "m", "{\"type\":\"T\"}", "{\"type\":\"T\"}", START, END },
    { "Load", "{\"type\":\"Network\",\"id\":7,\"status\":\"STATUS_START\",\"URI\":\"a\",\"startTime\":1,\"endTime\":1}",
      "{\"type\":\"Network\",\"id\":7,\"status\":\"STATUS_STOP\",\"URI\":\"a\",\"startTime\":1,\"endTime\":2}",
      FUL_MARKER_PHASE_INTERVAL, FUL_MARKER_PHASE_INTERVAL },
    { "CompositorScreenshot", "{\"type\":\"CompositorScreenshot\",\"windowID\":\"w\"}",
      "{\"type\":\"CompositorScreenshot\",\"windowID\":\"w\"}", INSTANT, INSTANT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      FulThreadBuilder *first = ful_test_profile_add (test, SAMPLES);
      FulThreadBuilder *second = ful_test_profile_add (test, SAMPLES);
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(FulMarkerList) both = NULL;
      guint threads[] = { 0, 1 };
      guint n = 0;

      g_free (second->thread->pid);
      second->thread->pid = g_strdup ("2");
      ful_test_profile_mark (test, first, pairs[i].name, pairs[i].start_phase, 1, 1, pairs[i].start);
      ful_test_profile_mark (test, second, pairs[i].name, pairs[i].end_phase, 2, 2, pairs[i].end);
      profile = ful_test_profile_seal (test);

      both = derive (profile, threads, 2, NULL);
      g_assert_cmpuint (both->n_markers, ==, 2);
      for (guint t = 0; t < 2; t++)
        {
          g_autoptr(FulMarkerList) alone = derive (profile, &threads[t], 1, NULL);

          g_assert_cmpuint (alone->n_markers, ==, 1);
          for (guint k = 0; k < both->n_markers; k++)
            if (both->thread[k] == (gint32) t)
              {
                g_assert_cmpfloat (both->start[k], ==, alone->start[0]);
                g_assert_true (both->end[k] == alone->end[0] || (isnan (both->end[k]) && isnan (alone->end[0])));
                g_assert_cmpint (both->incomplete[k], ==, alone->incomplete[0]);
                n++;
              }
        }
      g_assert_cmpuint (n, ==, 2);
    }
}

/* Payloads of a pair: members of the end over those of the start. */
static void
test_payloads_of_pairs (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autofree char *text = NULL;
  guint zero = 0;

  ful_test_profile_mark (test, thread, "m", START, 1, NAN, "{\"type\":\"T\",\"messageSeqno\":1,\"niceDirection\":\"x\"}");
  ful_test_profile_mark (test, thread, "m", END, NAN, 2, "{\"messageSeqno\":2}");
  profile = ful_test_profile_seal (test);

  list = derive (profile, &zero, 1, NULL);
  text = payload_to_text (list, 0);
  g_assert_cmpstr (text, ==, "x;2;");
  g_assert_cmpstr (ful_marker_list_get_type (list, 0), ==, "T");
}

static void
test_cancellation (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, SAMPLES);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(GError) error = NULL;
  guint zero = 0;

  ful_test_profile_mark (test, thread, "m", INSTANT, 1, NAN, NULL);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_list_derive (set, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-list/phases", test_phases);
  g_test_add_func ("/marker-list/pairing-is-as-naive", test_pairing_is_as_naive);
  g_test_add_func ("/marker-list/open-order", test_open_order);
  g_test_add_func ("/marker-list/order", test_order);
  g_test_add_func ("/marker-list/requests", test_requests);
  g_test_add_func ("/marker-list/screenshots", test_screenshots);
  g_test_add_func ("/marker-list/messages", test_messages);
  g_test_add_func ("/marker-list/janks", test_janks);
  g_test_add_func ("/marker-list/merged-threads", test_merged_threads);
  g_test_add_func ("/marker-list/pairs-of-processes", test_pairs_of_processes);
  g_test_add_func ("/marker-list/payloads-of-pairs", test_payloads_of_pairs);
  g_test_add_func ("/marker-list/cancellation", test_cancellation);

  return g_test_run ();
}
