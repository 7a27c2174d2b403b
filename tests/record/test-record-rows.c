/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks and switches → frames → a profile; the options. The buffer is test-record-buffer.c, what the kernel writes is test-record.py. */

#include "read-recording.h"
#include "recorded-threads.h"

#include "buffer/ful-record-buffer.h"
#include "ful-record-meta.h"
#include "ful-record-options.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "wire/ful-wire.h"

#include <math.h>

#define MS FUL_TEST_MS
#define NO_PROCESS FUL_TEST_NO_PROCESS
#define START FUL_TEST_START

typedef struct
{
  FulTestThreads recorded;
  FulBytes       frames;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data G_GNUC_UNUSED)
{
  FulRecordSetup setup = { .events = { .interval_ns = MS }, .product = "test" };
  FulRecordKinds kinds;

  ful_test_threads_init (&self->recorded);
  ful_record_kinds_init (&kinds);
  ful_record_put_meta (&setup, &kinds, NULL, &self->frames);
  ful_record_kinds_clear (&kinds);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  ful_test_threads_clear (&self->recorded);
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
      FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->recorded.rows, names[i], -1));
      FulImportFrame frame = FUL_IMPORT_FRAME (ful_import_tables_func (&self->recorded.rows, &func), 0);

      stack = ful_import_tables_stack (&self->recorded.rows, stack, ful_import_tables_frame (&self->recorded.rows, &frame));
    }

  return stack;
}

static FulPerfThread *
get_thread (Fixture *self,
            gint32   pid,
            gint32   tid)
{
  return ful_perf_processes_get_thread (&self->recorded.processes, pid, tid);
}

static void
put (Fixture *self)
{
  ful_record_tables_put (&self->recorded.tables, &self->frames);
  ful_record_threads_put (&self->recorded.threads, &self->frames);
}

static void
assert_rows (Fixture    *self,
             guint       thread,
             const char *expected)
{
  g_autoptr(FulRecordBuffer) buffer = ful_record_buffer_new (1 << 20, 0);
  g_autoptr(FulProfile) profile = NULL;
  g_autofree char *rows = NULL;

  put (self);
  ful_record_buffer_append (buffer, &self->frames, 0);
  profile = ful_test_read_recording (buffer);
  rows = ful_test_describe_rows (profile, thread);
  g_assert_cmpstr (rows, ==, expected);
}

static void
test_ticks (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, 10, 10);

  ful_record_threads_begin (&self->recorded.threads, thread, START);
  ful_record_threads_add_sample (&self->recorded.threads, thread, START + MS, make_stack (self, "main;a"));
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 3 * MS / 2, FALSE);
  ful_record_threads_begin (&self->recorded.threads, thread, START + 20 * MS);
  ful_record_threads_add_sample (&self->recorded.threads, thread, START + 41 * MS / 2, make_stack (self, "main;b"));
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, 2 * MS);
  g_assert_cmpuint (self->recorded.threads.unsampled_ns, ==, 0);

  assert_rows (self, 0, "1 1 1e+06 main;a\n20.5 1 1e+06 main;b\n");
}

/* What ticks have too little of, some row has: weights are CPU time. */
static void
test_leftovers (Fixture       *self,
                gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, 10, 10);
  FulStackIndex stack = make_stack (self, "main");

  ful_record_threads_begin (&self->recorded.threads, thread, START);
  for (guint i = 1; i <= 4; i++)
    ful_record_threads_add_sample (&self->recorded.threads, thread, START + i * 5 * MS / 4, stack);
  ful_record_threads_add_sample (&self->recorded.threads, thread, START + 21 * MS / 4, stack);   /* a tick of another CPU */

  assert_rows (self, 0, "1.25 1 1.25e+06 main\n2.5 2 1.25e+06 main\n3.75 1 1.25e+06 main\n5 1 1.25e+06 main\n");
}

/* A wait has a row at its begin, one each 100 ms, and one at its end; short ones add up. */
static void
test_waits (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, NO_PROCESS, NO_PROCESS);

  self->recorded.threads.off_cpu = TRUE;
  ful_record_threads_begin (&self->recorded.threads, thread, START);
  ful_record_threads_add_sample (&self->recorded.threads, thread, START + MS, make_stack (self, "main;a"));
  ful_record_threads_add_sample (&self->recorded.threads, thread, START + 2 * MS, make_stack (self, "main;b"));
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 2 * MS, TRUE);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->recorded.threads, START + 5 * MS / 2, FALSE), ==, START + 2 * MS);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->recorded.threads, START + 20 * MS, FALSE), ==, START + 20 * MS);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->recorded.threads, START + 210 * MS, TRUE), ==, START + 210 * MS);
  ful_record_threads_begin (&self->recorded.threads, thread, START + 505 * MS / 2);

  /* Nothing says where. */
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 505 * MS / 2, FALSE);
  ful_record_threads_begin (&self->recorded.threads, thread, START + 253 * MS);
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 253 * MS, FALSE);
  g_assert_cmpuint (ful_record_threads_follow_waits (&self->recorded.threads, START + 300 * MS, TRUE), ==, START + 253 * MS);
  ful_record_threads_begin (&self->recorded.threads, thread, START + 353 * MS);
  ful_record_threads_finish (&self->recorded.threads, START + 354 * MS);
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, 3 * MS);

  assert_rows (self, 0, "1 1 1e+06 main;a\n2 1 1e+06 main;b\n2 1 0 main;b;(waiting for a CPU)\n102 99 0 main;b;(waiting for a CPU)\n"
                        "202 100 0 main;b;(waiting for a CPU)\n252.5 50 0 main;b;(waiting for a CPU)\n252.5 1 0 main;(waiting)\n"
                        "253 1 0 main;(waiting)\n353 99 0 main;(waiting)\n354 1 1e+06 [not sampled]\n");
}

/* One that ended before it was read is where those around it were. */
static void
test_wait_reads (void)
{
  static const struct { guint read_ms[4]; FulStackIndex stacks[4]; guint since, until; gboolean is_read; FulStackIndex stack, guess; } cases[] = {
    { { 10, 20, 30, 40 }, { 1, 2, 3, 4 }, 15, 25, TRUE, 2, FUL_NONE },
    { { 10, 20, 30, 40 }, { 1, FUL_NONE, 1, 1 }, 15, 25, TRUE, FUL_NONE, 1 },     /* it could not be read */
    { { 10, 20, 30, 40 }, { 1, FUL_NONE, 1, 4 }, 15, 35, TRUE, 1, FUL_NONE },     /* then it could */
    { { 40, 10, 30, 20 }, { 4, 1, 3, 2 }, 15, 25, TRUE, 2, FUL_NONE },            /* known in another order */
    { { 10, 20, 30, 40 }, { 1, 2, 2, 4 }, 21, 29, FALSE, FUL_NONE, 2 },           /* the same before and after */
    { { 10, 20, 30, 40 }, { 1, 2, 3, 4 }, 21, 29, FALSE, FUL_NONE, FUL_NONE },
    { { 10, 20, 30, 40 }, { 1, 2, 3, 4 }, 21, 25, FALSE, FUL_NONE, 2 },           /* a short one: where the last one was */
    { { 10, 20, 130, 140 }, { 1, 2, 3, 4 }, 121, 125, FALSE, FUL_NONE, FUL_NONE },   /* that was long ago */
    { { 10, 20, 30, 40 }, { 1, 2, 4, 4 }, 41, 49, FALSE, FUL_NONE, 4 },           /* none after it: the last two */
    { { 10, 20, 30, 40 }, { 1, 2, 3, 4 }, 41, 49, FALSE, FUL_NONE, FUL_NONE },
    { { 10, 20, 70, 80 }, { 1, 1, 1, 1 }, 21, 69, FALSE, FUL_NONE, FUL_NONE },    /* so long that it would have been read */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulRecordWaitReads reads = { .n = 0 };
      FulStackIndex stack;

      g_test_message ("case %u", i);
      for (guint j = 0; j < 6; j++)   /* older ones than are kept */
        ful_record_wait_reads_add (&reads, j, 7);
      for (guint j = 0; j < 4; j++)
        ful_record_wait_reads_add (&reads, START + cases[i].read_ms[j] * MS, cases[i].stacks[j]);
      g_assert_true (ful_record_wait_reads_find (&reads, START + cases[i].since * MS, START + cases[i].until * MS, &stack) == cases[i].is_read);
      g_assert_cmpint (stack, ==, cases[i].stack);
      if (stack == FUL_NONE)
        g_assert_cmpint (ful_record_wait_reads_guess (&reads, START + cases[i].since * MS, START + cases[i].until * MS), ==, cases[i].guess);
    }
}

/* Where it is not known where it waits its callers are those that the waits around it share. */
static void
test_wait_callers (Fixture       *self,
                   gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, NO_PROCESS, NO_PROCESS);
  FulRecordThread *recorded;

  self->recorded.threads.off_cpu = TRUE;
  ful_record_threads_begin (&self->recorded.threads, thread, START);
  recorded = thread->data;
  ful_record_threads_switch_out (&self->recorded.threads, thread, START, FALSE);
  ful_record_wait_reads_add (&recorded->wait.reads, START + 5 * MS, make_stack (self, "main;a;x"));
  ful_record_wait_reads_add (&recorded->wait.reads, START + 30 * MS, make_stack (self, "main;a;y"));
  ful_record_threads_begin (&self->recorded.threads, thread, START + 10 * MS);
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 11 * MS, FALSE);
  ful_record_threads_begin (&self->recorded.threads, thread, START + 21 * MS);
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 21 * MS, FALSE);
  ful_record_threads_begin (&self->recorded.threads, thread, START + 31 * MS);
  g_assert_true (ful_record_threads_is_polled (&self->recorded.threads, thread));
  g_assert_cmpuint (ful_record_threads_get_poll_ms (&self->recorded.threads), <, 10);
  ful_record_threads_poll (&self->recorded.threads, START + 2000 * MS);
  g_assert_cmpuint (ful_record_threads_get_poll_ms (&self->recorded.threads), ==, 20);

  assert_rows (self, 0, "0 1 0 main;a;x\n10 9 0 main;a;x\n11 1 0 main;a;(waiting)\n21 9 0 main;a;(waiting)\n"
                        "21 1 0 main;a;y\n31 9 0 main;a;y\n");
}

/* In a pause nothing counts. */
static void
test_pause (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, NO_PROCESS, NO_PROCESS), *other = get_thread (self, NO_PROCESS, NO_PROCESS + 1);

  self->recorded.threads.off_cpu = TRUE;
  ful_record_threads_begin (&self->recorded.threads, thread, START);
  ful_record_threads_switch_out (&self->recorded.threads, other, START, FALSE);
  ful_record_threads_pause (&self->recorded.threads, START + 10 * MS);
  ful_record_threads_resume (&self->recorded.threads, START + 50 * MS);
  ful_record_threads_finish (&self->recorded.threads, START + 60 * MS);
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, 10 * MS);

  assert_rows (self, 1, "0 1 0 (waiting)\n10 9 0 (waiting)\n50 1 0 (waiting)\n60 9 0 (waiting)\n");
}

/* What no tick hit is below what the stacks around it share. */
static void
test_unsampled (Fixture       *self,
                gconstpointer  data)
{
  FulPerfThread *thread = get_thread (self, 10, 10);

  self->recorded.threads.sees_kernel = data != NULL;
  ful_record_threads_begin (&self->recorded.threads, thread, START);
  ful_record_threads_add_sample (&self->recorded.threads, thread, START + MS, make_stack (self, "main;run;a;b"));
  ful_record_threads_add_sample (&self->recorded.threads, thread, START + 6 * MS, make_stack (self, "main;run;c"));
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 9 * MS, FALSE);
  ful_record_threads_finish (&self->recorded.threads, START + 100 * MS);
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, 9 * MS);
  g_assert_cmpuint (self->recorded.threads.unsampled_ns, ==, 7 * MS);

  assert_rows (self, 0, data ? "1 1 1e+06 main;run;a;b\n6 4 4e+06 main;run;[not sampled]\n6 1 1e+06 main;run;c\n100 3 3e+06 [not sampled]\n"
                             : "1 1 1e+06 main;run;a;b\n6 4 4e+06 main;run;[kernel]\n6 1 1e+06 main;run;c\n100 3 3e+06 [kernel]\n");
}

/* @after: ns; since the begin of the recording */
static void
name_thread (Fixture       *self,
             FulPerfThread *thread,
             guint64        after,
             const char    *name)
{
  ful_perf_thread_set_name (thread, name);
  ful_record_threads_rename (&self->recorded.threads, thread, START + after);
}

static void
test_threads (Fixture       *self,
              gconstpointer  data G_GNUC_UNUSED)
{
  g_autoptr(FulRecordBuffer) buffer = ful_record_buffer_new (1 << 20, 0);
  g_autoptr(FulProfile) profile = NULL;
  FulPerfThread *first = get_thread (self, 10, 10), *second;
  FulThread *shown;
  guint n_processes;

  name_thread (self, first, 0, "parent");
  second = ful_perf_processes_fork (&self->recorded.processes, 10, 11, 10, 10, START + 5 * MS);
  ful_record_threads_begin (&self->recorded.threads, first, START);
  ful_record_threads_add_sample (&self->recorded.threads, first, START + MS, make_stack (self, "main"));
  ful_record_threads_begin (&self->recorded.threads, second, START + 5 * MS);
  ful_record_threads_add_sample (&self->recorded.threads, second, START + 6 * MS, make_stack (self, "main"));
  put (self);   /* renamed after it was sent */
  name_thread (self, second, 0, "worker");
  ful_perf_processes_exit (&self->recorded.processes, 10, 11, START + 8 * MS);
  ful_record_threads_end (&self->recorded.threads, second);
  put (self);
  g_assert_cmpuint (ful_record_threads_get_n (&self->recorded.threads, &n_processes), ==, 2);
  g_assert_cmpuint (n_processes, ==, 1);

  ful_record_buffer_append (buffer, &self->frames, 0);
  profile = ful_test_read_recording (buffer);
  g_assert_cmpuint (profile->threads->len, ==, 2);
  shown = ful_profile_get_thread (profile, 1);
  g_assert_cmpstr (shown->name, ==, "worker");
  g_assert_cmpstr (shown->pid, ==, "10");
  g_assert_cmpfloat (shown->register_time, ==, 5);
  g_assert_cmpfloat (shown->unregister_time, ==, 8);
  g_assert_true (isnan (ful_profile_get_thread (profile, 0)->unregister_time));
}

/* Threads without a row have one thread for all of them; what is left of a process goes to the first. */
static void
test_short_threads (Fixture       *self,
                    gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *first = get_thread (self, 10, 10);

  name_thread (self, first, 0, "parent");
  ful_record_threads_begin (&self->recorded.threads, first, START);
  ful_record_threads_add_sample (&self->recorded.threads, first, START + MS, make_stack (self, "main"));
  for (gint32 i = 0; i < 5; i++)   /* of another process: 2 ms of CPU time in all */
    {
      FulPerfThread *thread = ful_perf_processes_fork (&self->recorded.processes, 20, 20 + i, i == 0 ? 10 : 20, i == 0 ? 10 : 20, START + MS);

      ful_record_threads_begin (&self->recorded.threads, thread, START + 2 * MS);
      ful_record_threads_switch_out (&self->recorded.threads, thread, START + 2 * MS + 2 * MS / 5, FALSE);
    }
  for (gint32 i = 5; i-- > 0; )
    {
      FulPerfThread *thread = get_thread (self, 20, 20 + i);

      ful_perf_processes_exit (&self->recorded.processes, 20, 20 + i, START + 5 * MS);
      ful_record_threads_end (&self->recorded.threads, thread);
    }
  g_assert_cmpuint (self->recorded.threads.ended->len, ==, 1);

  assert_rows (self, 1, "5 1 1.2e+06 [not sampled]\n5 1 800000 [not sampled]\n");
}

/* What is left over at the ends of threads adds up to rows of those that end later. */
static void
test_rests (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *first = get_thread (self, 10, 10);
  double total = 0, cpu_time = 0;

  ful_record_threads_begin (&self->recorded.threads, first, START);
  ful_record_threads_add_sample (&self->recorded.threads, first, START + MS, make_stack (self, "main"));
  ful_record_threads_switch_out (&self->recorded.threads, first, START + MS, FALSE);
  for (gint32 i = 1; i <= 10; i++)   /* 1.4 ms each */
    {
      guint64 start = START + (guint64) i * 10 * MS;
      FulPerfThread *thread = ful_perf_processes_fork (&self->recorded.processes, 10, 10 + i, 10, 10, start);

      ful_record_threads_begin (&self->recorded.threads, thread, start);
      ful_record_threads_add_sample (&self->recorded.threads, thread, start + MS, make_stack (self, "main;a"));
      ful_record_threads_switch_out (&self->recorded.threads, thread, start + 7 * MS / 5, FALSE);
      ful_perf_processes_exit (&self->recorded.processes, 10, 10 + i, start + 2 * MS);
      ful_record_threads_end (&self->recorded.threads, thread);
    }
  put (self);
  {
    g_autoptr(FulRecordBuffer) buffer = ful_record_buffer_new (1 << 20, 0);
    g_autoptr(FulProfile) profile = NULL;

    ful_record_buffer_append (buffer, &self->frames, 0);
    profile = ful_test_read_recording (buffer);
    for (guint t = 0; t < profile->threads->len; t++)
      {
        const FulSampleTable *samples = ful_profile_get_thread (profile, t)->samples;

        for (guint i = 0; i < samples->table.n_rows; i++)
          {
            total += samples->weight && !isnan (samples->weight[i]) ? samples->weight[i] : 1;
            cpu_time += ful_i32_or_f64_get (&samples->cpu_delta, i);
          }
      }
    g_assert_cmpuint (profile->threads->len, ==, 11);
  }
  g_assert_cmpfloat (total, ==, 15);   /* of 1 + 10 × 1.4 */
  g_assert_cmpfloat (cpu_time, ==, 15 * MS);
}

/* A tick that comes early in a thread has a row if that has none; it counts as the CPU time that it was. */
static void
test_early_ticks (Fixture       *self,
                  gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *first = get_thread (self, 10, 10);

  ful_record_threads_begin (&self->recorded.threads, first, START);
  for (guint i = 1; i <= 6; i++)
    ful_record_threads_add_sample (&self->recorded.threads, first, START + i * MS / 3, make_stack (self, "main"));
  ful_record_threads_finish (&self->recorded.threads, START + 2 * MS);
  g_assert_cmpuint (self->recorded.threads.unsampled_ns, ==, 0);

  assert_rows (self, 0, "0.333333 1 333333 main\n1.66667 1 1.33333e+06 main\n");
}

/* CPU time of threads too short for a weight has a row, too. */
static void
test_hit_threads (Fixture       *self,
                  gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *first = get_thread (self, 10, 10);

  ful_record_threads_begin (&self->recorded.threads, first, START);
  ful_record_threads_add_sample (&self->recorded.threads, first, START + MS, make_stack (self, "main"));
  ful_record_threads_switch_out (&self->recorded.threads, first, START + MS, FALSE);
  for (gint32 i = 1; i <= 4; i++)   /* half of it before the tick */
    {
      FulPerfThread *thread = ful_perf_processes_fork (&self->recorded.processes, 10, 10 + i, 10, 10, START + 2 * MS);

      ful_record_threads_begin (&self->recorded.threads, thread, START + 2 * MS);
      ful_record_threads_add_sample (&self->recorded.threads, thread, START + 9 * MS / 4, make_stack (self, "main;a"));
      ful_record_threads_switch_out (&self->recorded.threads, thread, START + 5 * MS / 2, FALSE);
      ful_perf_processes_exit (&self->recorded.processes, 10, 10 + i, START + 3 * MS);
      ful_record_threads_end (&self->recorded.threads, thread);
    }

  assert_rows (self, 4, "2.25 1 250000 main;a\n3 0 1e+06 [not sampled]\n");
}

/* Only threads with names that are asked for get rows, from when they have them. */
static void
test_names (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *first = get_thread (self, 10, 10), *second = get_thread (self, 10, 11);

  ful_record_threads_show (&self->recorded.threads, "none,work*");
  name_thread (self, first, 0, "main");
  name_thread (self, second, 0, "main");
  g_assert_false (ful_record_threads_is_shown (&self->recorded.threads, second));
  ful_record_threads_begin (&self->recorded.threads, first, START);
  ful_record_threads_begin (&self->recorded.threads, second, START);
  ful_record_threads_add_sample (&self->recorded.threads, first, START + MS, make_stack (self, "main"));
  ful_record_threads_add_sample (&self->recorded.threads, second, START + MS, make_stack (self, "main"));
  name_thread (self, second, MS, "worker");
  g_assert_true (ful_record_threads_is_shown (&self->recorded.threads, second));
  ful_record_threads_add_sample (&self->recorded.threads, second, START + 2 * MS, make_stack (self, "main;b"));
  ful_record_threads_finish (&self->recorded.threads, START + 2 * MS);

  assert_rows (self, 0, "2 1 1e+06 main;b\n");
}

/* Another one gives the name that is asked for while the thread waits. */
static void
test_named_in_wait (Fixture       *self,
                    gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, NO_PROCESS, NO_PROCESS);

  self->recorded.threads.off_cpu = TRUE;
  ful_record_threads_show (&self->recorded.threads, "work*");
  name_thread (self, thread, 0, "main");
  ful_record_threads_begin (&self->recorded.threads, thread, START);
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 10 * MS, TRUE);
  ful_record_threads_follow_waits (&self->recorded.threads, START + 50 * MS, TRUE);
  name_thread (self, thread, 50 * MS, "worker");
  ful_record_threads_follow_waits (&self->recorded.threads, START + 150 * MS, TRUE);
  name_thread (self, thread, 150 * MS, "other");
  ful_record_threads_follow_waits (&self->recorded.threads, START + 350 * MS, TRUE);
  ful_record_threads_begin (&self->recorded.threads, thread, START + 360 * MS);

  assert_rows (self, 0, "50 1 0 (waiting for a CPU)\n150 99 0 (waiting for a CPU)\n");
}

/* What it runs before and after it has the name is of others. */
static void
test_named_while_it_runs (Fixture       *self,
                          gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *thread = get_thread (self, 10, 10);

  ful_record_threads_show (&self->recorded.threads, "work*");
  name_thread (self, thread, 0, "main");
  ful_record_threads_begin (&self->recorded.threads, thread, START);
  name_thread (self, thread, 100 * MS, "worker");
  name_thread (self, thread, 130 * MS, "other");
  name_thread (self, thread, 150 * MS, "worker");
  ful_record_threads_switch_out (&self->recorded.threads, thread, START + 170 * MS, FALSE);
  ful_record_threads_finish (&self->recorded.threads, START + 200 * MS);

  assert_rows (self, 0, "130 30 3e+07 [kernel]\n200 20 2e+07 [kernel]\n");
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, 50 * MS);
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
    { "", FALSE }, { "-p 1 -- true", FALSE }, { "-p 1,,2", FALSE }, { "-p -1", FALSE }, { "-p ", FALSE }, { "-F 0 true", FALSE }, { "-i 0 true", FALSE }, { "-i 0.001 true", FALSE }, { "-F -1 true", FALSE },
    { "-i 1 -F 1 true", FALSE }, { "--stacks all true", FALSE }, { "--stack-size 0 true", FALSE }, { "--stack-size 64 true", FALSE },
    { "-d -1 true", FALSE }, { "-d nan true", FALSE }, { "-d 0 true", FALSE }, { "--keep 0 true", FALSE }, { "--off-cpu maybe true", FALSE }, { "--max-memory 0 true", FALSE }, { "-i nan true", FALSE },
    { "--keep 2.5 --threads main,w* -o x.json true", TRUE, MS, 32768, FALSE }, { "--keep 2 -o x.fpls true", FALSE },
    { "--counters cpu,io --save-when a>b>0.5 -o x.json true", TRUE, MS, 32768, FALSE }, { "--counters cpu, true", FALSE }, { "--counters cpu,none true", FALSE }, { "--counters all,io true", FALSE },
    { "--save-when frame true", FALSE }, { "--save-when >1 true", FALSE }, { "--save-when frame> true", FALSE }, { "--save-when frame>1x true", FALSE }, { "--keep -1 true", FALSE },
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
  g_test_add_func ("/record/wait-reads", test_wait_reads);
  g_test_add ("/record/wait-callers", Fixture, NULL, set_up, test_wait_callers, tear_down);
  g_test_add ("/record/unsampled/user", Fixture, NULL, set_up, test_unsampled, tear_down);
  g_test_add ("/record/unsampled/all", Fixture, "kernel", set_up, test_unsampled, tear_down);
  g_test_add ("/record/threads", Fixture, NULL, set_up, test_threads, tear_down);
  g_test_add ("/record/early-ticks", Fixture, NULL, set_up, test_early_ticks, tear_down);
  g_test_add ("/record/hit-threads", Fixture, NULL, set_up, test_hit_threads, tear_down);
  g_test_add ("/record/named-in-wait", Fixture, NULL, set_up, test_named_in_wait, tear_down);
  g_test_add ("/record/named-while-it-runs", Fixture, NULL, set_up, test_named_while_it_runs, tear_down);
  g_test_add ("/record/pause", Fixture, NULL, set_up, test_pause, tear_down);
  g_test_add ("/record/short-threads", Fixture, NULL, set_up, test_short_threads, tear_down);
  g_test_add ("/record/rests", Fixture, NULL, set_up, test_rests, tear_down);
  g_test_add ("/record/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add_func ("/record/options", test_options);

  return g_test_run ();
}
