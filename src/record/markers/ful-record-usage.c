/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Readings of what processes use, each time that frames are made. A count is what came since the reading before; while it is none,
 * one is put each second, and the last such reading before there is some again, or the process ends: a graph goes on until there. */

#include "config.h"

#include "ful-record-usage.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Between counts of nothing. */
#define NOTHING_NS 1000000000

/* Whose files are kept open. */
#define MAX_PROCESSES 32

#define POWER "/sys/class/powercap/intel-rapl:0/energy_uj"
#define PWH_OF_UJ (1e6 / 3600)

enum { NONE = -1, NOT_YET = -2 };
enum { CPU, MEMORY, FAULTS, READ, WRITTEN, SWITCHES, N_COUNTERS };

static const struct
{
  FulRecordUsageKinds kind;
  const char         *category;
  const char         *name;
  const char         *description;
} counters[N_COUNTERS] = {
  [CPU] = { FUL_RECORD_USAGE_CPU, "CPU", "processCPU", "CPU time of the process" },
  [MEMORY] = { FUL_RECORD_USAGE_MEMORY, "Memory", "Resident memory", "Memory of the process that is not paged out" },
  [FAULTS] = { FUL_RECORD_USAGE_FAULTS, "Faults", "Page faults", "Pages of memory that the system had to provide" },
  [READ] = { FUL_RECORD_USAGE_IO, "Bandwidth", "Bytes read", "What was read from storage" },
  [WRITTEN] = { FUL_RECORD_USAGE_IO, "Bandwidth", "Bytes written", "What was written to storage" },
  [SWITCHES] = { FUL_RECORD_USAGE_SWITCHES, "Switches", "Context switches", "How often threads left a CPU" },
};

#define N_ALONE 2   /* of the names: they stand for lists */

static const struct { const char *name; FulRecordUsageKinds kind; } names[] = {
  { "all", FUL_RECORD_USAGE_ALL }, { "none", 0 }, { "cpu", FUL_RECORD_USAGE_CPU }, { "memory", FUL_RECORD_USAGE_MEMORY },
  { "faults", FUL_RECORD_USAGE_FAULTS }, { "io", FUL_RECORD_USAGE_IO }, { "switches", FUL_RECORD_USAGE_SWITCHES },
  { "power", FUL_RECORD_USAGE_POWER },
};

typedef struct
{
  int    numbers[N_COUNTERS];   /* of counters; NONE; NOT_YET: until there is something to count */
  double values[N_COUNTERS];    /* of the last reading */
  gint64 last[N_COUNTERS];      /* time of the last count that was put */
  gint64 skipped[N_COUNTERS];   /* time of a reading without change that was not put; 0: there was none */
  gboolean is_new;              /* it was there at no reading before: most processes of a build end before the next one */
  guint *n_processes;           /* that are read, with it */
  int    files[3];              /* stat, statm, io; -1: cannot be read */
} Process;

static void
free_process (gpointer data)
{
  Process *process = data;

  for (guint i = 0; i < G_N_ELEMENTS (process->files); i++)
    if (process->files[i] >= 0)
      close (process->files[i]);
  --*process->n_processes;
  g_free (process);
}

/**
 * ful_record_usage_parse:
 * @text: names, separated by commas
 *
 * Returns: whether all are known
 */
gboolean
ful_record_usage_parse (const char          *text,
                        FulRecordUsageKinds *out_kinds)
{
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);

  *out_kinds = 0;
  for (guint i = 0; parts[i]; i++)
    {
      guint j = 0;

      while (j < G_N_ELEMENTS (names) && !g_str_equal (parts[i], names[j].name))
        j++;
      if (j == G_N_ELEMENTS (names) || (j < N_ALONE && parts[1] != NULL))
        return FALSE;
      *out_kinds |= names[j].kind;
    }

  return parts[0] != NULL;
}

void
ful_record_usage_init (FulRecordUsage      *self,
                       FulRecordUsageKinds  kinds,
                       FulRecordThreads    *threads,
                       FulRecordCounters   *to)
{
  *self = (FulRecordUsage) {
    .kinds = kinds,
    .threads = threads,
    .counters = to,
    .power = kinds & FUL_RECORD_USAGE_POWER ? open (POWER, O_RDONLY | O_CLOEXEC) : -1,
    .power_counter = -1,
  };
}

void
ful_record_usage_clear (FulRecordUsage *self)
{
  if (self->power >= 0)
    close (self->power);
}

/* @text: gets what is in a file of /proc from its begin. Returns: whether there was something */
static gboolean
read_file (int   file,
           char *text,
           gsize n)
{
  gssize n_read = file < 0 ? -1 : pread (file, text, n - 1, 0);

  if (n_read <= 0)
    return FALSE;
  text[n_read] = '\0';

  return TRUE;
}

static void
read_stat (Process *process,
           double   values[N_COUNTERS])
{
  char text[1024];
  const char *rest;
  unsigned long minor, major;

  /* A name may have any characters. */
  if (read_file (process->files[0], text, sizeof text) && (rest = strrchr (text, ')')) &&
      sscanf (rest + 1, " %*c %*d %*d %*d %*d %*d %*u %lu %*u %lu", &minor, &major) == 2)
    values[FAULTS] = (double) minor + (double) major;
}

static void
read_statm (Process *process,
            double   values[N_COUNTERS])
{
  char text[256];
  unsigned long pages;

  if (read_file (process->files[1], text, sizeof text) && sscanf (text, "%*u %lu", &pages) == 1)
    values[MEMORY] = (double) pages * (double) sysconf (_SC_PAGESIZE);
}

static void
read_io (Process *process,
         double   values[N_COUNTERS])
{
  char text[512];
  const char *place;

  if (!read_file (process->files[2], text, sizeof text))
    return;

  place = strstr (text, "read_bytes: ");
  if (place)
    values[READ] = (double) g_ascii_strtoull (place + strlen ("read_bytes: "), NULL, 10);
  place = strstr (text, "\nwrite_bytes: ");
  if (place)
    values[WRITTEN] = (double) g_ascii_strtoull (place + strlen ("\nwrite_bytes: "), NULL, 10);
}

static void
read_values (Process                 *process,
             const FulRecordSiblings *siblings,
             double                   values[N_COUNTERS])
{
  values[CPU] = (double) siblings->cpu_ns;
  values[SWITCHES] = (double) siblings->n_switches;
  read_stat (process, values);
  read_statm (process, values);
  read_io (process, values);
}

static int
open_file (gint32      pid,
           const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", pid, name);

  return open (path, O_RDONLY | O_CLOEXEC);
}

static void
add_process (FulRecordUsage    *self,
             FulRecordThread   *main_thread)
{
  FulRecordSiblings *siblings = main_thread->siblings;
  Process *process = g_new0 (Process, 1);
  double values[N_COUNTERS] = { 0 };

  process->files[0] = open_file (main_thread->wait.pid, "stat");
  process->files[1] = open_file (main_thread->wait.pid, "statm");
  process->files[2] = self->kinds & FUL_RECORD_USAGE_IO ? open_file (main_thread->wait.pid, "io") : -1;
  for (guint i = 0; i < N_COUNTERS; i++)
    values[i] = -1;
  read_values (process, siblings, values);
  for (guint i = 0; i < N_COUNTERS; i++)
    {
      /* What it used before it was recorded does not count. */
      process->values[i] = i == MEMORY || i == CPU || i == SWITCHES || main_thread->start > 0 ? 0 : values[i];
      process->numbers[i] = values[i] >= 0 && self->kinds & counters[i].kind ? NOT_YET : NONE;
    }
  process->is_new = TRUE;
  process->n_processes = &self->n_processes;
  self->n_processes++;
  siblings->usage = process;
  siblings->free_usage = free_process;
}

static int
add_counter (FulRecordUsage        *self,
             const FulRecordThread *main_thread,
             guint                  i)
{
  FulRecordCounterInfo info = { .thread = main_thread->rows->number, .pid = main_thread->siblings->pid, .category = counters[i].category,
                                .name = counters[i].name, .description = counters[i].description };

  return ful_record_counters_add (self->counters, &info);
}

static void
put_count (FulRecordUsage *self,
           Process        *process,
           guint           i,
           gint64          time,
           double          count)
{
  ful_record_counters_add_count (self->counters, process->numbers[i], time, count);
  process->last[i] = time;
  process->skipped[i] = 0;
}

/* Readings without change that were not put. */
static void
put_skipped (FulRecordUsage *self,
             Process        *process)
{
  for (guint i = 0; i < N_COUNTERS; i++)
    if (process->numbers[i] >= 0 && process->skipped[i] != 0)
      put_count (self, process, i, process->skipped[i], 0);
}

static void
put_values (FulRecordUsage        *self,
            Process               *process,
            const FulRecordThread *main_thread,
            gint64                 time)
{
  double values[N_COUNTERS];

  if (process->is_new)
    {
      process->is_new = FALSE;
      return;
    }
  memcpy (values, process->values, sizeof values);
  read_values (process, main_thread->siblings, values);
  for (guint i = 0; i < N_COUNTERS; i++)
    {
      double count = values[i] - process->values[i];

      if (process->numbers[i] == NOT_YET && count != 0)
        process->numbers[i] = add_counter (self, main_thread, i);
      if (process->numbers[i] < 0)
        continue;
      process->values[i] = values[i];
      if (count == 0 && time < process->last[i] + NOTHING_NS)
        {
          process->skipped[i] = time;
          continue;
        }
      if (process->skipped[i] != 0 && count != 0)
        put_count (self, process, i, process->skipped[i], 0);
      put_count (self, process, i, time, count);
    }
}

/* Of the whole machine; on the first process, as there is no other place. */
static void
put_energy (FulRecordUsage    *self,
            const FulRecordThread *first,
            gint64             time)
{
  char text[64];
  double energy;

  if (!read_file (self->power, text, sizeof text))
    return;

  energy = g_ascii_strtod (text, NULL);
  if (self->power_counter < 0)
    {
      FulRecordCounterInfo info = { .thread = first->rows->number, .pid = first->siblings->pid, .category = "power",
                                    .name = "Energy of the CPU", .description = "Of the whole machine" };

      self->power_counter = ful_record_counters_add (self->counters, &info);
    }
  else if (energy > self->energy)   /* it begins anew when it is full */
    ful_record_counters_add_count (self->counters, self->power_counter, time, (energy - self->energy) * PWH_OF_UJ);
  self->energy = energy;
}

/* @time: ns in the recording; it is complete until then. Of processes whose main thread is shown. */
void
ful_record_usage_read (FulRecordUsage *self,
                       gint64          time)
{
  const FulRecordThread *first = NULL;

  if (self->kinds == 0)
    return;

  for (guint i = 0; i < self->threads->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads->threads, i);

      if (!thread->is_main || thread->rows == NULL || thread->rows == thread->siblings->shared)
        continue;
      first = first ? first : thread;
      if (thread->has_ended)
        {
          if (thread->siblings->usage)
            put_skipped (self, thread->siblings->usage);
          g_clear_pointer (&thread->siblings->usage, free_process);
          continue;
        }
      if (thread->siblings->usage == NULL && self->n_processes < MAX_PROCESSES)
        add_process (self, thread);
      if (thread->siblings->usage)
        put_values (self, thread->siblings->usage, thread, time);
    }
  if (first)
    put_energy (self, first, time);
}

/* The recording ends: counters go on until then. */
void
ful_record_usage_finish (FulRecordUsage *self)
{
  for (guint i = 0; i < self->threads->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads->threads, i);

      if (thread->is_main && thread->siblings->usage)
        put_skipped (self, thread->siblings->usage);
    }
}
