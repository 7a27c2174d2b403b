/* SPDX-License-Identifier: GPL-3.0-or-later */

/* perf.data, as perf writes it and as nobody should. */

#include "ful-test-files.h"
#include "ful-test-perf.h"

#include "base/ful-error.h"
#include "import/perf/ful-perf-libs.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"
#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-maps.h"
#include "perf/ful-perf-records.h"

#define __USE_GNU
#include <link.h>
#undef __USE_GNU
#include <math.h>
#include <string.h>

#define USER 2
#define KERNEL 1
#define IN_KERNEL ((guint64) -128)
#define IN_USER ((guint64) -512)
#define SAMPLE_FIELDS (1 | 2 | 4 | 1 << 5 | 1 << 8)      /* ip, thread, time, call chain, period */

/* A recording in a pipe, of one event; @sample_id_all: records end with thread and time. */
static FulTestPerf
begin_pipe (gboolean swap)
{
  FulTestPerf self = { g_byte_array_new (), swap };
  guint64 flags = (G_GUINT64_CONSTANT (1) << 10) | (G_GUINT64_CONSTANT (1) << 18);

  if (swap)
    flags = (G_GUINT64_CONSTANT (1) << 53) | (G_GUINT64_CONSTANT (1) << 45);
  ful_test_perf_put (&self, swap ? "2ELIFREP" : "PERFILE2", 8);
  ful_test_perf_put_u64 (&self, 16);
  ful_test_perf_begin (&self, FUL_PERF_RECORD_ATTR, 0);
  ful_test_perf_put_u32 (&self, 1);
  ful_test_perf_put_u32 (&self, 64);
  ful_test_perf_put_u64 (&self, 0);
  ful_test_perf_put_u64 (&self, 500);
  ful_test_perf_put_u64 (&self, SAMPLE_FIELDS);
  ful_test_perf_put_u64 (&self, 0);
  ful_test_perf_put_u64 (&self, flags);
  for (guint i = 0; i < 2; i++)
    ful_test_perf_put_u64 (&self, 0);
  ful_test_perf_put_u64 (&self, 77);
  ful_test_perf_end (&self);

  return self;
}

static void
put_name (FulTestPerf *self,
          const char  *name)
{
  char padded[48] = { 0 };

  g_strlcpy (padded, name, sizeof padded);
  ful_test_perf_put (self, padded, sizeof padded);
}

static void
put_id (FulTestPerf *self,
        guint32      pid,
        guint32      tid,
        guint64      time)
{
  ful_test_perf_put_u32 (self, pid);
  ful_test_perf_put_u32 (self, tid);
  ful_test_perf_put_u64 (self, time);
}

static void
add_map (FulTestPerf *self,
         guint32      pid,
         guint64      start,
         guint64      length,
         guint64      offset,
         const char  *path,
         guint64      time)
{
  ful_test_perf_begin (self, FUL_PERF_RECORD_MMAP, pid == (guint32) -1 ? KERNEL : USER);
  ful_test_perf_put_u32 (self, pid);
  ful_test_perf_put_u32 (self, pid);
  ful_test_perf_put_u64 (self, start);
  ful_test_perf_put_u64 (self, length);
  ful_test_perf_put_u64 (self, offset);
  put_name (self, path);
  put_id (self, pid, pid, time);
  ful_test_perf_end (self);
}

static void
add_comm (FulTestPerf *self,
          guint32      pid,
          guint32      tid,
          guint16      misc,
          const char  *name,
          guint64      time)
{
  ful_test_perf_begin (self, FUL_PERF_RECORD_COMM, misc);
  ful_test_perf_put_u32 (self, pid);
  ful_test_perf_put_u32 (self, tid);
  put_name (self, name);
  put_id (self, pid, tid, time);
  ful_test_perf_end (self);
}

static void
add_fork (FulTestPerf *self,
          guint32      pid,
          guint32      parent,
          guint32      tid,
          guint32      parent_tid,
          guint64      time)
{
  ful_test_perf_begin (self, FUL_PERF_RECORD_FORK, 0);
  ful_test_perf_put_u32 (self, pid);
  ful_test_perf_put_u32 (self, parent);
  ful_test_perf_put_u32 (self, tid);
  ful_test_perf_put_u32 (self, parent_tid);
  ful_test_perf_put_u64 (self, time);
  put_id (self, pid, tid, time);
  ful_test_perf_end (self);
}

static void
add_sample (FulTestPerf   *self,
            guint32        pid,
            guint32        tid,
            guint64        time,
            guint          n,
            const guint64 *chain)
{
  ful_test_perf_begin (self, FUL_PERF_RECORD_SAMPLE, USER);
  ful_test_perf_put_u64 (self, 0x1010);
  put_id (self, pid, tid, time);
  ful_test_perf_put_u64 (self, 1);
  ful_test_perf_put_u64 (self, n);
  for (guint i = 0; i < n; i++)
    ful_test_perf_put_u64 (self, chain[i]);
  ful_test_perf_end (self);
}

static void
end_round (FulTestPerf *self)
{
  ful_test_perf_begin (self, FUL_PERF_RECORD_FINISHED_ROUND, 0);
  ful_test_perf_end (self);
}

static FulProfile *
load (FulTestPerf  *self,
      GError      **error)
{
  FulProfile *profile = ful_test_load (self->bytes->data, self->bytes->len, error);

  g_byte_array_unref (self->bytes);

  return profile;
}

static FulProfile *
load_sound (FulTestPerf *self)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = load (self, &error);

  g_assert_no_error (error);

  return profile;
}

static void
assert_stack (FulProfile *profile,
              guint       thread,
              guint       sample,
              const char *expected)
{
  g_autofree char *text = ful_test_stack_text (profile, thread, sample);

  g_assert_cmpstr (text, ==, expected);
}

static const char *
get_lib (FulProfile *profile,
         guint       thread,
         guint       sample)
{
  FulStackIndex stack = ful_profile_get_thread (profile, thread)->samples->stack[sample];
  gint64 lib = profile->frames->lib[profile->stacks->frame[stack]];

  return lib == FUL_NONE ? NULL : ((FulLib *) profile->libs->pdata[lib])->name;
}

/* Callers are looked up within their calls; addresses of the kernel and of the program each have their maps. */
static void
test_stacks (gconstpointer swap)
{
  FulTestPerf writer = begin_pipe (GPOINTER_TO_INT (swap));
  g_autoptr(FulProfile) profile = NULL;
  FulThread *thread;

  add_map (&writer, (guint32) -1, 0xffffffff81000000, 0x1000000, 0xffffffff81000000, "[kernel.kallsyms]_text", 0);
  add_comm (&writer, 7, 7, 0, "main", 0);
  add_comm (&writer, 7, 8, 0, "worker", 0);
  add_map (&writer, 7, 0x400000, 0x2000, 0x1000, "/nowhere/prog", 0);
  add_sample (&writer, 7, 8, 3000000, 5,
              (const guint64[]) { IN_KERNEL, 0xffffffff81000123, IN_USER, 0x400011, 0x401001 });
  add_sample (&writer, 7, 7, 2000000, 0, NULL);
  add_sample (&writer, 7, 8, 4000000, 2, (const guint64[]) { IN_USER, 0x999 });
  end_round (&writer);
  profile = load_sound (&writer);

  g_assert_cmpuint (profile->threads->len, ==, 2);
  thread = ful_profile_get_thread (profile, 0);   /* its sample is the first one */
  g_assert_cmpstr (thread->name, ==, "main");
  g_assert_true (thread->is_main_thread);
  assert_stack (profile, 0, 0, "0x1010");
  thread = ful_profile_get_thread (profile, 1);
  g_assert_cmpstr (thread->name, ==, "worker");
  g_assert_cmpstr (thread->process_name, ==, "main");
  g_assert_cmpstr (thread->tid, ==, "8");
  g_assert_cmpfloat (thread->samples->time[0], ==, 3);
  assert_stack (profile, 1, 0, "0x2000;0x1010;0x123");
  assert_stack (profile, 1, 1, "0x999");
  g_assert_cmpstr (get_lib (profile, 1, 0), ==, "[kernel.kallsyms]");
  g_assert_null (get_lib (profile, 1, 1));
  g_assert_cmpfloat (profile->interval, ==, 2);
  g_assert_true (profile->has_interval);

  /* One quiet note, as callers may be missing. */
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
  g_assert_cmpint (ful_import_log_get (profile->log, 0)->severity, ==, FUL_SEVERITY_INFO);
  g_assert_nonnull (strstr (ful_import_log_get (profile->log, 0)->message, "--call-graph dwarf"));
}

/* A child has the maps of its parent until it has its own, or runs another program. */
static void
test_processes (void)
{
  FulTestPerf writer = begin_pipe (FALSE);
  g_autoptr(FulProfile) profile = NULL;
  const guint64 chain[] = { 0x400010 };

  add_comm (&writer, 7, 7, 0, "parent", 0);
  add_map (&writer, 7, 0x400000, 0x1000, 0, "/nowhere/prog", 0);
  add_fork (&writer, 8, 7, 8, 7, 10);
  add_sample (&writer, 8, 8, 20, 1, chain);
  add_map (&writer, 8, 0x400000, 0x800, 0, "/nowhere/plugin", 30);
  add_sample (&writer, 8, 8, 40, 1, chain);
  add_sample (&writer, 8, 8, 45, 1, (const guint64[]) { 0x400900 });
  add_sample (&writer, 7, 7, 50, 1, chain);
  add_comm (&writer, 8, 8, FUL_PERF_MISC_EXEC, "child", 60);
  add_sample (&writer, 8, 8, 70, 1, chain);
  end_round (&writer);
  profile = load_sound (&writer);

  g_assert_cmpstr (ful_profile_get_thread (profile, 0)->name, ==, "child");
  g_assert_cmpstr (get_lib (profile, 0, 0), ==, "prog");
  g_assert_cmpstr (get_lib (profile, 0, 1), ==, "plugin");
  g_assert_cmpstr (get_lib (profile, 0, 2), ==, "prog");
  assert_stack (profile, 0, 2, "0x900");
  g_assert_null (get_lib (profile, 0, 3));
  g_assert_cmpstr (ful_profile_get_thread (profile, 1)->name, ==, "parent");
  g_assert_cmpstr (get_lib (profile, 1, 0), ==, "prog");
}

static void
add_switch (FulTestPerf *self,
            guint32      tid,
            guint16      misc,
            gboolean     cpu_wide,
            guint64      time)
{
  ful_test_perf_begin (self, cpu_wide ? FUL_PERF_RECORD_SWITCH_CPU_WIDE : FUL_PERF_RECORD_SWITCH, misc);
  if (cpu_wide)
    ful_test_perf_put_u64 (self, 99);   /* the thread that runs now, or ran before */
  put_id (self, 7, tid, time);
  ful_test_perf_end (self);
}

/* When threads with samples did not run. */
static void
test_switches (gconstpointer swap)
{
  static const struct { const char *name; double start, end; guint8 phase; } expected[] = {
    { "Off CPU", 1, 3, FUL_MARKER_PHASE_INTERVAL },
    { "Preempted", 4, 4.5, FUL_MARKER_PHASE_INTERVAL },
    { "Off CPU", 6, NAN, FUL_MARKER_PHASE_INTERVAL_START },
  };
  FulTestPerf writer = begin_pipe (GPOINTER_TO_INT (swap));
  g_autoptr(FulProfile) profile = NULL;
  const FulMarkerTable *markers;

  add_switch (&writer, 7, 0, FALSE, 500000);   /* was not seen to stop */
  add_switch (&writer, 7, FUL_PERF_MISC_SWITCH_OUT, FALSE, 1000000);
  add_switch (&writer, 8, FUL_PERF_MISC_SWITCH_OUT, FALSE, 2000000);   /* has no samples */
  add_switch (&writer, 0, FUL_PERF_MISC_SWITCH_OUT, FALSE, 2000000);
  add_switch (&writer, 7, 0, TRUE, 3000000);
  add_sample (&writer, 7, 7, 3500000, 0, NULL);
  add_switch (&writer, 7, FUL_PERF_MISC_SWITCH_OUT | FUL_PERF_MISC_PREEMPTED, TRUE, 4000000);
  add_switch (&writer, 7, 0, FALSE, 4500000);
  add_switch (&writer, 7, 0, FALSE, 5000000);
  add_switch (&writer, 7, FUL_PERF_MISC_SWITCH_OUT, FALSE, 6000000);
  ful_test_perf_begin (&writer, FUL_PERF_RECORD_SWITCH, 0);   /* too short for its thread */
  ful_test_perf_put_u64 (&writer, 7000000);
  ful_test_perf_end (&writer);
  end_round (&writer);
  profile = load_sound (&writer);

  g_assert_cmpuint (profile->threads->len, ==, 1);
  markers = ful_profile_get_thread (profile, 0)->markers;
  g_assert_cmpuint (markers->table.n_rows, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < markers->table.n_rows; i++)
    {
      g_assert_cmpstr (ful_profile_get_string (profile, markers->name[i]), ==, expected[i].name);
      g_assert_cmpfloat (markers->start_time[i], ==, expected[i].start);
      g_assert_cmpint (isnan (markers->end_time[i]), ==, isnan (expected[i].end));
      if (!isnan (expected[i].end))
        g_assert_cmpfloat (markers->end_time[i], ==, expected[i].end);
      g_assert_cmpint (markers->phase[i], ==, expected[i].phase);
    }
}

/* Strings of a file have the same numbers each time: those of the first thread come first. */
static void
test_order (gconstpointer swap)
{
  FulTestPerf writer = begin_pipe (GPOINTER_TO_INT (swap));
  g_autoptr(FulProfile) profile = NULL;
  gint32 first;

  for (guint tid = 30; tid >= 7; tid--)
    {
      add_sample (&writer, 7, tid, 1000000 - tid, 0, NULL);
      add_switch (&writer, tid, FUL_PERF_MISC_SWITCH_OUT | (tid > 7 ? FUL_PERF_MISC_PREEMPTED : 0), FALSE, 2000000 - tid);
    }
  end_round (&writer);
  profile = load_sound (&writer);

  g_assert_cmpuint (profile->threads->len, ==, 24);
  first = ful_profile_get_thread (profile, 23)->markers->name[0];
  g_assert_cmpstr (ful_profile_get_string (profile, first), ==, "Off CPU");
  for (guint i = 0; i < 23; i++)
    g_assert_cmpint (ful_profile_get_thread (profile, i)->markers->name[0], >, first);
}

/* --call-graph lbr: of the call chain the part of the kernel, then the calls that the machine has recorded. */
static void
test_branches (gconstpointer swap)
{
  static const guint64 addresses[] = { 0x400511, 0x400700, 0x400311, 0x400500 };   /* from, to */
  FulTestPerf writer = { g_byte_array_new (), GPOINTER_TO_INT (swap) };
  g_autoptr(FulProfile) profile = NULL;

  ful_test_perf_put (&writer, writer.swap ? "2ELIFREP" : "PERFILE2", 8);
  ful_test_perf_put_u64 (&writer, 16);
  ful_test_perf_begin (&writer, FUL_PERF_RECORD_ATTR, 0);
  ful_test_perf_put_u32 (&writer, 0);
  ful_test_perf_put_u32 (&writer, 80);
  ful_test_perf_put_u64 (&writer, 0);
  ful_test_perf_put_u64 (&writer, 500);
  ful_test_perf_put_u64 (&writer, SAMPLE_FIELDS | 1 << 10 | 1 << 11);
  for (guint i = 0; i < 5; i++)
    ful_test_perf_put_u64 (&writer, 0);
  ful_test_perf_put_u64 (&writer, 1 << 11 | 1 << 17);
  ful_test_perf_end (&writer);
  for (guint n = 0; n < 3; n++)
    {
      ful_test_perf_begin (&writer, FUL_PERF_RECORD_SAMPLE, USER);
      ful_test_perf_put_u64 (&writer, 0x400711);
      put_id (&writer, 7, 7, 1000 * (n + 1));
      ful_test_perf_put_u64 (&writer, 1);
      ful_test_perf_put_u64 (&writer, 4);
      ful_test_perf_put_u64 (&writer, IN_KERNEL);
      ful_test_perf_put_u64 (&writer, 0xffffffff81000000);
      ful_test_perf_put_u64 (&writer, IN_USER);
      ful_test_perf_put_u64 (&writer, 0x400711);
      ful_test_perf_put_u32 (&writer, 4);   /* raw */
      ful_test_perf_put_u32 (&writer, 0);
      ful_test_perf_put_u64 (&writer, n);
      ful_test_perf_put_u64 (&writer, 0);   /* index of the machine */
      for (guint i = 0; i < n; i++)
        {
          ful_test_perf_put_u64 (&writer, addresses[2 * i]);
          ful_test_perf_put_u64 (&writer, addresses[2 * i + 1]);
          ful_test_perf_put_u64 (&writer, 0);
        }
      ful_test_perf_end (&writer);
    }
  profile = load_sound (&writer);

  assert_stack (profile, 0, 0, "0x400710;0xffffffff81000000");
  assert_stack (profile, 0, 1, "0x400511;0x400700;0xffffffff81000000");
  assert_stack (profile, 0, 2, "0x400311;0x400511;0x400700;0xffffffff81000000");
}

#define IDENTIFIER (1 << 16)

/* @period: samples per second with @flags of a frequency, else that of each sample */
static void
add_attr (FulTestPerf *self,
          guint32      type,
          guint64      config,
          guint64      period,
          guint64      fields,
          guint64      flags,
          guint64      id)
{
  ful_test_perf_begin (self, FUL_PERF_RECORD_ATTR, 0);
  ful_test_perf_put_u32 (self, type);
  ful_test_perf_put_u32 (self, 64);
  ful_test_perf_put_u64 (self, config);
  ful_test_perf_put_u64 (self, period);
  ful_test_perf_put_u64 (self, fields | IDENTIFIER);
  ful_test_perf_put_u64 (self, 0);
  ful_test_perf_put_u64 (self, flags);
  ful_test_perf_put_u64 (self, 0);
  ful_test_perf_put_u64 (self, 0);
  ful_test_perf_put_u64 (self, id);
  ful_test_perf_end (self);
}

/* Each event is a sample type of all threads, by its name or perf's own; the periods of clocks are ms. */
static void
test_periods (gconstpointer swap)
{
  static const char *const names[] = { "cpu-clock", "cpu/branches/" };
  FulTestPerf writer = { g_byte_array_new (), GPOINTER_TO_INT (swap) };
  guint64 frequency = G_GUINT64_CONSTANT (1) << (writer.swap ? 53 : 10);
  g_autoptr(FulProfile) profile = NULL;

  ful_test_perf_put (&writer, writer.swap ? "2ELIFREP" : "PERFILE2", 8);
  ful_test_perf_put_u64 (&writer, 16);
  add_attr (&writer, 1, 0, 500, 1 | 2 | 4 | 1 << 8, frequency, 77);
  add_attr (&writer, 4, 0xc4, 250, 1 | 2 | 4, 0, 78);
  add_attr (&writer, 0, 1, 500, 1 | 2 | 4 | 1 << 8, frequency, 79);
  for (guint i = 0; i < 4; i++)
    {
      guint id = i < 3 ? 77 + i : 79;

      ful_test_perf_begin (&writer, FUL_PERF_RECORD_SAMPLE, USER);
      ful_test_perf_put_u64 (&writer, id);
      ful_test_perf_put_u64 (&writer, 0x1010);
      put_id (&writer, 7, i == 3 ? 8 : 7, 1000 * (5 - i));
      if (id != 78)
        ful_test_perf_put_u64 (&writer, 2000000 + i);
      ful_test_perf_end (&writer);
    }
  ful_test_perf_begin (&writer, FUL_PERF_RECORD_FEATURE, 0);
  ful_test_perf_put_u64 (&writer, 12);
  ful_test_perf_put_u32 (&writer, 2);
  ful_test_perf_put_u32 (&writer, 64);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      for (guint word = 0; word < 8; word++)
        ful_test_perf_put_u64 (&writer, 0);
      ful_test_perf_put_u32 (&writer, 1);
      ful_test_perf_put_u32 (&writer, 48);
      put_name (&writer, names[i]);
      ful_test_perf_put_u64 (&writer, 77 + i);
    }
  ful_test_perf_end (&writer);
  profile = load_sound (&writer);

  for (guint t = 0; t < 2; t++)
    {
      static const char *const expected[] = { "samples", "cpu-clock", "cpu/branches/", "instructions" };
      /* In order of time. */
      static const double values[][4][3] = { { { 0 }, { 0, 0, 2 }, { 0, 250, 0 }, { 2000002, 0, 0 } },
                                             { { 0 }, { 0 }, { 0 }, { 2000003 } } };
      FulThread *thread = ful_profile_get_thread (profile, t == 0);
      GPtrArray *types = thread->sample_types;

      g_assert_cmpuint (types->len, ==, G_N_ELEMENTS (expected));
      for (guint i = 0; i < types->len; i++)
        {
          const FulSampleType *type = types->pdata[i];

          g_assert_cmpstr (type->name, ==, expected[i]);
          g_assert_cmpint (type->is_default, ==, i == 0);
          g_assert_cmpint (type->weight_type, ==, i == 1 ? FUL_WEIGHT_TYPE_TRACING_MS : FUL_WEIGHT_TYPE_SAMPLES);
          for (guint row = 0; i > 0 && row < thread->samples->table.n_rows; row++)
            g_assert_cmpfloat_with_epsilon (type->values[row], values[t][i][row], 1e-9);
        }
      g_assert_null (thread->samples->weight);
    }
}

/* CPUs write one after the other; a map of a later round is still before the samples that need it. */
static void
test_rounds (void)
{
  FulTestPerf writer = begin_pipe (FALSE);
  g_autoptr(FulProfile) profile = NULL;
  const guint64 chain[] = { 0x400010 };

  add_sample (&writer, 7, 7, 300, 1, chain);
  add_sample (&writer, 7, 7, 100, 1, chain);
  end_round (&writer);
  add_map (&writer, 7, 0x400000, 0x1000, 0, "/nowhere/prog", 200);
  add_sample (&writer, 7, 7, 400, 1, chain);
  end_round (&writer);
  profile = load_sound (&writer);

  g_assert_null (get_lib (profile, 0, 0));
  g_assert_cmpstr (get_lib (profile, 0, 1), ==, "prog");
  g_assert_cmpstr (get_lib (profile, 0, 2), ==, "prog");
}

/* What was read before the damage is shown, and the log says what is missing. */
static void
test_damage (void)
{
  static const struct { guint16 size; guint n_cut; const char *message; } cases[] = {
    { 0, 0, "shorter than its header" }, { 7, 0, "shorter than its header" }, { 60000, 0, "cut off" },
    { 8, 4, "cut off" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTestPerf writer = begin_pipe (FALSE);
      g_autoptr(FulProfile) profile = NULL;
      const FulImportLogEntry *record;

      add_sample (&writer, 7, 7, 300, 0, NULL);
      ful_test_perf_put_u32 (&writer, FUL_PERF_RECORD_SAMPLE);
      ful_test_perf_put_u16 (&writer, 0);
      ful_test_perf_put_u16 (&writer, cases[i].size);
      g_byte_array_set_size (writer.bytes, writer.bytes->len - cases[i].n_cut);
      profile = load_sound (&writer);
      g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, 1);
      g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
      record = ful_import_log_get (profile->log, 0);
      g_assert_cmpint (record->severity, ==, FUL_SEVERITY_DATA_LOSS);
      g_assert_nonnull (strstr (record->message, cases[i].message));
    }
}

static void
test_lost (void)
{
  FulTestPerf writer = begin_pipe (FALSE);
  g_autoptr(FulProfile) profile = NULL;

  add_sample (&writer, 7, 7, 300, 0, NULL);
  ful_test_perf_begin (&writer, FUL_PERF_RECORD_LOST, 0);
  ful_test_perf_put_u64 (&writer, 1);
  ful_test_perf_put_u64 (&writer, 42);
  ful_test_perf_end (&writer);
  ful_test_perf_begin (&writer, FUL_PERF_RECORD_SAMPLE, 0);     /* too short */
  ful_test_perf_put_u64 (&writer, 1);
  ful_test_perf_end (&writer);
  ful_test_perf_begin (&writer, FUL_PERF_RECORD_COMPRESSED, 0);
  ful_test_perf_put (&writer, "no zstd", 8);
  ful_test_perf_end (&writer);
  profile = load_sound (&writer);

  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 3);
}

static void
test_refused (void)
{
  static const guint8 header[104] = "PERFILE2\150";
  FulTestPerf empty = begin_pipe (FALSE);
  FulTestPerf file = { g_byte_array_new () };
  g_autoptr(GError) error = NULL;

  g_assert_null (load (&empty, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
  g_clear_error (&error);
  ful_test_perf_put (&file, header, sizeof header);
  g_assert_null (load (&file, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
}

static void
assert_map (FulPerfMaps *maps,
            guint64      address,
            gint         lib,
            guint64      offset)
{
  const FulPerfMap *map = ful_perf_maps_find (maps, address);

  if (lib == FUL_NONE)
    {
      g_assert_null (map);
      return;
    }
  g_assert_nonnull (map);
  g_assert_cmpint (map->lib, ==, lib);
  g_assert_cmpuint (address - map->start + map->offset, ==, offset);
}

/* Against a list of every address. */
static void
test_maps (void)
{
  enum { N = 64 };
  FulPerfMaps *maps = ful_perf_maps_new ();
  gint libs[N];
  guint64 offsets[N];

  for (guint i = 0; i < N; i++)
    libs[i] = FUL_NONE;
  for (gint lib = 0; lib < 500; lib++)
    {
      guint start = (guint) g_test_rand_int_range (0, N), n = (guint) g_test_rand_int_range (0, 20);
      FulPerfMap map = { start, MIN (start + n, N), 1000, lib };

      ful_perf_maps_add (maps, &map);
      for (guint i = start; i < map.end; i++)
        {
          libs[i] = lib;
          offsets[i] = 1000 + i - start;
        }
      for (guint i = 0; i < N; i++)
        assert_map (maps, i, libs[i], libs[i] == FUL_NONE ? 0 : offsets[i]);
    }
  assert_map (maps, G_MAXUINT64, FUL_NONE, 0);
  ful_perf_maps_unref (maps);
}

typedef struct
{
  FulPerfLibs *libs;
  const char  *program;
  guint        n_moved;     /* segments whose address is not their place in the file */
} Segments;

/* The one without a name is the program. */
static int
check_segments (struct dl_phdr_info *info,
                size_t               size,
                void                *user_data)
{
  Segments *segments = user_data;
  const char *path = *info->dlpi_name ? info->dlpi_name : segments->program;
  FulLibIndex lib = *path == '/' ? ful_perf_libs_get (segments->libs, path) : FUL_NONE;
  guint64 image = G_MAXUINT64;

  if (lib == FUL_NONE)
    return 0;

  for (guint i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      image = MIN (image, info->dlpi_phdr[i].p_vaddr & ~G_GUINT64_CONSTANT (4095));
  for (guint i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_filesz > 0)
      {
        guint64 address = info->dlpi_phdr[i].p_vaddr - image;

        segments->n_moved += address != info->dlpi_phdr[i].p_offset;
        g_assert_cmpuint (ful_perf_libs_get_address (segments->libs, lib, info->dlpi_phdr[i].p_offset + 5), ==,
                          address + 5);
      }

  return 0;
}

/* The address of a function is not always its place in the file: so in this program, or in its libraries. */
static void
test_addresses (void)
{
  Segments segments = { NULL };
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  FulPerfLibs libs;
  FulLibIndex lib;

  if (self == NULL)
    {
      g_test_skip ("no /proc");
      return;
    }
  ful_perf_libs_init (&libs, builder);
  lib = ful_perf_libs_get (&libs, self);
  g_assert_cmpint (ful_perf_libs_get (&libs, self), ==, lib);
  segments.libs = &libs;
  segments.program = self;
  dl_iterate_phdr (check_segments, &segments);
  g_assert_cmpuint (segments.n_moved, >, 0);
  g_assert_cmpint (ful_perf_libs_get (&libs, "[stack]"), ==, FUL_NONE);
  g_assert_cmpint (ful_perf_libs_get (&libs, "//anon"), ==, FUL_NONE);
  lib = ful_perf_libs_get (&libs, "/nowhere/gone (deleted)");
  g_assert_cmpint (lib, ==, ful_perf_libs_get (&libs, "/nowhere/gone"));
  g_assert_cmpuint (ful_perf_libs_get_address (&libs, lib, 0x1234), ==, 0x1234);

  ful_perf_libs_set_build_id (&libs, "/nowhere/gone", (const guint8[]) { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, 9);
  g_assert_cmpstr (((FulLib *) builder->profile->libs->pdata[lib])->breakpad_id, ==, "040302010605080709000000000000000");
  g_assert_cmpstr (((FulLib *) builder->profile->libs->pdata[lib])->code_id, ==, "010203040506070809");
  ful_perf_libs_clear (&libs);
}

/* Without a sample, it says that it is cut off. */
static void
test_cut (void)
{
  g_autoptr(GBytes) bytes = ful_test_fixture ("perf.ok.data");
  static const gsize ends[] = { 8, 60, 104, 200, 500 };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (g_bytes_get_data (bytes, NULL), ends[i], &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
      g_assert_nonnull (strstr (error->message, "is cut off"));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/perf-data/stacks", GINT_TO_POINTER (FALSE), test_stacks);
  g_test_add_data_func ("/perf-data/stacks-swapped", GINT_TO_POINTER (TRUE), test_stacks);
  g_test_add_data_func ("/perf-data/switches", GINT_TO_POINTER (FALSE), test_switches);
  g_test_add_data_func ("/perf-data/switches-swapped", GINT_TO_POINTER (TRUE), test_switches);
  g_test_add_data_func ("/perf-data/order", GINT_TO_POINTER (FALSE), test_order);
  g_test_add_data_func ("/perf-data/branches", GINT_TO_POINTER (FALSE), test_branches);
  g_test_add_data_func ("/perf-data/branches-swapped", GINT_TO_POINTER (TRUE), test_branches);
  g_test_add_data_func ("/perf-data/periods", GINT_TO_POINTER (FALSE), test_periods);
  g_test_add_data_func ("/perf-data/periods-swapped", GINT_TO_POINTER (TRUE), test_periods);
  g_test_add_func ("/perf-data/processes", test_processes);
  g_test_add_func ("/perf-data/rounds", test_rounds);
  g_test_add_func ("/perf-data/damage", test_damage);
  g_test_add_func ("/perf-data/lost", test_lost);
  g_test_add_func ("/perf-data/refused", test_refused);
  g_test_add_func ("/perf-data/cut", test_cut);
  g_test_add_func ("/perf-data/maps", test_maps);
  g_test_add_func ("/perf-data/addresses", test_addresses);

  return g_test_run ();
}
