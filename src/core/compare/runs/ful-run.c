/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads a recording as one run, or as several: spans of a marker, or equal parts (compare.md 3). Of the profile only
 * values by key remain, 32 bytes an item. */

#include "config.h"

#include "ful-run-private.h"

#include "base/ful-error.h"
#include "ful-marker-spans.h"
#include "io/json/ful-json-document.h"
#include "threads/ful-cpu-use.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define GREATEST_VALUE 1e60   /* its fourth power, summed over runs, is still a double */

/**
 * ful_run_copy:
 *
 * Returns: (transfer full): the same run, which shares its items
 */
FulRun *
ful_run_copy (const FulRun *self)
{
  FulRun *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  copy->items = g_array_ref (self->items);
  copy->product = g_strdup (self->product);
  copy->cpu = g_strdup (self->cpu);

  return copy;
}

void
ful_run_free (FulRun *self)
{
  g_free (self->name);
  g_array_unref (self->items);
  g_clear_pointer (&self->merged, g_array_unref);
  g_free (self->product);
  g_free (self->cpu);
  g_strfreev (self->missing);
  g_free (self);
}

static FulRun *
new_run (const FulRunRequest *request,
         JsonObject          *meta,
         FulTimeRange         range)
{
  FulRun *run = g_new0 (FulRun, 1);

  run->name = g_strdup (request->name);
  run->unit = "ms";
  run->items = g_array_new (FALSE, FALSE, sizeof (FulItemSum));
  run->duration = range.end - range.start;
  run->nominal_interval = request->profile->has_interval ? request->profile->interval : 0;
  run->start_time = request->profile->start_time;
  run->product = g_strdup (request->profile->product);
  run->cpu = meta ? g_strdup (ful_json_get_string (meta, "CPUName")) : NULL;
  run->is_debug = meta && ful_json_get_boolean (meta, "debug");
  run->symbolicated = request->profile->symbolicated;

  return run;
}

/* Returns: (transfer full) (element-type FulTimeRange): the parts of a range that are runs, absolute */
static GArray *
find_parts (const FulRunRequest  *request,
            FulTimeRange          range,
            GCancellable         *cancellable,
            GError              **error)
{
  g_autoptr(GArray) parts = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  g_autoptr(GArray) spans = NULL;

  if (request->split_marker == NULL)
    {
      double width = (range.end - range.start) / request->n_parts;

      for (guint i = 0; i < request->n_parts; i++)
        {
          FulTimeRange part = { range.start + i * width, i + 1 == request->n_parts ? range.end : range.start + (i + 1) * width };

          g_array_append_val (parts, part);
        }
      return g_steal_pointer (&parts);
    }

  spans = ful_marker_spans_new (request->profile, request->cache, request->split_marker, cancellable, error);
  if (spans == NULL)
    return NULL;
  for (guint i = 0; i < spans->len; i++)
    {
      FulTimeRange span = g_array_index (spans, FulTimeRange, i);

      if (span.end > span.start && span.start >= range.start && span.start < range.end)
        g_array_append_val (parts, span);
    }
  if (parts->len == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("No marker “%s” in the range has a duration"), request->split_marker);
      return NULL;
    }

  return g_steal_pointer (&parts);
}

static guint64
count_spans (const GArray *spans,
             FulTimeRange  range)
{
  guint64 n = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      double start = g_array_index (spans, FulTimeRange, i).start;

      n += start >= range.start && start < range.end;
    }

  return n;
}

/* Returns: CPU time of the threads of the view, or of all that have samples, ms */
static double
sum_cpu_times (const FulRunRequest *request,
               FulTimeRange         range)
{
  const FulViewOptions *options = request->options;
  double reference = ful_cpu_use_get_reference (request->profile), sum = 0;
  guint n = options->n_threads > 0 ? options->n_threads : request->profile->threads->len;

  for (guint i = 0; i < n; i++)
    {
      guint number = options->n_threads > 0 ? options->threads[i] : i;

      if (ful_profile_get_thread (request->profile, number)->samples->table.n_rows > 0)
        sum += ful_run_sum_cpu_time (request->profile, number, range, reference);
    }

  return sum;
}

static gboolean
is_usable (const FulItemSum *sum,
           double            divisor)
{
  return fabs (sum->x) / divisor <= GREATEST_VALUE && sqrt (sum->u_rows) / divisor <= GREATEST_VALUE &&
         sqrt (sum->u_pieces) / divisor <= GREATEST_VALUE;
}

/**
 * ful_run_can_be_compared:
 * @divisor: what values are divided by, greater than 0
 *
 * Returns: whether all values are small enough to compute with
 */
gboolean
ful_run_can_be_compared (const FulRun *self,
                         double        divisor)
{
  for (guint i = 0; i < self->items->len; i++)
    if (!is_usable (&g_array_index (self->items, FulItemSum, i), divisor))
      return FALSE;

  return is_usable (&self->total, divisor);
}

/**
 * ful_runs_add_rows:
 * @runs: (element-type FulRun): of a side
 * @begin: the first one that was not added
 * @n_rows: (inout): rows of all runs of both sides
 * @error: %FUL_ERROR_TOO_LARGE if these are more than %FUL_MAX_ROWS
 */
gboolean
ful_runs_add_rows (const GPtrArray  *runs,
                   guint             begin,
                   guint64          *n_rows,
                   GError          **error)
{
  for (guint i = begin; i < runs->len; i++)
    {
      guint64 n = ((const FulRun *) runs->pdata[i])->total.rows;

      if (n > FUL_MAX_ROWS - *n_rows)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("With it there are more than %u rows to compare; choose shorter ranges"),
                       FUL_MAX_ROWS);
          return FALSE;
        }
      *n_rows += n;
    }

  return TRUE;
}

static gboolean
read_part (const FulRunRequest  *request,
           FulRunSamples        *samples,
           const FulRunTable    *tables,
           guint                 n_tables,
           FulRun *const        *runs,
           FulTimeRange          part,
           GCancellable         *cancellable,
           GError              **error)
{
  if (request->with_cpu_time && samples == NULL)
    runs[0]->cpu_time = sum_cpu_times (request, part);
  if (samples && !ful_run_samples_read (samples, tables, n_tables, runs, part, cancellable, error))
    return FALSE;
  if (request->by == FUL_COMPARE_MARKERS && !ful_run_markers_read (request, runs[0], part, cancellable, error))
    return FALSE;
  if (request->by == FUL_COMPARE_COUNTERS)
    ful_run_counters_read (request, runs[0], part);

  for (guint i = 0; i < n_tables; i++)
    if (!ful_run_can_be_compared (runs[i], 1))
      {
        g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Values are too large to be compared"));
        return FALSE;
      }

  return TRUE;
}

/**
 * ful_run_read_tables:
 * @request: what to read; by nodes if there are several tables
 * @tables: (array length=n_tables): that of @request, or by nodes, by total and by self
 * @n_tables: at most %FUL_MAX_RUN_TABLES
 * @cancellable: (nullable): checked for each thread and each part
 * @error: see ful_run_read()
 *
 * Reads several tables in one walk over the samples.
 */
gboolean
ful_run_read_tables (const FulRunRequest  *request,
                     const FulRunTable    *tables,
                     guint                 n_tables,
                     GCancellable         *cancellable,
                     GError              **error)
{
  FulTimeRange root = ful_derive_cache_get_root_range (request->cache);
  FulTimeRange range = request->options->has_range ? ful_time_range_shift (request->options->range, root.start) : root;
  g_autoptr(JsonObject) meta = request->profile->meta_json ? ful_json_parse_object (request->profile->meta_json) : NULL;
  g_autoptr(FulRunSamples) samples = NULL;
  g_autoptr(GArray) parts = find_parts (request, range, cancellable, error);
  g_autoptr(GArray) counted = NULL;

  if (parts == NULL)
    return FALSE;
  if (request->counted_marker)
    {
      counted = ful_marker_spans_new (request->profile, request->cache, request->counted_marker, cancellable, error);
      if (counted == NULL)
        return FALSE;
    }
  if (request->by != FUL_COMPARE_MARKERS && request->by != FUL_COMPARE_COUNTERS)
    {
      samples = ful_run_samples_new (request, cancellable, error);
      if (samples == NULL || (request->renames && !ful_renames_check (request->renames, error)))
        return FALSE;
    }

  for (guint i = 0; i < parts->len; i++)
    {
      FulTimeRange part = g_array_index (parts, FulTimeRange, i);
      FulRun *runs[FUL_MAX_RUN_TABLES];

      for (guint table = 0; table < n_tables; table++)
        {
          runs[table] = new_run (request, meta, part);
          runs[table]->n_markers = counted ? count_spans (counted, part) : 0;
          g_ptr_array_add (tables[table].runs, runs[table]);
        }
      if (!read_part (request, samples, tables, n_tables, runs, part, cancellable, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * ful_run_read:
 * @request: what to read
 * @runs: (element-type FulRun): gets the runs
 * @cancellable: (nullable): checked for each thread and each part
 * @error: %FUL_ERROR_ARGUMENT if a marker is missing, threads have different units, or values are too large
 */
gboolean
ful_run_read (const FulRunRequest  *request,
              GPtrArray            *runs,
              GCancellable         *cancellable,
              GError              **error)
{
  return ful_run_read_tables (request, &(FulRunTable) { request->by, request->measure, runs }, 1, cancellable, error);
}
