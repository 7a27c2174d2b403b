/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps to versions 1 to 23: 2016 to 2019 (versions.md 1). */

#include "config.h"

#include "ful-processed-upgrade-private.h"

#include "base/ful-hash.h"
#include "base/ful-radix-sort.h"
#include "import/common/ful-url-origin.h"
#include "io/raw/ful-raw-get.h"

#include <math.h>

static gboolean
is_default_process (FulRawNode *thread)
{
  return g_strcmp0 (ful_raw_get_string (thread, "processType"), "default") == 0;
}

static double
startup_time (FulRawNode *thread)
{
  double time = ful_raw_get_number (thread, "processStartupTime");

  return isnan (time) ? 0 : time;
}

static void
sort_markers_by_time (FulUpgrade *u,
                      FulRawNode *markers)
{
  guint n = ful_raw_table_length (markers);
  g_autofree double *keys = g_new (double, MAX (n, 1));
  g_autofree guint *order = NULL;
  double *time;

  if (n == 0)
    return;
  time = ful_raw_table_f64 (u->tree, markers, "time", NAN);
  for (guint i = 0; i < n; i++)
    keys[i] = isnan (time[i]) ? 0 : time[i];
  order = ful_radix_order (keys, n);
  ful_raw_table_permute (u->tree, markers, order, n);
}

static void
to_1 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *thread = u->threads[t];
      const char *name = ful_raw_get_string (thread, "name");
      FulRawNode *markers = ful_upgrade_markers (u, t);

      if (ful_raw_is (markers, FUL_RAW_OBJECT))
        sort_markers_by_time (u, markers);
      if (ful_raw_get (thread, "processType"))
        continue;
      if (g_strcmp0 (name, "Content") == 0)
        {
          ful_raw_set_string (u->tree, thread, "processType", "tab");
          ful_raw_set_string (u->tree, thread, "name", "GeckoMain");
        }
      else
        ful_raw_set_string (u->tree, thread, "processType", g_strcmp0 (name, "Plugin") == 0 ? "plugin" : "default");
    }
}

static void
for_each_lib (FulUpgrade *u,
              void      (*func) (FulUpgrade *u, FulRawNode *lib))
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *libs = ful_raw_get (u->threads[t], "libs");
      guint n = ful_raw_length (libs);

      for (guint i = 0; i < n; i++)
        {
          FulRawNode *lib = ful_raw_element (u->tree, libs, i);

          if (ful_raw_is (lib, FUL_RAW_OBJECT))
            func (u, lib);
        }
    }
}

static void
repair_lib_names (FulUpgrade *u,
                  FulRawNode *lib)
{
  const char *debug_name = ful_raw_get_string (lib, "pdbName");
  const char *abi = ful_raw_get_string (u->meta, "abi");
  FulRawNode *name = ful_raw_get (lib, "name");
  g_autofree char *short_name = NULL;

  if (ful_raw_get (lib, "debugName"))
    return;

  debug_name = debug_name ? debug_name : "";
  short_name = ful_legacy_lib_name (debug_name);
  ful_raw_set_string (u->tree, lib, "debugName", debug_name);
  if (name)
    ful_raw_set (u->tree, lib, "path", name);
  ful_raw_set_string (u->tree, lib, "name", short_name);
  ful_raw_set_string (u->tree, lib, "arch", g_strcmp0 (abi, "x86_64-gcc3") == 0 ? "x86_64" : abi ? abi : "");
  ful_raw_remove (lib, "pdbName");
  ful_raw_remove (lib, "pdbAge");
  ful_raw_remove (lib, "pdbSignature");
}

static void
to_2 (FulUpgrade *u)
{
  for_each_lib (u, repair_lib_names);
}

static void
add_debug_path (FulUpgrade *u,
                FulRawNode *lib)
{
  if (!ful_raw_is_true (ful_raw_get (lib, "debugPath")))
    ful_raw_set_string (u->tree, lib, "debugPath", "");
}

static void
to_3 (FulUpgrade *u)
{
  for_each_lib (u, add_debug_path);
}

/* A script's name "F (U:L)" or "U:L", or something else. Parts point into @name. */
static gboolean
split_script_name (const char  *name,
                   char       **out_function,
                   char       **out_file,
                   gint32      *out_line)
{
  gsize n = strlen (name);
  const char *open = NULL;
  const char *end = name + n;
  const char *begin = name;
  const char *colon, *arrow = NULL;

  if (n > 0 && name[n - 1] == ')')
    {
      for (const char *p = name; (p = strstr (p, " (")); p++)
        open = p;
      if (open)
        {
          begin = open + 2;
          end--;
        }
    }
  for (colon = end; colon > begin && g_ascii_isdigit (colon[-1]); colon--)
    ;
  if (colon == end || colon <= begin + 1 || colon[-1] != ':')
    return FALSE;

  *out_line = (gint32) MIN (g_ascii_strtoull (colon, NULL, 10), G_MAXINT32);
  *out_file = g_strndup (begin, (gsize) (colon - 1 - begin));
  for (const char *p = *out_file; (p = strstr (p, " -> ")); p++)
    arrow = p;
  if (arrow)
    memmove (*out_file, arrow + 4, strlen (arrow + 4) + 1);
  *out_function = open ? g_strndup (name, (gsize) (open - name)) : g_strdup (*out_file);

  return TRUE;
}

static gint32 *
merge_resources (FulUpgrade *u,
                 guint       t)
{
  FulRawNode *old = ful_raw_get (u->threads[t], "resourceTable");
  FulRawNode *table = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
  g_autoptr(GHashTable) by_name = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  guint n = ful_raw_table_length (old);
  gint32 *map = g_new (gint32, MAX (n, 1));
  gint32 *types, *names, *libs, *new_types, *new_names, *new_libs, *new_hosts;
  guint m = 0;

  if (n == 0)
    return map;

  types = ful_raw_table_i32 (u->tree, old, "type", 0);
  names = ful_raw_table_i32 (u->tree, old, "name", FUL_NONE);
  libs = ful_raw_table_i32 (u->tree, old, "lib", FUL_NONE);
  new_types = ful_raw_table_add_i32 (u->tree, table, "type", n, 0);
  new_names = ful_raw_table_add_i32 (u->tree, table, "name", n, 0);
  new_libs = ful_raw_table_add_i32 (u->tree, table, "lib", n, FUL_NONE);
  new_hosts = ful_raw_table_add_i32 (u->tree, table, "host", n, FUL_NONE);

  for (guint i = 0; i < n; i++)
    {
      const char *name = ful_upgrade_string (u, t, names[i]);
      g_autofree char *origin = NULL;
      g_autofree char *host = NULL;
      gpointer known;

      map[i] = FUL_NONE;
      if (types[i] == 1)
        {
          map[i] = (gint32) m;
          new_types[m] = 1;
          new_names[m] = names[i];
          new_libs[m++] = libs[i];
          continue;
        }
      if (types[i] != 5)
        continue;

      if (!ful_url_get_origin (name, &origin, &host) || g_str_has_prefix (origin, "moz-"))
        g_clear_pointer (&origin, g_free);
      known = g_hash_table_lookup (by_name, origin ? origin : name);
      if (known)
        {
          map[i] = GPOINTER_TO_INT (known) - 1;
          continue;
        }
      map[i] = (gint32) m;
      new_types[m] = origin ? 3 : 5;
      new_names[m] = origin ? ful_string_table_intern (u->strings[t], origin, -1) : names[i];
      if (origin)
        new_hosts[m] = ful_string_table_intern (u->strings[t], host, -1);
      m++;
      g_hash_table_insert (by_name, g_strdup (origin ? origin : name), GINT_TO_POINTER (m));
    }

  ful_raw_table_cut (table, m);
  ful_raw_table_set_length (u->tree, table, m);
  ful_raw_set (u->tree, u->threads[t], "resourceTable", table);

  return map;
}

static void
to_4 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *funcs = ful_raw_get (u->threads[t], "funcTable");
      guint n_resources = ful_raw_table_length (ful_raw_get (u->threads[t], "resourceTable"));
      g_autofree gint32 *map = merge_resources (u, t);
      guint n = ful_raw_table_length (funcs);
      gint32 *names, *resources, *files, *lines;
      FulRawColumn *is_js;

      if (n == 0)
        continue;
      names = ful_raw_table_i32 (u->tree, funcs, "name", 0);
      resources = ful_raw_table_i32 (u->tree, funcs, "resource", FUL_NONE);
      files = ful_raw_table_i32 (u->tree, funcs, "fileName", FUL_RAW_NULL_I32);
      lines = ful_raw_table_i32 (u->tree, funcs, "lineNumber", FUL_RAW_NULL_I32);
      is_js = ful_raw_get_column (funcs, "isJS");
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *function = NULL;
          g_autofree char *file = NULL;
          gint32 line;

          resources[i] = resources[i] >= 0 && (guint) resources[i] < n_resources ? map[resources[i]] : FUL_NONE;
          if (ful_raw_column_number (is_js, i) != 1
              || !split_script_name (ful_upgrade_string (u, t, names[i]), &function, &file, &line))
            continue;
          names[i] = ful_string_table_intern (u->strings[t], function, -1);
          files[i] = ful_string_table_intern (u->strings[t], file, -1);
          lines[i] = line;
        }
    }
}

static void
to_5 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    ful_raw_remove (ful_raw_get (u->threads[t], "samples"), "frameNumber");
}

/* Leaves only some members of a payload. */
static void
keep_members (FulUpgrade        *u,
              FulRawNode        *payload,
              const char *const *keys)
{
  FulRawNode copy = *payload;

  payload->members = NULL;
  payload->n = 0;
  for (; *keys; keys++)
    if (ful_raw_get (&copy, *keys))
      ful_raw_set (u->tree, payload, *keys, ful_raw_get (&copy, *keys));
}

static gint32 *
marker_names (FulUpgrade *u,
              guint       t)
{
  FulRawNode *markers = ful_upgrade_markers (u, t);

  return ful_raw_table_length (markers) > 0 ? ful_raw_table_i32 (u->tree, markers, "name", 0) : NULL;
}

static void
to_6 (FulUpgrade *u)
{
  static const char *const kept[] = { "type", "startTime", "endTime", "eventType", "phase", NULL };

  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      gint32 *names = marker_names (u, t);

      for (guint i = 0; names && i < n; i++)
        {
          FulRawNode *type = ful_raw_get (data[i], "type");

          if (!ful_raw_is (data[i], FUL_RAW_OBJECT) || !g_str_equal (ful_upgrade_string (u, t, names[i]), "DOMEvent"))
            continue;
          if (type)
            ful_raw_set (u->tree, data[i], "eventType", type);
          ful_raw_set_string (u->tree, data[i], "type", "DOMEvent");
          keep_members (u, data[i], kept);
        }
    }
}

static void
to_7 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *thread = u->threads[t];

      ful_raw_set (u->tree, thread, "pausedRanges", ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 0));
      ful_raw_set_number (u->tree, thread, "processStartupTime", 0);
      ful_raw_set_number (u->tree, thread, "processShutdownTime", NAN);
      ful_raw_set_number (u->tree, thread, "registerTime", 0);
      ful_raw_set_number (u->tree, thread, "unregisterTime", NAN);
    }
}

static void
to_8 (FulUpgrade *u)
{
  static const char *const kept[] = { "type", "startTime", "endTime", "timeStamp", "eventType", "phase", NULL };

  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);

      for (guint i = 0; i < n && !is_default_process (u->threads[t]); i++)
        {
          if (!ful_legacy_type_is (data[i], "DOMEvent") || !ful_raw_is_true (ful_raw_get (data[i], "timeStamp")))
            continue;
          ful_upgrade_add_number (u, data[i], "timeStamp", startup_time (u->threads[t]));
          keep_members (u, data[i], kept);
        }
    }
}

static void
to_9 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);

      for (guint i = 0; i < n; i++)
        ful_legacy_convert_gc (u->tree, data[i], TRUE);
    }
}

/* Also the step to 21. */
static void
to_10 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      double shift = is_default_process (u->threads[t]) ? 0 : startup_time (u->threads[t]);

      for (guint i = 0; i < n; i++)
        {
          FulRawNode *samples = ful_raw_get (ful_raw_remove (data[i], "stack"), "samples");
          double stack = ful_raw_column_number (ful_raw_cells (samples, "stack"), 0);
          double time = ful_raw_column_number (ful_raw_cells (samples, "time"), 0);
          FulRawNode *cause;

          if (isnan (stack))
            continue;
          cause = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
          ful_raw_set_number (u->tree, cause, "time", time + shift);
          ful_raw_set_number (u->tree, cause, "stack", stack);
          ful_raw_set (u->tree, data[i], "cause", cause);
        }
    }
}

static void
to_11 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *markers = ful_upgrade_markers (u, t);
      guint n, added = 0;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      gint32 *names = marker_names (u, t);
      g_autofree gint32 *rows = g_new (gint32, MAX (n, 1));
      double *time;

      for (guint i = 0; names && i < n; i++)
        if (ful_legacy_type_is (data[i], "DOMEvent") && g_str_equal (ful_upgrade_string (u, t, names[i]), "DOMEvent"))
          rows[added++] = (gint32) i;
      if (added == 0)
        continue;

      ful_raw_table_f64 (u->tree, markers, "time", NAN);
      ful_raw_table_append_copies (u->tree, markers, rows, added);
      data = ful_raw_table_nodes (u->tree, markers, "data");
      time = ful_raw_table_f64 (u->tree, markers, "time", NAN);
      for (guint i = 0; i < added; i++)
        {
          FulRawNode *payload = data[rows[i]];
          double end = ful_raw_get_number (payload, "endTime");

          data[n + i] = ful_legacy_dom_event_edge (u->tree, payload, "end");
          if (!isnan (end))
            time[n + i] = end;
          data[rows[i]] = ful_legacy_dom_event_edge (u->tree, payload, "start");
        }
      sort_markers_by_time (u, markers);
    }
}

static gint32
frame_category (FulUpgrade       *u,
                const FulRawNode *categories,
                const char       *function,
                gboolean          is_js,
                double            bits)
{
  const char *name = ful_legacy_function_category (function);

  if (name == NULL)
    {
      if (isnan (bits))
        return FUL_RAW_NULL_I32;
      name = !is_js && ful_legacy_is_dom_call (function) ? "DOM" : ful_legacy_category_of_bits (bits);
    }

  return ful_legacy_find_category (u->tree, categories, name);
}

static void
to_12 (FulUpgrade *u)
{
  FulRawNode *categories = ful_legacy_categories (u->tree);

  ful_raw_set (u->tree, u->meta, "categories", categories);
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *frames = ful_raw_get (u->threads[t], "frameTable");
      FulRawNode *funcs = ful_raw_get (u->threads[t], "funcTable");
      FulRawColumn *is_js = ful_raw_get_column (funcs, "isJS");
      guint n = ful_raw_table_length (frames);
      guint n_funcs = ful_raw_table_length (funcs);
      gint32 *category, *func, *names;

      if (n == 0 || n_funcs == 0)
        continue;
      category = ful_raw_table_i32 (u->tree, frames, "category", FUL_RAW_NULL_I32);
      func = ful_raw_table_i32 (u->tree, frames, "func", 0);
      names = ful_raw_table_i32 (u->tree, funcs, "name", 0);
      for (guint i = 0; i < n; i++)
        {
          guint f = func[i] >= 0 && (guint) func[i] < n_funcs ? (guint) func[i] : 0;
          double bits = category[i] == FUL_RAW_NULL_I32 ? (double) NAN : category[i];

          category[i] = frame_category (u, categories, ful_upgrade_string (u, t, names[f]),
                                        ful_raw_column_number (is_js, f) == 1, bits);
        }
    }
}

static void
to_13 (FulUpgrade *u)
{
  FulRawNode *categories = ful_raw_get (u->meta, "categories");
  guint n_categories = ful_raw_length (categories);
  gint32 grey = 0;

  for (guint i = n_categories; i-- > 0; )
    if (g_strcmp0 (ful_raw_get_string (ful_raw_element (u->tree, categories, i), "color"), "grey") == 0)
      grey = (gint32) i;

  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *stacks = ful_raw_get (u->threads[t], "stackTable");
      FulRawNode *frames = ful_raw_get (u->threads[t], "frameTable");
      guint n = ful_raw_table_length (stacks);
      guint n_frames = ful_raw_table_length (frames);
      gint32 *category, *frame, *prefix, *frame_categories;

      if (n == 0 || n_frames == 0)
        continue;
      frame = ful_raw_table_i32 (u->tree, stacks, "frame", 0);
      prefix = ful_raw_table_i32 (u->tree, stacks, "prefix", FUL_RAW_NULL_I32);
      frame_categories = ful_raw_table_i32 (u->tree, frames, "category", FUL_RAW_NULL_I32);
      ful_raw_remove (stacks, "category");
      category = ful_raw_table_i32 (u->tree, stacks, "category", grey);
      for (guint i = 0; i < n; i++)
        {
          guint f = frame[i] >= 0 && (guint) frame[i] < n_frames ? (guint) frame[i] : 0;

          if (frame_categories[f] != FUL_RAW_NULL_I32)
            category[i] = frame_categories[f];
          else if (prefix[i] >= 0 && prefix[i] < (gint32) i)
            category[i] = category[prefix[i]];
        }
    }
}

static void
to_14 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      g_autofree char *pid = g_strdup_printf ("Unknown Process %u", t + 1);
      FulRawNode *old = ful_raw_get (u->threads[t], "pid");

      if (old == NULL || old->kind == FUL_RAW_NULL)
        ful_raw_set_string (u->tree, u->threads[t], "pid", pid);
    }
}

static void
to_15 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *frames = ful_raw_get (u->threads[t], "frameTable");

      ful_raw_remove (frames, "column");
      if (ful_raw_table_length (frames) > 0)
        ful_raw_table_i32 (u->tree, frames, "column", FUL_RAW_NULL_I32);
    }
}

static void
to_16 (FulUpgrade *u)
{
  static const char *const vsync[] = { "type", "vsync", NULL };
  static const char *const translation[] = { "type", "layer", "x", "y", NULL };
  static const char *const screenshot[] = { "type", "url", "windowID", "windowWidth", "windowHeight", NULL };
  static const struct { const char *name; const char *const *kept; } kinds[] = {
    { "VsyncTimestamp", vsync }, { "LayerTranslation", translation }, { "CompositorScreenshot", screenshot },
  };

  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      gint32 *names = marker_names (u, t);

      for (guint i = 0; names && i < n; i++)
        for (guint k = 0; k < G_N_ELEMENTS (kinds) && ful_raw_is (data[i], FUL_RAW_OBJECT); k++)
          if (g_str_equal (ful_upgrade_string (u, t, names[i]), kinds[k].name))
            {
              ful_raw_set_string (u->tree, data[i], "type", kinds[k].name);
              keep_members (u, data[i], kinds[k].kept);
            }
    }
}

static void
to_17 (FulUpgrade *u)
{
  static const char entry[] = "AutoEntryScript ";

  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *funcs = ful_raw_get (u->threads[t], "funcTable");
      guint n = ful_raw_table_length (funcs);
      gint32 *names, *relevant;

      if (n == 0)
        continue;
      names = ful_raw_table_i32 (u->tree, funcs, "name", 0);
      ful_raw_remove (funcs, "relevantForJS");
      relevant = ful_raw_table_i32 (u->tree, funcs, "relevantForJS", 0);
      for (guint i = 0; i < n; i++)
        {
          const char *name = ful_upgrade_string (u, t, names[i]);

          relevant[i] = g_str_has_prefix (name, entry) || ful_legacy_is_dom_call (name);
          if (g_str_has_prefix (name, entry))
            names[i] = ful_string_table_intern (u->strings[t], name + strlen (entry), -1);
        }
    }
}

static void
to_18 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *funcs = ful_raw_get (u->threads[t], "funcTable");
      FulRawColumn *is_js = ful_raw_get_column (funcs, "isJS");
      guint n = ful_raw_table_length (funcs);
      gint32 *files, *lines, *columns;

      if (n == 0)
        continue;
      files = ful_raw_table_i32 (u->tree, funcs, "fileName", FUL_RAW_NULL_I32);
      lines = ful_raw_table_i32 (u->tree, funcs, "lineNumber", FUL_RAW_NULL_I32);
      ful_raw_remove (funcs, "columnNumber");
      columns = ful_raw_table_i32 (u->tree, funcs, "columnNumber", FUL_RAW_NULL_I32);
      for (guint i = 0; i < n; i++)
        {
          const char *file = ful_upgrade_string (u, t, files[i]);
          const char *digits = file + strlen (file);

          if (ful_raw_column_number (is_js, i) != 1)
            continue;
          while (digits > file && g_ascii_isdigit (digits[-1]))
            digits--;
          if (*digits == '\0' || digits <= file + 1 || digits[-1] != ':')
            continue;
          columns[i] = lines[i];
          lines[i] = (gint32) MIN (g_ascii_strtoull (digits, NULL, 10), G_MAXINT32);
          files[i] = ful_string_table_intern (u->strings[t], file, digits - 1 - file);
        }
    }
}

static void
to_19 (FulUpgrade *u)
{
  static const char *const times[] = {
    "domainLookupStart", "domainLookupEnd", "connectStart", "tcpConnectEnd", "secureConnectionStart",
    "connectEnd", "requestStart", "responseStart", "responseEnd",
  };

  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);

      for (guint i = 0; i < n; i++)
        for (guint k = 0; k < G_N_ELEMENTS (times) && ful_legacy_type_is (data[i], "Network"); k++)
          if (ful_raw_is_true (ful_raw_get (data[i], times[k])))
            ful_upgrade_add_number (u, data[i], times[k], startup_time (u->threads[t]));
    }
}

static void
to_22 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      gint32 *names = marker_names (u, t);

      for (guint i = 0; names && i < n; i++)
        if (ful_legacy_type_is (data[i], "DiskIO"))
          {
            ful_raw_set_string (u->tree, data[i], "type", "FileIO");
            names[i] = ful_string_table_intern (u->strings[t], "FileIO", -1);
          }
    }
}

static void
add_subcategories (FulUpgrade *u,
                   FulRawNode *table)
{
  guint n = ful_raw_table_length (table);
  gint32 *category, *subcategory;

  if (n == 0)
    return;
  category = ful_raw_table_i32 (u->tree, table, "category", FUL_RAW_NULL_I32);
  ful_raw_remove (table, "subcategory");
  subcategory = ful_raw_table_i32 (u->tree, table, "subcategory", FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    subcategory[i] = category[i] == FUL_RAW_NULL_I32 ? FUL_RAW_NULL_I32 : 0;
}

static void
to_23 (FulUpgrade *u)
{
  FulRawNode *categories = ful_raw_get (u->meta, "categories");
  guint n = ful_raw_length (categories);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *other = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 1);
      FulRawNode *category = ful_raw_element (u->tree, categories, i);

      ful_raw_append_node (u->tree, other, ful_raw_tree_new_string (u->tree, "Other"));
      if (ful_raw_is (category, FUL_RAW_OBJECT))
        ful_raw_set (u->tree, category, "subcategories", other);
    }
  for (guint t = 0; t < u->n_threads; t++)
    {
      add_subcategories (u, ful_raw_get (u->threads[t], "frameTable"));
      add_subcategories (u, ful_raw_get (u->threads[t], "stackTable"));
    }
}

const FulUpgradeStep ful_upgrade_steps_1_23[] = {
  { 1, to_1 },   { 2, to_2 },   { 3, to_3 },   { 4, to_4 },   { 5, to_5 },   { 6, to_6 },   { 7, to_7 },
  { 8, to_8 },   { 9, to_9 },   { 10, to_10 }, { 11, to_11 }, { 12, to_12 }, { 13, to_13 }, { 14, to_14 },
  { 15, to_15 }, { 16, to_16 }, { 17, to_17 }, { 18, to_18 }, { 19, to_19 }, { 21, to_10 }, { 22, to_22 },
  { 23, to_23 }, { 0, NULL },
};
