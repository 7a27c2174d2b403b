/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers and counters of a run as values (compare.md 3.1). What was recorded of them is exact: no variance. */

#include "config.h"

#include "ful-run-private.h"

#include "ful-thread-label.h"

#include "base/ful-doubles.h"
#include "markers/list/ful-marker-format.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-payload-reader.h"
#include "model/ful-thread-tables.h"
#include "tracks/ful-counter-style.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MS_PER_S 1000

typedef struct
{
  double  total;
  guint64 n_intervals;
  guint64 n;
  GArray *durations;   /* (nullable) (element-type double): for the median */
} MarkerSum;

static void
clear_sum (gpointer data)
{
  MarkerSum *sum = data;

  g_clear_pointer (&sum->durations, g_array_unref);
}

static void
add_interval (MarkerSum  *sum,
              double      duration,
              FulMeasure  measure)
{
  sum->total += duration;
  sum->n_intervals++;
  if (measure != FUL_MEASURE_MEDIAN)
    return;

  if (sum->durations == NULL)
    sum->durations = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (sum->durations, duration);
}

static double
compute_median (GArray *durations)
{
  g_array_sort (durations, ful_doubles_compare);

  return ful_doubles_get_median ((const double *) (gpointer) durations->data, durations->len);
}

/* Markers without duration only count where markers are counted. */
static void
set_value (FulItemSum      *item,
           const MarkerSum *sum,
           FulMeasure       measure)
{
  ful_item_sum_add_rows (item, measure == FUL_MEASURE_COUNT ? sum->n : sum->n_intervals);
  if (measure == FUL_MEASURE_COUNT)
    item->x = (double) sum->n;
  else if (measure == FUL_MEASURE_MEAN)
    item->x = sum->n_intervals > 0 ? sum->total / (double) sum->n_intervals : 0;
  else if (measure == FUL_MEASURE_MEDIAN)
    item->x = sum->durations ? compute_median (sum->durations) : 0;
  else
    item->x = sum->total;
}

/* What is known of the field by the schema of a marker. Returns: (nullable) */
static const FulMarkerField *
find_field (const FulMarkerList *list,
            guint                marker,
            const char          *key)
{
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);

  for (guint i = 0; schema && i < schema->fields->len; i++)
    if (g_str_equal (schema->keys->pdata[i], key))
      return &g_array_index (schema->fields, FulMarkerField, i);

  return NULL;
}

/* Returns: (transfer full): name of a marker, with the value of the field: the text that it stands for, or the value as it is, which
 * no number format makes equal to others */
static char *
dup_name (const FulRunRequest *request,
          const FulMarkerList *list,
          guint                marker,
          FulPayloadReader    *reader)
{
  const char *name = ful_marker_list_get_name (list, marker);
  const FulMarkerField *field;
  const FulPayloadValue *value;
  FulBytes text = { 0 };
  char *full;

  ful_marker_list_read_payload (list, marker, reader);
  value = ful_payload_reader_get (reader, 0);
  if (value == NULL || ful_payload_value_is_null (value))
    return g_strdup (name);

  *request->has_field = TRUE;
  ful_bytes_append_s (&text, name);
  ful_bytes_append_s (&text, ": ");
  field = find_field (list, marker, request->field);
  if (field && ful_marker_format_is_string_index (field->format))
    ful_marker_field_append (field, list->profile, value, &text);
  else
    ful_payload_value_append_text (value, &text);

  full = g_strndup (text.data, text.n);
  ful_bytes_clear (&text);

  return full;
}

/* Markers of one name have one key; with a field, those that have the same value, too. */
static gint32
get_key (const FulRunRequest *request,
         const FulMarkerList *list,
         guint                marker,
         FulPayloadReader    *reader,
         GHashTable          *keys)
{
  gpointer name = GINT_TO_POINTER (list->name[marker]);
  g_autofree char *full = reader ? dup_name (request, list, marker, reader) : NULL;
  gint32 key = reader ? 0 : GPOINTER_TO_INT (g_hash_table_lookup (keys, name));

  if (reader)
    return ful_pairing_add_name (request->pairing, request->side, full);
  if (key == 0)
    {
      key = ful_pairing_add_name (request->pairing, request->side, ful_marker_list_get_name (list, marker));
      g_hash_table_insert (keys, name, GINT_TO_POINTER (key));
    }

  return key;
}

/* Threads of the view, or all. Returns: (transfer full) */
static FulViewOptions *
select_threads (const FulRunRequest *request)
{
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  FulViewOptions *options = ful_view_options_copy (request->options);

  if (options->n_threads > 0)
    return options;
  for (guint i = 0; i < request->profile->threads->len; i++)
    g_array_append_val (all, i);
  ful_view_options_set_threads (options, (guint *) (gpointer) all->data, all->len);

  return options;
}

/**
 * ful_run_markers_read:
 * @run: gets total and items, by name
 * @range: markers that overlap it count, with their whole duration
 */
gboolean
ful_run_markers_read (const FulRunRequest  *request,
                      FulRun               *run,
                      FulTimeRange          range,
                      GCancellable         *cancellable,
                      GError              **error)
{
  g_autoptr(FulViewOptions) options = select_threads (request);
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (request->profile, options, request->cache, cancellable, error);
  g_autoptr(FulMarkerList) list = threads ? ful_marker_list_derive (threads, request->cache, cancellable, error) : NULL;
  g_autoptr(GHashTable) keys = g_hash_table_new (NULL, NULL);   /* by string of the profile */
  g_autoptr(FulPayloadReader) reader = request->field ? ful_payload_reader_new (&request->field, 1) : NULL;
  g_autoptr(GArray) sums = g_array_new (FALSE, TRUE, sizeof (MarkerSum));
  MarkerSum all = { 0 };

  g_array_set_clear_func (sums, clear_sum);
  if (list == NULL)
    return FALSE;

  for (guint i = 0; i < list->n_markers; i++)
    {
      gboolean has_end = !isnan (list->end[i]);
      gint32 key;
      MarkerSum *sum;

      if (list->start[i] >= range.end || (has_end && list->end[i] > list->start[i] ? list->end[i] <= range.start : list->start[i] < range.start))
        continue;
      key = get_key (request, list, i, reader, keys);
      if ((guint) key >= sums->len)
        g_array_set_size (sums, (guint) key + 1);
      sum = &g_array_index (sums, MarkerSum, key);
      sum->n++;
      all.n++;
      if (!has_end)
        continue;
      add_interval (sum, list->end[i] - list->start[i], request->measure);
      add_interval (&all, list->end[i] - list->start[i], request->measure);
      if (request->durations)
        ful_duration_bins_add (request->durations, key, list->end[i] - list->start[i]);
    }

  run->unit = request->measure == FUL_MEASURE_COUNT ? "markers" : "ms";
  set_value (&run->total, &all, request->measure);
  if (run->total.x == 0)
    run->why_empty = all.n > 0 ? N_("no marker has a duration") :
                     options->has_range ? N_("there are no markers in the range") : N_("there are no markers");
  clear_sum (&all);
  for (guint i = 0; i < sums->len; i++)
    {
      const MarkerSum *sum = &g_array_index (sums, MarkerSum, i);
      FulItemSum item = { (gint32) i };

      set_value (&item, sum, request->measure);
      if (item.rows > 0)
        g_array_append_val (run->items, item);
    }

  return TRUE;
}

/* Sums what was counted up to each sample in the range: as only changes were recorded, the least sum counts as 0. */
static void
read_levels (const FulCounterSampleTable *samples,
             FulTimeRange                 range,
             gboolean                     is_mean,
             FulItemSum                  *out_sum)
{
  double level = 0, least = 0, greatest = -INFINITY, sum = 0;

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      level += samples->count[i];
      least = MIN (least, level);
      if (samples->time[i] < range.start || samples->time[i] >= range.end)
        continue;
      greatest = MAX (greatest, level);
      sum += level;
      out_sum->rows++;
    }
  if (out_sum->rows > 0)
    out_sum->x = (is_mean ? sum / (double) out_sum->rows : greatest) - least;
}

/* What is counted in a second. The first count is that before the recording. */
static void
read_rates (const FulCounterSampleTable *samples,
            FulTimeRange                 range,
            gboolean                     is_mean,
            FulItemSum                  *out_sum)
{
  double greatest = 0, sum = 0, duration = 0;

  for (guint i = 1; i < samples->table.n_rows; i++)
    {
      double gap = samples->time[i] - samples->time[i - 1];

      if (samples->time[i] < range.start || samples->time[i] >= range.end || !(gap > 0))
        continue;
      greatest = MAX (greatest, samples->count[i] / gap);
      sum += samples->count[i];
      duration += gap;
      out_sum->rows++;
    }
  if (out_sum->rows > 0)
    out_sum->x = (is_mean ? sum / duration : greatest) * MS_PER_S;
}

/**
 * ful_run_counters_read:
 * @run: gets the mean of each counter, or the greatest value if the measure is not the mean: of its sum where its graph is of that,
 *   else of its rate
 * @range: only its samples count
 */
void
ful_run_counters_read (const FulRunRequest *request,
                       FulRun              *run,
                       FulTimeRange         range)
{
  gboolean is_mean = request->measure == FUL_MEASURE_MEAN;

  run->unit = "counted";
  for (guint c = 0; c < request->profile->counters->len; c++)
    {
      FulCounter *counter = g_ptr_array_index (request->profile->counters, c);
      g_autoptr(FulCounterStyle) style = ful_counter_style_new (counter);
      g_autofree char *name = ful_counter_label_new (request->profile, c);
      FulItemSum item = { ful_pairing_add_name (request->pairing, request->side, name) };

      if (style->is_accumulated)
        read_levels (counter->samples, range, is_mean, &item);
      else
        read_rates (counter->samples, range, is_mean, &item);
      if (item.rows == 0)
        continue;
      run->total.x += item.x;
      ful_item_sum_add_rows (&run->total, item.rows);
      g_array_append_val (run->items, item);
    }
  if (run->total.x == 0)
    run->why_empty = run->items->len > 0 ? N_("all counters stay the same") :
                     request->options->has_range ? N_("there are no counters in the range") : N_("there are no counters");
}
