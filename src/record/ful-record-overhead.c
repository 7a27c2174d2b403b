/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the recorder itself costs → profilerOverhead of the processed format, which has names for the kinds of work of Firefox. */

#include "config.h"

#include "ful-record-overhead.h"

#include <string.h>
#include <time.h>

#define FIRST_STEP_NS 1000000000

/* When there are more, pairs become one. */
#define MAX_SAMPLES 1000

typedef struct
{
  gint64  time;
  guint64 spent[FUL_RECORD_N_WORKS];
} Sample;

static const char *const names[FUL_RECORD_N_WORKS] = {
  [FUL_RECORD_WORK_RECORDS] = "locking",
  [FUL_RECORD_WORK_WAITS] = "threads",
  [FUL_RECORD_WORK_COUNTERS] = "counters",
  [FUL_RECORD_WORK_FRAMES] = "expiredMarkerCleaning",
};

static guint64
get_cpu_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (guint64) time.tv_sec * 1000000000 + (guint64) time.tv_nsec;
}

void
ful_record_overhead_init (FulRecordOverhead *self)
{
  *self = (FulRecordOverhead) { .samples = g_array_new (FALSE, FALSE, sizeof (Sample)), .step = FIRST_STEP_NS };
}

void
ful_record_overhead_clear (FulRecordOverhead *self)
{
  g_clear_pointer (&self->samples, g_array_unref);
}

/* In the thread that records, before its first work. */
void
ful_record_overhead_begin (FulRecordOverhead *self)
{
  self->before = get_cpu_ns ();
}

/* What was done since the last call was @work. */
void
ful_record_overhead_add (FulRecordOverhead *self,
                         FulRecordWork      work)
{
  guint64 now = get_cpu_ns ();

  self->spent[work] += now - self->before;
  self->before = now;
}

static void
join_pairs (FulRecordOverhead *self)
{
  Sample *samples = (Sample *) self->samples->data;
  guint n = self->samples->len / 2;

  for (guint i = 0; i < n; i++)
    {
      samples[i].time = samples[2 * i + 1].time;
      for (guint work = 0; work < FUL_RECORD_N_WORKS; work++)
        samples[i].spent[work] = samples[2 * i].spent[work] + samples[2 * i + 1].spent[work];
    }
  g_array_set_size (self->samples, n);
  self->step *= 2;
}

/* @time: ns in the recording; a sample is made when it is time for one, and at the end */
void
ful_record_overhead_put (FulRecordOverhead *self,
                         gint64             time,
                         gboolean           is_last)
{
  Sample sample = { .time = time };
  gint64 last = self->samples->len > 0 ? g_array_index (self->samples, Sample, self->samples->len - 1).time : 0;

  if (!is_last && time < last + (gint64) self->step)
    return;

  memcpy (sample.spent, self->spent, sizeof sample.spent);
  memset (self->spent, 0, sizeof self->spent);
  g_array_append_val (self->samples, sample);
  if (self->samples->len >= MAX_SAMPLES)
    join_pairs (self);
}

/**
 * ful_record_overhead_make_json:
 * @pid: of the first process
 *
 * Returns: (transfer full): `profilerOverhead`
 */
JsonArray *
ful_record_overhead_make_json (FulRecordOverhead *self,
                               const char        *pid)
{
  JsonObject *overhead = json_object_new (), *table = json_object_new ();
  JsonArray *result = json_array_new (), *times = json_array_new ();

  for (guint i = 0; i < self->samples->len; i++)
    json_array_add_double_element (times, (double) g_array_index (self->samples, Sample, i).time / 1e6);
  for (guint work = 0; work < FUL_RECORD_N_WORKS; work++)
    {
      JsonArray *column = json_array_new ();

      for (guint i = 0; i < self->samples->len; i++)
        json_array_add_double_element (column, (double) g_array_index (self->samples, Sample, i).spent[work] / 1e3);
      json_object_set_array_member (table, names[work], column);
    }
  json_object_set_array_member (table, "time", times);
  json_object_set_int_member (table, "length", self->samples->len);
  json_object_set_object_member (overhead, "samples", table);
  json_object_set_string_member (overhead, "pid", pid);
  json_object_set_int_member (overhead, "mainThreadIndex", 0);
  json_array_add_object_element (result, overhead);

  return result;
}
