/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of profiles, their threads and pages, and what was said while they were read. */

#include "config.h"

#include "ful-sql-tables.h"
#include "ful-sql-profile.h"

#include "io/json/ful-json-document.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-page-list.h"

#include <string.h>

static guint
get_one (FulSqlProfile *profile G_GNUC_UNUSED,
         guint          part G_GNUC_UNUSED)
{
  return 1;
}

static const FulSqlColumn profile_columns[] = {
  FUL_SQL_PROFILE,
  { "path", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "member", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "in an archive" },
  { "format", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "format_version", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "writer", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "what wrote it" },
  { "product", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "what was recorded" },
  { "version", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "of it" },
  { "build_id", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "source_url", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "channel", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "platform", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "os", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "cpu_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "logical_cpus", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "epoch", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", "its begin since 1970" },
  { "zero", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", "its begin on the time line of the file; all times are from there on" },
  { "duration", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "sampling_interval", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "cpu_unit", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "of CPU times in the file" },
  { "symbolicated", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "NULL: not known" },
  { "meta", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "JSON, without categories" },
};

static void
set_meta_text (FulSqlValue   *value,
               FulSqlProfile *profile,
               const char    *member)
{
  ful_sql_value_set_text (value, ful_json_get_string (ful_sql_profile_get_meta (profile), member));
}

/* A browser says "rv:153.0". */
static void
set_version (FulSqlValue   *value,
             FulSqlProfile *profile)
{
  const char *text = ful_json_get_string (ful_sql_profile_get_meta (profile), "misc");

  ful_sql_value_set_text (value, text && g_str_has_prefix (text, "rv:") ? text + strlen ("rv:") : text);
}

static void
get_profile (FulSqlProfile *profile,
             guint          part G_GNUC_UNUSED,
             guint          row G_GNUC_UNUSED,
             guint          column,
             FulSqlValue   *value)
{
  static const char *const units[] = { NULL, "ns", "µs", "variable CPU cycles" };
  FulProfile *of = profile->profile;
  double n_cpus;

  switch (column)
    {
    case 1:
      ful_sql_value_set_text (value, profile->path);
      break;
    case 2:
      ful_sql_value_set_text (value, profile->member);
      break;
    case 3:
      ful_sql_value_set_text (value, of->format);
      break;
    case 4:
      ful_sql_value_set_text (value, of->format_version);
      break;
    case 5:
      ful_sql_value_set_text (value, of->writer);
      break;
    case 6:
      ful_sql_value_set_text (value, of->product && *of->product ? of->product : NULL);
      break;
    case 7:
      set_version (value, profile);
      break;
    case 8:
      set_meta_text (value, profile, "appBuildID");
      break;
    case 9:
      set_meta_text (value, profile, "sourceURL");
      break;
    case 10:
      set_meta_text (value, profile, "updateChannel");
      break;
    case 11:
      set_meta_text (value, profile, "platform");
      break;
    case 12:
      set_meta_text (value, profile, "oscpu");
      break;
    case 13:
      set_meta_text (value, profile, "CPUName");
      break;
    case 14:
      n_cpus = ful_json_get_number (ful_sql_profile_get_meta (profile), "logicalCPUs");
      if (n_cpus > 0 && n_cpus < 1e9)
        ful_sql_value_set_integer (value, (gint64) n_cpus);
      break;
    case 15:
      ful_sql_value_set_real (value, of->start_time + profile->zero);
      break;
    case 16:
      ful_sql_value_set_real (value, profile->zero);
      break;
    case 17:
      ful_sql_value_set_real (value, profile->duration);
      break;
    case 18:
      ful_sql_value_set_real (value, of->interval);
      break;
    case 19:
      ful_sql_value_set_text (value, units[of->cpu_unit]);
      break;
    case 20:
      ful_sql_value_set_row (value, of->symbolicated < 0 ? FUL_NONE : of->symbolicated);
      break;
    case 21:
    default:
      ful_sql_value_set_text (value, of->meta_json);
      break;
    }
}

const FulSqlTable ful_sql_table_profiles = {
  .name = "profiles",
  .about = "The files.",
  .columns = profile_columns, .n_columns = G_N_ELEMENTS (profile_columns),
  .get_n_rows = get_one, .get = get_profile,
};

static guint
get_n_labels (FulSqlProfile *profile,
              guint          part G_GNUC_UNUSED)
{
  return profile->labels->len;
}

static const FulSqlColumn label_columns[] = {
  FUL_SQL_PROFILE,
  { "key", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "value", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_label (FulSqlProfile *profile,
           guint          part G_GNUC_UNUSED,
           guint          row,
           guint          column,
           FulSqlValue   *value)
{
  const FulSqlLabel *label = &g_array_index (profile->labels, FulSqlLabel, row);

  ful_sql_value_set_text (value, column == 1 ? label->key : label->value);
}

const FulSqlTable ful_sql_table_profile_labels = {
  .name = "profile_labels",
  .about = "What --label said of the files.",
  .columns = label_columns, .n_columns = G_N_ELEMENTS (label_columns),
  .get_n_rows = get_n_labels, .get = get_label,
};

static guint
get_n_threads (FulSqlProfile *profile,
               guint          part G_GNUC_UNUSED)
{
  return profile->profile->threads->len;
}

static const FulSqlColumn thread_columns[] = {
  FUL_SQL_PROFILE,
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, "as -t takes it" },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "shown_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "as the window shows it" },
  { "pid", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "tid", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "process_type", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "process_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "etld1", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "site of a process of a browser" },
  { "is_main", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "start_time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "end_time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", "NULL: it went on" },
  { "weight_type", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "of samples.weight: samples, tracing-ms or bytes" },
  { "n_samples", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "n_markers", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_thread (FulSqlProfile *profile,
            guint          part G_GNUC_UNUSED,
            guint          row,
            guint          column,
            FulSqlValue   *value)
{
  const FulThread *thread = ful_profile_get_thread (profile->profile, row);

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, row);
      break;
    case 2:
      ful_sql_value_set_text (value, thread->name);
      break;
    case 3:
      ful_sql_value_set_text (value, ful_sql_profile_get_thread_name (profile, row));
      break;
    case 4:
      ful_sql_value_set_text (value, thread->pid);
      break;
    case 5:
      if (!g_str_equal (thread->tid, "undefined"))
        ful_sql_value_set_text (value, thread->tid);
      break;
    case 6:
      ful_sql_value_set_text (value, thread->process_type);
      break;
    case 7:
      ful_sql_value_set_text (value, thread->process_name);
      break;
    case 8:
      ful_sql_value_set_text (value, thread->etld1);
      break;
    case 9:
      ful_sql_value_set_boolean (value, thread->is_main_thread);
      break;
    case 10:
      ful_sql_value_set_real (value, thread->register_time - profile->zero);
      break;
    case 11:
      ful_sql_value_set_real (value, thread->unregister_time - profile->zero);
      break;
    case 12:
      ful_sql_value_set_text (value, ful_weight_type_to_string (thread->weight_type));
      break;
    case 13:
      ful_sql_value_set_integer (value, thread->samples->table.n_rows);
      break;
    case 14:
    default:
      ful_sql_value_set_integer (value, ful_sql_profile_get_markers (profile, row)->n_markers);
      break;
    }
}

const FulSqlTable ful_sql_table_threads = {
  .name = "threads",
  .about = "Threads.",
  .columns = thread_columns, .n_columns = G_N_ELEMENTS (thread_columns), .row_column = 1,
  .get_n_rows = get_n_threads, .get = get_thread,
};

static guint
get_n_pages (FulSqlProfile *profile,
             guint          part G_GNUC_UNUSED)
{
  return ful_sql_profile_get_pages (profile)->len;
}

static const FulSqlColumn page_columns[] = {
  FUL_SQL_PROFILE,
  { "inner_window_id", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "tab", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "url", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "embedder", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "inner_window_id of the page that it is a frame of" },
  { "is_private", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
set_id (FulSqlValue *value,
        double       id)
{
  if (id > 0 && id < 9e15)
    ful_sql_value_set_integer (value, (gint64) id);
}

static void
get_page (FulSqlProfile *profile,
          guint          part G_GNUC_UNUSED,
          guint          row,
          guint          column,
          FulSqlValue   *value)
{
  const FulPage *page = &g_array_index (ful_sql_profile_get_pages (profile), FulPage, row);

  if (column == 1)
    set_id (value, page->window);
  else if (column == 2)
    set_id (value, page->tab);
  else if (column == 3)
    ful_sql_value_set_text (value, page->url);
  else if (column == 4)
    set_id (value, page->embedder);
  else
    ful_sql_value_set_boolean (value, page->is_private);
}

const FulSqlTable ful_sql_table_pages = {
  .name = "pages",
  .about = "Pages that a browser showed.",
  .columns = page_columns, .n_columns = G_N_ELEMENTS (page_columns),
  .get_n_rows = get_n_pages, .get = get_page,
};

static guint
get_n_entries (FulSqlProfile *profile,
               guint          part G_GNUC_UNUSED)
{
  return ful_import_log_get_n (profile->profile->log);
}

static const FulSqlColumn log_columns[] = {
  FUL_SQL_PROFILE,
  { "place", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, "table, thread and column" },
  { "severity", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "what", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "row", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "the first one" },
  { "count", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "of records" },
};

static void
get_entry (FulSqlProfile *profile,
           guint          part G_GNUC_UNUSED,
           guint          row,
           guint          column,
           FulSqlValue   *value)
{
  const FulImportLogEntry *entry = ful_import_log_get (profile->profile->log, row);

  if (column == 1)
    ful_sql_value_set_text (value, entry->where);
  else if (column == 2)
    ful_sql_value_set_text (value, ful_severity_to_string (entry->severity));
  else if (column == 3)
    ful_sql_value_set_text (value, entry->message);
  else if (column == 4)
    ful_sql_value_set_row (value, entry->first_row < 0 ? FUL_NONE : entry->first_row);
  else
    ful_sql_value_set_integer (value, (gint64) entry->count);
}

const FulSqlTable ful_sql_table_import_log = {
  .name = "import_log",
  .about = "What was wrong with the files, and repaired.",
  .columns = log_columns, .n_columns = G_N_ELEMENTS (log_columns),
  .get_n_rows = get_n_entries, .get = get_entry,
};
