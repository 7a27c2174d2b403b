/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples of formats that list them in any order, and weigh them in units of their own. */

#include "config.h"

#include "ful-import-samples.h"

#include "base/ful-radix-sort.h"
#include "model/ful-sample-type.h"
#include "model/ful-thread-tables.h"

#include <math.h>
#include <string.h>

/**
 * ful_import_parse_unit:
 * @unit: the word for a unit in a file: "ns", "milliseconds", "bytes", …
 * @out_factor: (out): from a value in that unit to one of the weight type
 *
 * Returns: what the unit measures: %FUL_WEIGHT_TYPE_SAMPLES if it is neither a time nor bytes
 */
FulWeightType
ful_import_parse_unit (const char *unit,
                       double     *out_factor)
{
  static const struct { const char *words[4]; FulWeightType type; double factor; } units[] = {
    { { "nanoseconds", "nanosecond", "ns" }, FUL_WEIGHT_TYPE_TRACING_MS, 1e-6 },
    { { "microseconds", "microsecond", "us", "\302\265s" }, FUL_WEIGHT_TYPE_TRACING_MS, 1e-3 },
    { { "milliseconds", "millisecond", "ms" }, FUL_WEIGHT_TYPE_TRACING_MS, 1 },
    { { "seconds", "second", "s" }, FUL_WEIGHT_TYPE_TRACING_MS, 1e3 },
    { { "bytes", "byte" }, FUL_WEIGHT_TYPE_BYTES, 1 },
    { { "kilobytes", "kilobyte", "kb" }, FUL_WEIGHT_TYPE_BYTES, 1024 },
    { { "megabytes", "megabyte", "mb" }, FUL_WEIGHT_TYPE_BYTES, 1024 * 1024 },
    { { "gigabytes", "gigabyte", "gb" }, FUL_WEIGHT_TYPE_BYTES, 1024.0 * 1024 * 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    for (guint w = 0; w < G_N_ELEMENTS (units[i].words) && units[i].words[w]; w++)
      if (g_ascii_strcasecmp (unit, units[i].words[w]) == 0)
        {
          *out_factor = units[i].factor;
          return units[i].type;
        }
  *out_factor = 1;

  return FUL_WEIGHT_TYPE_SAMPLES;
}

/**
 * ful_import_samples_set_unit:
 * @thread: a thread without samples
 * @unit: of their weights in the file, see ful_import_parse_unit()
 *
 * Gives the samples weights.
 *
 * Returns: what a value of the file is to be multiplied by
 */
double
ful_import_samples_set_unit (FulThreadBuilder *thread,
                             const char       *unit)
{
  double factor;

  thread->thread->weight_type = ful_import_parse_unit (unit, &factor);
  ful_table_builder_add_column (&thread->samples, FUL_SAMPLE_WEIGHT);

  return factor;
}

/**
 * ful_import_samples_add:
 * @thread: a thread under construction
 * @time: absolute ms
 * @stack: stack or %FUL_NONE
 *
 * Appends a sample, at any time.
 *
 * Returns: its row until ful_import_samples_sort()
 */
guint
ful_import_samples_add (FulThreadBuilder *thread,
                        double            time,
                        FulStackIndex     stack)
{
  guint row = ful_table_builder_append (&thread->samples, 1);

  FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[row] = time;
  FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[row] = stack;

  return row;
}

/**
 * ful_import_samples_add_type:
 * @thread: a thread under construction
 * @name: of the sample type
 * @unit: of its values in the file, see ful_import_parse_unit()
 * @is_default: whether its values are the weights of the samples
 *
 * Adds a sample type; its values are 0 until they are set.
 *
 * Returns: %FALSE if the thread has too many
 */
gboolean
ful_import_samples_add_type (FulThreadBuilder *thread,
                             const char       *name,
                             const char       *unit,
                             gboolean          is_default)
{
  double factor;
  FulWeightType weight_type = ful_import_parse_unit (unit, &factor);
  FulSampleType *type = ful_sample_types_add (&thread->thread->sample_types, name, unit, weight_type, is_default);

  if (type == NULL)
    return FALSE;

  type->factor = factor;
  if (is_default)
    ful_import_samples_set_unit (thread, unit);

  return TRUE;
}

/**
 * ful_import_samples_count:
 * @thread: a thread without sample types, which others are to be added to
 *
 * Adds a sample type that counts the samples, as the default one.
 */
void
ful_import_samples_count (FulThreadBuilder *thread)
{
  ful_sample_types_add (&thread->thread->sample_types, "samples", "count", FUL_WEIGHT_TYPE_SAMPLES, TRUE);
}

/**
 * ful_import_samples_set_value:
 * @sample: row of the sample, see ful_import_samples_add()
 * @type: number of one of its thread's sample types; one that does not exist is no error
 * @value: in the unit of the file
 */
void
ful_import_samples_set_value (FulThreadBuilder *thread,
                              guint             sample,
                              guint             type,
                              double            value)
{
  GPtrArray *types = thread->thread->sample_types;
  FulSampleType *of = types && type < types->len ? g_ptr_array_index (types, type) : NULL;

  if (of && of->is_default)
    FUL_CELLS (&thread->samples, FUL_SAMPLE_WEIGHT, double)[sample] = value * of->factor;
  else if (of)
    ful_sample_type_set (of, sample, value * of->factor);
}

/**
 * ful_import_samples_sort:
 *
 * Sorts the samples of @thread by time, those of one time as they were added. That is no flaw of the file: it has no
 * entry in the log. Times that are no numbers are left to the checks of the builder.
 */
void
ful_import_samples_sort (FulThreadBuilder *thread)
{
  const double *times = FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double);
  guint n = thread->samples.n_rows;
  gboolean sorted = TRUE;

  for (guint i = 0; i < n; i++)
    {
      if (!isfinite (times[i]))
        return;
      sorted = sorted && (i == 0 || times[i] >= times[i - 1]);
    }
  if (!sorted)
    {
      g_autofree guint *order = ful_radix_order (times, n);

      ful_table_builder_reorder (&thread->samples, 0, order);
      ful_sample_types_reorder (thread->thread->sample_types, order, n);
    }
}

/**
 * ful_import_round_times:
 * @times: in ms; in: as recorded, out: as the reference adds them up
 * @n: number of times
 * @shift: ms to add
 *
 * The reference keeps differences of whole nanoseconds and adds them up again.
 */
void
ful_import_round_times (double *times,
                        guint   n,
                        double  shift)
{
  double last_ns = 0;
  double now = 0;

  for (guint i = 0; i < n; i++)
    {
      double ns = floor (times[i] * 1e6 + 0.5);
      double delta = (ns - last_ns) / 1e6;

      now += i == 0 ? delta + shift : delta;
      last_ns = ns;
      times[i] = now;
    }
}
