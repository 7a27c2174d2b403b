/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples of formats that list them in any order, or with several weights. */

#include "config.h"

#include "ful-import-samples.h"

#include "model/ful-thread-tables.h"

#include <math.h>
#include <stdlib.h>

void
ful_import_samples_init (FulImportSamples *self,
                         FulThreadBuilder *thread)
{
  self->thread = thread;
  self->types = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_sample_type_free);
  self->factors = g_array_new (FALSE, FALSE, sizeof (double));
}

void
ful_import_samples_clear (FulImportSamples *self)
{
  g_clear_pointer (&self->types, g_ptr_array_unref);
  g_clear_pointer (&self->factors, g_array_unref);
}

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
 * ful_import_samples_add_type:
 * @self: samples without a row
 * @name: as the file calls it
 * @unit: of its values in the file, see ful_import_parse_unit()
 *
 * Returns: its number
 */
guint
ful_import_samples_add_type (FulImportSamples *self,
                             const char       *name,
                             const char       *unit)
{
  FulSampleType *type = g_new0 (FulSampleType, 1);
  double factor;

  g_assert (self->thread->samples.n_rows == 0);

  type->name = g_strdup (name);
  type->unit = g_strdup (unit);
  type->weight_type = ful_import_parse_unit (unit, &factor);
  type->weights = ful_buffer_new (FUL_TYPE_F64, 0);
  g_ptr_array_add (self->types, type);
  g_array_append_val (self->factors, factor);

  return self->types->len - 1;
}

/**
 * ful_import_samples_add:
 * @self: samples
 * @time: absolute ms
 * @stack: stack or %FUL_NONE
 *
 * Appends a sample, whose weights are 0.
 *
 * Returns: its number until ful_import_samples_finish()
 */
guint
ful_import_samples_add (FulImportSamples *self,
                        double            time,
                        FulStackIndex     stack)
{
  guint row = ful_table_builder_append (&self->thread->samples, 1);

  FUL_CELLS (&self->thread->samples, FUL_SAMPLE_TIME, double)[row] = time;
  FUL_CELLS (&self->thread->samples, FUL_SAMPLE_STACK, gint32)[row] = stack;
  for (guint i = 0; i < self->types->len; i++)
    {
      FulSampleType *type = self->types->pdata[i];

      type->weights = ful_buffer_reserve (type->weights, 1);
      ((double *) type->weights->data)[type->weights->n++] = 0;
    }

  return row;
}

/**
 * ful_import_samples_set_weight:
 * @self: samples
 * @sample: number of a sample
 * @type: number of a type
 * @value: in the unit of the file
 */
void
ful_import_samples_set_weight (FulImportSamples *self,
                               guint             sample,
                               guint             type,
                               double            value)
{
  FulSampleType *sample_type = self->types->pdata[type];

  ((double *) sample_type->weights->data)[sample] = value * g_array_index (self->factors, double, type);
}

typedef struct
{
  double time;
  guint  row;
} TimedRow;

static int
compare_timed_rows (gconstpointer a,
                    gconstpointer b)
{
  const TimedRow *x = a;
  const TimedRow *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;

  return x->row < y->row ? -1 : x->row > y->row;
}

static void
sort (FulImportSamples *self)
{
  FulTableBuilder *samples = &self->thread->samples;
  const double *times = FUL_CELLS (samples, FUL_SAMPLE_TIME, double);
  g_autofree TimedRow *rows = NULL;
  g_autofree guint *order = NULL;
  gboolean sorted = TRUE;

  for (guint i = 1; i < samples->n_rows && sorted; i++)
    sorted = times[i] >= times[i - 1];
  if (sorted)
    return;

  rows = g_new (TimedRow, samples->n_rows);
  for (guint i = 0; i < samples->n_rows; i++)
    rows[i] = (TimedRow) { times[i], i };
  qsort (rows, samples->n_rows, sizeof *rows, compare_timed_rows);
  order = g_new (guint, samples->n_rows);
  for (guint i = 0; i < samples->n_rows; i++)
    order[i] = rows[i].row;

  ful_table_builder_reorder (samples, 0, order);
  for (guint i = 0; i < self->types->len; i++)
    {
      FulSampleType *type = self->types->pdata[i];

      ful_buffer_reorder (type->weights, 0, order, samples->n_rows);
    }
}

/**
 * ful_import_samples_finish:
 * @self: samples, which are cleared
 * @default_type: number of the type to show at first; ignored if there is none
 *
 * Sorts the samples by time, those of one time as they were added. Times have to be numbers.
 */
void
ful_import_samples_finish (FulImportSamples *self,
                           guint             default_type)
{
  FulThread *thread = self->thread->thread;
  FulTableBuilder *samples = &self->thread->samples;

  sort (self);
  if (self->types->len > 0)
    {
      FulSampleType *type = self->types->pdata[default_type];

      thread->weight_type = type->weight_type;
      g_clear_pointer (&samples->buffers[FUL_SAMPLE_WEIGHT], ful_buffer_unref);
      samples->buffers[FUL_SAMPLE_WEIGHT] = ful_buffer_ref (type->weights);
      thread->sample_types = g_steal_pointer (&self->types);
      thread->default_sample_type = default_type;
    }
  ful_import_samples_clear (self);
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
