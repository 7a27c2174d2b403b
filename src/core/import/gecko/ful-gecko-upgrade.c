/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gecko profiles of older versions → version 36 (versions.md 2), step by step, each
 * for the parent process and its children.
 *
 * Tables are read through their schema, so a step that only moved columns about is
 * not needed here, nor one that added a column of nulls. */

#include "config.h"

#include "ful-gecko-reader.h"

#include "import/ful-format-history.h"
#include "import/ful-table-upgrade.h"

#include <math.h>

typedef struct
{
  FulRawTree   *tree;
  GPtrArray    *processes;      /* FulRawNode: parent first */
  FulImportLog *log;
  guint         n_unknown;      /* processes without pid so far */
  guint         n_windows;      /* pages so far */
  guint         n_tabs;
} Upgrade;

static FulRawNode *
parse_string (FulRawTree *tree,
              const char *text)
{
  gsize n = strlen (text);
  g_autofree char *padded = g_malloc0 (n + FUL_BYTES_PADDING);
  FulRawNode *node;

  memcpy (padded, text, n);
  node = ful_raw_tree_parse (tree, padded, n, NULL);

  return node;
}

static void
set_string (Upgrade    *u,
            FulRawNode *object,
            const char *key,
            const char *string)
{
  ful_raw_set (u->tree, object, key, ful_raw_tree_new_string (u->tree, string));
}

static void
set_number (Upgrade    *u,
            FulRawNode *object,
            const char *key,
            double      number)
{
  ful_raw_set (u->tree, object, key, ful_raw_tree_new_number (u->tree, number));
}

static void
rename_member (Upgrade    *u,
               FulRawNode *object,
               const char *from,
               const char *to)
{
  FulRawNode *value = ful_raw_remove (object, from);

  if (value)
    ful_raw_set (u->tree, object, to, value);
}

static void
for_each_thread (Upgrade *u,
                 void   (*func) (Upgrade *u, FulRawNode *process, FulRawNode *thread))
{
  for (guint p = 0; p < u->processes->len; p++)
    {
      FulRawNode *process = g_ptr_array_index (u->processes, p);
      FulRawNode *threads = ful_raw_get (process, "threads");
      guint n = ful_raw_length (threads);

      for (guint i = 0; i < n; i++)
        {
          FulRawNode *thread = ful_raw_element (u->tree, threads, i);

          if (ful_raw_is (thread, FUL_RAW_OBJECT))
            func (u, process, thread);
        }
    }
}

static const char *
thread_string (Upgrade    *u,
               FulRawNode *thread,
               double      string)
{
  FulRawColumn *strings = ful_raw_get_column (thread, "stringTable");

  if (strings == NULL || !(string >= 0 && string < strings->n))
    return "";
  ful_raw_column_to_nodes (u->tree, strings);

  return ful_raw_is (strings->nodes[(guint) string], FUL_RAW_STRING) ? strings->nodes[(guint) string]->string : "";
}

static double
add_string (Upgrade    *u,
            FulRawNode *thread,
            const char *string)
{
  FulRawNode *strings = ful_raw_get (thread, "stringTable");

  if (!ful_raw_is (strings, FUL_RAW_ARRAY))
    return NAN;
  ful_raw_append_node (u->tree, strings, ful_raw_tree_new_string (u->tree, string));

  return ful_raw_length (strings) - 1;
}

/* A column of a Gecko table as numbers; made of nulls if it is missing. */
static double *
cells_f64 (Upgrade    *u,
           FulRawNode *table,
           const char *column)
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
      set_number (u, schema, column, rows->n_columns++);
    }

  return cells->f64;
}

static FulRawNode **
payloads (Upgrade    *u,
          FulRawNode *thread,
          guint      *out_n)
{
  FulRawColumn *data = ful_raw_cells (ful_raw_get (thread, "markers"), "data");

  *out_n = data ? data->n : 0;
  if (data == NULL)
    return NULL;
  ful_raw_column_to_nodes (u->tree, data);

  return data->nodes;
}

static gboolean
type_is (const FulRawNode *payload,
         const char       *type)
{
  return g_strcmp0 (ful_raw_get_string (payload, "type"), type) == 0;
}

/* Children that were texts among the threads become processes. Also the step to 5. */
static void
unpack_children (Upgrade    *u,
                 FulRawNode *process)
{
  FulRawNode *threads = ful_raw_get (process, "threads");
  FulRawNode *kept = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 8);
  FulRawNode *children = ful_raw_get (process, "processes");
  guint n = ful_raw_length (threads);

  if (!ful_raw_is (children, FUL_RAW_ARRAY))
    children = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 4);
  for (guint i = 0; i < n; i++)
    {
      FulRawNode *thread = ful_raw_element (u->tree, threads, i);
      FulRawNode *child;

      if (!ful_raw_is (thread, FUL_RAW_STRING))
        {
          ful_raw_append_node (u->tree, kept, thread);
          continue;
        }
      child = parse_string (u->tree, thread->string);
      if (ful_raw_is (child, FUL_RAW_OBJECT))
        ful_raw_append_node (u->tree, children, child);
      else
        ful_import_log_add (u->log, FUL_SEVERITY_DATA_LOSS, "threads", i, -1,
                            "a child process that is not JSON was left out");
    }
  if (ful_raw_is (threads, FUL_RAW_ARRAY))
    ful_raw_set (u->tree, process, "threads", kept);
  ful_raw_set (u->tree, process, "processes", children);
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
mend_libs (Upgrade    *u,
           FulRawNode *process)
{
  FulRawNode *libs = ful_raw_get (process, "libs");
  const char *abi = ful_raw_get_string (ful_raw_get (process, "meta"), "abi");
  guint n;

  if (ful_raw_is (libs, FUL_RAW_STRING))
    libs = parse_string (u->tree, libs->string);
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
          set_string (u, lib, "breakpadId", id);
        }
      ful_raw_remove (lib, "pdbName");
      ful_raw_remove (lib, "pdbAge");
      ful_raw_remove (lib, "pdbSignature");
      short_name = ful_history_lib_name (debug_name);
      if (name)
        ful_raw_set (u->tree, lib, "path", name);
      set_string (u, lib, "debugName", debug_name);
      set_string (u, lib, "name", short_name);
      set_string (u, lib, "arch", g_strcmp0 (abi, "x86_64-gcc3") == 0 ? "x86_64" : abi ? abi : "");
      set_string (u, lib, "debugPath", "");
    }
  if (libs->column->type == FUL_RAW_NODES)
    qsort (libs->column->nodes, libs->column->n, sizeof *libs->column->nodes, compare_lib_starts);
}

static void
set_process_type (Upgrade    *u,
                  FulRawNode *process,
                  FulRawNode *thread)
{
  const char *name = ful_raw_get_string (thread, "name");

  if (ful_raw_get (thread, "processType"))
    return;
  if (g_strcmp0 (name, "Content") == 0)
    {
      set_string (u, thread, "processType", "tab");
      set_string (u, thread, "name", "GeckoMain");
    }
  else
    set_string (u, thread, "processType", g_strcmp0 (name, "Plugin") == 0 ? "plugin" : "default");
}

static void
to_4 (Upgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    mend_libs (u, g_ptr_array_index (u->processes, i));
  for_each_thread (u, set_process_type);
}

static double
marker_name (FulRawNode *thread,
             guint       i)
{
  return ful_raw_column_number (ful_raw_cells (ful_raw_get (thread, "markers"), "name"), i);
}

static void
name_dom_events (Upgrade    *u,
                 FulRawNode *process,
                 FulRawNode *thread)
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
      set_string (u, data[i], "type", "DOMEvent");
    }
}

static void
to_7 (Upgrade *u)
{
  for_each_thread (u, name_dom_events);
}

static void
add_register_times (Upgrade    *u,
                    FulRawNode *process,
                    FulRawNode *thread)
{
  set_number (u, thread, "registerTime", 0);
  set_number (u, thread, "unregisterTime", NAN);
}

static void
to_8 (Upgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *process = g_ptr_array_index (u->processes, i);

      ful_raw_set (u->tree, process, "pausedRanges", ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 0));
      if (ful_raw_is (ful_raw_get (process, "meta"), FUL_RAW_OBJECT))
        set_number (u, ful_raw_get (process, "meta"), "shutdownTime", NAN);
    }
  for_each_thread (u, add_register_times);
}

static void
convert_gc_payloads (Upgrade    *u,
                     FulRawNode *process,
                     FulRawNode *thread)
{
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    ful_history_convert_gc (u->tree, data[i], FALSE);
}

static void
to_9 (Upgrade *u)
{
  for_each_thread (u, convert_gc_payloads);
}

static FulRawNode *
dom_event_edge (Upgrade          *u,
                const FulRawNode *payload,
                const char       *interval)
{
  static const char *const copied[] = { "timeStamp", "eventType", "phase" };
  FulRawNode *edge = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);

  set_string (u, edge, "type", "tracing");
  set_string (u, edge, "category", "DOMEvent");
  set_string (u, edge, "interval", interval);
  for (guint i = 0; i < G_N_ELEMENTS (copied); i++)
    if (ful_raw_get (payload, copied[i]))
      ful_raw_set (u->tree, edge, copied[i], ful_raw_get (payload, copied[i]));

  return edge;
}

/* Appends a copy of each row in @rows to all columns. */
static void
append_rows (Upgrade      *u,
             FulRawRows   *table,
             const GArray *rows)
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
split_dom_events (Upgrade    *u,
                  FulRawNode *process,
                  FulRawNode *thread)
{
  FulRawNode *markers = ful_raw_get (thread, "markers");
  guint n;
  FulRawNode **data = payloads (u, thread, &n);
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint));
  double *time;

  for (guint i = 0; i < n; i++)
    if (type_is (data[i], "DOMEvent") && g_str_equal (thread_string (u, thread, marker_name (thread, i)), "DOMEvent"))
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
      data[from] = dom_event_edge (u, payload, "start");
      data[to] = dom_event_edge (u, payload, "end");
    }
}

static void
to_10 (Upgrade *u)
{
  for_each_thread (u, split_dom_events);
}

static void
add_pid (Upgrade    *u,
         FulRawNode *process,
         FulRawNode *thread)
{
  FulRawNode *pid = ful_raw_get (thread, "pid");
  g_autofree char *name = NULL;

  if (pid && pid->kind != FUL_RAW_NULL)
    return;
  name = g_strdup_printf ("Unknown Process %u", ++u->n_unknown);
  set_string (u, thread, "pid", name);
}

static void
categorise_frames (Upgrade    *u,
                   FulRawNode *process,
                   FulRawNode *thread)
{
  FulRawNode *frames = ful_raw_get (thread, "frameTable");
  FulRawNode *categories = ful_raw_get (ful_raw_get (process, "meta"), "categories");
  guint n = ful_raw_length (ful_raw_get (frames, "data"));
  double *category = cells_f64 (u, frames, "category");

  for (guint i = 0; category && i < n; i++)
    if (!isnan (category[i]))
      category[i] = ful_history_find_category (u->tree, categories, ful_history_category_of_bits (category[i]));
}

static void
to_11 (Upgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *meta = ful_raw_get (g_ptr_array_index (u->processes, i), "meta");

      if (ful_raw_is (meta, FUL_RAW_OBJECT))
        ful_raw_set (u->tree, meta, "categories", ful_history_categories (u->tree));
    }
  for_each_thread (u, add_pid);
  for_each_thread (u, categorise_frames);
}

static void
type_by_name (Upgrade    *u,
              FulRawNode *process,
              FulRawNode *thread)
{
  static const char *const names[] = { "VsyncTimestamp", "LayerTranslation", "CompositorScreenshot" };
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (names) && ful_raw_is (data[i], FUL_RAW_OBJECT); k++)
      if (g_str_equal (thread_string (u, thread, marker_name (thread, i)), names[k]))
        {
          set_string (u, data[i], "type", names[k]);
          ful_raw_remove (data[i], "category");
        }
}

static void
to_13 (Upgrade *u)
{
  for_each_thread (u, type_by_name);
}

static void
find_relevant_frames (Upgrade    *u,
                      FulRawNode *process,
                      FulRawNode *thread)
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

      relevant[i] = g_str_has_prefix (name, entry) || ful_history_is_dom_call (name);
      if (g_str_has_prefix (name, entry))
        location[i] = add_string (u, thread, name + strlen (entry));
    }
}

static void
to_14 (Upgrade *u)
{
  for_each_thread (u, find_relevant_frames);
}

static void
rename_disk_io (Upgrade    *u,
                FulRawNode *process,
                FulRawNode *thread)
{
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    {
      if (!type_is (data[i], "DiskIO"))
        continue;
      set_string (u, data[i], "type", "FileIO");
      cells_f64 (u, ful_raw_get (thread, "markers"), "name")[i] = add_string (u, thread, "FileIO");
    }
}

static void
to_15 (Upgrade *u)
{
  for_each_thread (u, rename_disk_io);
}

static void
add_marker_categories (Upgrade    *u,
                       FulRawNode *process,
                       FulRawNode *thread)
{
  FulRawNode *frames = ful_raw_get (thread, "frameTable");
  FulRawNode *markers = ful_raw_get (thread, "markers");
  FulRawNode *categories = ful_raw_get (ful_raw_get (process, "meta"), "categories");
  guint n = ful_raw_length (ful_raw_get (frames, "data"));
  double *category = cells_f64 (u, frames, "category");
  double *subcategory = cells_f64 (u, frames, "subcategory");
  FulRawNode **data;

  for (guint i = 0; category && i < n; i++)
    subcategory[i] = !isnan (category[i]) && category[i] != 0 ? 0 : NAN;

  if (ful_raw_get (ful_raw_get (markers, "schema"), "category"))
    return;
  data = payloads (u, thread, &n);
  n = ful_raw_length (ful_raw_get (markers, "data"));
  category = cells_f64 (u, markers, "category");
  for (guint i = 0; category && i < n; i++)
    category[i] = ful_history_find_category (u->tree, categories,
                                             ful_history_marker_category (data ? data[i] : NULL,
                                                                          thread_string (u, thread, marker_name (thread, i))));
}

static void
to_16 (Upgrade *u)
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
        ful_history_add_categories (u->tree, categories);
    }
  for_each_thread (u, add_marker_categories);
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
number_pages (Upgrade    *u,
              FulRawNode *process)
{
  FulRawNode *pages = ful_raw_get (process, "pages");
  FulRawNode *threads = ful_raw_get (process, "threads");
  g_autoptr(GHashTable) docshells = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) windows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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
      set_number (u, page, "innerWindowID", u->n_windows);
      set_number (u, page, "browsingContextID", GPOINTER_TO_UINT (tab));
      set_number (u, page, "embedderInnerWindowID", 0);
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
            set_number (u, data[i], "innerWindowID", GPOINTER_TO_UINT (window));
          ful_raw_remove (data[i], "docShellId");
          ful_raw_remove (data[i], "docshellHistoryId");
        }
    }
}

static void
to_17 (Upgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    number_pages (u, g_ptr_array_index (u->processes, i));
}

static void
for_each_counter (Upgrade *u,
                  void   (*func) (Upgrade *u, FulRawNode *counter))
{
  for (guint p = 0; p < u->processes->len; p++)
    {
      FulRawNode *counters = ful_raw_get (g_ptr_array_index (u->processes, p), "counters");
      guint n = ful_raw_length (counters);

      for (guint i = 0; i < n; i++)
        if (ful_raw_is (ful_raw_element (u->tree, counters, i), FUL_RAW_OBJECT))
          func (u, ful_raw_element (u->tree, counters, i));
    }
}

static void
list_sample_groups (Upgrade    *u,
                    FulRawNode *counter)
{
  FulRawNode *group = ful_raw_get (counter, "sample_groups");
  FulRawNode *list;

  if (!ful_raw_is (group, FUL_RAW_OBJECT))
    return;
  list = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 1);
  if (ful_raw_get (group, "samples"))
    ful_raw_append_node (u->tree, list, group);
  ful_raw_set (u->tree, counter, "sample_groups", list);
}

static void
to_18 (Upgrade *u)
{
  for_each_counter (u, list_sample_groups);
}

static void
split_marker_times (Upgrade    *u,
                    FulRawNode *process,
                    FulRawNode *thread)
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
  for (guint i = 0; i < n_rows; i++)
    {
      FulRawNode *payload = data ? data[i] : NULL;
      const char *interval = ful_raw_get_string (payload, "interval");
      double from = ful_raw_get_number (payload, "startTime");
      double to = ful_raw_get_number (payload, "endTime");

      start[i] = time[i];
      end[i] = NAN;
      phase[i] = 0;
      if (!ful_raw_is (payload, FUL_RAW_OBJECT))
        continue;
      if (type_is (payload, "tracing"))
        {
          if (g_strcmp0 (interval, "start") == 0)
            phase[i] = 2;
          else if (g_strcmp0 (interval, "end") == 0)
            {
              start[i] = NAN;
              end[i] = time[i];
              phase[i] = 3;
            }
        }
      else if (!isnan (from) && !isnan (to) && from != to)
        {
          start[i] = from;
          end[i] = to;
          phase[i] = 1;
        }
      if (!type_is (payload, "IPC") && !type_is (payload, "Network"))
        {
          ful_raw_remove (payload, "startTime");
          ful_raw_remove (payload, "endTime");
        }
    }
  ful_raw_remove (ful_raw_get (markers, "schema"), "time");
}

static void
to_20 (Upgrade *u)
{
  for_each_thread (u, split_marker_times);
}

/* An end row has no start time to take a latency from; the reference computes a
 * negative one there, which then hides that of the start row. */
static void
add_latency (Upgrade    *u,
             FulRawNode *process,
             FulRawNode *thread)
{
  FulRawColumn *starts = ful_raw_cells (ful_raw_get (thread, "markers"), "startTime");
  guint n;
  FulRawNode **data = payloads (u, thread, &n);

  for (guint i = 0; i < n; i++)
    {
      double stamp, start;

      if (!type_is (data[i], "tracing") || g_strcmp0 (ful_raw_get_string (data[i], "category"), "DOMEvent") != 0)
        continue;
      stamp = ful_raw_number (ful_raw_remove (data[i], "timeStamp"));
      start = ful_raw_column_number (starts, i);
      set_string (u, data[i], "type", "DOMEvent");
      if (!isnan (stamp) && !isnan (start))
        set_number (u, data[i], "latency", start - stamp);
    }
}

static void
to_21 (Upgrade *u)
{
  for_each_thread (u, add_latency);
}

static void
to_22 (Upgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *meta = ful_raw_get (g_ptr_array_index (u->processes, i), "meta");

      if (ful_raw_is (meta, FUL_RAW_OBJECT))
        ful_raw_set (u->tree, meta, "markerSchema", i == 0 ? ful_history_built_in_schemas (u->tree)
                                                           : ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 0));
    }
}

static void
to_23 (Upgrade *u)
{
  for (guint p = 0; p < u->processes->len; p++)
    {
      FulRawNode *process = g_ptr_array_index (u->processes, p);
      FulRawNode *pages = ful_raw_get (process, "pages");
      guint n = ful_raw_length (pages);

      for (guint i = 0; i < n; i++)
        rename_member (u, ful_raw_element (u->tree, pages, i), "browsingContextID", "tabID");
      rename_member (u, ful_raw_get (ful_raw_get (process, "meta"), "configuration"), "activeBrowsingContextID", "activeTabID");
    }
}

static void
add_schema_field (Upgrade    *u,
                  FulRawNode *schemas,
                  const char *schema,
                  const char *key,
                  const char *label)
{
  int i = ful_history_find_category (u->tree, schemas, schema);
  FulRawNode *data = i == FUL_NONE ? NULL : ful_raw_get (ful_raw_element (u->tree, schemas, (guint) i), "data");
  FulRawNode *field;

  if (!ful_raw_is (data, FUL_RAW_ARRAY))
    return;
  field = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
  set_string (u, field, "key", key);
  set_string (u, field, "label", label);
  set_string (u, field, "format", "string");
  ful_raw_append_node (u->tree, data, field);
}

static void
to_26 (Upgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *schemas = ful_raw_get (ful_raw_get (g_ptr_array_index (u->processes, i), "meta"), "markerSchema");

      add_schema_field (u, schemas, "FileIO", "threadId", "Thread ID");
      add_schema_field (u, schemas, "DOMEvent", "eventType", "Event Type");
    }
}

static void
unlist_samples (Upgrade    *u,
                FulRawNode *counter)
{
  FulRawNode *groups = ful_raw_remove (counter, "sample_groups");
  FulRawNode *samples = ful_raw_get (ful_raw_element (u->tree, groups, 0), "samples");

  if (samples)
    ful_raw_set (u->tree, counter, "samples", samples);
}

static void
to_29 (Upgrade *u)
{
  for_each_counter (u, unlist_samples);
}

static void
to_34 (Upgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *schema = ful_raw_get (ful_raw_get (g_ptr_array_index (u->processes, i), "sources"), "schema");

      if (ful_raw_get (schema, "id") == NULL)
        rename_member (u, schema, "uuid", "id");
    }
}

static const struct { guint to; void (*run) (Upgrade *u); } steps[] = {
  { 4, to_4 },   { 7, to_7 },   { 8, to_8 },   { 9, to_9 },   { 10, to_10 }, { 11, to_11 }, { 13, to_13 },
  { 14, to_14 }, { 15, to_15 }, { 16, to_16 }, { 17, to_17 }, { 18, to_18 }, { 20, to_20 }, { 21, to_21 },
  { 22, to_22 }, { 23, to_23 }, { 26, to_26 }, { 29, to_29 }, { 34, to_34 },
};

/**
 * ful_gecko_upgrade:
 * @tree: the tree
 * @root: a Gecko profile; is changed in place
 * @version: its version, from 3 on
 * @log: gets what was wrong
 *
 * Brings a profile and its sub-processes to version 36.
 */
void
ful_gecko_upgrade (FulRawTree   *tree,
                   FulRawNode   *root,
                   guint         version,
                   FulImportLog *log)
{
  g_autoptr(GPtrArray) processes = g_ptr_array_new ();
  Upgrade u = { .tree = tree, .processes = processes, .log = log };
  FulRawNode *children;
  guint n;

  if (version < 5)
    unpack_children (&u, root);
  g_ptr_array_add (processes, root);
  children = ful_raw_get (root, "processes");
  n = ful_raw_length (children);
  for (guint i = 0; i < n; i++)
    if (ful_raw_is (ful_raw_element (tree, children, i), FUL_RAW_OBJECT))
      g_ptr_array_add (processes, ful_raw_element (tree, children, i));

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i].to > version)
      steps[i].run (&u);
  if (version < 34)
    ful_import_log_add (log, FUL_SEVERITY_INFO, "meta.version", -1, -1,
                        "the file was upgraded from version %u of the Gecko format", version);
}
