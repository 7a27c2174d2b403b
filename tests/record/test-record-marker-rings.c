/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rings of markers, written by the library that programs have, and read by the recorder; wrong ones, too. What programs say
 * in a recording is test-record-markers.py. FUL_N_MUTATIONS sets how many wrong rings there are, FUL_SEED which. */

#include "fulgens-marker.h"

#include "markers/ful-record-counters.h"
#include "markers/ful-record-kinds.h"
#include "markers/ful-record-marker-rows.h"
#include "markers/ful-record-markers.h"
#include "markers/ful-record-ring-file.h"
#include "markers/ful-record-ring-folder.h"
#include "markers/ful-record-ring-records.h"
#include "buffer/ful-record-tables.h"
#include "threads/ful-record-threads.h"

#include <glib/gstdio.h>
#include <unistd.h>

#define N_RING (64u << 10)
#define N_WRITERS 4
#define N_EACH 20000

static FulRecordRingFolder *folder;
static FulRecordRingFile own;   /* ring of this process, as its reader has it */

/* Returns: (transfer none): the ring of this process, with nothing in it */
static FulRecordRingFile *
get_ring (void)
{
  FulBytes bytes = { NULL };

  fulgens_marker_thread_name ("none");
  if (own.n_bytes == 0)
    {
      g_auto(GStrv) names = ful_record_ring_folder_list (folder, FUL_RECORD_RINGS_OF_MARKERS);

      g_assert_cmpuint (g_strv_length (names), ==, 1);
      g_assert_true (ful_record_ring_file_open (&own, folder->file, names[0], folder->capture));
    }
  ful_record_ring_file_consume (&own, ful_record_ring_file_read (&own, &bytes));
  ful_bytes_clear (&bytes);

  return &own;
}

static char *
get_ring_path (void)
{
  g_auto(GStrv) names = ful_record_ring_folder_list (folder, FUL_RECORD_RINGS_OF_MARKERS);

  return g_build_filename (folder->path, names[0], NULL);
}

static void
assert_text (FulRecordText  text,
             const char    *expected)
{
  g_autofree char *copy = g_strndup (text.data, text.n);

  g_assert_cmpstr (copy, ==, expected);
}

/* What was read is filled with zeros, so that no length of an old record is there when a place is taken again. */
static void
assert_empty (void)
{
  g_autofree char *path = get_ring_path (), *content = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &content, &n, NULL));
  for (gsize i = FUL_RECORD_RING_HEAD_BYTES; i < n; i++)
    g_assert_cmpint (content[i], ==, 0);
}

static void
test_other_capture (void)
{
  g_autofree char *path = get_ring_path (), *name = g_path_get_basename (path);
  guint8 capture[FUL_RECORD_CAPTURE_BYTES];
  FulRecordRingFile ring;

  memcpy (capture, folder->capture, sizeof capture);
  g_assert_true (ful_record_ring_file_open (&ring, folder->file, name, capture));
  ful_record_ring_file_close (&ring);
  capture[15] ^= 1;
  g_assert_false (ful_record_ring_file_open (&ring, folder->file, name, capture));
}

static void
test_records (void)
{
  FulgensField fields[] = { fulgens_text ("a", "text"), fulgens_int ("b", -5), fulgens_percent ("c", 0.5) };
  FulBytes bytes = { NULL };
  FulRecordRingFile *ring = get_ring ();
  FulRecordRingRecord record;
  FulCursor cursor;

  fulgens_marker_interval_fields ("Category", "name", 5, 7, fields, 3);
  fulgens_marker_instant (NULL, "instant", "said\xff\xfe");
  fulgens_marker_counter ("C", "value", "bytes", 2.5);
  fulgens_marker_thread_name ("thread");
  g_assert_cmpint (ring->pid, ==, getpid ());
  g_assert_cmpuint (ful_record_ring_file_read (ring, &bytes), ==, bytes.n);
  cursor = (FulCursor) { (const guint8 *) bytes.data, bytes.n };

  g_assert_cmpint (ful_record_ring_next (&cursor, &record), ==, FUL_RECORD_RING_RECORD);
  g_assert_cmpint (record.kind, ==, FUL_RECORD_RING_MARKER);
  g_assert_true (record.is_interval);
  g_assert_false (record.has_text);
  g_assert_cmpuint (record.start, ==, 5);
  g_assert_cmpuint (record.end, ==, 7);
  g_assert_cmpint (record.tid, ==, getpid ());
  assert_text (record.category, "Category");
  assert_text (record.name, "name");
  g_assert_cmpuint (record.n_fields, ==, 3);
  assert_text (record.fields[0].key, "a");
  assert_text (record.fields[0].text, "text");
  g_assert_cmpint (record.fields[1].integer, ==, -5);
  g_assert_cmpint (record.fields[2].kind, ==, FUL_RECORD_FIELD_PERCENT);
  g_assert_cmpfloat (record.fields[2].number, ==, 0.5);

  g_assert_cmpint (ful_record_ring_next (&cursor, &record), ==, FUL_RECORD_RING_RECORD);
  g_assert_false (record.is_interval);
  g_assert_true (record.has_text);
  assert_text (record.category, "");
  assert_text (record.text, "said??");

  g_assert_cmpint (ful_record_ring_next (&cursor, &record), ==, FUL_RECORD_RING_RECORD);
  g_assert_cmpint (record.kind, ==, FUL_RECORD_RING_COUNTER);
  assert_text (record.text, "bytes");
  g_assert_cmpfloat (record.value, ==, 2.5);

  g_assert_cmpint (ful_record_ring_next (&cursor, &record), ==, FUL_RECORD_RING_RECORD);
  g_assert_cmpint (record.kind, ==, FUL_RECORD_RING_THREAD_NAME);
  assert_text (record.name, "thread");
  g_assert_cmpint (ful_record_ring_next (&cursor, &record), ==, FUL_RECORD_RING_END);

  ful_record_ring_file_consume (ring, bytes.n);
  bytes.n = 0;
  g_assert_cmpuint (ful_record_ring_file_read (ring, &bytes), ==, 0);
  assert_empty ();
  ful_bytes_clear (&bytes);
}

static gpointer
write_cb (gpointer data)
{
  for (int i = 0; i < N_EACH; i++)
    {
      FulgensField fields[] = { fulgens_int ("writer", GPOINTER_TO_INT (data)), fulgens_int ("i", i),
                                fulgens_text ("text", i % 3 == 0 ? "long enough for records of several lengths" : "") };

      fulgens_marker_instant_fields (NULL, "w", fields, 3);
      if (i % 64 == 0)
        g_usleep (50);
    }

  return NULL;
}

/* Counts the records of each writer, which must be in order. */
static void
check_order (FulBytes *bytes,
             int      *last,
             guint    *n)
{
  FulCursor cursor = { (const guint8 *) bytes->data, bytes->n };
  FulRecordRingRecord record;
  FulRecordRingResult result;

  while ((result = ful_record_ring_next (&cursor, &record)) != FUL_RECORD_RING_END)
    {
      g_assert_cmpint (result, !=, FUL_RECORD_RING_BROKEN);
      if (result != FUL_RECORD_RING_RECORD)
        continue;
      g_assert_cmpuint (record.n_fields, ==, 3);
      g_assert_cmpint (record.fields[1].integer, >, last[record.fields[0].integer]);
      last[record.fields[0].integer] = (int) record.fields[1].integer;
      (*n)++;
    }
}

/* A ring goes around many times while it is written and read: each record is whole, and read once or counted as dropped. */
static void
test_around (void)
{
  FulRecordRingFile *ring = get_ring ();
  GThread *writers[N_WRITERS];
  FulBytes bytes = { NULL };
  int last[N_WRITERS] = { -1, -1, -1, -1 };
  guint n = 0;
  guint64 n_before = ring->n_dropped;

  for (guint i = 0; i < N_WRITERS; i++)
    writers[i] = g_thread_new ("writer", write_cb, GUINT_TO_POINTER (i));
  while (n + ring->n_dropped - n_before < N_WRITERS * N_EACH)
    {
      bytes.n = 0;
      ful_record_ring_file_read (ring, &bytes);
      g_assert_false (ring->is_broken);
      check_order (&bytes, last, &n);
      ful_record_ring_file_consume (ring, bytes.n);
    }
  for (guint i = 0; i < N_WRITERS; i++)
    g_thread_join (writers[i]);
  g_assert_cmpuint (n + ring->n_dropped - n_before, ==, N_WRITERS * N_EACH);
  g_assert_cmpuint (n, >, N_RING / 48);
  ful_bytes_clear (&bytes);
}

static void
test_off (void)
{
  FulRecordRingFile *ring = get_ring ();

  g_assert_true (fulgens_marker_active ());
  ful_record_ring_file_set_off (ring, TRUE);
  g_assert_false (fulgens_marker_active ());
  ful_record_ring_file_set_off (ring, FALSE);
  g_assert_true (fulgens_marker_active ());
}

static FulRecordText
text (const char *from)
{
  return (FulRecordText) { from, (guint) strlen (from) };
}

static void
test_kinds (void)
{
  FulRecordField fields[] = { { FUL_RECORD_FIELD_INT, text ("a") }, { FUL_RECORD_FIELD_TEXT, text ("b") } };
  FulRecordField other = { FUL_RECORD_FIELD_URL, text ("a") };
  FulRecordKinds kinds;

  ful_record_kinds_init (&kinds);
  g_assert_cmpuint (ful_record_kinds_get_category (&kinds, text ("Idle")), ==, 2);
  g_assert_false (kinds.is_changed);
  g_assert_cmpuint (ful_record_kinds_get_category (&kinds, text ("Mine")), ==, 3);
  g_assert_true (kinds.is_changed);
  g_assert_cmpuint (ful_record_kinds_get_category (&kinds, text ("Mine")), ==, 3);
  g_assert_cmpuint (ful_record_kinds_get_category (&kinds, text ("")), ==, 0);

  g_assert_cmpstr (ful_record_kinds_get_type (&kinds, text ("m"), fields, 1), ==, "m");
  kinds.is_changed = FALSE;
  g_assert_cmpstr (ful_record_kinds_get_type (&kinds, text ("m"), fields, 1), ==, "m");
  g_assert_false (kinds.is_changed);
  g_assert_cmpstr (ful_record_kinds_get_type (&kinds, text ("m"), fields, 2), ==, "m");
  g_assert_true (kinds.is_changed);
  g_assert_cmpstr (ful_record_kinds_get_type (&kinds, text ("m-2"), fields, 2), ==, "m-2");
  g_assert_cmpstr (ful_record_kinds_get_type (&kinds, text ("m"), &other, 1), ==, "m-3");

  /* However many there are, META can be sent. */
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%02000u", i);
      FulRecordField field = { FUL_RECORD_FIELD_INT, text (name) };

      g_assert_cmpuint (ful_record_kinds_get_category (&kinds, text (name)), <, 300);
      ful_record_kinds_get_type (&kinds, text (i % 2 ? "same" : name), &field, 1);
    }
  g_assert_cmpuint (kinds.schemas->len, <=, 1024);
  g_assert_cmpuint (kinds.n_bytes, <=, 1 << 20);
  ful_record_kinds_clear (&kinds);
}

static void
test_ring_size (void)
{
  g_assert_cmpuint (ful_record_markers_get_ring_size (32 << 20), ==, 1 << 20);
  g_assert_cmpuint (ful_record_markers_get_ring_size (1 << 20), ==, 128 << 10);
  g_assert_cmpuint (ful_record_markers_get_ring_size (128 << 10), ==, 64 << 10);
  g_assert_cmpuint (ful_record_markers_get_ring_size (32 << 10), ==, 0);
}

static FulLibIndex
get_lib (const char   *path G_GNUC_UNUSED,
         const guint8 *build_id G_GNUC_UNUSED,
         gsize         n G_GNUC_UNUSED,
         gpointer      user_data G_GNUC_UNUSED)
{
  return FUL_NONE;
}

static const FulPerfProcessFuncs funcs = { get_lib, NULL, NULL };

/* What the recorder makes of the rings that are there. Returns: bytes of frames */
static gsize
record_rings (void)
{
  FulProfileBuilder *builder = ful_profile_builder_new ();
  FulRecordTables tables = { NULL };
  FulRecordWaits waits = { NULL };
  FulImportTables rows;
  FulPerfProcesses processes;
  FulRecordThreads threads;
  FulRecordCounters counters;
  FulRecordMarkerRows marker_rows;
  FulRecordMarkers markers;
  FulBytes frames = { NULL };
  gsize n;

  ful_import_tables_init (&rows, builder);
  ful_record_tables_init (&tables, &rows);
  ful_perf_processes_init (&processes, &funcs, NULL);
  ful_perf_processes_get_thread (&processes, getpid (), getpid ());
  ful_record_threads_init (&threads, &tables, &waits);
  threads.interval_ns = 1000000;
  ful_record_counters_init (&counters);
  ful_record_marker_rows_init (&marker_rows, &threads, &processes, &rows, &counters);
  ful_record_markers_init (&markers, &marker_rows, &processes, folder, 32 << 20);
  for (guint i = 0; i < 8; i++)
    {
      ful_record_markers_read (&markers, fulgens_marker_now (), TRUE, i == 7);
      ful_record_threads_put (&threads, &frames);
      ful_record_counters_put (&counters, &frames);
      ful_record_marker_rows_put (&marker_rows, &frames);
    }
  n = frames.n;

  ful_bytes_clear (&frames);
  ful_record_markers_clear (&markers);
  ful_record_marker_rows_clear (&marker_rows);
  ful_record_counters_clear (&counters);
  ful_record_threads_clear (&threads);
  ful_record_waits_clear (&waits);
  ful_perf_processes_clear (&processes);
  ful_import_tables_clear (&rows);
  ful_profile_builder_free (builder);

  return n;
}

static void
fill_ring (GRand *rand)
{
  FulgensField fields[] = { fulgens_text ("a", "text"), fulgens_number ("b", 1.5), fulgens_bytes ("c", 4096), fulgens_url ("d", "x:y") };

  for (int i = g_rand_int_range (rand, 1, 200); i > 0; i--)
    {
      fulgens_marker_instant_fields ("One", i % 2 ? "a" : "b", fields, (gsize) (i % 5));
      fulgens_marker_counter ("Two", "count", i % 2 ? "" : "bytes", i);
      fulgens_marker_interval (NULL, "text", (guint64) i, fulgens_marker_now (), "a text");
      fulgens_marker_thread_name ("other");
    }
}

/* One byte in the head, or some in the records. */
static void
break_ring (char  *ring,
            gsize  n_ring,
            GRand *rand)
{
  int n = g_rand_int_range (rand, 1, 9);

  if (g_rand_boolean (rand))
    ring[g_rand_int_range (rand, 8, 136)] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
  else
    for (; n > 0; n--)
      {
        guint64 number = g_rand_boolean (rand) ? g_rand_int (rand) : (guint64) g_rand_int_range (rand, 0, 64);
        gsize at = FUL_RECORD_RING_HEAD_BYTES + (gsize) g_rand_int_range (rand, 0, 4096);

        memcpy (ring + MIN (at, n_ring - 8), &number, (gsize) g_rand_int_range (rand, 1, 9));
      }
}

/* Returns: (transfer full): the file of a ring from whose begin on nothing was read yet */
static char *
make_ring (GRand *rand,
           gsize *out_n)
{
  FulRecordRingFile *ring = get_ring ();
  FulBytes records = { NULL };
  g_autofree char *path = get_ring_path ();
  guint64 numbers[2] = { 0, G_MAXUINT64 };
  char *content;

  fill_ring (rand);
  ful_record_ring_file_read (ring, &records);
  g_assert_true (g_file_get_contents (path, &content, out_n, NULL));
  memset (content + FUL_RECORD_RING_HEAD_BYTES, 0, *out_n - FUL_RECORD_RING_HEAD_BYTES);
  memcpy (content + FUL_RECORD_RING_HEAD_BYTES, records.data, records.n);
  g_assert_cmpuint (records.n, >, 0);
  memcpy (content + 56, &records.n, sizeof records.n);
  memcpy (content + 120, numbers, sizeof numbers);
  ful_bytes_clear (&records);
  g_remove (path);

  return content;
}

/* Whatever a ring has, the recorder goes on, and makes no more of it than it has bytes. */
static void
test_wrong (void)
{
  const char *seed = g_getenv ("FUL_SEED"), *wanted = g_getenv ("FUL_N_MUTATIONS");
  guint32 number = seed ? (guint32) g_ascii_strtoull (seed, NULL, 10) : g_random_int ();
  guint n = wanted ? (guint) g_ascii_strtoull (wanted, NULL, 10) : 300;
  g_autoptr(GRand) rand = g_rand_new_with_seed (number);
  gsize n_kept, n_largest = 0;
  g_autofree char *kept = make_ring (rand, &n_kept), *other = g_build_filename (folder->path, "ring-wrong", NULL);

  g_test_message ("FUL_SEED=%u", number);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *wrong = g_memdup2 (kept, n_kept);
      gsize n_frames;

      if (i > 0)   /* the first one is right */
        break_ring (wrong, n_kept, rand);
      g_assert_true (g_file_set_contents (other, wrong, (gssize) (i % 16 == 15 ? (gsize) g_rand_int_range (rand, 0, (int) n_kept) : n_kept),
                                          NULL));
      n_frames = record_rings ();
      n_largest = MAX (n_largest, n_frames);
      g_remove (other);
    }
  g_assert_cmpuint (n_largest, >, 0);
  g_assert_cmpuint (n_largest, <, 8 * n_kept);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("XDG_RUNTIME_DIR");
  folder = ful_record_ring_folder_new (N_RING, &error);
  g_assert_no_error (error);
  g_setenv ("FULGENS_MARKERS", folder->path, TRUE);

  g_test_add_func ("/record-marker-rings/records", test_records);
  g_test_add_func ("/record-marker-rings/other-capture", test_other_capture);
  g_test_add_func ("/record-marker-rings/around", test_around);
  g_test_add_func ("/record-marker-rings/off", test_off);
  g_test_add_func ("/record-marker-rings/kinds", test_kinds);
  g_test_add_func ("/record-marker-rings/ring-size", test_ring_size);
  g_test_add_func ("/record-marker-rings/wrong", test_wrong);
  status = g_test_run ();
  if (own.n_bytes > 0)
    ful_record_ring_file_close (&own);
  ful_record_ring_folder_free (folder);

  return status;
}
