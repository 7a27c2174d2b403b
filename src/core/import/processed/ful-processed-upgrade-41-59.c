/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps to versions 41 to 59: 2022 to 2025 (versions.md 1). */

#include "config.h"

#include "ful-processed-upgrade-private.h"

#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "io/raw/ful-raw-get.h"

#include <math.h>

/* The profile's one list of libraries, while it is being collected. */
typedef struct
{
  FulRawNode *libs;
  GHashTable *by_id;     /* "debugName/breakpadId" → index + 1 */
} LibCollection;

static gint32
collect_lib (FulUpgrade    *u,
             LibCollection *collection,
             FulRawNode    *lib)
{
  static const char *const members[] = { "arch", "name", "path", "debugName", "debugPath", "breakpadId" };
  const char *debug_name = ful_raw_get_string (lib, "debugName");
  const char *breakpad_id = ful_raw_get_string (lib, "breakpadId");
  g_autofree char *key = g_strconcat (debug_name ? debug_name : "", "/", breakpad_id ? breakpad_id : "", NULL);
  gpointer known = g_hash_table_lookup (collection->by_id, key);
  FulRawNode *copy, *code_id;
  guint n;

  if (known)
    return GPOINTER_TO_INT (known) - 1;

  copy = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const char *value = ful_raw_get_string (lib, members[i]);

      ful_raw_set_string (u->tree, copy, members[i], value ? value : "");
    }
  code_id = ful_raw_get (lib, "codeId");
  ful_raw_set (u->tree, copy, "codeId", code_id ? code_id : ful_raw_tree_new_node (u->tree, FUL_RAW_NULL));
  ful_raw_append_node (u->tree, collection->libs, copy);
  n = ful_raw_length (collection->libs);
  g_hash_table_insert (collection->by_id, g_steal_pointer (&key), GUINT_TO_POINTER (n));

  return (gint32) n - 1;
}

static void
remap_libs (FulUpgrade    *u,
            LibCollection *collection,
            FulRawNode    *libs,
            FulRawNode    *table,
            const char    *column)
{
  guint n = ful_raw_table_length (table);
  guint n_libs = ful_raw_length (libs);
  gint32 *cells;

  if (n == 0)
    return;
  cells = ful_raw_table_i32 (u->tree, table, column, FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    cells[i] = cells[i] >= 0 && (guint) cells[i] < n_libs
               ? collect_lib (u, collection, ful_raw_element (u->tree, libs, (guint) cells[i]))
               : FUL_RAW_NULL_I32;
}

static void
to_41 (FulUpgrade *u)
{
  g_autoptr(GHashTable) by_id = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  LibCollection collection = { ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 16), by_id };

  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *libs = ful_raw_remove (u->threads[t], "libs");
      FulRawNode *resources = ful_raw_get (u->threads[t], "resourceTable");
      guint n = ful_raw_table_length (resources);
      gint32 *names, *hosts;

      remap_libs (u, &collection, libs, resources, "lib");
      remap_libs (u, &collection, libs, ful_raw_get (u->threads[t], "nativeSymbols"), "libIndex");
      if (n == 0)
        continue;
      names = ful_raw_table_i32 (u->tree, resources, "name", FUL_RAW_NULL_I32);
      hosts = ful_raw_table_i32 (u->tree, resources, "host", FUL_RAW_NULL_I32);
      for (guint i = 0; i < n; i++)
        {
          if (names[i] < 0)
            names[i] = ful_string_table_intern (u->strings[t], "<unnamed resource>", -1);
          if (hosts[i] < 0)
            hosts[i] = FUL_RAW_NULL_I32;
        }
    }
  ful_raw_set (u->tree, u->root, "libs", collection.libs);
}

static void
to_42 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    ful_raw_remove (ful_raw_get (u->threads[t], "nativeSymbols"), "functionSize");
}

static FulRawNode *
find_schema (FulUpgrade *u,
             const char *name)
{
  FulRawNode *schemas = ful_raw_get (u->meta, "markerSchema");
  int i = ful_legacy_find_category (u->tree, schemas, name);

  return i == FUL_NONE ? NULL : ful_raw_element (u->tree, schemas, (guint) i);
}

static FulRawNode *
new_field (FulUpgrade *u,
           const char *key,
           const char *label)
{
  FulRawNode *field = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);

  ful_raw_set_string (u->tree, field, "key", key);
  ful_raw_set_string (u->tree, field, "label", label);
  ful_raw_set_string (u->tree, field, "format", "string");

  return field;
}

static void
add_field (FulUpgrade *u,
           const char *schema_name,
           const char *key,
           const char *label)
{
  FulRawNode *data = ful_raw_get (find_schema (u, schema_name), "data");
  guint n = ful_raw_length (data);

  if (!ful_raw_is (data, FUL_RAW_ARRAY))
    return;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (ful_raw_get_string (ful_raw_element (u->tree, data, i), "key"), key) == 0)
      return;
  ful_raw_append_node (u->tree, data, new_field (u, key, label));
}

static void
to_44 (FulUpgrade *u)
{
  add_field (u, "FileIO", "threadId", "Thread ID");
  add_field (u, "DOMEvent", "eventType", "Event Type");
}

static void
to_45 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    ful_raw_remove (ful_raw_get (u->threads[t], "frameTable"), "optimizations");
}

static void
to_46 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *thread = u->threads[t];
      FulRawNode *pid = ful_raw_get (thread, "pid");
      FulRawNode *tid = ful_raw_get (thread, "tid");
      gboolean is_main = g_strcmp0 (ful_raw_get_string (thread, "name"), "GeckoMain") == 0
                         || ful_raw_is (pid, FUL_RAW_STRING)
                         || (ful_raw_is (pid, FUL_RAW_NUMBER) && ful_raw_is (tid, FUL_RAW_STRING)
                             && g_str_equal (pid->text, tid->string));

      ful_raw_set (u->tree, thread, "isMainThread", ful_raw_tree_new_bool (u->tree, is_main));
    }
}

static void
number_to_string (FulUpgrade *u,
                  FulRawNode *object,
                  const char *key)
{
  FulRawNode *value = ful_raw_get (object, key);

  if (ful_raw_is (value, FUL_RAW_NUMBER))
    ful_raw_set_string (u->tree, object, key, value->text);
}

static void
to_47 (FulUpgrade *u)
{
  static const char *const lists[] = { "counters", "profilerOverhead" };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    {
      FulRawNode *list = ful_raw_get (u->root, lists[l]);
      guint n = ful_raw_length (list);

      for (guint i = 0; i < n; i++)
        number_to_string (u, ful_raw_element (u->tree, list, i), "pid");
    }
  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);

      number_to_string (u, u->threads[t], "pid");
      for (guint i = 0; i < n; i++)
        if (ful_legacy_type_is (data[i], "IPC"))
          number_to_string (u, data[i], "otherPid");
    }
}

static void
to_48 (FulUpgrade *u)
{
  FulRawNode *counters = ful_raw_get (u->root, "counters");
  guint n = ful_raw_length (counters);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *counter = ful_raw_element (u->tree, counters, i);
      FulRawNode *samples = ful_raw_get (ful_raw_element (u->tree, ful_raw_remove (counter, "sampleGroups"), 0), "samples");

      if (samples)
        ful_raw_set (u->tree, counter, "samples", samples);
    }
}

static FulRawNode *
new_tracing_schema (FulUpgrade *u,
                    const char *name,
                    const char *location)
{
  static const char *const common[] = { "marker-chart", "marker-table" };
  FulRawNode *schema = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
  FulRawNode *display = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 3);
  FulRawNode *data = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 1);

  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    ful_raw_append_node (u->tree, display, ful_raw_tree_new_string (u->tree, common[i]));
  ful_raw_append_node (u->tree, display, ful_raw_tree_new_string (u->tree, location));
  ful_raw_append_node (u->tree, data, new_field (u, "category", "Type"));
  ful_raw_set_string (u->tree, schema, "name", name);
  ful_raw_set (u->tree, schema, "display", display);
  ful_raw_set (u->tree, schema, "data", data);

  return schema;
}

static void
to_52 (FulUpgrade *u)
{
  static const char retyped[] = "tracingCCFrom52Upgrader";
  FulRawNode *schemas = ful_raw_get (u->meta, "markerSchema");
  gboolean has_cc = find_schema (u, "CC") != NULL;
  gboolean any_cc = FALSE, any_tracing = FALSE;

  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);

      for (guint i = 0; i < n; i++)
        {
          if (!ful_legacy_type_is (data[i], "tracing") || !ful_raw_is_true (ful_raw_get (data[i], "category")))
            continue;
          any_tracing = TRUE;
          if (!has_cc || g_strcmp0 (ful_raw_get_string (data[i], "category"), "CC") != 0)
            continue;
          any_cc = TRUE;
          ful_raw_set_string (u->tree, data[i], "type", retyped);
          ful_raw_remove (data[i], "interval");
        }
    }
  if (!ful_raw_is (schemas, FUL_RAW_ARRAY))
    return;
  any_tracing = any_tracing && find_schema (u, "tracing") == NULL;
  if (any_tracing)
    ful_raw_append_node (u->tree, schemas, new_tracing_schema (u, "tracing", "timeline-overview"));
  if (any_cc)
    ful_raw_append_node (u->tree, schemas, new_tracing_schema (u, retyped, "timeline-memory"));
}

static void
to_53 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *frames = ful_raw_get (u->threads[t], "frameTable");
      FulRawNode *stacks = ful_raw_get (u->threads[t], "stackTable");
      guint n_frames = ful_raw_table_length (frames);
      guint n_stacks = ful_raw_table_length (stacks);

      if (n_frames > 0 && !ful_raw_get_column (frames, "category"))
        {
          gint32 *category = ful_raw_table_i32 (u->tree, frames, "category", FUL_RAW_NULL_I32);
          gint32 *subcategory, *frame, *stack_category, *stack_subcategory;

          ful_raw_remove (frames, "subcategory");
          subcategory = ful_raw_table_i32 (u->tree, frames, "subcategory", FUL_RAW_NULL_I32);
          if (n_stacks > 0)
            {
              frame = ful_raw_table_i32 (u->tree, stacks, "frame", 0);
              stack_category = ful_raw_table_i32 (u->tree, stacks, "category", FUL_RAW_NULL_I32);
              stack_subcategory = ful_raw_table_i32 (u->tree, stacks, "subcategory", 0);
              for (guint i = 0; i < n_stacks; i++)
                if (frame[i] >= 0 && (guint) frame[i] < n_frames)
                  {
                    category[frame[i]] = stack_category[i];
                    subcategory[frame[i]] = stack_subcategory[i];
                  }
            }
        }
      else if (n_frames > 0 && !ful_raw_get_column (frames, "subcategory"))
        ful_raw_table_i32 (u->tree, frames, "subcategory", 0);
      ful_raw_remove (stacks, "category");
      ful_raw_remove (stacks, "subcategory");
    }
}

static void
categorise_jit_frames (FulUpgrade *u,
                       guint       t,
                       gint32      javascript,
                       FulRawNode *subcategories,
                       GHashTable *by_name)
{
  FulRawNode *frames = ful_raw_get (u->threads[t], "frameTable");
  FulRawColumn *implementation = ful_raw_get_column (frames, "implementation");
  guint n = ful_raw_table_length (frames);
  gint32 *category, *subcategory;

  if (n == 0 || implementation == NULL)
    return;
  category = ful_raw_table_i32 (u->tree, frames, "category", FUL_RAW_NULL_I32);
  subcategory = ful_raw_table_i32 (u->tree, frames, "subcategory", FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    {
      double string = ful_raw_column_number (implementation, i);
      const char *name;
      g_autofree char *label = NULL;
      gpointer known;

      if (!(string >= 0 && string <= G_MAXINT32))
        continue;
      name = ful_upgrade_string (u, t, (gint32) string);
      known = g_hash_table_lookup (by_name, name);
      if (known == NULL)
        {
          label = g_strdup_printf ("JIT (%s)", name);
          known = GUINT_TO_POINTER (ful_raw_length (subcategories) + 1);
          ful_raw_append_node (u->tree, subcategories, ful_raw_tree_new_string (u->tree, label));
          g_hash_table_insert (by_name, g_strdup (name), known);
        }
      category[i] = javascript;
      subcategory[i] = GPOINTER_TO_INT (known) - 1;
    }
}

static void
to_54 (FulUpgrade *u)
{
  FulRawNode *categories = ful_raw_get (u->meta, "categories");
  guint n = ful_raw_length (categories);
  int javascript = ful_legacy_find_category (u->tree, categories, "JavaScript");
  g_autoptr(GHashTable) by_name = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  gboolean plain = javascript != FUL_NONE;

  for (guint i = 0; i < n; i++)
    plain &= ful_raw_length (ful_raw_get (ful_raw_element (u->tree, categories, i), "subcategories")) == 1;
  for (guint t = 0; t < u->n_threads; t++)
    {
      if (plain)
        categorise_jit_frames (u, t, javascript,
                               ful_raw_get (ful_raw_element (u->tree, categories, (guint) javascript), "subcategories"),
                               by_name);
      ful_raw_remove (ful_raw_get (u->threads[t], "frameTable"), "implementation");
    }
  ful_raw_remove (u->meta, "doesNotUseFrameImplementation");
}

static void
to_55 (FulUpgrade *u)
{
  FulRawNode *schemas = ful_raw_get (u->meta, "markerSchema");
  guint n = ful_raw_length (schemas);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *schema = ful_raw_element (u->tree, schemas, i);
      FulRawNode *data = ful_raw_remove (schema, "data");
      FulRawNode *fields;
      guint n_data = ful_raw_length (data);
      gboolean described = FALSE;

      if (data == NULL)
        continue;
      fields = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, n_data);
      for (guint d = 0; d < n_data; d++)
        {
          FulRawNode *entry = ful_raw_element (u->tree, data, d);
          FulRawNode *value = ful_raw_get (entry, "value");
          gboolean is_description = g_strcmp0 (ful_raw_get_string (entry, "label"), "Description") == 0;

          if (value == NULL)
            ful_raw_append_node (u->tree, fields, entry);
          else if (ful_raw_get (entry, "key") == NULL
                   && (ful_raw_get (schema, "description") == NULL || (is_description && !described)))
            {
              ful_raw_set (u->tree, schema, "description", value);
              described |= is_description;
            }
        }
      ful_raw_set (u->tree, schema, "fields", fields);
    }
}

/* Strings of one thread in the shared table. */
typedef struct
{
  FulStringTable *from;
  FulStringTable *to;
  gint32         *map;      /* FUL_NONE: not moved yet */
} StringMap;

static gint32
move_string (StringMap *strings,
             gint32     string)
{
  if (string < 0 || (guint) string >= ful_string_table_get_n (strings->from))
    return string;
  if (strings->map[string] == FUL_NONE)
    strings->map[string] = ful_string_table_intern (strings->to, ful_string_table_get (strings->from, string), -1);

  return strings->map[string];
}

static void
move_column (FulUpgrade *u,
             StringMap  *strings,
             FulRawNode *table,
             const char *column)
{
  guint n = ful_raw_table_length (table);
  gint32 *cells;

  if (n == 0 || !ful_raw_get_column (table, column))
    return;
  cells = ful_raw_table_i32 (u->tree, table, column, FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    if (cells[i] != FUL_RAW_NULL_I32)
      cells[i] = move_string (strings, cells[i]);
}

static FulRawNode *
strings_to_array (FulUpgrade     *u,
                  FulStringTable *strings)
{
  FulRawNode *array = ful_raw_tree_new_array (u->tree, FUL_RAW_STRINGS, 0);
  guint n = ful_string_table_get_n (strings);

  for (guint i = 0; i < n; i++)
    {
      const char *string = ful_string_table_get (strings, (gint32) i);

      ful_bytes_append (&array->column->bytes, string, strlen (string) + 1);
    }
  array->column->n = n;

  return array;
}

static void
move_payload_strings (FulUpgrade *u,
                      guint       t,
                      GHashTable *fields,
                      StringMap  *strings)
{
  guint n;
  FulRawNode **data = ful_upgrade_payloads (u, t, &n);

  for (guint i = 0; i < n; i++)
    {
      const char *type = ful_raw_get_string (data[i], "type");
      GPtrArray *keys = type ? g_hash_table_lookup (fields, type) : NULL;

      for (guint k = 0; keys && k < keys->len; k++)
        {
          const char *key = g_ptr_array_index (keys, k);
          double number = ful_raw_get_number (data[i], key);

          if (number >= 0 && number <= G_MAXINT32)
            ful_raw_set_number (u->tree, data[i], key, move_string (strings, (gint32) number));
        }
    }
}

static void
to_56 (FulUpgrade *u)
{
  static const struct { const char *table, *column; } columns[] = {
    { "markers", "name" }, { "funcTable", "name" }, { "funcTable", "fileName" }, { "nativeSymbols", "name" },
    { "resourceTable", "name" }, { "resourceTable", "host" }, { "jsTracer", "events" },
  };
  FulRawNode *shared = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
  g_autoptr(FulStringTable) all = ful_string_table_new ();
  g_autoptr(GHashTable) fields = ful_legacy_string_fields (u->tree, ful_raw_get (u->meta, "markerSchema"));

  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n = ful_string_table_get_n (u->strings[t]);
      StringMap strings = { u->strings[t], all, g_new (gint32, MAX (n, 1)) };

      for (guint i = 0; i < n; i++)
        strings.map[i] = FUL_NONE;
      for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
        move_column (u, &strings, ful_raw_get (u->threads[t], columns[c].table), columns[c].column);
      move_payload_strings (u, t, fields, &strings);
      ful_raw_remove (u->threads[t], "stringArray");
      g_free (strings.map);
      g_clear_pointer (&u->strings[t], ful_string_table_unref);
    }

  g_clear_pointer (&u->strings, g_free);
  ful_raw_set (u->tree, shared, "stringArray", strings_to_array (u, all));
  ful_raw_set (u->tree, u->root, "shared", shared);
}

static void
to_57 (FulUpgrade *u)
{
  FulRawNode *schemas = ful_raw_get (u->meta, "markerSchema");
  guint n = ful_raw_length (schemas);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *fields = ful_raw_get (ful_raw_element (u->tree, schemas, i), "fields");
      guint n_fields = ful_raw_length (fields);

      for (guint f = 0; f < n_fields; f++)
        ful_raw_remove (ful_raw_element (u->tree, fields, f), "searchable");
    }
}

static void
to_58 (FulUpgrade *u)
{
  FulRawNode *shared = ful_raw_get (u->root, "shared");
  FulRawNode *sources = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
  FulRawNode *ids = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 16);
  FulRawNode *files = ful_raw_tree_new_array (u->tree, FUL_RAW_I32, 16);
  g_autoptr(GHashTable) rows = g_hash_table_new (NULL, NULL);

  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *funcs = ful_raw_get (u->threads[t], "funcTable");
      guint n = ful_raw_table_length (funcs);
      gint32 *file, *source;

      if (n == 0)
        continue;
      file = ful_raw_table_i32 (u->tree, funcs, "fileName", FUL_RAW_NULL_I32);
      ful_raw_remove (funcs, "source");
      source = ful_raw_table_i32 (u->tree, funcs, "source", FUL_RAW_NULL_I32);
      for (guint i = 0; i < n; i++)
        {
          gpointer known;

          if (file[i] < 0)
            continue;
          known = g_hash_table_lookup (rows, GINT_TO_POINTER (file[i] + 1));
          if (known == NULL)
            {
              ful_raw_append_node (u->tree, ids, ful_raw_tree_new_node (u->tree, FUL_RAW_NULL));
              ful_raw_column_reserve (files->column, 1);
              files->column->i32[files->column->n++] = file[i];
              known = GUINT_TO_POINTER (files->column->n);
              g_hash_table_insert (rows, GINT_TO_POINTER (file[i] + 1), known);
            }
          source[i] = GPOINTER_TO_INT (known) - 1;
        }
      ful_raw_remove (funcs, "fileName");
    }

  ful_raw_set (u->tree, sources, "id", ids);
  ful_raw_set (u->tree, sources, "filename", files);
  ful_raw_table_set_length (u->tree, sources, files->column->n);
  if (shared)
    ful_raw_set (u->tree, shared, "sources", sources);
}

typedef struct
{
  GHashTable *seen;
  FulRawNode *list;
  FulRawTree *tree;
} WindowSet;

static void
use_window (WindowSet *windows,
            double     id)
{
  gint64 key;

  if (!(fabs (id) < 9e18) || id == 0)
    return;
  key = (gint64) id;
  if (g_hash_table_contains (windows->seen, &key))
    return;
  g_hash_table_add (windows->seen, g_memdup2 (&key, sizeof key));
  ful_raw_append_node (windows->tree, windows->list, ful_raw_tree_new_number (windows->tree, id));
}

static gboolean
use_payload_window (FulRawTree *tree,
                    FulRawNode *payload,
                    gpointer    user_data)
{
  use_window (user_data, ful_raw_get_number (payload, "innerWindowID"));

  return FALSE;
}

static void
to_59 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawColumn *ids = ful_raw_get_column (ful_raw_get (u->threads[t], "frameTable"), "innerWindowID");
      g_autoptr(GHashTable) seen = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL);
      WindowSet windows = { seen, ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 4), u->tree };

      for (guint i = 0; ids && i < ids->n; i++)
        use_window (&windows, ful_raw_column_number (ids, i));
      ful_upgrade_each_payload (u, t, use_payload_window, &windows);
      if (ful_raw_length (windows.list) > 0)
        ful_raw_set (u->tree, u->threads[t], "usedInnerWindowIDs", windows.list);
    }
}

const FulUpgradeStep ful_upgrade_steps_41_59[] = {
  { 41, to_41 }, { 42, to_42 }, { 44, to_44 }, { 45, to_45 }, { 46, to_46 }, { 47, to_47 }, { 48, to_48 },
  { 52, to_52 }, { 53, to_53 }, { 54, to_54 }, { 55, to_55 }, { 56, to_56 }, { 57, to_57 }, { 58, to_58 },
  { 59, to_59 }, { 0, NULL },
};
