/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The buffer of a recording and what its cursors get: chunks, epochs, losses, definitions (record.md 5). */

#include "read-recording.h"

#include "buffer/ful-record-carry.h"
#include "buffer/ful-record-frame.h"
#include "ful-record-meta.h"
#include "buffer/ful-record-stream.h"
#include "buffer/ful-record-tables.h"

#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"
#include "wire/ful-wire-encoder.h"

#include <glib/gstdio.h>

#define MS 1000000
#define CHUNK_BYTES 65536

typedef struct
{
  FulProfileBuilder *builder;
  FulImportTables    rows;
  FulRecordTables    tables;
  FulBytes           frames;
  FulRecordBuffer   *buffer;
  gint64             time;      /* ms; of the last row */
} Fixture;

static void
put_thread (Fixture *self,
            guint    thread)
{
  FulWireFrame frame = { FUL_WIRE_THREAD, .object = { .id = thread } };
  g_autofree char *text = g_strdup_printf ("{\"name\":\"thread %u\",\"pid\":\"1\",\"tid\":%u,\"isMainThread\":false,"
                                           "\"weightType\":\"samples\"}", thread, thread);

  frame.object.object = (FulWireText) { text, strlen (text) };
  ful_wire_encode (&self->frames, &frame);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  FulRecordSetup setup = { .events = { .interval_ns = MS }, .product = "test" };
  FulRecordKinds kinds;

  self->builder = ful_profile_builder_new ();
  ful_import_tables_init (&self->rows, self->builder);
  ful_record_tables_init (&self->tables, &self->rows);
  self->buffer = ful_record_buffer_new (1 << 20, GPOINTER_TO_INT (data) * (gint64) MS);
  ful_record_kinds_init (&kinds);
  ful_record_put_meta (&setup, &kinds, NULL, &self->frames);
  ful_record_kinds_clear (&kinds);
  put_thread (self, 0);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  ful_import_tables_clear (&self->rows);
  ful_profile_builder_free (self->builder);
  ful_bytes_clear (&self->frames);
  ful_record_buffer_unref (self->buffer);
}

static FulStackIndex
make_stack (Fixture    *self,
            const char *name)
{
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->rows, name, -1));
  FulImportFrame frame = FUL_IMPORT_FRAME (0, 0);
  FulStackIndex stack = FUL_NONE;

  func.resource = ful_import_tables_lib_resource (&self->rows, ful_import_tables_string (&self->rows, "lib", -1));
  for (guint i = 0; i < 2; i++)   /* it calls itself, from another line */
    {
      frame.func = ful_import_tables_func (&self->rows, &func);
      frame.address = 100 + i;
      stack = ful_import_tables_stack (&self->rows, stack, ful_import_tables_frame (&self->rows, &frame));
    }

  return stack;
}

/* A batch: @n rows of a thread, a ms apart, in frames of some. */
static void
append_rows (Fixture      *self,
             guint         thread,
             guint         n,
             FulStackIndex stack)
{
  ful_record_tables_put (&self->tables, &self->frames);
  for (guint done = 0; done < n; )
    {
      FulWireSample rows[500];
      guint n_rows = MIN (n - done, G_N_ELEMENTS (rows));

      for (guint i = 0; i < n_rows; i++)
        rows[i] = (FulWireSample) { .time = ++self->time * MS, .stack = stack, .n_rows = 1, .has_cpu = TRUE, .cpu = G_MAXUINT32,
                                    .has_weight = TRUE, .weight = 1 };
      ful_wire_encode_samples (&self->frames, thread, rows[0].time, rows, n_rows);
      done += n_rows;
    }
  ful_record_buffer_append (self->buffer, &self->frames, self->time * MS);
}

static guint
count_rows (FulProfile *profile,
            guint       thread)
{
  return ful_profile_get_thread (profile, thread)->samples->table.n_rows;
}

/* What the first thread has of a marker. */
static guint
count_markers (FulProfile *profile,
               const char *name)
{
  const FulMarkerTable *markers = ful_profile_get_thread (profile, 0)->markers;
  guint n = 0;

  for (guint i = 0; i < markers->table.n_rows; i++)
    n += g_str_equal (ful_profile_get_string (profile, markers->name[i]), name);

  return n;
}

static void
test_history (Fixture       *self,
              gconstpointer  data G_GNUC_UNUSED)
{
  FulTestClient *later;
  g_autoptr(FulProfile) whole = NULL, rest = NULL;

  append_rows (self, 0, 10, make_stack (self, "a"));
  later = ful_test_client_new (self->buffer, FALSE);
  append_rows (self, 0, 5, make_stack (self, "b"));
  g_assert_cmpuint (ful_record_buffer_get_counts (self->buffer).samples, ==, 15);

  whole = ful_test_read_recording (self->buffer);
  g_assert_cmpuint (count_rows (whole, 0), ==, 15);
  g_assert_cmpuint (count_markers (whole, "Discarded"), ==, 0);

  /* Who comes later gets the tables, but not the rows before. */
  rest = ful_test_client_finish (g_steal_pointer (&later), NULL);
  g_assert_cmpuint (count_rows (rest, 0), ==, 5);
  g_assert_cmpuint (rest->stacks->table.n_rows, ==, whole->stacks->table.n_rows);
}

/* The oldest chunk goes, whatever is in it; what is left of any number of chunks is a stream, within the limit. */
static void
test_discard (Fixture       *self,
              gconstpointer  data G_GNUC_UNUSED)
{
  FulStackIndex stacks[] = { make_stack (self, "a"), make_stack (self, "b") };
  guint64 n_kept = 0, n_all = 0;

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr(FulProfile) profile = NULL;
      FulRecordDiscarded discarded;

      append_rows (self, 0, 1000, stacks[i % 2]);
      n_all += 1000;
      discarded = ful_record_buffer_get_discarded (self->buffer);
      if (i % 10 > 0)
        continue;
      profile = ful_test_read_recording (self->buffer);
      n_kept = count_rows (profile, 0);
      g_assert_cmpuint (count_markers (profile, "Discarded"), ==, discarded.n_chunks > 0);
      g_assert_true (discarded.n_chunks > 0 || n_kept == n_all);
      g_assert_cmpfloat (ful_profile_get_thread (profile, 0)->samples->time[0], >=, (double) discarded.before / MS);
    }
  g_assert_cmpuint (n_kept, >, n_all / 20);
  g_assert_cmpuint (n_kept, <, n_all / 2);
  /* 20 bytes a row: the chunks are nearly full. */
  g_assert_cmpuint (ful_record_buffer_get_counts (self->buffer).bytes * n_kept / n_all, >, (1 << 20) - 3 * CHUNK_BYTES);
  g_assert_cmpuint (ful_record_buffer_get_counts (self->buffer).bytes * n_kept / n_all, <=, (1 << 20) + CHUNK_BYTES);
}

/* Who reads too slowly goes on with what is there, and knows how much he lacks. */
static void
test_slow (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  FulTestClient *slow = ful_test_client_new (self->buffer, TRUE), *late;
  g_autoptr(FulProfile) profile = NULL, other = NULL;
  FulStackIndex stack = make_stack (self, "a");
  guint n_late;

  for (guint i = 0; i < 50; i++)
    append_rows (self, 0, 1000, stack);
  late = ful_test_client_new (self->buffer, FALSE);
  for (guint i = 0; i < 150; i++)
    append_rows (self, 0, 1000, stack);

  /* That rows and losses are as many as END says is asserted as it is read. */
  profile = ful_test_client_finish (g_steal_pointer (&slow), NULL);
  g_assert_cmpuint (count_markers (profile, "Lost"), ==, 1);
  g_assert_cmpuint (ful_record_buffer_get_n_missed (self->buffer), ==, 200000 - count_rows (profile, 0));
  other = ful_test_client_finish (g_steal_pointer (&late), NULL);
  n_late = count_rows (other, 0);
  g_assert_cmpuint (n_late, ==, count_rows (profile, 0));
  g_assert_cmpuint (ful_record_buffer_get_n_missed (self->buffer), ==, 350000 - 2 * n_late);
}

static void
test_keep (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  g_autoptr(FulProfile) profile = NULL;
  FulStackIndex stack = make_stack (self, "a");

  for (guint i = 0; i < 100; i++)
    append_rows (self, 0, 100, stack);
  profile = ful_test_read_recording (self->buffer);

  /* 1600 ms are kept, with a chunk of 100 ms that is partly older. */
  g_assert_cmpuint (count_rows (profile, 0), >=, 1600);
  g_assert_cmpuint (count_rows (profile, 0), <=, 1900);
}

static char *
get_name (FulProfile    *profile,
          FulStackIndex  stack)
{
  GString *text = g_string_new (NULL);

  for (; stack != FUL_NONE; stack = profile->stacks->prefix[stack])
    {
      FulFrameIndex frame = profile->stacks->frame[stack];
      FulFuncIndex func = profile->frames->func[frame];

      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " ", ful_profile_get_string (profile, profile->funcs->name[func]),
                              (gint64) profile->frames->address[frame]);
    }

  return g_string_free (text, FALSE);
}

/* Tables begin anew, and the old ones go with the last chunk that needs them; stacks that last are the same in both. */
static void
test_epochs (Fixture       *self,
             gconstpointer  data G_GNUC_UNUSED)
{
  FulStackIndex last = make_stack (self, "lasts");
  guint n_epochs = 0;
  guint64 n_all = 0, n_kept;
  g_autoptr(FulProfile) profile = NULL;
  const FulSampleTable *samples;
  guint n_lasts = 0;

  for (guint i = 0; i < 300; i++)
    {
      for (guint j = 0; j < 200; j++)
        {
          g_autofree char *name = g_strdup_printf ("function %u %u", i, j);
          FulStackIndex stack = make_stack (self, name);

          if (j == 100)
            append_rows (self, 0, 10, stack);
        }
      append_rows (self, 0, 10, last);
      n_all += 20;
      if (ful_record_buffer_wants_epoch (self->buffer))
        {
          FulRecordCarry carry;

          ful_record_carry_begin (&carry, &self->tables, &self->frames);
          last = ful_record_carry_stack (&carry, last);
          g_assert_cmpint (ful_record_carry_stack (&carry, FUL_NONE), ==, FUL_NONE);
          ful_record_carry_end (&carry);
          n_epochs++;
        }
    }
  g_assert_cmpuint (n_epochs, >, 10);
  g_assert_cmpuint (ful_record_buffer_get_discarded (self->buffer).n_chunks, >, 0);

  profile = ful_test_read_recording (self->buffer);
  n_kept = count_rows (profile, 0);
  g_assert_cmpuint (n_kept, >, 1000);
  g_assert_cmpuint (n_kept, <, n_all);
  samples = ful_profile_get_thread (profile, 0)->samples;
  for (guint i = 0; i < n_kept; i++)
    {
      g_autofree char *path = get_name (profile, samples->stack[i]);
      g_autofree char *expected = g_strdup_printf ("function %u 100 101 function %u 100 100 ", ((guint) samples->time[i] - 1) / 20,
                                                   ((guint) samples->time[i] - 1) / 20);

      g_assert_cmpstr (path, ==, ((guint) samples->time[i] - 1) / 10 % 2 ? "lasts 101 lasts 100 " : expected);
      n_lasts += ((guint) samples->time[i] - 1) / 10 % 2;
    }
  g_assert_cmpuint (n_lasts, ==, n_kept / 2);
}

/* Threads that have ended are known as long as there are rows of them. */
static void
test_ended (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  g_autoptr(FulProfile) before = NULL, between = NULL, after = NULL;
  FulStackIndex stack = make_stack (self, "a");

  for (guint thread = 1; thread <= 3; thread++)
    put_thread (self, thread);
  append_rows (self, 1, 10, stack);
  append_rows (self, 2, 10, stack);
  ful_record_buffer_end_thread (self->buffer, 1);
  before = ful_test_read_recording (self->buffer);
  g_assert_cmpuint (before->threads->len, ==, 4);
  g_assert_cmpuint (count_rows (before, 1), ==, 10);

  /* Rows of another one are in a later chunk, and stay longer. */
  append_rows (self, 0, 5000, stack);
  append_rows (self, 3, 10, stack);
  ful_record_buffer_end_thread (self->buffer, 3);
  while (ful_record_buffer_get_discarded (self->buffer).n_chunks == 0)
    append_rows (self, 0, 1000, stack);
  between = ful_test_read_recording (self->buffer);
  g_assert_cmpuint (between->threads->len, ==, 3);
  g_assert_cmpstr (ful_profile_get_thread (between, 2)->name, ==, "thread 3");
  g_assert_cmpuint (count_rows (between, 2), ==, 10);

  for (guint i = 0; i < 100; i++)
    append_rows (self, 0, 1000, stack);
  after = ful_test_read_recording (self->buffer);
  g_assert_cmpuint (after->threads->len, ==, 2);
  g_assert_cmpstr (ful_profile_get_thread (after, 1)->name, ==, "thread 2");
}

/* A frame that no chunk can hold is counted; those after it are there. */
static void
test_too_long (Fixture       *self,
               gconstpointer  data G_GNUC_UNUSED)
{
  g_autoptr(FulProfile) profile = NULL;
  g_autofree char *text = g_strnfill (CHUNK_BYTES, 'x');

  append_rows (self, 0, 10, make_stack (self, "a"));
  ful_record_put_marker (&self->frames, 0, self->time * MS, FUL_RECORD_STRING_LOST, text);
  append_rows (self, 0, 10, make_stack (self, "a"));
  g_assert_cmpuint (ful_record_buffer_get_n_refused (self->buffer), ==, 1);
  profile = ful_test_read_recording (self->buffer);
  g_assert_cmpuint (count_rows (profile, 0), ==, 20);
}

static void
test_feed (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  FulWireSubscribe subscribe = { .history = TRUE };
  FulBytes sent = { NULL };
  gpointer feed = ful_record_feed_class.open (1, &subscribe, self->buffer);
  gint64 due = 0;

  append_rows (self, 0, 10, make_stack (self, "a"));
  while (ful_record_feed_class.next (feed, &sent, &due) == FUL_LIVE_FEED_FRAME)
    g_assert_cmpint (sent.data[FUL_WIRE_LENGTH_BYTES], !=, FUL_WIRE_END);
  g_assert_cmpint (due, >, 0);
  ful_record_buffer_finish (self->buffer, FUL_WIRE_END_TARGET_EXITED, 20 * MS);
  sent.n = 0;
  g_assert_cmpint (ful_record_feed_class.next (feed, &sent, &due), ==, FUL_LIVE_FEED_FRAME);
  g_assert_cmpint (sent.data[FUL_WIRE_LENGTH_BYTES], ==, FUL_WIRE_END);
  g_assert_cmpint (sent.data[FUL_WIRE_LENGTH_BYTES + 1], ==, FUL_WIRE_END_TARGET_EXITED);
  g_assert_cmpint (ful_record_feed_class.next (feed, &sent, &due), ==, FUL_LIVE_FEED_ENDED);
  ful_record_feed_class.close (feed);
  ful_bytes_clear (&sent);
}

/* A stream has what a cursor gets, also while it is written; the disk may be full. */
static void
test_stream (Fixture       *self,
             gconstpointer  data G_GNUC_UNUSED)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-stream-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.fpls", NULL);
  g_autofree char *content = NULL;
  g_autoptr(GError) error = NULL;
  FulRecordStream *stream;
  guint64 n_bytes;
  gsize n;

  append_rows (self, 0, 1000, make_stack (self, "a"));
  stream = ful_record_stream_new (self->buffer, path, &error);
  g_assert_no_error (error);
  for (n = 0; n < 15000; )   /* a test's time limit ends it otherwise */
    {
      g_usleep (10000);
      g_clear_pointer (&content, g_free);
      g_assert_true (g_file_get_contents (path, &content, &n, NULL));
    }
  append_rows (self, 0, 1000, make_stack (self, "b"));
  g_assert_true (ful_record_stream_finish (stream, &n_bytes, &error));
  g_assert_no_error (error);
  ful_record_stream_free (stream);
  g_clear_pointer (&content, g_free);
  g_assert_true (g_file_get_contents (path, &content, &n, NULL));
  g_assert_cmpuint (n, ==, n_bytes);
  g_assert_cmpuint (n, >, 30000);
  g_unlink (path);

  stream = ful_record_stream_new (self->buffer, "/dev/full", &error);
  g_assert_no_error (error);
  g_assert_false (ful_record_stream_finish (stream, &n_bytes, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_nonnull (strstr (error->message, "/dev/full"));
  g_assert_cmpuint (n_bytes, ==, 0);
  ful_record_stream_free (stream);
  g_rmdir (folder);
}

/* Whatever is appended and however clients read: each gets all, or knows how much it lacks, and what it has is right. */
static void
test_random (Fixture       *self,
             gconstpointer  data G_GNUC_UNUSED)
{
  const char *seed = g_getenv ("FUL_SEED");
  guint32 number = seed ? (guint32) g_ascii_strtoull (seed, NULL, 10) : g_random_int ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (number);
  FulTestClient *clients[8] = { NULL };
  guint64 n_before[G_N_ELEMENTS (clients)];   /* rows before it, where it gets none of those */
  guint64 n_all = 0;
  guint n_threads = 1;
  gboolean has_ended[200] = { FALSE };

  g_test_message ("FUL_SEED=%u", number);
  for (guint step = 0; step < 600; step++)
    {
      guint thread = (guint) g_rand_int_range (rand, 0, (gint32) n_threads), i = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (clients));
      guint n = (guint) g_rand_int_range (rand, 1, g_rand_int_range (rand, 0, 4) == 0 ? 4000 : 100);
      g_autofree char *name = g_strdup_printf ("function %d", g_rand_int_range (rand, 0, 2000));

      if (clients[i] == NULL)
        {
          gboolean with_history = g_rand_boolean (rand) || n_all == 0;

          clients[i] = ful_test_client_new (self->buffer, with_history);
          n_before[i] = with_history ? G_MAXUINT64 : n_all;
        }
      else if (g_rand_int_range (rand, 0, 10) == 0)
        ful_test_client_read (clients[i], (guint) g_rand_int_range (rand, 1, 300));
      if (n_threads < G_N_ELEMENTS (has_ended) && g_rand_int_range (rand, 0, 6) == 0)
        put_thread (self, n_threads++);
      if (!has_ended[thread])
        {
          append_rows (self, thread, n, make_stack (self, name));
          n_all += n;
        }
      if (thread > 0 && g_rand_int_range (rand, 0, 20) == 0)
        {
          ful_record_buffer_end_thread (self->buffer, thread);
          has_ended[thread] = TRUE;
        }
      if (ful_record_buffer_wants_epoch (self->buffer) || g_rand_int_range (rand, 0, 50) == 0)
        {
          FulRecordCarry carry;

          ful_record_tables_put (&self->tables, &self->frames);
          ful_record_buffer_append (self->buffer, &self->frames, self->time * MS);
          ful_record_carry_begin (&carry, &self->tables, &self->frames);
          ful_record_carry_end (&carry);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      g_autoptr(FulProfile) profile = NULL;
      FulWireEnd received;
      guint64 n_rows = 0;

      if (clients[i] == NULL)
        continue;
      profile = ful_test_client_finish (clients[i], &received);
      for (guint t = 0; t < profile->threads->len; t++)
        {
          n_rows += count_rows (profile, t);
          for (guint row = 0; row < count_rows (profile, t); row++)
            g_assert_cmpint (ful_profile_get_thread (profile, t)->samples->stack[row], !=, FUL_NONE);
        }
      g_assert_cmpuint (n_rows, ==, received.n_samples);
      if (n_before[i] != G_MAXUINT64)
        g_assert_cmpuint (n_rows + received.n_lost, ==, n_all - n_before[i]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/record-buffer/history", Fixture, NULL, set_up, test_history, tear_down);
  g_test_add ("/record-buffer/discard", Fixture, NULL, set_up, test_discard, tear_down);
  g_test_add ("/record-buffer/slow", Fixture, NULL, set_up, test_slow, tear_down);
  g_test_add ("/record-buffer/keep", Fixture, GINT_TO_POINTER (1600), set_up, test_keep, tear_down);
  g_test_add ("/record-buffer/epochs", Fixture, NULL, set_up, test_epochs, tear_down);
  g_test_add ("/record-buffer/ended", Fixture, NULL, set_up, test_ended, tear_down);
  g_test_add ("/record-buffer/too-long", Fixture, NULL, set_up, test_too_long, tear_down);
  g_test_add ("/record-buffer/random", Fixture, NULL, set_up, test_random, tear_down);
  g_test_add ("/record-buffer/feed", Fixture, NULL, set_up, test_feed, tear_down);
  g_test_add ("/record-buffer/stream", Fixture, NULL, set_up, test_stream, tear_down);

  return g_test_run ();
}
