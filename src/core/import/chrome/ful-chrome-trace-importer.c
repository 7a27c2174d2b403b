/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Traces of Chrome and of many other tools that write its format (formats.md 11). */

#include "config.h"

#include "ful-chrome-events.h"
#include "ful-chrome-markers.h"
#include "ful-chrome-meta.h"
#include "ful-chrome-samples.h"
#include "ful-chrome-threads.h"
#include "ful-v8-profile.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define N_PROBED 5    /* elements of a list that have to look like events */

typedef struct
{
  FulImport        *import;
  FulImportTables   tables;
  FulChromeEvents   events;
  FulChromeThreads  threads;
  FulChromeSamples  samples;
  FulRawTree       *scratch;
  double            start;       /* ms, of a whole CPU profile, or NaN */
  double            end;
} TraceReader;

static gboolean
probe_tree (FulRawTree       *tree,
            const FulRawNode *root)
{
  guint n = ful_raw_length (root), n_events = 0;

  if (ful_raw_is (root, FUL_RAW_OBJECT))
    return ful_raw_is (ful_raw_get (root, "traceEvents"), FUL_RAW_ARRAY);
  if (!ful_raw_is (root, FUL_RAW_ARRAY))
    return FALSE;

  for (guint i = 0; i < MIN (n, N_PROBED); i++)
    {
      const FulRawNode *event = ful_raw_element (tree, root, i);

      if (ful_raw_is (event, FUL_RAW_OBJECT) && ful_raw_get (event, "ph") == NULL)
        return FALSE;
      n_events += ful_raw_is (event, FUL_RAW_OBJECT);
    }

  return n == 0 || n_events > 0;
}

/* One part of a CPU profile. @profile: keeps the thread's clock */
static void
read_part (FulV8Profile     *profile,
           FulChromeThread  *thread,
           FulRawTree       *tree,
           const FulRawNode *data)
{
  const FulRawNode *part = ful_raw_get (data, "cpuProfile");
  const FulRawNode *deltas = ful_raw_get (data, "timeDeltas");

  if (deltas == NULL)
    deltas = ful_raw_get (part, "timeDeltas");
  profile->last_kept = isnan (thread->last_kept) ? profile->last_kept : thread->last_kept;
  ful_v8_profile_add_nodes (profile, tree, ful_raw_get (part, "nodes"));
  ful_v8_profile_add_samples (profile, ful_raw_get (part, "samples"), deltas);
  thread->last_kept = profile->last_kept;
}

typedef struct
{
  FulV8Profile profile;
  gint32       thread;
} Recording;

static void
free_recording (gpointer data)
{
  Recording *recording = data;

  ful_v8_profile_clear (&recording->profile);
  g_free (recording);
}

/* A recording has an id that is its own in the process. */
static gint64 *
new_key (const TraceReader    *self,
         const FulChromeEvent *event)
{
  FulStringIndex pid, tid;
  gint64 *key = g_new (gint64, 1);

  ful_chrome_events_get_ids (&self->events, event->thread, &pid, &tid);
  *key = (gint64) pid << 32 | (guint32) event->id;

  return key;
}

static const FulRawNode *
get_data (TraceReader          *self,
          const FulChromeEvent *event)
{
  return ful_raw_get (ful_chrome_events_parse_args (&self->events, event, self->scratch), "data");
}

/* “Profile” begins a recording, whose parts are in “ProfileChunk”, possibly of other threads. */
static void
read_recordings (TraceReader *self)
{
  g_autoptr(GHashTable) recordings = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, free_recording);
  guint end;

  for (guint i = ful_chrome_events_find (&self->events, "Profile", &end); i < end; i++)
    {
      const FulChromeEvent *event = ful_chrome_events_get (&self->events, i);
      double start = ful_raw_get_number_or (get_data (self, event), "startTime", event->time) / 1000;
      FulChromeThread *thread = ful_chrome_threads_use (&self->threads, event->thread);
      g_autofree gint64 *key = new_key (self, event);
      Recording *recording;

      if (g_hash_table_contains (recordings, key))
        {
          ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "Profile", -1, -1,
                              _("two CPU profiles of a process have the same id; their samples are on one thread"));
          continue;
        }
      recording = g_new (Recording, 1);
      ful_v8_profile_init (&recording->profile, &self->tables, thread->builder, isfinite (start) ? start : 0,
                           self->import->cancellable);
      recording->thread = event->thread;
      g_hash_table_insert (recordings, g_steal_pointer (&key), recording);
    }

  for (guint i = ful_chrome_events_find (&self->events, "ProfileChunk", &end); i < end; i++)
    {
      const FulChromeEvent *event = ful_chrome_events_get (&self->events, i);
      g_autofree gint64 *key = new_key (self, event);
      Recording *recording = g_hash_table_lookup (recordings, key);

      if (g_cancellable_is_cancelled (self->import->cancellable))
        return;
      if (recording)
        read_part (&recording->profile, ful_chrome_threads_use (&self->threads, recording->thread), self->scratch,
                   get_data (self, event));
    }
}

/* “CpuProfile” has all of one. */
static void
read_cpu_profiles (TraceReader *self)
{
  guint end;

  for (guint i = ful_chrome_events_find (&self->events, "CpuProfile", &end); i < end; i++)
    {
      const FulChromeEvent *event = ful_chrome_events_get (&self->events, i);
      const FulRawNode *data = get_data (self, event);
      FulChromeThread *thread = ful_chrome_threads_use (&self->threads, event->thread);
      FulV8Profile profile;

      self->start = ful_raw_get_number (ful_raw_get (data, "cpuProfile"), "startTime") / 1000;
      self->end = ful_raw_get_number (ful_raw_get (data, "cpuProfile"), "endTime") / 1000;
      ful_v8_profile_init (&profile, &self->tables, thread->builder, isfinite (self->start) ? self->start : 0,
                           self->import->cancellable);
      read_part (&profile, thread, self->scratch, data);
      ful_v8_profile_clear (&profile);
    }
}

/* What ful_thread_range_compute() will say. */
static double
find_end (const FulThreadBuilder *thread)
{
  const double *starts = FUL_CELLS (&thread->markers, FUL_MARKER_START_TIME, double);
  const double *ends = FUL_CELLS (&thread->markers, FUL_MARKER_END_TIME, double);
  guint n = thread->samples.n_rows;
  double end = -INFINITY;

  if (n > 0)
    return FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[n - 1] + FUL_V8_INTERVAL;

  for (guint i = 0; i < thread->markers.n_rows; i++)
    end = fmax (end, fmax (starts[i], ends[i]) + FUL_V8_INTERVAL);

  return end;
}

/* Of traces of a browser: it says when it began. */
static void
find_range (TraceReader *self)
{
  guint end;
  guint i = ful_chrome_events_find (&self->events, "TracingStartedInBrowser", &end);

  if (isfinite (self->start) || isfinite (self->end) || i == end)
    return;

  self->start = ful_chrome_events_get (&self->events, i)->time / 1000;
  self->end = -INFINITY;
  for (guint t = 0; t < self->import->builder->threads->len; t++)
    self->end = fmax (self->end, find_end (g_ptr_array_index (self->import->builder->threads, t)));
}

/* A script says where its map is, once for each isolate. */
static void
read_source_maps (TraceReader *self)
{
  guint end;

  for (guint i = ful_chrome_events_find (&self->events, "ScriptCatchup", &end); i < end; i++)
    {
      const FulRawNode *data = get_data (self, ful_chrome_events_get (&self->events, i));
      const char *url = ful_raw_get_string (data, "url");
      const char *map = ful_raw_get_string (data, "sourceMapUrl");

      if (url && *url && map && *map)
        ful_import_tables_set_source_map (&self->tables, url, map);
    }
}

/* Of a trace as an object. Returns: (nullable): what recorded it */
static const char *
find_writer (const FulRawNode *root)
{
  const FulRawNode *metadata = ful_raw_is (root, FUL_RAW_OBJECT) ? ful_raw_get (root, "metadata") : NULL;
  const char *version = ful_raw_get_string (metadata, "product-version");

  return version ? version : ful_raw_get_string (metadata, "source");
}

static void
read_events (TraceReader      *self,
             const FulRawNode *root)
{
  FulImportMeta meta;

  ful_chrome_threads_init (&self->threads, self->import->builder, &self->events);
  read_recordings (self);
  read_cpu_profiles (self);
  ful_chrome_samples_add (&self->samples, &self->events, &self->threads, &self->tables,
                          ful_raw_is (root, FUL_RAW_OBJECT) ? ful_raw_get (root, "stackFrames") : NULL, self->import->cancellable);
  read_source_maps (self);
  ful_chrome_screenshots_read (&self->events, &self->threads, &self->tables);

  ful_chrome_meta_init (&meta);
  meta.writer = find_writer (root);
  ful_chrome_markers_read (&self->events, &self->threads, &self->tables, &meta, self->import->cancellable);
  find_range (self);
  ful_chrome_meta_set_range (&meta, self->import, self->start, self->end);
  ful_import_meta_finish (&meta, self->import);
  ful_chrome_threads_sort (&self->threads);
  ful_chrome_threads_clear (&self->threads);
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  TraceReader self = { .import = import, .start = NAN, .end = NAN };
  FulRawNode *list = ful_raw_is (root, FUL_RAW_OBJECT) ? ful_raw_get (root, "traceEvents") : root;
  gboolean has_room;

  self.scratch = ful_raw_tree_new ();
  ful_import_tables_init (&self.tables, import->builder);
  ful_chrome_events_init (&self.events);
  ful_chrome_samples_init (&self.samples);
  ful_chrome_events_read (&self.events, tree, list->column, import->builder->log, import->cancellable);
  ful_chrome_samples_read (&self.samples, &self.events, tree, ful_raw_is (root, FUL_RAW_OBJECT) ? ful_raw_get (root, "samples") : NULL,
                           import->builder->log, import->cancellable);
  has_room = ful_profile_builder_check_n_threads (import->builder, self.events.ids->len / 2, error);
  if (has_room && !g_cancellable_is_cancelled (import->cancellable))
    read_events (&self, root);
  ful_chrome_events_clear (&self.events);
  ful_chrome_samples_clear (&self.samples);
  ful_import_tables_clear (&self.tables);
  ful_raw_tree_free (self.scratch);

  if (!has_room || g_cancellable_set_error_if_cancelled (import->cancellable, error))
    return FALSE;
  if (import->builder->threads->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY,
                           _("This trace of Chrome has no events that could be shown"));
      return FALSE;
    }

  return TRUE;
}

const FulImporter ful_chrome_trace_importer = {
  .name = N_("Trace of Chrome"),
  .mime_type = "application/x-chrome-trace+json",
  .suffixes = FUL_IMPORTER_LIST ("trace.json"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
  .may_be_cut = TRUE,
};
