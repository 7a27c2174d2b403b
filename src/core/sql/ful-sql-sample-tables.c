/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of samples, their further weights and labels, and of allocations. All rows of the file, also outside the root range. */

#include "config.h"

#include "ful-sql-tables.h"
#include "ful-sql-profile.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-profile.h"
#include "model/ful-sample-type.h"

static guint
get_n_threads (FulSqlProfile *profile)
{
  return profile->profile->threads->len;
}

static const FulSampleTable *
get_samples (FulSqlProfile *profile,
             guint          thread)
{
  return ful_profile_get_thread (profile->profile, thread)->samples;
}

static guint
get_n_samples (FulSqlProfile *profile,
               guint          thread)
{
  return get_samples (profile, thread)->table.n_rows;
}

static double
get_sample_time (FulSqlProfile *profile,
                 guint          thread,
                 guint          row)
{
  return get_samples (profile, thread)->time[row] - profile->zero;
}

static const FulSqlColumn sample_columns[] = {
  FUL_SQL_PROFILE,
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "sample", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, "from 0" },
  { "time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "NULL: it has none" },
  { "weight", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, "1 if the file has none; threads.weight_type says of what" },
  { "cpu_ms", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", "CPU time since the sample before" },
  { "event_delay", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", "how long input would have waited" },
  { "duration", FUL_SQL_REAL, FUL_SQL_COLUMN_WIDE, "ms", "to the next sample of the thread" },
  FUL_SQL_WIDE_OF_STACK,
  { "resource_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_WIDE, NULL, "where the function is from" },
  FUL_SQL_WIDE_CATEGORIES,
};

static double
get_cpu_ms (FulProfile           *profile,
            const FulSampleTable *samples,
            guint                 row)
{
  double cpu = ful_i32_or_f64_get (&samples->cpu_delta, row);

  return profile->cpu_unit == FUL_CPU_UNIT_NS ? cpu / 1e6 : profile->cpu_unit == FUL_CPU_UNIT_US ? cpu / 1e3 : (double) NAN;
}

static void
get_sample (FulSqlProfile *profile,
            guint          thread,
            guint          row,
            guint          column,
            FulSqlValue   *value)
{
  static const guint wide[] = { FUL_SQL_WIDE_FUNC, FUL_SQL_WIDE_FUNCTION, FUL_SQL_WIDE_RESOURCE_NAME, FUL_SQL_WIDE_CATEGORY,
                                FUL_SQL_WIDE_SUBCATEGORY, FUL_SQL_WIDE_CATEGORY_NAME };
  const FulSampleTable *samples = get_samples (profile, thread);
  FulStackIndex stack = ful_profile_get_shown_stack (profile->profile, samples->stack[row]);

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, thread);
      break;
    case 2:
      ful_sql_value_set_integer (value, row);
      break;
    case 3:
      ful_sql_value_set_real (value, samples->time[row] - profile->zero);
      break;
    case 4:
      ful_sql_value_set_row (value, stack);
      break;
    case 5:
      ful_sql_value_set_real (value, samples->weight ? samples->weight[row] : 1);
      break;
    case 6:
      ful_sql_value_set_real (value, get_cpu_ms (profile->profile, samples, row));
      break;
    case 7:
      if (samples->event_delay)
        ful_sql_value_set_real (value, samples->event_delay[row]);
      break;
    case 8:
      ful_sql_value_set_real (value, row + 1 < samples->table.n_rows ? samples->time[row + 1] - samples->time[row]
                                                                     : profile->profile->interval);
      break;
    default:
      ful_sql_value_set_of_stack (value, profile, stack, wide[column - 9]);
      break;
    }
}

const FulSqlTable ful_sql_table_samples = {
  .name = "samples",
  .about = "What each thread did, again and again.",
  .columns = sample_columns, .n_columns = G_N_ELEMENTS (sample_columns), .part_column = 1, .n_parts_each = 1, .row_column = 2,
  .time_column = 3, .group_columns = 1u << 4 | 1u << 9 | 1u << 10 | 1u << 11 | 1u << 12 | 1u << 13 | 1u << 14, .get_n_parts = get_n_threads,
  .get_n_rows = get_n_samples, .get_time = get_sample_time, .get = get_sample,
};

static guint
get_n_types (FulSqlProfile *profile,
             guint          thread)
{
  const GPtrArray *types = ful_profile_get_thread (profile->profile, thread)->sample_types;

  return types ? types->len : 0;
}

static guint
get_n_values (FulSqlProfile *profile,
              guint          thread)
{
  return (guint) MIN ((guint64) get_n_types (profile, thread) * get_n_samples (profile, thread), G_MAXINT);
}

static const FulSqlColumn value_columns[] = {
  FUL_SQL_PROFILE,
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "sample", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "type", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, "as in the file: alloc_space, cycles" },
  { "unit", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "value", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_value (FulSqlProfile *profile,
           guint          thread,
           guint          row,
           guint          column,
           FulSqlValue   *value)
{
  const FulThread *of = ful_profile_get_thread (profile->profile, thread);
  guint n_types = of->sample_types->len, sample = row / n_types;
  const FulSampleType *type = g_ptr_array_index (of->sample_types, row % n_types);

  if (column == 1)
    ful_sql_value_set_integer (value, thread);
  else if (column == 2)
    ful_sql_value_set_integer (value, sample);
  else if (column == 3)
    ful_sql_value_set_text (value, type->name);
  else if (column == 4)
    ful_sql_value_set_text (value, *type->unit ? type->unit : NULL);
  else
    ful_sql_value_set_real (value, type->values ? type->values[sample] : of->samples->weight ? of->samples->weight[sample] : 1);
}

const FulSqlTable ful_sql_table_sample_values = {
  .name = "sample_values",
  .about = "Several weights of each sample (pprof, callgrind, perf).",
  .columns = value_columns, .n_columns = G_N_ELEMENTS (value_columns), .part_column = 1, .n_parts_each = 1,
  .get_n_parts = get_n_threads, .get_n_rows = get_n_values, .get = get_value,
};

static guint
get_n_labels (FulSqlProfile *profile,
              guint          thread)
{
  return ful_sql_profile_get_sample_labels (profile, thread)->len;
}

static const FulSqlColumn label_columns[] = {
  FUL_SQL_PROFILE,
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "sample", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "key", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "value", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_label (FulSqlProfile *profile,
           guint          thread,
           guint          row,
           guint          column,
           FulSqlValue   *value)
{
  const FulSqlSampleLabel *label = &g_array_index (ful_sql_profile_get_sample_labels (profile, thread), FulSqlSampleLabel, row);

  if (column == 1)
    ful_sql_value_set_integer (value, thread);
  else if (column == 2)
    ful_sql_value_set_integer (value, label->sample);
  else if (column == 3)
    {
      ful_sql_value_set_text (value, label->text);
      value->n = label->n_key;
    }
  else if (label->n_key < label->n)
    {
      ful_sql_value_set_text (value, label->text + label->n_key + 1);
      value->n = label->n - label->n_key - 1;
    }
}

const FulSqlTable ful_sql_table_sample_labels = {
  .name = "sample_labels",
  .about = "What a program said of itself while it was sampled.",
  .columns = label_columns, .n_columns = G_N_ELEMENTS (label_columns), .part_column = 1, .n_parts_each = 1,
  .get_n_parts = get_n_threads, .get_n_rows = get_n_labels, .get = get_label,
};

/* Of each thread first what scripts allocated, then native memory. */
static guint
get_n_allocation_parts (FulSqlProfile *profile)
{
  return 2 * profile->profile->threads->len;
}

static const FulAllocationTable *
get_allocations (FulSqlProfile *profile,
                 guint          part)
{
  const FulThread *thread = ful_profile_get_thread (profile->profile, part / 2);

  return part % 2 == 0 ? thread->js_allocations : thread->native_allocations;
}

static guint
get_n_allocations (FulSqlProfile *profile,
                   guint          part)
{
  const FulAllocationTable *allocations = get_allocations (profile, part);

  return allocations ? allocations->table.n_rows : 0;
}

static double
get_allocation_time (FulSqlProfile *profile,
                     guint          part,
                     guint          row)
{
  return get_allocations (profile, part)->time[row] - profile->zero;
}

static const char *const kinds[] = { "js", "native" };

static const FulSqlColumn allocation_columns[] = {
  FUL_SQL_PROFILE,
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "kind", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, "js or native" },
  { "allocation", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "weight", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "bytes", "negative for what is freed" },
  { "address", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "of the memory" },
  { "class_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "type_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "coarse_type", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "in_nursery", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  FUL_SQL_WIDE_OF_STACK,
};

static void
set_inline_text (FulSqlValue   *value,
                 FulSqlProfile *profile,
                 const gint32  *texts,
                 guint          row)
{
  if (texts && texts[row] != FUL_NONE)
    ful_sql_value_set_text (value, ful_string_table_get (profile->profile->texts, texts[row]));
}

static void
get_allocation (FulSqlProfile *profile,
                guint          part,
                guint          row,
                guint          column,
                FulSqlValue   *value)
{
  const FulAllocationTable *allocations = get_allocations (profile, part);
  FulStackIndex stack = ful_profile_get_shown_stack (profile->profile, allocations->stack[row]);

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, part / 2);
      break;
    case 2:
      ful_sql_value_set_text (value, kinds[part % 2]);
      break;
    case 3:
      ful_sql_value_set_integer (value, row);
      break;
    case 4:
      ful_sql_value_set_real (value, allocations->time[row] - profile->zero);
      break;
    case 5:
      ful_sql_value_set_row (value, stack);
      break;
    case 6:
      ful_sql_value_set_real (value, allocations->weight[row]);
      break;
    case 7:
      if (allocations->memory_address && fabs (allocations->memory_address[row]) < 9e18)
        ful_sql_value_set_integer (value, (gint64) allocations->memory_address[row]);
      break;
    case 8:
      set_inline_text (value, profile, allocations->class_name, row);
      break;
    case 9:
      set_inline_text (value, profile, allocations->type_name, row);
      break;
    case 10:
      set_inline_text (value, profile, allocations->coarse_type, row);
      break;
    case 11:
      if (allocations->in_nursery)
        ful_sql_value_set_boolean (value, allocations->in_nursery[row]);
      break;
    default:
      ful_sql_value_set_of_stack (value, profile, stack, column == 12 ? FUL_SQL_WIDE_FUNC : FUL_SQL_WIDE_FUNCTION);
      break;
    }
}

const FulSqlTable ful_sql_table_allocations = {
  .name = "allocations",
  .about = "Memory that was allocated, and freed.",
  .columns = allocation_columns, .n_columns = G_N_ELEMENTS (allocation_columns), .part_column = 1, .n_parts_each = G_N_ELEMENTS (kinds),
  .kind_column = 2, .kinds = kinds,
  .row_column = 3, .time_column = 4, .get_n_parts = get_n_allocation_parts, .get_n_rows = get_n_allocations,
  .get_time = get_allocation_time, .get = get_allocation,
};
