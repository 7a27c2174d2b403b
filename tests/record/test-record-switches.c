/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU time where records of switches are late, or missing. What the kernel writes is test-record.py. */

#include "recorded-threads.h"

#include "system/ful-record-process.h"
#include "threads/ful-record-thread.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define US 1000u
#define MS FUL_TEST_MS
#define START FUL_TEST_START
#define NO_PROCESS FUL_TEST_NO_PROCESS

typedef struct
{
  FulTestThreads recorded;
  FulPerfThread *thread;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data G_GNUC_UNUSED)
{
  ful_test_threads_init (&self->recorded);
  self->thread = ful_perf_processes_get_thread (&self->recorded.processes, NO_PROCESS, NO_PROCESS);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  ful_test_threads_clear (&self->recorded);
}

/* @since, @until: µs */
static void
run (Fixture *self,
     guint    since,
     guint    until)
{
  ful_record_threads_switch_in (&self->recorded.threads, self->thread, START + since * US);
  ful_record_threads_switch_out (&self->recorded.threads, self->thread, START + until * US, FALSE);
}

static void
assert_cpu (Fixture *self,
            guint    us)
{
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, us * US);
}

/* What the system said of the thread when it was off its CPU, before its next record. */
static void
say (Fixture *self,
     guint    us,
     guint    used_us)
{
  FulRecordSwitchCost *cost = &((FulRecordThread *) self->thread->data)->cost;

  *cost = (FulRecordSwitchCost) { .asked = START + us * US, .answered = START + us * US + 1, .used_ns = used_us * US,
                                  .n_switches = cost->n_switches, .switch_ns = cost->switch_ns, .missing_ns = cost->missing_ns };
}

/* A switch takes 4 µs before its record: from when on that is known each thread runs so much earlier, and what was missing is made good, but
 * never before it left its CPU. */
static void
test_cost (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  FulPerfThread *other = ful_perf_processes_get_thread (&self->recorded.processes, NO_PROCESS, NO_PROCESS + 1);
  guint before;

  for (guint i = 0; i < 100; i++)
    run (self, 100 * i, 100 * i + 6);
  assert_cpu (self, 600);
  say (self, 9950, 1000);
  for (guint i = 100; i < 200; i++)
    run (self, 100 * i, 100 * i + 6);
  say (self, 19950, 2000);
  run (self, 20000, 20006);
  for (guint i = 201; i < 300; i++)
    run (self, 100 * i, 100 * i + 6);
  g_assert_cmpuint (self->recorded.threads.cpu_ns, >=, 2900 * US);
  g_assert_cmpuint (self->recorded.threads.cpu_ns, <=, 3000 * US);

  /* What others begin with; there is no room for all of it after a pause of 1 µs. */
  g_assert_cmpint (self->recorded.threads.switch_ns, >=, 2 * US);
  before = (guint) (self->recorded.threads.cpu_ns / US);
  self->thread = other;
  self->recorded.threads.switch_ns = 0;
  run (self, 40000, 40010);
  ((FulRecordThread *) other->data)->cost.switch_ns = 5 * US;
  run (self, 40011, 40020);
  assert_cpu (self, before + 20);
}

/* A thread that ran meanwhile, for longer than what is missing: nothing is learned. */
static void
test_unsure (Fixture       *self,
             gconstpointer  data G_GNUC_UNUSED)
{
  run (self, 100, 200);
  ful_record_threads_switch_in (&self->recorded.threads, self->thread, START + 300 * US);
  say (self, 900, 500);
  ful_record_threads_switch_out (&self->recorded.threads, self->thread, START + 1000 * US, FALSE);
  assert_cpu (self, 800);
  g_assert_cmpint (((FulRecordThread *) self->thread->data)->cost.switch_ns, ==, 0);
  g_assert_cmpuint (((FulRecordThread *) self->thread->data)->cost.answered, ==, 0);
}

/* Two switches to a thread: between them it left its CPU, some time. */
static void
test_lost_switch (Fixture       *self,
                  gconstpointer  data G_GNUC_UNUSED)
{
  ful_record_threads_switch_in (&self->recorded.threads, self->thread, START + 100 * US);
  g_assert_false (self->recorded.threads.has_lost);
  run (self, 90000, 90010);
  assert_cpu (self, 10);
  g_assert_true (self->recorded.threads.has_lost);
}

/* Records of what was before the system was asked count no second time. */
static void
test_mended (Fixture       *self,
             gconstpointer  data G_GNUC_UNUSED)
{
  gint32 pid = (gint32) getpid (), tid = (gint32) syscall (SYS_gettid);
  struct timespec used;
  guint64 known;

  self->thread = ful_perf_processes_get_thread (&self->recorded.processes, pid, tid);
  run (self, 100, 200);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  ful_record_threads_mend (&self->recorded.threads, START + 500 * MS);
  known = self->recorded.threads.cpu_ns;
  g_assert_cmpuint (known, >=, (guint64) used.tv_nsec / 2);
  ful_record_threads_switch_out (&self->recorded.threads, self->thread, START + 300 * MS, FALSE);
  run (self, 310 * 1000, 320 * 1000);
  run (self, 400 * 1000, 499 * 1000);
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, known);
  run (self, 501 * 1000, 502 * 1000);
  g_assert_cmpuint (self->recorded.threads.cpu_ns, ==, known + MS);
}

static guint64
sum_weights (Fixture *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < self->recorded.threads.rows->len; i++)
    {
      GArray *rows = ((FulRecordRows *) g_ptr_array_index (self->recorded.threads.rows, i))->rows;

      for (guint k = 0; k < rows->len; k++)
        sum += (guint64) g_array_index (rows, FulWireSample, k).weight;
    }

  return sum;
}

static gint spinner;   /* its number; atomic */
static gint is_over;

static gpointer
spin (gpointer data G_GNUC_UNUSED)
{
  g_atomic_int_set (&spinner, (gint) syscall (SYS_gettid));
  while (!g_atomic_int_get (&is_over))
    continue;

  return NULL;
}

/* The weights of a thread are its life, whatever was lost, and whether it runs or waits for a CPU where that is not known. What the system
 * says that it has used is little to the times. */
static void
test_whole (Fixture       *self,
            gconstpointer  data G_GNUC_UNUSED)
{
  GThread *spinning = g_thread_new ("spin", spin, NULL);
  FulRecordThreads *threads = &self->recorded.threads;
  FulRecordThread *thread;
  guint64 used, known;

  while (g_atomic_int_get (&spinner) == 0 ||
         !ful_record_process_get_cpu ((gint32) getpid (), g_atomic_int_get (&spinner), &used))
    g_thread_yield ();
  threads->off_cpu = TRUE;
  self->thread = ful_perf_processes_get_thread (&self->recorded.processes, (gint32) getpid (), g_atomic_int_get (&spinner));
  run (self, 0, 50 * 1000);
  thread = self->thread->data;
  ful_record_threads_mend (threads, START + 200 * MS);
  g_assert_true (thread->is_on_guessed);
  known = threads->cpu_ns;
  ful_record_threads_switch_in (threads, self->thread, START + 300 * MS);   /* it waited for a CPU */
  g_assert_false (threads->has_lost);
  ful_record_threads_switch_out (threads, self->thread, START + 310 * MS, FALSE);
  g_assert_cmpuint (threads->cpu_ns, ==, known + 10 * MS);
  run (self, 400 * 1000, 410 * 1000);

  /* What it did from 500 ms on is lost, but for switches in. */
  ful_record_threads_switch_in (threads, self->thread, START + 500 * MS);
  ful_record_threads_switch_in (threads, self->thread, START + 700 * MS);
  g_assert_true (threads->has_lost);
  ful_record_threads_mend (threads, START + 900 * MS);
  threads->has_lost = FALSE;
  g_atomic_int_set (&is_over, TRUE);
  g_thread_join (spinning);
  ful_record_threads_switch_out (threads, self->thread, START + 910 * MS, FALSE);   /* it ran */
  ful_record_threads_finish (threads, START + 1000 * MS);
  g_assert_cmpuint (sum_weights (self), >=, 998);
  g_assert_cmpuint (sum_weights (self), <=, 1001);
}

/* Processes of 0.6 intervals have a row each, of which some weigh an interval and others nothing: together what was used. */
static void
test_short_processes (Fixture       *self,
                      gconstpointer  data G_GNUC_UNUSED)
{
  run (self, 0, 10);
  for (gint32 i = 1; i <= 100; i++)
    {
      ful_perf_processes_fork (&self->recorded.processes, NO_PROCESS + 10 * i, NO_PROCESS + 10 * i, NO_PROCESS, NO_PROCESS, START + (guint64) i * MS);
      self->thread = ful_perf_processes_get_thread (&self->recorded.processes, NO_PROCESS + 10 * i, NO_PROCESS + 10 * i);
      run (self, 1000 * (guint) i, 1000 * (guint) i + 600);
      ful_perf_processes_exit (&self->recorded.processes, NO_PROCESS + 10 * i, NO_PROCESS + 10 * i, START + (guint64) i * MS + 600 * US);
      ful_record_threads_end (&self->recorded.threads, self->thread);
    }
  assert_cpu (self, 60010);
  g_assert_cmpuint (self->recorded.threads.rows->len, ==, 100);
  g_assert_cmpint (self->recorded.threads.first->shared_cpu_ns, >, -(gint64) MS);
  g_assert_cmpint (self->recorded.threads.first->shared_cpu_ns, <, MS);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/record-switches/cost", Fixture, NULL, set_up, test_cost, tear_down);
  g_test_add ("/record-switches/unsure", Fixture, NULL, set_up, test_unsure, tear_down);
  g_test_add ("/record-switches/lost-switch", Fixture, NULL, set_up, test_lost_switch, tear_down);
  g_test_add ("/record-switches/mended", Fixture, NULL, set_up, test_mended, tear_down);

  g_test_add ("/record-switches/whole", Fixture, NULL, set_up, test_whole, tear_down);
  g_test_add ("/record-switches/short-processes", Fixture, NULL, set_up, test_short_processes, tear_down);

  return g_test_run ();
}
