/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU times at some moments → switches, and the records that say them. What agents do is test-record-agent.py. */

#include "recorded-threads.h"

#include "agent/ful-record-agent-records.h"
#include "agent/ful-record-agent-thread.h"
#include "agent/ful-record-agent.h"
#include "threads/ful-record-thread.h"

#include "base/ful-bytes.h"

#define MS FUL_TEST_MS
#define START FUL_TEST_START
#define NO_PROCESS FUL_TEST_NO_PROCESS

typedef struct
{
  FulTestThreads       recorded;
  FulRecordAgentThread thread;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data G_GNUC_UNUSED)
{
  ful_test_threads_init (&self->recorded);
  self->recorded.threads.off_cpu = TRUE;
  ful_record_agent_thread_init (&self->thread, &self->recorded.threads,
                                ful_perf_processes_get_thread (&self->recorded.processes, NO_PROCESS, NO_PROCESS), START + 1 * MS, 0);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  ful_test_threads_clear (&self->recorded);
}

static void
sample (Fixture *self,
        double   ms,
        double   cpu_ms,
        guint    n_waits)
{
  ful_record_agent_thread_sample (&self->thread, &self->recorded.threads, START + (guint64) (ms * MS), (guint64) (cpu_ms * MS), n_waits, FUL_NONE);
}

static void
assert_cpu (Fixture *self,
            double   cpu_ms)
{
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, (guint64) (cpu_ms * MS));
}

/* The CPU time of rows is what the thread said, wherever it waited. */
static void
test_cpu_time (Fixture       *self,
               gconstpointer  data G_GNUC_UNUSED)
{
  sample (self, 5, 4, 0);   /* it began at 1 */
  assert_cpu (self, 4);
  sample (self, 12, 6, 0);
  assert_cpu (self, 6);
  g_assert_false (self->thread.is_off);

  ful_record_agent_thread_wait (&self->thread, &self->recorded.threads, START + 20 * MS, 8 * MS, FALSE);
  assert_cpu (self, 8);
  g_assert_true (self->thread.is_off);
  ful_record_agent_thread_wait (&self->thread, &self->recorded.threads, START + 30 * MS, 8 * MS, FALSE);
  assert_cpu (self, 8);
  ful_record_agent_thread_wait (&self->thread, &self->recorded.threads, START + 40 * MS, 9 * MS, FALSE);   /* it ran meanwhile */
  assert_cpu (self, 9);
  /* For a ms, it is not known when: one wait lasted as long as the other. */
  g_assert_cmpuint (((const FulRecordThread *) self->thread.thread->data)->wait.since, ==, START + 355 * MS / 10);
  sample (self, 50, 12, 1);
  assert_cpu (self, 12);

  /* A wait that is too short for a row is made good by the next one. */
  sample (self, 54.05, 16, 1);
  assert_cpu (self, 16.05);
  sample (self, 60, 18, 2);
  assert_cpu (self, 18);
}

/* Returns: the weight of all rows with the stack of the last row of a wait that ends at @ms */
static guint64
sum_at (const FulRecordThread *thread,
        gint64                 ms)
{
  const GArray *rows = thread->rows->rows;
  gint64 stack = FUL_NONE;
  guint64 sum = 0;

  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, FulWireSample, i).time == ms * MS && g_array_index (rows, FulWireSample, i).cpu == 0)
      stack = g_array_index (rows, FulWireSample, i).stack;
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, FulWireSample, i).stack == stack && g_array_index (rows, FulWireSample, i).cpu == 0)
      sum += (guint64) g_array_index (rows, FulWireSample, i).weight;

  return sum;
}

/* A thread that sleeps, and then waits for a CPU: the last part of its waits is what the system says that it was ready for. */
static void
test_delay (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  const FulRecordThread *thread = self->thread.thread->data;
  FulRecordThreads *threads = &self->recorded.threads;

  ful_record_agent_thread_skip (&self->thread, 100 * MS, 10);   /* before */
  sample (self, 5, 4, 0);
  ful_record_agent_thread_learn (&self->thread, threads, 108 * MS, 13);
  g_assert_cmpuint (thread->siblings->n_switches, ==, 3);
  ful_record_agent_thread_wait (&self->thread, threads, START + 10 * MS, 4 * MS, FALSE);
  sample (self, 40, 5, 1);   /* it slept until 31 */
  g_assert_cmpuint (self->thread.delay_ns, ==, 0);
  sample (self, 60, 6, 2);   /* from 40 to 59, as far as is known */
  assert_cpu (self, 6);
  g_assert_cmpuint (sum_at (thread, 39), ==, 8);
  g_assert_cmpuint (sum_at (thread, 59), ==, 26 + 19);
}

/* A thread that is seen after a pause: what it used before does not count later either. */
static void
test_since (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  ful_record_agent_thread_init (&self->thread, &self->recorded.threads,
                                ful_perf_processes_get_thread (&self->recorded.processes, NO_PROCESS, NO_PROCESS + 1), 
                                ful_record_agent_thread_find_begin (START + 10 * MS, 8 * MS, START + 7 * MS), 5 * MS);
  sample (self, 20, 9, 0);
  assert_cpu (self, 4);
  g_assert_cmpuint (ful_record_agent_thread_find_begin (10, 3, 5), ==, 7);
  g_assert_cmpuint (ful_record_agent_thread_find_begin (10, 30, 5), ==, 5);
  g_assert_cmpuint (ful_record_agent_thread_find_begin (10, 30, 15), ==, 10);
}

/* Whatever is said, CPU time is not more than time, and does not shrink. */
static void
test_wrong_times (Fixture       *self,
                  gconstpointer  data G_GNUC_UNUSED)
{
  sample (self, 10, 1e9, 0);
  assert_cpu (self, 9);
  sample (self, 5, 0, 0);
  assert_cpu (self, 9);
  ful_record_agent_thread_wait (&self->thread, &self->recorded.threads, START + 1 * MS, 0, TRUE);
  assert_cpu (self, 9);
  ful_record_agent_thread_run (&self->thread, &self->recorded.threads, START + 12 * MS, 5 * MS);
  assert_cpu (self, 9);
  self->thread.has_ended = TRUE;
  sample (self, 100, 50, 0);
  assert_cpu (self, 9);
}

static void
put_record (FulBytes   *to,
            guint8      kind,
            const char *name,
            guint       n_registers,
            guint       n_data)
{
  guint32 length = 56 + n_registers * 8 + n_data, numbers[] = { length, kind, 42, 41 }, more[] = { 3, n_data };
  guint64 times[] = { 7, 9 };
  char name_bytes[16] = { 0 };
  gsize n = to->n;

  memcpy (name_bytes, name, MIN (strlen (name), sizeof name_bytes));
  ful_bytes_append (to, (const char *) numbers, sizeof numbers);
  ful_bytes_append (to, (const char *) times, sizeof times);
  ful_bytes_append (to, (const char *) more, sizeof more);
  ful_bytes_append (to, name_bytes, sizeof name_bytes);
  while (to->n < n + length)
    ful_bytes_append_c (to, 'x');
}

#if defined (__x86_64__)
#define N_REGISTERS 17
#else
#define N_REGISTERS 33
#endif

static void
test_records (void)
{
  FulBytes bytes = { NULL };
  FulRecordAgentRecord record;
  FulCursor records;

  put_record (&bytes, FUL_RECORD_AGENT_BEGIN, "a name of 16 byt", 0, 0);
  put_record (&bytes, FUL_RECORD_AGENT_SAMPLE, "\xff", N_REGISTERS, 64);
  put_record (&bytes, FUL_RECORD_AGENT_SAMPLE, "", N_REGISTERS - 1, 0);   /* too short */
  put_record (&bytes, 21, "", 0, 0);
  put_record (&bytes, FUL_RECORD_AGENT_MAPS, "", 0, 8);
  records = (FulCursor) { (const guint8 *) bytes.data, bytes.n };

  g_assert_true (ful_record_agent_next (&records, &record));
  g_assert_cmpint (record.kind, ==, FUL_RECORD_AGENT_BEGIN);
  g_assert_cmpint (record.tid, ==, 42);
  g_assert_cmpint (record.parent, ==, 41);
  g_assert_cmpuint (record.time, ==, 7);
  g_assert_cmpuint (record.cpu_ns, ==, 9);
  g_assert_cmpuint (record.n_waits, ==, 3);
  g_assert_cmpstr (record.name, ==, "a name of 16 byt");

  g_assert_true (ful_record_agent_next (&records, &record));
  g_assert_cmpint (record.kind, ==, FUL_RECORD_AGENT_SAMPLE);
  g_assert_true (g_utf8_validate (record.name, -1, NULL));
  g_assert_cmpuint (record.n_data, ==, 64);
  g_assert_cmpuint (record.registers.values[record.registers.machine->sp], ==, G_GUINT64_CONSTANT (0x7878787878787878));

  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (ful_record_agent_next (&records, &record));
      g_assert_cmpint (record.kind, ==, FUL_RECORD_AGENT_NONE);
    }
  g_assert_true (ful_record_agent_next (&records, &record));
  g_assert_cmpint (record.kind, ==, FUL_RECORD_AGENT_MAPS);
  g_assert_cmpuint (record.n_data, ==, 8);
  g_assert_false (ful_record_agent_next (&records, &record));
  ful_bytes_clear (&bytes);
}

/* Timers are shorter than the ticks at which they expire. */
static void
test_interval (void)
{
  guint64 reached = ful_record_agent_get_interval (1);

  g_assert_cmpuint (reached, >=, MS);
  g_assert_cmpuint (ful_record_agent_get_timer (reached), <=, reached / 2);
  g_assert_cmpuint (ful_record_agent_get_interval (100 * MS), ==, 100 * MS);
  g_assert_cmpuint (ful_record_agent_get_timer (100 * MS), ==, 100 * MS);
}

/* The more rings there are the shorter they are; there is an end to them. */
static void
test_ring_size (void)
{
  guint64 n_bytes = 0;
  guint n = 0;

  for (guint32 size; (size = ful_record_agent_get_ring_size (n_bytes)) > 0; n++)
    n_bytes += size;
  g_assert_cmpuint (n, >, 500);
  g_assert_cmpuint (n_bytes, <=, 64 << 20);
  g_assert_cmpuint (ful_record_agent_get_ring_size (0), ==, 1 << 20);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/record-agent-threads/cpu-time", Fixture, NULL, set_up, test_cpu_time, tear_down);
  g_test_add ("/record-agent-threads/delay", Fixture, NULL, set_up, test_delay, tear_down);
  g_test_add ("/record-agent-threads/since", Fixture, NULL, set_up, test_since, tear_down);
  g_test_add ("/record-agent-threads/wrong-times", Fixture, NULL, set_up, test_wrong_times, tear_down);
  g_test_add_func ("/record-agent-threads/records", test_records);
  g_test_add_func ("/record-agent-threads/interval", test_interval);
  g_test_add_func ("/record-agent-threads/ring-size", test_ring_size);

  return g_test_run ();
}
