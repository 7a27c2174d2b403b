/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/list/ful-marker-list-private.h"

#include <math.h>

#define N_THREADS   3
#define N_SNAPSHOTS 6
#define N_READERS   3

typedef struct
{
  gboolean has_messages;
  gboolean has_delays;
  gboolean samples_come_late;   /* which changes the start of a thread's range */
} Capture;

enum { PLAIN, REQUEST_START, REQUEST_STOP, SCREENSHOT, TEXT, MESSAGE, N_KINDS };

static char *
make_payload (guint kind)
{
  gint32 n = g_test_rand_int_range (0, 4);

  switch (kind)
    {
    case REQUEST_START:
      return g_strdup_printf ("{\"type\":\"Network\",\"id\":%d,\"status\":\"STATUS_START\"}", n);
    case REQUEST_STOP:
      return g_strdup_printf ("{\"type\":\"Network\",\"id\":%d,\"status\":\"STATUS_STOP\"}", n);
    case SCREENSHOT:
      return g_strdup_printf ("{\"type\":\"CompositorScreenshot\",\"windowID\":\"%d\"}", n);
    case TEXT:
      return g_strdup_printf ("{\"type\":\"Text\",\"name\":\"%d\"}", n);
    case MESSAGE:
      return g_strdup_printf ("{\"type\":\"IPC\",\"startTime\":1,\"otherPid\":\"2\",\"messageSeqno\":%d,"
                              "\"messageType\":\"M\",\"direction\":\"%s\"}", n, n % 2 ? "sending" : "receiving");
    default:
      return NULL;
    }
}

/* Rows about @now, with few different times, so that many markers begin together. */
static void
add_markers (FulTestProfile   *test,
             FulThreadBuilder *thread,
             const Capture    *capture,
             double            now)
{
  gint32 n = g_test_rand_int_range (-5, 40);

  for (gint32 i = 0; i < n; i++)
    {
      guint kind = (guint) MAX (g_test_rand_int_range (-6, N_KINDS - !capture->has_messages), 0);
      FulMarkerPhase phase = (FulMarkerPhase) g_test_rand_int_range (0, 4);
      /* Some that began long ago, and ones without the times of their phase. */
      double start = g_test_rand_int_range (0, 20) == 0 ? 1 : now + g_test_rand_int_range (-5, 5);
      double end = g_test_rand_int_range (0, 20) == 0 ? NAN : now + g_test_rand_int_range (0, 5);
      char name[] = { (char) g_test_rand_int_range ('a', 'e'), '\0' };
      g_autofree char *payload = make_payload (kind);

      ful_test_profile_mark (test, thread,
                             kind == SCREENSHOT && g_test_rand_bit () ? "CompositorScreenshotWindowDestroyed" : name,
                             phase, start, end, payload);
    }
}

static void
add_samples (FulThreadBuilder *thread,
             const Capture    *capture,
             double            now)
{
  gint32 n = g_test_rand_int_range (-2, 6);

  for (gint32 i = 0; i < n; i++)
    {
      ful_test_profile_sample (thread, now + i, FUL_NONE);
      if (capture->has_delays)
        FUL_CELLS (&thread->samples, FUL_SAMPLE_EVENT_DELAY, double)[thread->samples.n_rows - 1] =
          g_test_rand_int_range (0, 5) == 0 ? NAN : g_test_rand_int_range (0, 120);
    }
}

static FulProfile *
publish (FulTestProfile *test,
         const Capture  *capture,
         guint           number)
{
  g_autoptr(GError) error = NULL;
  FulProfile *snapshot;

  for (guint t = 0; t < N_THREADS; t++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (test->builder->threads, t);

      if (g_test_rand_int_range (0, 4) > 0)
        add_markers (test, thread, capture, number * 10 + 100);
      if (number > 0 || !capture->samples_come_late)
        add_samples (thread, capture, number * 10 + 100);
    }
  snapshot = ful_profile_builder_publish (test->builder, &error);
  g_assert_no_error (error);

  return snapshot;
}

static FulTestProfile *
begin (const Capture *capture)
{
  FulTestProfile *test = ful_test_profile_new ();

  for (guint t = 0; t < N_THREADS; t++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, "");

      thread->thread->tid_is_number = TRUE;
      if (!capture->samples_come_late)
        ful_test_profile_sample (thread, 0, FUL_NONE);
      if (capture->has_delays)
        ful_table_builder_add_column (&thread->samples, FUL_SAMPLE_EVENT_DELAY);
    }

  return test;
}

static FulThreadSet *
make_set (FulProfile  *profile,
          const guint *threads,
          guint        n_threads)
{
  g_autoptr(GError) error = NULL;
  FulThreadSet *set = ful_thread_set_new (profile, threads, n_threads, NULL, &error);

  g_assert_no_error (error);

  return set;
}

static FulMarkerList *
derive (FulProfile     *profile,
        const guint    *threads,
        guint           n_threads,
        FulDeriveCache *cache)
{
  g_autoptr(FulThreadSet) set = make_set (profile, threads, n_threads);
  g_autoptr(GError) error = NULL;
  FulMarkerList *list = ful_marker_list_derive (set, cache, NULL, &error);

  g_assert_no_error (error);

  return list;
}

/* All columns. */
static GBytes *
copy_columns (const FulMarkerList *list)
{
  GByteArray *bytes = g_byte_array_new ();

#define APPEND(column) \
  g_byte_array_append (bytes, (const guint8 *) (gconstpointer) list->column, list->n_markers * (guint) sizeof *list->column)
  APPEND (start);
  APPEND (end);
  APPEND (name);
  APPEND (category);
  APPEND (thread);
  APPEND (begin_row);
  APPEND (end_row);
  APPEND (kind);
  APPEND (incomplete);
#undef APPEND

  return g_byte_array_free_to_bytes (bytes);
}

static void
assert_equal (const FulMarkerList *list,
              const FulMarkerList *expected)
{
  g_autoptr(GBytes) columns = copy_columns (list);
  g_autoptr(GBytes) expected_columns = copy_columns (expected);

  g_assert_cmpuint (list->n_markers, ==, expected->n_markers);
  g_assert_true (g_bytes_equal (columns, expected_columns));
}

/* The list of each snapshot is that of all its rows, whatever was joined before, and does not change later. */
static void
test_as_whole (void)
{
  for (guint round = 0; round < 400; round++)
    {
      Capture capture = { g_test_rand_int_range (0, 8) == 0, g_test_rand_bit (), g_test_rand_int_range (0, 4) == 0 };
      FulTestProfile *test = begin (&capture);
      guint first = (guint) g_test_rand_int_range (0, N_THREADS);
      guint threads[] = { first, (first + 2) % N_THREADS, (first + 1) % N_THREADS };
      guint n_threads = (guint) g_test_rand_int_range (1, N_THREADS + 1);
      g_autoptr(FulDeriveCache) cache = NULL;
      FulMarkerList *lists[N_SNAPSHOTS];
      GBytes *columns[N_SNAPSHOTS];

      for (guint i = 0; i < N_SNAPSHOTS; i++)
        {
          g_autoptr(FulProfile) snapshot = publish (test, &capture, i);
          g_autoptr(FulMarkerList) expected = derive (snapshot, threads, n_threads, NULL);

          if (cache == NULL)
            cache = ful_derive_cache_new (snapshot, FUL_DERIVE_CACHE_BUDGET);
          lists[i] = derive (snapshot, threads, n_threads, cache);
          assert_equal (lists[i], expected);
          columns[i] = copy_columns (expected);
        }
      for (guint i = 0; i < N_SNAPSHOTS; i++)
        {
          g_autoptr(GBytes) now = copy_columns (lists[i]);

          g_assert_true (g_bytes_equal (now, columns[i]));
          ful_marker_list_unref (lists[i]);
          g_bytes_unref (columns[i]);
        }
      ful_test_profile_free (test);
    }
}

#define START FUL_MARKER_PHASE_INTERVAL_START
#define END FUL_MARKER_PHASE_INTERVAL_END
#define INTERVAL FUL_MARKER_PHASE_INTERVAL

/* Earlier rows are not read again: what is wrong in the list before is wrong in the next one. */
static void
test_goes_on (void)
{
  Capture capture = { FALSE };
  FulTestProfile *test = begin (&capture);
  FulThreadBuilder *thread = g_ptr_array_index (test->builder->threads, 0);
  g_autoptr(FulProfile) first = NULL;
  g_autoptr(FulProfile) second = NULL;
  g_autoptr(FulProfile) third = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulMarkerList) before = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(FulMarkerList) same = NULL;

  ful_test_profile_mark (test, thread, "closed", INTERVAL, 1, 2, NULL);
  ful_test_profile_mark (test, thread, "open", START, 3, NAN, NULL);
  ful_test_profile_sample (thread, 5, FUL_NONE);
  first = ful_profile_builder_publish (test->builder, NULL);
  cache = ful_derive_cache_new (first, FUL_DERIVE_CACHE_BUDGET);
  before = derive (first, (guint[]) { 0 }, 1, cache);
  g_assert_cmpuint (before->n_markers, ==, 2);
  before->end[0] = 99;

  ful_test_profile_mark (test, thread, "open", END, NAN, 4, NULL);
  second = ful_profile_builder_publish (test->builder, NULL);
  list = derive (second, (guint[]) { 0 }, 1, cache);
  g_assert_cmpuint (list->n_markers, ==, 2);
  g_assert_cmpfloat (list->end[0], ==, 99);
  g_assert_cmpfloat (list->end[1], ==, 4);
  g_assert_cmpint (list->end_row[1], ==, 2);
  g_assert_cmpfloat (before->end[1], ==, 6);

  /* Nothing new is not copied. */
  ful_test_profile_sample (thread, 6, FUL_NONE);
  third = ful_profile_builder_publish (test->builder, NULL);
  same = derive (third, (guint[]) { 0 }, 1, cache);
  g_assert_true (same != list);
  g_assert_true (same->start == list->start);
  ful_test_profile_free (test);
}

typedef struct
{
  FulProfile     *snapshot;
  FulDeriveCache *cache;
  FulMarkerList  *before;    /* (nullable) */
  GBytes         *columns;   /* (nullable): of @before */
} Reader;

static gpointer
read_lists (gpointer data)
{
  const Reader *reader = data;
  g_autoptr(FulMarkerList) list = derive (reader->snapshot, (guint[]) { 0, 1 }, 2, reader->cache);
  g_autoptr(FulMarkerList) expected = derive (reader->snapshot, (guint[]) { 0, 1 }, 2, NULL);

  assert_equal (list, expected);
  if (reader->before)
    {
      g_autoptr(GBytes) columns = copy_columns (reader->before);

      g_assert_true (g_bytes_equal (columns, reader->columns));
    }

  return NULL;
}

/* Several threads go on from one list and read it, while the writer adds rows. */
static void
test_readers (void)
{
  for (guint round = 0; round < 20; round++)
    {
      Capture capture = { FALSE, FALSE, FALSE };
      FulTestProfile *test = begin (&capture);
      g_autoptr(FulProfile) snapshot = publish (test, &capture, 0);
      g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (snapshot, FUL_DERIVE_CACHE_BUDGET);
      g_autoptr(FulMarkerList) before = NULL;
      g_autoptr(GBytes) columns = NULL;

      for (guint i = 1; i < N_SNAPSHOTS; i++)
        {
          Reader reader = { snapshot, cache, before, columns };
          GThread *threads[N_READERS];
          FulProfile *next;

          for (guint k = 0; k < N_READERS; k++)
            threads[k] = g_thread_new ("reader", read_lists, &reader);
          next = publish (test, &capture, i);
          for (guint k = 0; k < N_READERS; k++)
            g_thread_join (threads[k]);

          g_clear_pointer (&before, ful_marker_list_unref);
          g_clear_pointer (&columns, g_bytes_unref);
          before = derive (snapshot, (guint[]) { 0, 1 }, 2, cache);
          columns = copy_columns (before);
          g_object_unref (snapshot);
          snapshot = next;
        }
      ful_test_profile_free (test);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/marker-growth/as-whole", test_as_whole);
  g_test_add_func ("/marker-growth/goes-on", test_goes_on);
  g_test_add_func ("/marker-growth/readers", test_readers);

  return g_test_run ();
}
