/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of counters. */

#include "config.h"

#include "ful-sql-tables.h"
#include "ful-sql-profile.h"

#include "io/json/ful-json-document.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

static guint
get_n_counters (FulSqlProfile *profile)
{
  return profile->profile->counters->len;
}

static guint
get_n_counter_rows (FulSqlProfile *profile,
                    guint          part G_GNUC_UNUSED)
{
  return profile->profile->counters->len;
}

static const FulSqlColumn counter_columns[] = {
  FUL_SQL_PROFILE,
  { "counter", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "category", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "Memory, power, Bandwidth, …" },
  { "description", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "pid", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "the main thread of its process" },
  { "label", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "unit", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "graph_type", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_counter (FulSqlProfile *profile,
             guint          part G_GNUC_UNUSED,
             guint          row,
             guint          column,
             FulSqlValue   *value)
{
  static const char *const members[] = { "label", "unit", "graphType" };
  const FulCounter *counter = g_ptr_array_index (profile->profile->counters, row);
  const char *texts[] = { counter->name, counter->category, counter->description, counter->pid };

  if (column == 1)
    ful_sql_value_set_integer (value, row);
  else if (column < 6)
    ful_sql_value_set_text (value, texts[column - 2]);
  else if (column == 6)
    ful_sql_value_set_integer (value, counter->main_thread);
  else
    {
      g_autoptr(JsonObject) display = ful_json_parse_object (counter->display_json);

      ful_sql_value_take_text (value, g_strdup (ful_json_get_string (display, members[column - 7])));
    }
}

const FulSqlTable ful_sql_table_counters = {
  .name = "counters",
  .about = "What was counted over time.",
  .columns = counter_columns, .n_columns = G_N_ELEMENTS (counter_columns), .row_column = 1,
  .get_n_rows = get_n_counter_rows, .get = get_counter,
};

static const FulCounterSampleTable *
get_samples (FulSqlProfile *profile,
             guint          counter)
{
  return ((FulCounter *) g_ptr_array_index (profile->profile->counters, counter))->samples;
}

static guint
get_n_samples (FulSqlProfile *profile,
               guint          counter)
{
  return get_samples (profile, counter)->table.n_rows;
}

static double
get_sample_time (FulSqlProfile *profile,
                 guint          counter,
                 guint          row)
{
  return get_samples (profile, counter)->time[row] - profile->zero;
}

static const FulSqlColumn sample_columns[] = {
  FUL_SQL_PROFILE,
  { "counter", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "sample", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, "from 0" },
  { "time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "delta", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, "since the sample before; counters.unit says of what" },
  { "operations", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, "since the sample before" },
  { "total", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, "the sum so far, of the first one 0" },
};

static void
get_sample (FulSqlProfile *profile,
            guint          counter,
            guint          row,
            guint          column,
            FulSqlValue   *value)
{
  const FulCounterSampleTable *samples = get_samples (profile, counter);

  if (column == 1)
    ful_sql_value_set_integer (value, counter);
  else if (column == 2)
    ful_sql_value_set_integer (value, row);
  else if (column == 3)
    ful_sql_value_set_real (value, samples->time[row] - profile->zero);
  else if (column == 4)
    ful_sql_value_set_real (value, samples->count[row]);
  else if (column == 5)
    ful_sql_value_set_real (value, samples->number ? samples->number[row] : (double) NAN);
  else
    ful_sql_value_set_real (value, ful_sql_profile_get_totals (profile, counter)[row]);
}

const FulSqlTable ful_sql_table_counter_samples = {
  .name = "counter_samples",
  .about = "Readings of counters.",
  .columns = sample_columns, .n_columns = G_N_ELEMENTS (sample_columns), .part_column = 1, .n_parts_each = 1, .row_column = 2,
  .time_column = 3, .get_n_parts = get_n_counters, .get_n_rows = get_n_samples, .get_time = get_sample_time, .get = get_sample,
};
