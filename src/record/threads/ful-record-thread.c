/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks and switches of a thread → rows (record.md 3). The time between its switches in and out is its CPU time, exactly; ticks
 * say where it was spent. What no tick hit is a row of its own, below what the stacks before and after have in common. Until the
 * next switch in it waits: rows of that weigh the intervals since the last one (ful-record-thread-wait.c).
 *
 * Weights are whole numbers; what is left over of the CPU time, and of the time of waits, goes into the next row of its kind, at
 * the end of a thread into that of the short threads of its process. */

#include "config.h"

#include "ful-record-thread-private.h"

#include "ful-record-common.h"

#include "import/perf/ful-perf-stacks.h"
#include "model/ful-profile.h"
#include "wire/ful-wire.h"

#include <math.h>

/* CPU time of a process that has a thread in the profile. */
#define MIN_SEEN_NS 500000

/* With rows of their own; the numbers from there on are of those that others share, the last one of all that come later. */
#define MAX_OWN 60000
#define MAX_THREADS (FUL_WIRE_MAX_THREADS - 1)

void
ful_record_thread_free (FulRecordThread *self)
{
  ful_record_wait_clear (&self->wait);
  g_free (self->name);
  g_free (self);
}

static double
to_ms (const FulRecordThreads *threads,
       guint64                 time)
{
  return time > threads->start ? (double) (time - threads->start) / 1e6 : 0;
}

static FulRecordRows *
add_rows (FulRecordThreads        *threads,
          const FulRecordSiblings *siblings,
          const char              *name,
          char                    *tid,
          guint64                  start)
{
  FulThread *shown = g_object_new (FUL_TYPE_THREAD, NULL);
  FulRecordRows *rows;

  shown->process_type = g_strdup ("default");
  shown->name = g_strdup (name);
  shown->process_name = g_strdup (siblings->name ? siblings->name : name);
  shown->pid = g_strdup (siblings->pid);
  shown->tid = tid;
  shown->process_startup_time = to_ms (threads, siblings->start);
  shown->register_time = to_ms (threads, start);
  shown->unregister_time = shown->process_shutdown_time = (double) NAN;
  rows = ful_record_rows_new (threads->rows->len, shown);
  g_ptr_array_add (threads->rows, rows);

  return rows;
}

static FulRecordRows *
get_shared (FulRecordThreads  *threads,
            FulRecordSiblings *siblings)
{
  if (siblings->shared == NULL)
    siblings->shared = threads->rows->len < MAX_THREADS
                         ? add_rows (threads, siblings, "(short threads)", g_strdup ("short"), siblings->start)
                         : g_ptr_array_index (threads->rows, threads->rows->len - 1);

  return siblings->shared;
}

static void
begin_rows (FulRecordThreads *threads,
            FulRecordThread  *self)
{
  if (threads->rows->len < MAX_OWN)
    {
      self->rows = add_rows (threads, self->siblings, self->name, g_strdup_printf ("%d", self->wait.tid), self->start);
      self->rows->shown->tid_is_number = TRUE;
      self->rows->shown->is_main_thread = self->is_main;
    }
  else
    self->rows = get_shared (threads, self->siblings);
}

/* Returns: where its rows go. The first thread of a process comes before others of it. */
FulRecordRows *
ful_record_thread_get_rows (FulRecordThreads *threads,
                            FulRecordThread  *self)
{
  FulRecordThread *first = self->siblings->main;

  if (self->rows == NULL && first && first != self && first->rows == NULL && !first->is_hidden && !first->has_ended)
    begin_rows (threads, first);
  if (self->rows == NULL)
    begin_rows (threads, self);

  return self->rows;
}

/* CPU time up to @time. */
void
ful_record_thread_account (FulRecordThreads *threads,
                           FulRecordThread  *self,
                           guint64           time)
{
  guint64 ran = self->on_since != 0 && time > self->on_since && !self->is_hidden ? time - self->on_since : 0;

  /* It may have left its CPU since; what this lacks ful_record_threads_mend() adds. */
  if (threads->has_lost && ran > threads->interval_ns)
    {
      self->unknown_ns += (gint64) (ran - threads->interval_ns);
      ran = threads->interval_ns;
    }
  self->cpu_ns += ran - MIN (ran, self->cpu_above_ns);
  self->cpu_above_ns -= MIN (ran, self->cpu_above_ns);
  self->all_cpu_ns += ran;
  self->cpu_owed_ns += (gint64) ran;
  threads->cpu_ns += ran;
  self->siblings->cpu_ns += ran;
  if (self->on_since != 0)
    self->on_since = MAX (time, self->on_since);
}

/* @n: ticks that the row stands for */
void
ful_record_thread_add_row (FulRecordThreads *threads,
                           FulRecordRows    *rows,
                           guint64           time,
                           FulStackIndex     stack,
                           guint64           n,
                           guint64           cpu_ns,
                           gboolean          is_idle)
{
  guint64 row_time = MAX (MAX (time, threads->start), rows->last_time);
  FulWireSample row = {
    .time = (gint64) (row_time - threads->start),
    .stack = stack,
    .n_rows = 1,
    .has_cpu = TRUE,
    .cpu = cpu_ns,
    .has_weight = n != 1,
    .weight = (double) n,
  };

  ful_record_rows_add (rows, &row, is_idle);
  threads->n_idle_ticks += is_idle ? n : 0;
  rows->last_time = row_time;
}

FulStackIndex
ful_record_thread_push_label (FulRecordThreads *threads,
                              FulStackIndex     stack,
                              const char       *label,
                              gint32            category)
{
  FulImportTables *rows = threads->tables->rows;
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (rows, label, -1));
  FulImportFrame frame = FUL_IMPORT_FRAME (ful_import_tables_func (rows, &func), category);

  return ful_import_tables_stack (rows, stack, ful_import_tables_frame (rows, &frame));
}

/* Whole intervals that @owed_ns is nearest to. */
static guint64
to_ticks (const FulRecordThreads *threads,
          gint64                  owed_ns)
{
  return owed_ns > 0 ? ((guint64) owed_ns + threads->interval_ns / 2) / threads->interval_ns : 0;
}

static FulStackIndex
push_unsampled (FulRecordThreads *threads,
                FulStackIndex     common,
                guint64           n)
{
  gboolean is_kernel = !threads->sees_kernel && n > 1;

  return ful_record_thread_push_label (threads, common, is_kernel ? "[kernel]" : "[not sampled]",
                                       is_kernel ? FUL_PERF_CATEGORY_KERNEL : FUL_PERF_CATEGORY_USER);
}

/* A row for CPU time since the last one but for @n_kept ns of it. */
static void
add_unsampled (FulRecordThreads *threads,
               FulRecordThread  *self,
               guint64           time,
               FulStackIndex     common,
               guint64           n_kept)
{
  guint64 missing = self->cpu_ns > n_kept ? self->cpu_ns - n_kept : 0;
  guint64 n = MIN (to_ticks (threads, (gint64) missing), to_ticks (threads, self->cpu_owed_ns - (gint64) n_kept));

  if (n == 0 || self->is_hidden)
    return;

  ful_record_thread_add_row (threads, ful_record_thread_get_rows (threads, self), time,
                             push_unsampled (threads, common, n), n, missing, FALSE);
  self->cpu_ns -= missing;
  self->cpu_owed_ns -= (gint64) (n * threads->interval_ns);
  threads->unsampled_ns += missing;
}

/* CPU time before a tick that is taken to be like it. Each CPU has ticks of its own, so that they come early and late in a thread that
 * changes between them; where the kernel may not be seen one that is a whole interval late was in it. */
static guint64
get_sampled (const FulRecordThreads *threads,
             const FulRecordThread  *self)
{
  guint64 interval = threads->interval_ns, late = threads->sees_kernel ? interval * 5 / 2 : interval * 15 / 8;

  if (threads->most_sampled_ns != 0)
    return threads->most_sampled_ns;

  return self->all_cpu_ns < self->cpu_at_tick_ns + late ? 2 * interval : interval;
}

FulStackIndex
ful_record_thread_find_common (FulRecordThreads *threads,
                               FulStackIndex     a,
                               FulStackIndex     b)
{
  return ful_record_find_common (threads->tables, threads->waits->stacks, a, b);
}

/* @stack: where the thread was at @time, as its CPU time had grown by another interval. */
void
ful_record_thread_add_sample (FulRecordThreads *threads,
                              FulRecordThread  *self,
                              guint64           time,
                              FulStackIndex     stack)
{
  FulStackIndex common = ful_record_thread_find_common (threads, self->last_stack, stack);
  guint64 n;

  ful_record_thread_account (threads, self, time);
  if (self->is_hidden)
    return;
  add_unsampled (threads, self, time, common, get_sampled (threads, self));
  n = MAX (to_ticks (threads, self->cpu_owed_ns), self->has_sample ? 0 : 1);
  if (n > 0)
    {
      ful_record_thread_add_row (threads, ful_record_thread_get_rows (threads, self), time, stack, n, self->cpu_ns, FALSE);
      self->cpu_owed_ns -= (gint64) (n * threads->interval_ns);
      self->cpu_ns = 0;
      self->has_sample = TRUE;
    }
  self->cpu_at_tick_ns = self->all_cpu_ns;
  self->last_stack = stack;
  self->common_stack = common;
}

/* Rows for CPU time up to @time, whatever is sampled later. */
void
ful_record_thread_put_unsampled (FulRecordThreads *threads,
                                 FulRecordThread  *self,
                                 guint64           time)
{
  if (self->has_ended)
    return;

  ful_record_thread_account (threads, self, time);
  add_unsampled (threads, self, time, FUL_NONE, 0);
}

/* Once it is an interval. */
static void
add_shared_cpu (FulRecordThreads  *threads,
                FulRecordSiblings *siblings,
                FulRecordRows     *rows,
                guint64            time)
{
  guint64 n = siblings->shared_cpu_ns > 0 ? (guint64) siblings->shared_cpu_ns / threads->interval_ns : 0;

  /* Ticks that hit threads shorter than an interval have taken the weight of others, but not their CPU time. */
  if (n == 0 && siblings->shared_delta_ns < threads->interval_ns)
    return;

  ful_record_thread_add_row (threads, rows ? rows : get_shared (threads, siblings), time,
                             push_unsampled (threads, FUL_NONE, 1), n, siblings->shared_delta_ns, FALSE);
  siblings->shared_cpu_ns -= (gint64) (n * threads->interval_ns);
  threads->unsampled_ns += siblings->shared_delta_ns;
  siblings->shared_delta_ns = 0;
}

static void
add_shared_wait (FulRecordThreads  *threads,
                 FulRecordSiblings *siblings,
                 FulRecordRows     *rows,
                 guint64            time)
{
  guint64 n = siblings->shared_wait_ns / threads->interval_ns;

  if (n == 0)
    return;

  ful_record_thread_add_row (threads, rows ? rows : get_shared (threads, siblings), time,
                             ful_record_thread_push_label (threads, FUL_NONE, "(waiting)", FUL_PERF_CATEGORY_IDLE),
                             n, 0, TRUE);
  siblings->shared_wait_ns -= n * threads->interval_ns;
}

/* What is left over at the end of a thread: less than an interval, or all of one without a row. Rows for it are those of the thread, if it
 * has some; what is less than an interval goes to the next thread of the process that ends. */
static void
share_rest (FulRecordThreads *threads,
            FulRecordThread  *self,
            guint64           time)
{
  FulRecordSiblings *siblings = self->siblings;

  siblings->shared_cpu_ns += self->cpu_owed_ns;
  siblings->shared_delta_ns += self->cpu_ns;
  siblings->shared_wait_ns += self->wait_owed_ns;
  self->cpu_owed_ns = 0;
  self->cpu_ns = 0;
  self->wait_owed_ns = 0;
  add_shared_wait (threads, siblings, self->rows, time);
  add_shared_cpu (threads, siblings, self->rows, time);
}

/* What is left over of @from, a process that has ended, is for those that have too little for a row. */
void
ful_record_siblings_take_rest (FulRecordThreads  *threads,
                               FulRecordSiblings *self,
                               FulRecordSiblings *from,
                               guint64            time)
{
  self->shared_cpu_ns += from->shared_cpu_ns;
  self->shared_delta_ns += from->shared_delta_ns;
  self->shared_wait_ns += from->shared_wait_ns;
  from->shared_cpu_ns = 0;
  from->shared_delta_ns = 0;
  from->shared_wait_ns = 0;
  add_shared_wait (threads, self, NULL, time);
  add_shared_cpu (threads, self, NULL, time);
}

/* Less than an interval is all that there is. */
void
ful_record_siblings_round_up (FulRecordThreads  *threads,
                              FulRecordSiblings *self,
                              guint64            time)
{
  guint64 cpu_ns = self->shared_delta_ns;
  gboolean is_idle = cpu_ns == 0 && self->shared_wait_ns > 0;

  ful_record_thread_add_row (threads, get_shared (threads, self), time,
                             is_idle ? ful_record_thread_push_label (threads, FUL_NONE, "(waiting)", FUL_PERF_CATEGORY_IDLE)
                                     : push_unsampled (threads, FUL_NONE, 1),
                             1, cpu_ns, is_idle);
  threads->unsampled_ns += cpu_ns;
  self->shared_cpu_ns = 0;
  self->shared_delta_ns = 0;
  self->shared_wait_ns = 0;
}

/* CPU time of threads of which nothing else is known. */
void
ful_record_siblings_add_cpu (FulRecordThreads  *threads,
                             FulRecordSiblings *self,
                             guint64            cpu_ns,
                             guint64            time)
{
  self->cpu_ns += cpu_ns;
  threads->cpu_ns += cpu_ns;
  self->shared_cpu_ns += (gint64) cpu_ns;
  self->shared_delta_ns += cpu_ns;
  add_shared_cpu (threads, self, NULL, time);
}

/* All that there is up to @time gets rows. */
static void
put_rest (FulRecordThreads *threads,
          FulRecordThread  *self,
          guint64           time)
{
  gboolean has_rest, is_new;

  ful_record_thread_end_wait (threads, self, time);
  ful_record_thread_account (threads, self, time);
  /* Each process is to be seen that ran for a while, also with intervals that are longer. */
  is_new = self->is_main && self->rows == NULL && !self->is_hidden && self->cpu_ns >= MIN_SEEN_NS;
  /* A row of half an interval weighs a whole one, or nothing if another one did before. */
  if (is_new && threads->first->shared_cpu_ns < 0)
    {
      self->cpu_owed_ns += threads->first->shared_cpu_ns;
      threads->first->shared_cpu_ns = 0;
    }
  has_rest = self->cpu_owed_ns > 0 && (self->rows || !self->is_main);
  add_unsampled (threads, self, time, FUL_NONE, has_rest ? (guint64) self->cpu_owed_ns % threads->interval_ns : 0);
  if (is_new && self->cpu_ns > 0)
    {
      ful_record_thread_add_row (threads, ful_record_thread_get_rows (threads, self), time,
                                 push_unsampled (threads, FUL_NONE, 1), 0, self->cpu_ns, FALSE);
      threads->unsampled_ns += self->cpu_ns;
      self->cpu_ns = 0;
    }
  if (!self->is_hidden)
    share_rest (threads, self, time);
}

/* @is_hidden: whether it gets no rows for what happens from @time on */
void
ful_record_thread_set_hidden (FulRecordThreads *threads,
                              FulRecordThread  *self,
                              guint64           time,
                              gboolean          is_hidden)
{
  gboolean is_preempted = self->wait.is_preempted;
  guint64 since = self->wait.since;

  if (self->is_hidden == is_hidden || self->has_ended)
    return;

  put_rest (threads, self, time);
  self->is_hidden = is_hidden;
  if (!is_hidden)
    ful_record_thread_skip_cpu (self);
  if (since != 0)
    ful_record_thread_begin_wait (threads, self, MAX (time, since), is_preempted);
}

/* @time: of its end, or of that of the recording */
void
ful_record_thread_finish (FulRecordThreads *threads,
                          FulRecordThread  *self,
                          guint64           time)
{
  if (self->has_ended)
    return;

  put_rest (threads, self, time);
  self->on_since = 0;
}
