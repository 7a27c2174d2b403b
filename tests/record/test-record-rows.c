/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks and switches → frames → a profile; the buffer that clients read. What the kernel writes is test-record.py. */

#include "ful-record-buffer.h"
#include "ful-record-meta.h"
#include "ful-record-options.h"
#include "ful-record-tables.h"
#include "ful-record-threads.h"
#include "ful-record-waits.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "import/common/ful-import-tables.h"
#include "import/live/ful-live-writer.h"
#include "model/ful-profile-builder.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "perf/ful-perf-processes.h"
#include "wire/ful-wire-decoder.h"
#include "wire/ful-wire.h"

#include <math.h>

#define MS 1000000u
/* Greater than the numbers that Linux gives. */
#define NO_PROCESS 5000000

#define START ((guint64) 1000 * MS)

typedef struct
{
  FulProfileBuilder *builder;
  FulImportTables    rows;
  FulRecordTables    tables;
  FulRecordWaits     waits;
  FulRecordThreads   threads;
  FulPerfProcesses   processes;
  FulBytes           frames;
} Fixture;

static FulLibIndex
get_lib (const char   *path G_GNUC_UNUSED,
         const guint8 *build_id G_GNUC_UNUSED,
         gsize         n G_GNUC_UNUSED,
         gpointer      user_data G_GNUC_UNUSED)
{
  return FUL_NONE;
}

static const FulPerfProcessFuncs funcs = { get_lib, NULL, NULL };

static void
set_up (Fixture       *self,
        gconstpointer  data G_GNUC_UNUSED)
{
  FulRecordSetup setup = { .events = { .interval_ns = MS }, .product = "test" };

  self->builder = ful_profile_builder_new ();
  ful_import_tables_init (&self->rows, self->builder);
  self->tables.builder = self->builder;
  ful_perf_processes_init (&self->processes, &funcs, NULL);
  ful_record_threads_init (&self->threads, &self->tables, &self->rows, &self->waits);
  self->threads.start = START;
  self->threads.interval_ns = MS;
  ful_record_put_meta (&setup, NULL, &self->frames);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  ful_record_threads_clear (&self->threads);
  ful_record_waits_clear (&self->waits);
  ful_perf_processes_clear (&self->processes);
  ful_import_tables_clear (&self->rows);
  ful_profile_builder_free (self->builder);
  ful_bytes_clear (&self->frames);
}

/* @path: functions from the root, with ";" between them */
static FulStackIndex
make_stack (Fixture    *self,
            const char *path)
{
  g_auto(GStrv) names = g_strsplit (path, ";", -1);
  FulStackIndex stack = FUL_NONE;

  for (guint i = 0; names[i]; i++)
    {
      FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->rows, names[i], -1));
      FulImportFrame frame = FUL_IMPORT_FRAME (ful_import_tables_func (&self->rows, &func), 0);

      stack = ful_import_tables_stack (&self->rows, stack, ful_import_tables_frame (&self->rows, &frame));
    }

  return stack;
}

static FulPerfThread *
get_thread (Fixture *self,
            gint32   pid,
            gint32   tid)
{
  return ful_perf_processes_get_thread (&self->processes, pid, tid);
}

static void
put (Fixture *self)
{
  ful_record_tables_put (&self->tables, &self->frames);
  ful_record_threads_put (&self->threads, &self->frames);
}

static void
add_frames (FulLiveWriter  *writer,
            FulWireDecoder *decoder,
            FulBytes       *frames)
{
  g_autoptr(GError) error = NULL;
  FulWireFrame frame;

  ful_wire_decoder_feed (decoder, frames->data, frames->n);
  while (ful_wire_decoder_next (decoder, &frame, &error))
    ful_live_writer_add (writer, &frame, &error);
  g_assert_no_error (error);
}

/* Returns: (transfer full): what a client has */
static FulProfile *
read_back (FulRecordBuffer *buffer,
           FulBytes        *frames)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(FulLiveWriter) writer = ful_live_writer_new (builder);
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (FALSE);
  g_autoptr(GError) error = NULL;
  FulBytes ends = { NULL };
  FulProfile *profile;

  ful_record_buffer_put_head (buffer, "test", &ends);
  add_frames (writer, decoder, &ends);
  add_frames (writer, decoder, frames);
  ful_record_buffer_append (buffer, frames, 0);
  ends.n = 0;
  ful_record_buffer_put_end (buffer, &ends);
  add_frames (writer, decoder, &ends);
  g_assert_true (ful_live_writer_is_whole (writer));
  ful_live_writer_finish (writer);
  profile = ful_profile_builder_seal (builder, NULL, &error);
  g_assert_no_error (error);
  ful_bytes_clear (&ends);

  return profile;
}

/* Returns: (transfer full): a line for each row: time, weight, CPU time, path */
static char *
describe (FulProfile *profile,
          guint       thread)
{
  FulThread *self = ful_profile_get_thread (profile, thread);
  const FulSampleTable *samples = self->samples;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autoptr(GString) path = g_string_new (NULL);
      double weight = samples->weight ? samples->weight[i] : (double) NAN;

      for (FulStackIndex stack = samples->stack[i]; stack != FUL_NONE; stack = profile->stacks->prefix[stack])
        {
          FulFuncIndex func = profile->frames->func[profile->stacks->frame[stack]];

          g_string_prepend (path, ful_profile_get_string (profile, profile->funcs->name[func]));
          if (profile->stacks->prefix[stack] != FUL_NONE)
            g_string_prepend_c (path, ';');
        }
      g_string_append_printf (text, "%g %g %g %s\n", samples->time[i], isnan (weight) ? 1 : weight,
                              ful_i32_or_f64_get (&samples->cpu_delta, i), path->str);
    }

  return g_string_free (text, FALSE);
}

static void
assert_rows (Fixture    *self,
             guint       thread,
             const char *expected)
{
  g_autoptr(FulRecordBuffer) buffer = ful_record_buffer_new (1 << 20);
  g_autoptr(FulProfile) profile = NULL;
  g_autofree char *rows = NULL;

  put (self);
  profile = read_back (buffer, &self->frames);
  rows = describe (profile, thread);
  g_assert_cmpstr (rows, ==, expected);
}

static void
test_ticks (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, 10, 10);

  ful_record_threads_begin (&self->threads, thread, START);
  ful_record_threads_add_sample (&self->threads, thread, START + MS, make_stack (self, "main;a"));
  ful_record_threads_switch_out (&self->threads, thread, START + 3 * MS / 2, FALSE);
  ful_record_threads_begin (&self->threads, thread, START + 20 * MS);
  ful_record_threads_add_sample (&self->threads, thread, START + 41 * MS / 2, make_stack (self, "main;b"));
  g_assert_cmpuint (self->threads.cpu_ns, ==, 2 * MS);
  g_assert_cmpuint (self->threads.unsampled_ns, ==, 0);

  assert_rows (self, 0, "1 1 1e+06 main;a\n20.5 1 1e+06 main;b\n");
}

/* What ticks have too little of, some row has: weights are CPU time. */
static void
test_leftovers (Fixture       *self,
                gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, 10, 10);
  FulStackIndex stack = make_stack (self, "main");

  ful_record_threads_begin (&self->threads, thread, START);
  for (guint i = 1; i <= 4; i++)
    ful_record_threads_add_sample (&self->threads, thread, START + i * 5 * MS / 4, stack);
  ful_record_threads_add_sample (&self->threads, thread, START + 21 * MS / 4, stack);   /* a tick of another CPU */

  assert_rows (self, 0, "1.25 1 1.25e+06 main\n2.5 2 1.25e+06 main\n3.75 1 1.25e+06 main\n5 1 1.25e+06 main\n5.25 1 250000 main\n");
}

/* A wait has a row at its begin, one each 100 ms, and one at its end; short ones add up. */
static void
test_waits (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, NO_PROCESS, NO_PROCESS);

  self->threads.off_cpu = TRUE;
  ful_record_threads_begin (&self->threads, thread, START);
  ful_record_threads_add_sample (&self->threads, thread, START + MS, make_stack (self, "main;a"));
  ful_record_threads_add_sample (&self->threads, thread, START + 2 * MS, make_stack (self, "main;b"));
  ful_record_threads_switch_out (&self->threads, thread, START + 2 * MS, TRUE);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->threads, START + 5 * MS / 2, FALSE), ==, START + 2 * MS);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->threads, START + 20 * MS, FALSE), ==, START + 20 * MS);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->threads, START + 210 * MS, TRUE), ==, START + 210 * MS);
  ful_record_threads_begin (&self->threads, thread, START + 505 * MS / 2);

  /* Nothing says where. */
  ful_record_threads_switch_out (&self->threads, thread, START + 505 * MS / 2, FALSE);
  ful_record_threads_begin (&self->threads, thread, START + 253 * MS);
  ful_record_threads_switch_out (&self->threads, thread, START + 253 * MS, FALSE);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->threads, START + 300 * MS, TRUE), ==, START + 253 * MS);
  ful_record_threads_begin (&self->threads, thread, START + 353 * MS);
  ful_record_threads_finish (&self->threads, START + 354 * MS);
  g_assert_cmpuint (self->threads.cpu_ns, ==, 3 * MS);

  assert_rows (self, 0, "1 1 1e+06 main;a\n2 1 1e+06 main;b\n2 1 0 main;b;(waiting for a CPU)\n102 99 0 main;b;(waiting for a CPU)\n"
                        "202 100 0 main;b;(waiting for a CPU)\n252.5 50 0 main;b;(waiting for a CPU)\n252.5 1 0 main;(waiting)\n"
                        "253 1 0 main;(waiting)\n353 99 0 main;(waiting)\n354 1 1e+06 [not sampled]\n");
}

/* In a pause nothing counts. */
static void
test_pause (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, NO_PROCESS, NO_PROCESS), *other = get_thread (self, NO_PROCESS, NO_PROCESS + 1);

  self->threads.off_cpu = TRUE;
  ful_record_threads_begin (&self->threads, thread, START);
  ful_record_threads_switch_out (&self->threads, other, START, FALSE);
  ful_record_threads_pause (&self->threads, START + 10 * MS);
  ful_record_threads_resume (&self->threads, START + 50 * MS);
  ful_record_threads_finish (&self->threads, START + 60 * MS);
  g_assert_cmpuint (self->threads.cpu_ns, ==, 10 * MS);

  assert_rows (self, 1, "0 1 0 (waiting)\n10 9 0 (waiting)\n50 1 0 (waiting)\n60 9 0 (waiting)\n");
}

/* What no tick hit is below what the stacks around it share. */
static void
test_unsampled (Fixture       *self,
                gconstpointer  data)
{
  FulPerfThread *thread = get_thread (self, 10, 10);

  self->threads.sees_kernel = data != NULL;
  ful_record_threads_begin (&self->threads, thread, START);
  ful_record_threads_add_sample (&self->threads, thread, START + MS, make_stack (self, "main;run;a;b"));
  ful_record_threads_add_sample (&self->threads, thread, START + 6 * MS, make_stack (self, "main;run;c"));
  ful_record_threads_switch_out (&self->threads, thread, START + 9 * MS, FALSE);
  ful_record_threads_finish (&self->threads, START + 100 * MS);
  g_assert_cmpuint (self->threads.cpu_ns, ==, 9 * MS);
  g_assert_cmpuint (self->threads.unsampled_ns, ==, 7 * MS);

  assert_rows (self, 0, data ? "1 1 1e+06 main;run;a;b\n6 4 4e+06 main;run;[not sampled]\n6 1 1e+06 main;run;c\n100 3 3e+06 [not sampled]\n"
                             : "1 1 1e+06 main;run;a;b\n6 4 4e+06 main;run;[kernel]\n6 1 1e+06 main;run;c\n100 3 3e+06 [kernel]\n");
}

static void
test_threads (Fixture       *self,
              gconstpointer  data G_GNUC_UNUSED)
{
  g_autoptr(FulRecordBuffer) buffer = ful_record_buffer_new (1 << 20);
  g_autoptr(FulProfile) profile = NULL;
  FulPerfThread *first = get_thread (self, 10, 10), *second;
  FulThread *shown;
  guint n_processes;

  ful_perf_thread_set_name (first, "parent");
  ful_record_threads_rename (&self->threads, first);
  second = ful_perf_processes_fork (&self->processes, 10, 11, 10, 10, START + 5 * MS);
  ful_record_threads_begin (&self->threads, second, START + 5 * MS);
  put (self);   /* renamed after it was sent */
  ful_perf_thread_set_name (second, "worker");
  ful_record_threads_rename (&self->threads, second);
  ful_perf_processes_exit (&self->processes, 10, 11, START + 8 * MS);
  ful_record_threads_end (&self->threads, second);
  put (self);
  g_assert_cmpuint (ful_record_threads_get_n (&self->threads, &n_processes), ==, 2);
  g_assert_cmpuint (n_processes, ==, 1);

  profile = read_back (buffer, &self->frames);
  g_assert_cmpuint (profile->threads->len, ==, 2);
  shown = ful_profile_get_thread (profile, 1);
  g_assert_cmpstr (shown->name, ==, "worker");
  g_assert_cmpstr (shown->pid, ==, "10");
  g_assert_cmpfloat (shown->register_time, ==, 5);
  g_assert_cmpfloat (shown->unregister_time, ==, 8);
  g_assert_true (isnan (ful_profile_get_thread (profile, 0)->unregister_time));
}

static void
test_buffer (Fixture       *self,
             gconstpointer  data G_GNUC_UNUSED)
{
  FulRecordBuffer *buffer;
  FulWireSubscribe all = { .history = TRUE }, later = { .history = FALSE };
  FulPerfThread *thread = get_thread (self, 10, 10);
  gpointer whole, rest;
  FulBytes sent = { NULL };
  FulRecordCounts counts;
  gint64 due;
  gsize n;

  ful_record_threads_begin (&self->threads, thread, START);
  ful_record_threads_add_sample (&self->threads, thread, START + MS, make_stack (self, "main"));
  put (self);
  n = self->frames.n;
  buffer = ful_record_buffer_new (n);
  g_assert_true (ful_record_buffer_append (buffer, &self->frames, 2 * MS));
  g_assert_cmpuint (self->frames.n, ==, 0);
  counts = ful_record_buffer_get_counts (buffer);
  g_assert_cmpuint (counts.samples, ==, 1);
  g_assert_cmpuint (counts.bytes, ==, n);

  /* Who comes later gets the tables, but not the rows; the buffer lives as long as he. */
  whole = ful_record_feed_class.open (1, &all, buffer);
  rest = ful_record_feed_class.open (2, &later, buffer);
  while (ful_record_feed_class.next (whole, &sent, &due) == FUL_LIVE_FEED_FRAME)
    ;
  g_assert_cmpuint (sent.n, >, n);   /* and a TICK */
  g_assert_cmpint (memcmp (sent.data, g_bytes_get_data (ful_record_buffer_get_batch (buffer, 0), NULL), n), ==, 0);
  n = sent.n;
  sent.n = 0;
  while (ful_record_feed_class.next (rest, &sent, &due) == FUL_LIVE_FEED_FRAME)
    ;
  g_assert_cmpuint (sent.n, <, n);   /* with a TICK, too */

  /* The limit. */
  ful_bytes_append (&self->frames, "\1\0\0\0\x43", 5);
  g_assert_false (ful_record_buffer_append (buffer, &self->frames, 3 * MS));
  g_assert_cmpuint (ful_record_buffer_get_n (buffer), ==, 1);
  g_assert_false (ful_record_buffer_append (buffer, &self->frames, 3 * MS));   /* none after those that are missing */

  ful_record_buffer_finish (buffer, FUL_WIRE_END_TARGET_EXITED, 5 * MS);
  sent.n = 0;
  g_assert_cmpint (ful_record_feed_class.next (rest, &sent, &due), ==, FUL_LIVE_FEED_FRAME);
  g_assert_cmpint (sent.data[4], ==, FUL_WIRE_END);
  g_assert_cmpint (sent.data[5], ==, FUL_WIRE_END_TARGET_EXITED);
  g_assert_cmpint (ful_record_feed_class.next (rest, &sent, &due), ==, FUL_LIVE_FEED_ENDED);
  ful_record_buffer_unref (buffer);
  ful_record_feed_class.close (whole);
  ful_record_feed_class.close (rest);
  ful_bytes_clear (&sent);
}

static void
test_options (void)
{
  static const struct { const char *line; gboolean is_right; guint64 interval_ns; guint n_stack; gboolean view; } cases[] = {
    { "-- true", TRUE, MS, 32768, TRUE },
    { "true -o x", TRUE, MS, 32768, TRUE },   /* options of the program */
    { "-o x.json -F 4000 -- true", TRUE, MS / 4, 32768, FALSE },
    { "--socket /s --stacks frame-pointers true", TRUE, MS, 0, FALSE },
    { "--stack-size 8 -i 0.5 -p 1,22 -o x", TRUE, MS / 2, 8192, FALSE },
    { "--check", TRUE, MS, 32768, TRUE },
    { "", FALSE }, { "-p 1 -- true", FALSE }, { "-p 1,,2", FALSE }, { "-p -1", FALSE }, { "-i 0.001 true", FALSE }, { "-F -1 true", FALSE },
    { "-i 1 -F 1 true", FALSE }, { "--stacks all true", FALSE }, { "--stack-size 0 true", FALSE }, { "--stack-size 64 true", FALSE },
    { "-d -1 true", FALSE }, { "-d nan true", FALSE }, { "--off-cpu maybe true", FALSE }, { "--max-memory 0 true", FALSE }, { "-i nan true", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strconcat ("fulgens-record ", cases[i].line, NULL);
      g_auto(GStrv) arguments = g_strsplit (g_strchomp (line), " ", -1);
      g_auto(FulRecordOptions) options = { NULL };
      g_autoptr(GError) error = NULL;
      gboolean is_right = ful_record_options_parse (&options, (int) g_strv_length (arguments), arguments, &error);

      g_test_message ("%s", line);
      g_assert_true (is_right == cases[i].is_right);
      g_assert_true (is_right == (error == NULL));
      if (!is_right)
        continue;
      g_assert_cmpuint (options.interval_ns, ==, cases[i].interval_ns);
      g_assert_cmpuint (options.n_stack, ==, cases[i].n_stack);
      g_assert_true (options.view == cases[i].view);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/record/ticks", Fixture, NULL, set_up, test_ticks, tear_down);
  g_test_add ("/record/leftovers", Fixture, NULL, set_up, test_leftovers, tear_down);
  g_test_add ("/record/waits", Fixture, NULL, set_up, test_waits, tear_down);
  g_test_add ("/record/unsampled/user", Fixture, NULL, set_up, test_unsampled, tear_down);
  g_test_add ("/record/unsampled/all", Fixture, "kernel", set_up, test_unsampled, tear_down);
  g_test_add ("/record/threads", Fixture, NULL, set_up, test_threads, tear_down);
  g_test_add ("/record/pause", Fixture, NULL, set_up, test_pause, tear_down);
  g_test_add ("/record/buffer", Fixture, NULL, set_up, test_buffer, tear_down);
  g_test_add_func ("/record/options", test_options);

  return g_test_run ();
}
