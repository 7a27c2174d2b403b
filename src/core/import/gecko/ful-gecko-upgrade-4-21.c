/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps to versions 4 to 21: 2016 to 2020 (versions.md 2). */

#include "config.h"

#include "ful-gecko-upgrade-private.h"

#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "import/ful-legacy-data.h"
#include "import/ful-table-upgrade.h"
#include "io/raw/ful-raw-get.h"

#include <math.h>

static const char *
thread_string (FulGeckoUpgrade *u,
               FulRawNode      *thread,
               double           string)
{
  FulRawColumn *strings = ful_raw_get_column (thread, "stringTable");

  if (strings == NULL || !(string >= 0 && string < strings->n))
    return "";
  ful_raw_column_to_nodes (u->tree, strings);

  return ful_raw_is (strings->nodes[(guint) string], FUL_RAW_STRING) ? strings->nodes[(guint) string]->string : "";
}

static double
add_string (FulGeckoUpgrade *u,
            FulRawNode      *thread,
            const char      *string)
{
  FulRawNode *strings = ful_raw_get (thread, "stringTable");

  if (!ful_raw_is (strings, FUL_RAW_ARRAY))
    return NAN;
  ful_raw_append_node (u->tree, strings, ful_raw_tree_new_string (u->tree, string));

  return ful_raw_length (strings) - 1;
}

/* A column of a Gecko table as numbers; all null if it is missing. */
static double *
cells_f64 (FulGeckoUpgrade *u,
           FulRawNode      *table,
           const char      *column)
{
  FulRawNode *data = ful_raw_get (table, "data");
  FulRawNode *schema = ful_raw_get (table, "schema");
  FulRawColumn *old = ful_raw_cells (table, column);
  FulRawColumn *cells;
  FulRawRows *rows;

  if (!ful_raw_is (data, FUL_RAW_ROWS) || !ful_raw_is (schema, FUL_RAW_OBJECT))
    return NULL;
  if (old && old->type == FUL_RAW_F64)
    return old->f64;

  rows = data->rows;
  cells = ful_raw_tree_new_column (u->tree, FUL_RAW_F64, MAX (rows->n_rows, 1));
  cells->n = rows->n_rows;
  cells->n_nulls = 1;
  for (guint i = 0; i < rows->n_rows; i++)
    cells->f64[i] = ful_raw_column_number (old, i);

  if (old)
    rows->columns[(guint) ful_raw_get_number (schema, column)] = cells;
  else
    {
      FulRawColumn **larger = ful_raw_tree_alloc_columns (u->tree, rows->n_columns + 1);

      memcpy (larger, rows->columns, rows->n_columns * sizeof *larger);
      larger[rows->n_columns] = cells;
      rows->columns = larger;
      ful_raw_set_number (u->tree, schema, column, rows->n_columns++);
    }

  return cells->f64;
}

static FulRawNode **
payloads (FulGeckoUpgrade *u,
          FulRawNode      *thread,
          guint           *out_n)
{
  FulRawColumn *data = ful_raw_cells (ful_raw_get (thread, "markers"), "data");

  *out_n = data ? data->n : 0;
  if (data == NULL)
    return NULL;
  ful_raw_column_to_nodes (u->tree, data);

  return data->nodes;
}

static char *
signature_to_breakpad_id (const char *signature,
                          const char *age)
{
  GString *id = g_string_new (NULL);

  for (; signature && *signature; signature++)
    if (g_ascii_isxdigit (*signature))
      g_string_append_c (id, g_ascii_toupper (*signature));
  g_string_append (id, age ? age : "");

  return g_string_free (id, FALSE);
}

static int
compare_lib_starts (gconstpointer a,
                    gconstpointer b)
{
  double x = ful_raw_get_number (*(FulRawNode *const *) a, "start");
  double y = ful_raw_get_number (*(FulRawNode *const *) b, "start");

  return x < y ? -1 : x > y;
}

static void
repair_libs (FulGeckoUpgrade *u,
             FulRawNode      *process)
{
  FulRawNode *libs = ful_raw_get (process, "libs");
  const char *abi = ful_raw_get_string (ful_raw_get (process, "meta"), "abi");
  guint n;

  if (ful_raw_is (libs, FUL_RAW_STRING))
    libs = ful_raw_tree_parse_string (u->tree, libs->string);
  if (!ful_raw_is (libs, FUL_RAW_ARRAY))
    libs = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 0);
  ful_raw_set (u->tree, process, "libs", libs);

  n = ful_raw_length (libs);
  for (guint i = 0; i < n; i++)
    {
      FulRawNode *lib = ful_raw_element (u->tree, libs, i);
      FulRawNode *name = ful_raw_get (lib, "name");
      const char *path = ful_raw_get_string (lib, "name");
      const char *slash = path ? strrchr (path, '/') : NULL;
      FulRawNode *age = ful_raw_get (lib, "pdbAge");
      g_autofree char *debug_name = NULL;
      g_autofree char *id = NULL;
      g_autofree char *short_name = NULL;

      if (!ful_raw_is (lib, FUL_RAW_OBJECT))
        continue;
      if (ful_raw_is_true (ful_raw_get (lib, "breakpadId")))
        debug_name = g_strdup (slash ? slash + 1 : path ? path : "");
      else
        {
          const char *pdb_name = ful_raw_get_string (lib, "pdbName");

          debug_name = g_strdup (pdb_name ? pdb_name : "");
          id = signature_to_breakpad_id (ful_raw_get_string (lib, "pdbSignature"),
                                         ful_raw_is (age, FUL_RAW_NUMBER) ? age->text
                                         : ful_raw_is (age, FUL_RAW_STRING) ? age->string : NULL);
          ful_raw_set_string (u->tree, lib, "breakpadId", id);
        }
      ful_raw_remove (lib, "pdbName");
      ful_raw_remove (lib, "pdbAge");
      ful_raw_remove (lib, "pdbSignature");
      short_name = ful_legacy_lib_name (debug_name);
      if (name)
        ful_raw_set (u->tree, lib, "path", name);
      ful_raw_set_string (u->tree, lib, "debugName", debug_name);
      ful_raw_set_string (u->tree, lib, "name", short_name);
      ful_raw_set_string (u->tree, lib, "arch", g_strcmp0 (abi, "x86_64-gcc3") == 0 ? "x86_64" : abi ? abi : "");
      ful_raw_set_string (u->tree, lib, "debugPath", "");
    }
  if (libs->column->type == FUL_RAW_NODES)
    qsort (libs->column->nodes, libs->column->n, sizeof *libs->column->nodes, compare_lib_starts);
}

static void
set_process_type (FulGeckoUpgrade *u,
                  FulRawNode      *process,
                  FulRawNode      *thread)
{
  const char *name = ful_raw_get_string (thread, "name");

  if (ful_raw_get (thread, "processType"))
    return;
  if (g_strcmp0 (name, "Content") == 0)
    {
      ful_raw_set_string (u->tree, thread, "processType", "tab");
      ful_raw_set_string (u->tree, thread, "name", "GeckoMain");
    }
  else
    ful_raw_set_string (u->tree, thread, "processType", g_strcmp0 (name, "Plugin") == 0 ? "plugin" : "default");
}

static void
to_4 (FulGeckoUpgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    repair_libs (u, g_ptr_array_index (u->processes, i));
  ful_gecko_upgrade_each_thread (u, set_process_type);
}

static double
marker_name (FulRawNode *thread,
             guint       i)
{
  return ful_raw_column_number (ful_raw_cells (ful_raw_get (thread, "markers"), "name"), i);
}

static void
name_dom_events (FulGeckoUpgrade *u,
                 FulRawNode      *process,
                 FulRawNode      *thread)
{
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *type = ful_raw_get (data[i], "type");

      if (!ful_raw_is (data[i], FUL_RAW_OBJECT)
          || !g_str_equal (thread_string (u, thread, marker_name (thread, i)), "DOMEvent"))
        continue;
      if (type)
        ful_raw_set (u->tree, data[i], "eventType", type);
      ful_raw_set_string (u->tree, data[i], "type", "DOMEvent");
    }
}

static void
to_7 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, name_dom_events);
}

static void
add_register_times (FulGeckoUpgrade *u,
                    FulRawNode      *process,
                    FulRawNode      *thread)
{
  ful_raw_set_number (u->tree, thread, "registerTime", 0);
  ful_raw_set_number (u->tree, thread, "unregisterTime", NAN);
}

static void
to_8 (FulGeckoUpgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *process = g_ptr_array_index (u->processes, i);

      ful_raw_set (u->tree, process, "pausedRanges", ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 0));
      if (ful_raw_is (ful_raw_get (process, "meta"), FUL_RAW_OBJECT))
        ful_raw_set_number (u->tree, ful_raw_get (process, "meta"), "shutdownTime", NAN);
    }
  ful_gecko_upgrade_each_thread (u, add_register_times);
}

static void
convert_gc_payloads (FulGeckoUpgrade *u,
                     FulRawNode      *process,
                     FulRawNode      *thread)
{
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    ful_legacy_convert_gc (u->tree, data[i], FALSE);
}

static void
to_9 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, convert_gc_payloads);
}

/* Appends a copy of each row in @rows to all columns. */
static void
append_rows (FulGeckoUpgrade *u,
             FulRawRows      *table,
             const GArray    *rows)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      FulRawColumn *column = table->columns[c];

      ful_raw_column_to_nodes (u->tree, column);
      ful_raw_column_reserve (column, rows->len);
      for (guint i = 0; i < rows->len; i++)
        column->nodes[column->n++] = column->nodes[g_array_index (rows, guint, i)];
    }
  table->n_rows += rows->len;
}

static void
split_dom_events (FulGeckoUpgrade *u,
                  FulRawNode      *process,
                  FulRawNode      *thread)
{
  FulRawNode *markers = ful_raw_get (thread, "markers");
  guint n;
  FulRawNode **data = payloads (u, thread, &n);
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint));
  double *time;

  for (guint i = 0; i < n; i++)
    if (ful_legacy_type_is (data[i], "DOMEvent") && g_str_equal (thread_string (u, thread, marker_name (thread, i)), "DOMEvent"))
      g_array_append_val (rows, i);
  if (rows->len == 0)
    return;

  append_rows (u, ful_raw_get (markers, "data")->rows, rows);
  time = cells_f64 (u, markers, "time");
  data = payloads (u, thread, &n);
  for (guint i = 0; i < rows->len; i++)
    {
      guint from = g_array_index (rows, guint, i);
      guint to = n - rows->len + i;
      FulRawNode *payload = data[from];
      double start = ful_raw_get_number (payload, "startTime");
      double end = ful_raw_get_number (payload, "endTime");

      if (!isnan (start))
        time[from] = start;
      if (!isnan (end))
        time[to] = end;
      data[from] = ful_legacy_dom_event_edge (u->tree, payload, "start");
      data[to] = ful_legacy_dom_event_edge (u->tree, payload, "end");
    }
}

static void
to_10 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, split_dom_events);
}

static void
add_pid (FulGeckoUpgrade *u,
         FulRawNode      *process,
         FulRawNode      *thread)
{
  FulRawNode *pid = ful_raw_get (thread, "pid");
  g_autofree char *name = NULL;

  if (pid && pid->kind != FUL_RAW_NULL)
    return;
  name = g_strdup_printf ("Unknown Process %u", ++u->n_unknown);
  ful_raw_set_string (u->tree, thread, "pid", name);
}

static void
categorise_frames (FulGeckoUpgrade *u,
                   FulRawNode      *process,
                   FulRawNode      *thread)
{
  FulRawNode *frames = ful_raw_get (thread, "frameTable");
  FulRawNode *categories = ful_raw_get (ful_raw_get (process, "meta"), "categories");
  guint n = ful_raw_length (ful_raw_get (frames, "data"));
  double *category = cells_f64 (u, frames, "category");

  for (guint i = 0; category && i < n; i++)
    if (!isnan (category[i]))
      category[i] = ful_legacy_find_category (u->tree, categories, ful_legacy_category_of_bits (category[i]));
}

static void
to_11 (FulGeckoUpgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *meta = ful_raw_get (g_ptr_array_index (u->processes, i), "meta");

      if (ful_raw_is (meta, FUL_RAW_OBJECT))
        ful_raw_set (u->tree, meta, "categories", ful_legacy_categories (u->tree));
    }
  ful_gecko_upgrade_each_thread (u, add_pid);
  ful_gecko_upgrade_each_thread (u, categorise_frames);
}

static void
type_by_name (FulGeckoUpgrade *u,
              FulRawNode      *process,
              FulRawNode      *thread)
{
  static const char *const names[] = { "VsyncTimestamp", "LayerTranslation", "CompositorScreenshot" };
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (names) && ful_raw_is (data[i], FUL_RAW_OBJECT); k++)
      if (g_str_equal (thread_string (u, thread, marker_name (thread, i)), names[k]))
        {
          ful_raw_set_string (u->tree, data[i], "type", names[k]);
          ful_raw_remove (data[i], "category");
        }
}

static void
to_13 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, type_by_name);
}

static void
find_relevant_frames (FulGeckoUpgrade *u,
                      FulRawNode      *process,
                      FulRawNode      *thread)
{
  static const char entry[] = "AutoEntryScript ";
  FulRawNode *frames = ful_raw_get (thread, "frameTable");
  guint n = ful_raw_length (ful_raw_get (frames, "data"));
  double *location = cells_f64 (u, frames, "location");
  double *relevant;

  ful_raw_remove (ful_raw_get (frames, "schema"), "relevantForJS");
  relevant = cells_f64 (u, frames, "relevantForJS");
  for (guint i = 0; location && relevant && i < n; i++)
    {
      const char *name = thread_string (u, thread, location[i]);

      relevant[i] = g_str_has_prefix (name, entry) || ful_legacy_is_dom_call (name);
      if (g_str_has_prefix (name, entry))
        location[i] = add_string (u, thread, name + strlen (entry));
    }
}

static void
to_14 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, find_relevant_frames);
}

static void
rename_disk_io (FulGeckoUpgrade *u,
                FulRawNode      *process,
                FulRawNode      *thread)
{
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    {
      double *name;

      if (!ful_legacy_type_is (data[i], "DiskIO"))
        continue;
      name = cells_f64 (u, ful_raw_get (thread, "markers"), "name");
      g_assert (name);
      name[i] = add_string (u, thread, "FileIO");
      ful_raw_set_string (u->tree, data[i], "type", "FileIO");
    }
}

static void
to_15 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, rename_disk_io);
}

static void
add_marker_categories (FulGeckoUpgrade *u,
                       FulRawNode      *process,
                       FulRawNode      *thread)
{
  FulRawNode *frames = ful_raw_get (thread, "frameTable");
  FulRawNode *markers = ful_raw_get (thread, "markers");
  FulRawNode *categories = ful_raw_get (ful_raw_get (process, "meta"), "categories");
  guint n = ful_raw_length (ful_raw_get (frames, "data"));
  double *category = cells_f64 (u, frames, "category");
  double *subcategory = cells_f64 (u, frames, "subcategory");
  FulRawNode **data;

  for (guint i = 0; category && subcategory && i < n; i++)
    subcategory[i] = !isnan (category[i]) && category[i] != 0 ? 0 : NAN;

  if (ful_raw_get (ful_raw_get (markers, "schema"), "category"))
    return;
  data = payloads (u, thread, &n);
  n = ful_raw_length (ful_raw_get (markers, "data"));
  category = cells_f64 (u, markers, "category");
  for (guint i = 0; category && i < n; i++)
    category[i] = ful_legacy_find_category (u->tree, categories,
                                            ful_legacy_marker_category (data ? data[i] : NULL,
                                                                         thread_string (u, thread, marker_name (thread, i))));
}

static void
to_16 (FulGeckoUpgrade *u)
{
  for (guint p = 0; p < u->processes->len; p++)
    {
      FulRawNode *categories = ful_raw_get (ful_raw_get (g_ptr_array_index (u->processes, p), "meta"), "categories");
      guint n = ful_raw_length (categories);

      for (guint i = 0; i < n; i++)
        {
          FulRawNode *other = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 1);

          ful_raw_append_node (u->tree, other, ful_raw_tree_new_string (u->tree, "Other"));
          if (ful_raw_is (ful_raw_element (u->tree, categories, i), FUL_RAW_OBJECT))
            ful_raw_set (u->tree, ful_raw_element (u->tree, categories, i), "subcategories", other);
        }
      if (ful_raw_is (categories, FUL_RAW_ARRAY))
        ful_legacy_add_categories (u->tree, categories);
    }
  ful_gecko_upgrade_each_thread (u, add_marker_categories);
}

static char *
page_key (const FulRawNode *docshell,
          const FulRawNode *history)
{
  FulBytes key = { 0 };

  ful_raw_write (docshell, &key);
  if (history)
    ful_raw_write (history, &key);
  ful_bytes_append_c (&key, '\0');

  return key.data;
}

static void
number_pages (FulGeckoUpgrade *u,
              FulRawNode      *process)
{
  FulRawNode *pages = ful_raw_get (process, "pages");
  FulRawNode *threads = ful_raw_get (process, "threads");
  g_autoptr(GHashTable) docshells = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) windows = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  guint n_pages = ful_raw_length (pages);
  guint n_threads = ful_raw_length (threads);

  for (guint i = 0; i < n_pages; i++)
    {
      FulRawNode *page = ful_raw_element (u->tree, pages, i);
      FulRawNode *docshell = ful_raw_get (page, "docshellId");
      gpointer tab;
      char *key;

      if (docshell == NULL)
        continue;
      key = page_key (docshell, NULL);
      tab = g_hash_table_lookup (docshells, key);
      if (tab == NULL)
        tab = GUINT_TO_POINTER (++u->n_tabs);
      g_hash_table_insert (docshells, key, tab);
      g_hash_table_insert (windows, page_key (docshell, ful_raw_get (page, "historyId")),
                           GUINT_TO_POINTER (++u->n_windows));
      ful_raw_set_number (u->tree, page, "innerWindowID", u->n_windows);
      ful_raw_set_number (u->tree, page, "browsingContextID", GPOINTER_TO_UINT (tab));
      ful_raw_set_number (u->tree, page, "embedderInnerWindowID", 0);
      ful_raw_remove (page, "docshellId");
      ful_raw_remove (page, "historyId");
      ful_raw_remove (page, "isSubFrame");
    }

  for (guint t = 0; n_pages > 0 && t < n_threads; t++)
    {
      guint n;
      FulRawNode **data = payloads (u, ful_raw_element (u->tree, threads, t), &n);

      for (guint i = 0; i < n; i++)
        {
          FulRawNode *docshell = ful_raw_get (data[i], "docShellId");
          FulRawNode *history = ful_raw_get (data[i], "docshellHistoryId");
          g_autofree char *key = NULL;
          gpointer window;

          if (docshell == NULL || history == NULL)
            continue;
          key = page_key (docshell, history);
          window = g_hash_table_lookup (windows, key);
          if (window)
            ful_raw_set_number (u->tree, data[i], "innerWindowID", GPOINTER_TO_UINT (window));
          ful_raw_remove (data[i], "docShellId");
          ful_raw_remove (data[i], "docshellHistoryId");
        }
    }
}

static void
to_17 (FulGeckoUpgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    number_pages (u, g_ptr_array_index (u->processes, i));
}

static void
split_marker_times (FulGeckoUpgrade *u,
                    FulRawNode      *process,
                    FulRawNode      *thread)
{
  FulRawNode *markers = ful_raw_get (thread, "markers");
  guint n;
  FulRawNode **data = payloads (u, thread, &n);
  double *time = ful_raw_cells (markers, "time") ? cells_f64 (u, markers, "time") : NULL;
  guint n_rows = ful_raw_length (ful_raw_get (markers, "data"));
  double *start, *end, *phase;

  if (time == NULL)
    return;
  start = cells_f64 (u, markers, "startTime");
  end = cells_f64 (u, markers, "endTime");
  phase = cells_f64 (u, markers, "phase");
  g_assert (start && end && phase);
  for (guint i = 0; i < n_rows; i++)
    {
      int of_marker;

      ful_legacy_split_time (data ? data[i] : NULL, time[i], 0, &start[i], &end[i], &of_marker);
      phase[i] = of_marker;
    }
  ful_raw_remove (ful_raw_get (markers, "schema"), "time");
}

static void
to_20 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, split_marker_times);
}

/* An end row has no start time to compute a latency; the reference computes a
 * negative one, which then hides that of the start row. */
static void
add_latency (FulGeckoUpgrade *u,
             FulRawNode      *process,
             FulRawNode      *thread)
{
  FulRawColumn *starts = ful_raw_cells (ful_raw_get (thread, "markers"), "startTime");
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    {
      double stamp, start;

      if (!ful_legacy_type_is (data[i], "tracing") || g_strcmp0 (ful_raw_get_string (data[i], "category"), "DOMEvent") != 0)
        continue;
      stamp = ful_raw_number (ful_raw_remove (data[i], "timeStamp"));
      start = ful_raw_column_number (starts, i);
      ful_raw_set_string (u->tree, data[i], "type", "DOMEvent");
      if (!isnan (stamp) && !isnan (start))
        ful_raw_set_number (u->tree, data[i], "latency", start - stamp);
    }
}

static void
to_21 (FulGeckoUpgrade *u)
{
  ful_gecko_upgrade_each_thread (u, add_latency);
}

const FulGeckoUpgradeStep ful_gecko_upgrade_steps_4_21[] = {
  { 4, to_4 },   { 7, to_7 },   { 8, to_8 },   { 9, to_9 },   { 10, to_10 }, { 11, to_11 }, { 13, to_13 },
  { 14, to_14 }, { 15, to_15 }, { 16, to_16 }, { 17, to_17 }, { 20, to_20 }, { 21, to_21 }, { 0, NULL },
};
