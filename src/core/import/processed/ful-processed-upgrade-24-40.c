/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps to versions 24 to 40: 2019 to 2022 (versions.md 1). */

#include "config.h"

#include "ful-processed-upgrade-private.h"

#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "import/common/ful-return-addresses.h"
#include "io/raw/ful-raw-get.h"

#include <math.h>

static void
guess_marker_categories (FulUpgrade *u,
                         guint       t)
{
  FulRawNode *categories = ful_raw_get (u->meta, "categories");
  FulRawNode *markers = ful_upgrade_markers (u, t);
  guint n;
  FulRawNode **data;
  gint32 *category, *names;

  if (ful_raw_table_length (markers) == 0)
    return;
  if (ful_raw_get (markers, "category") && ful_raw_get (markers, "category")->kind != FUL_RAW_ARRAY)
    ful_raw_remove (markers, "category");
  data = ful_upgrade_payloads (u, t, &n);
  category = ful_raw_table_i32 (u->tree, markers, "category", FUL_RAW_NULL_I32);
  names = ful_raw_table_i32 (u->tree, markers, "name", 0);
  for (guint i = 0; i < n; i++)
    {
      const char *name;

      if (category[i] != FUL_RAW_NULL_I32)
        return;
      name = ful_legacy_marker_category (data[i], ful_upgrade_string (u, t, names[i]));
      category[i] = ful_legacy_find_category (u->tree, categories, name);
    }
}

static void
to_24 (FulUpgrade *u)
{
  FulRawNode *categories = ful_raw_get (u->meta, "categories");

  if (!ful_raw_is (categories, FUL_RAW_ARRAY))
    {
      categories = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 8);
      ful_raw_set (u->tree, u->meta, "categories", categories);
    }
  ful_legacy_add_categories (u->tree, categories);
  for (guint t = 0; t < u->n_threads; t++)
    guess_marker_categories (u, t);
}

static void
to_25 (FulUpgrade *u)
{
  FulRawNode *pages = ful_raw_get (u->root, "pages");
  guint n_pages = ful_raw_length (pages);
  g_autoptr(GHashTable) docshells = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) windows = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);

  if (n_pages == 0)
    return;

  for (guint i = 0; i < n_pages; i++)
    {
      FulRawNode *page = ful_raw_element (u->tree, pages, i);
      FulBytes key = { 0 };
      FulRawNode *docshell = ful_raw_get (page, "docshellId");
      FulRawNode *history = ful_raw_get (page, "historyId");
      gpointer id;

      if (!ful_raw_is (page, FUL_RAW_OBJECT) || docshell == NULL)
        continue;
      ful_raw_write (docshell, &key);
      ful_bytes_append_c (&key, '\0');
      id = g_hash_table_lookup (docshells, key.data);
      if (id == NULL)
        {
          id = GUINT_TO_POINTER (g_hash_table_size (docshells) + 1);
          g_hash_table_insert (docshells, g_strdup (key.data), id);
        }
      key.n--;
      if (history)
        ful_raw_write (history, &key);
      ful_bytes_append_c (&key, '\0');
      g_hash_table_insert (windows, g_strdup (key.data), GUINT_TO_POINTER (i + 1));
      ful_bytes_clear (&key);

      ful_raw_set_number (u->tree, page, "innerWindowID", i + 1);
      ful_raw_set_number (u->tree, page, "browsingContextID", GPOINTER_TO_UINT (id));
      ful_raw_set_number (u->tree, page, "embedderInnerWindowID", 0);
      ful_raw_remove (page, "docshellId");
      ful_raw_remove (page, "historyId");
      ful_raw_remove (page, "isSubFrame");
    }

  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);

      for (guint i = 0; i < n; i++)
        {
          FulRawNode *docshell = ful_raw_get (data[i], "docShellId");
          FulRawNode *history = ful_raw_get (data[i], "docshellHistoryId");
          FulBytes key = { 0 };
          gpointer window;

          if (docshell == NULL || history == NULL)
            continue;
          ful_raw_write (docshell, &key);
          ful_raw_write (history, &key);
          ful_bytes_append_c (&key, '\0');
          window = g_hash_table_lookup (windows, key.data);
          ful_bytes_clear (&key);
          if (window)
            ful_raw_set_number (u->tree, data[i], "innerWindowID", GPOINTER_TO_UINT (window));
          ful_raw_remove (data[i], "docShellId");
          ful_raw_remove (data[i], "docshellHistoryId");
        }
    }
}

static void
to_26 (FulUpgrade *u)
{
  FulRawNode *counters = ful_raw_get (u->root, "counters");
  guint n = ful_raw_length (counters);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *counter = ful_raw_element (u->tree, counters, i);
      FulRawNode *groups = ful_raw_get (counter, "sampleGroups");
      FulRawNode *array;

      if (!ful_raw_is (groups, FUL_RAW_OBJECT))
        continue;
      array = ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 1);
      ful_raw_append_node (u->tree, array, groups);
      ful_raw_set (u->tree, counter, "sampleGroups", array);
    }
}

static void
to_27 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *frames = ful_raw_get (u->threads[t], "frameTable");

      ful_raw_remove (frames, "innerWindowID");
      if (ful_raw_table_length (frames) > 0)
        ful_raw_table_f64 (u->tree, frames, "innerWindowID", 0);
    }
}

static void
to_28 (FulUpgrade *u)
{
  gboolean redo = FALSE;

  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *markers = ful_upgrade_markers (u, t);

      redo |= ful_raw_table_length (markers) > 0 && isnan (ful_raw_column_number (ful_raw_get_column (markers, "category"), 0));
    }
  for (guint t = 0; redo && t < u->n_threads; t++)
    guess_marker_categories (u, t);
}

static void
weight_of_duration (FulUpgrade *u,
                    FulRawNode *table,
                    const char *type)
{
  if (!ful_raw_is (table, FUL_RAW_OBJECT))
    return;
  ful_raw_rename (u->tree, table, "duration", "weight");
  if (ful_raw_get (table, "weight") == NULL)
    ful_raw_set (u->tree, table, "weight", ful_raw_tree_new_node (u->tree, FUL_RAW_NULL));
  if (ful_raw_get_string (table, "weightType") == NULL)
    ful_raw_set_string (u->tree, table, "weightType", type);
}

static void
to_29 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      weight_of_duration (u, ful_raw_get (u->threads[t], "samples"), "samples");
      weight_of_duration (u, ful_raw_get (u->threads[t], "jsAllocations"), "bytes");
      weight_of_duration (u, ful_raw_get (u->threads[t], "nativeAllocations"), "bytes");
    }
}

static void
to_30 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *markers = ful_upgrade_markers (u, t);
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      double *time, *start, *end;
      gint32 *phase;

      if (n == 0 || ful_raw_get (markers, "time") == NULL)
        continue;
      time = ful_raw_table_f64 (u->tree, markers, "time", NAN);
      start = ful_raw_table_f64 (u->tree, markers, "startTime", NAN);
      end = ful_raw_table_f64 (u->tree, markers, "endTime", NAN);
      phase = ful_raw_table_i32 (u->tree, markers, "phase", 0);
      /* The phase of tracing markers without interval was wrong then; step 31 puts it right. */
      for (guint i = 0; i < n; i++)
        {
          int of_marker;

          ful_legacy_split_time (data[i], time[i], 3, &start[i], &end[i], &of_marker);
          phase[i] = of_marker;
        }
      ful_raw_remove (markers, "time");
    }
}

static void
to_31 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *markers = ful_upgrade_markers (u, t);
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      double *start, *end;
      gint32 *phase;

      if (n == 0)
        continue;
      start = ful_raw_table_f64 (u->tree, markers, "startTime", NAN);
      end = ful_raw_table_f64 (u->tree, markers, "endTime", NAN);
      phase = ful_raw_table_i32 (u->tree, markers, "phase", 0);
      for (guint i = 0; i < n; i++)
        {
          const char *interval = ful_raw_get_string (data[i], "interval");

          if (!ful_legacy_type_is (data[i], "tracing")
              || g_strcmp0 (interval, "start") == 0 || g_strcmp0 (interval, "end") == 0)
            continue;
          phase[i] = 0;
          start[i] = end[i];
          end[i] = NAN;
        }
    }
}

static void
to_32 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      double *start = n > 0 ? ful_raw_table_f64 (u->tree, ful_upgrade_markers (u, t), "startTime", NAN) : NULL;

      for (guint i = 0; i < n; i++)
        {
          double stamp;

          if (!ful_legacy_type_is (data[i], "tracing")
              || g_strcmp0 (ful_raw_get_string (data[i], "category"), "DOMEvent") != 0)
            continue;
          stamp = ful_raw_number (ful_raw_remove (data[i], "timeStamp"));
          ful_raw_set_string (u->tree, data[i], "type", "DOMEvent");
          if (!isnan (stamp) && !isnan (start[i]))
            ful_raw_set_number (u->tree, data[i], "latency", start[i] - stamp);
        }
    }
}

/* The producer's own schemas are kept unless there is a built-in one of that name:
 * the reference drops them, and with them all fields of their markers. */
static void
to_33 (FulUpgrade *u)
{
  FulRawNode *schemas = ful_legacy_built_in_schemas (u->tree);
  FulRawNode *own = ful_raw_get (u->meta, "markerSchema");
  guint n = ful_raw_length (own);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *schema = ful_raw_element (u->tree, own, i);
      const char *name = ful_raw_get_string (schema, "name");

      if (name && ful_legacy_find_category (u->tree, schemas, name) == FUL_NONE)
        ful_raw_append_node (u->tree, schemas, schema);
    }
  ful_raw_set (u->tree, u->meta, "markerSchema", schemas);
}

static void
to_34 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      guint n;
      FulRawNode **data = ful_upgrade_payloads (u, t, &n);
      double shift = ful_raw_get_number (u->threads[t], "processStartupTime");

      for (guint i = 0; i < n && !isnan (shift); i++)
        if (!ful_legacy_type_is (data[i], "tracing") && !ful_legacy_type_is (data[i], "Styles"))
          ful_upgrade_add_number (u, ful_raw_get (data[i], "cause"), "time", shift);
    }
}

static void
to_35 (FulUpgrade *u)
{
  FulRawNode *pages = ful_raw_get (u->root, "pages");
  guint n = ful_raw_length (pages);

  for (guint i = 0; i < n; i++)
    ful_raw_rename (u->tree, ful_raw_element (u->tree, pages, i), "browsingContextID", "tabID");
  ful_raw_rename (u->tree, ful_raw_get (u->meta, "configuration"), "activeBrowsingContextID", "activeTabID");
}

static void
to_36 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *thread = u->threads[t];
      FulRawNode *funcs = ful_raw_get (thread, "funcTable");
      FulRawNode *frames = ful_raw_get (thread, "frameTable");
      FulRawNode *resources = ful_raw_get (thread, "resourceTable");
      FulRawNode *symbols = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
      guint n = ful_raw_table_length (funcs);
      guint n_frames = ful_raw_table_length (frames);
      guint n_resources = ful_raw_table_length (resources);
      guint n_libs = ful_raw_length (ful_raw_get (thread, "libs"));
      g_autofree gint32 *symbol_of = g_new (gint32, MAX (n, 1));
      FulRawColumn *addresses = ful_raw_get_column (funcs, "address");
      FulRawNode *lib_array = ful_raw_tree_new_array (u->tree, FUL_RAW_I32, MAX (n, 1));
      FulRawNode *address_array = ful_raw_tree_new_array (u->tree, FUL_RAW_F64, MAX (n, 1));
      FulRawNode *name_array = ful_raw_tree_new_array (u->tree, FUL_RAW_I32, MAX (n, 1));
      gint32 *names, *func_resources, *types, *libs, *func, *native;
      guint m = 0;

      if (n > 0)
        {
          names = ful_raw_table_i32 (u->tree, funcs, "name", 0);
          func_resources = ful_raw_table_i32 (u->tree, funcs, "resource", FUL_NONE);
          types = n_resources > 0 ? ful_raw_table_i32 (u->tree, resources, "type", 0) : NULL;
          libs = n_resources > 0 ? ful_raw_table_i32 (u->tree, resources, "lib", FUL_NONE) : NULL;
        }
      for (guint i = 0; i < n; i++)
        {
          gint32 r = func_resources[i];
          double address = ful_raw_column_number (addresses, i);

          symbol_of[i] = FUL_RAW_NULL_I32;
          if (r < 0 || (guint) r >= n_resources || types[r] != 1 || libs[r] < 0 || (guint) libs[r] >= n_libs)
            continue;
          lib_array->column->i32[m] = libs[r];
          address_array->column->f64[m] = address == -1 ? NAN : address;
          name_array->column->i32[m] = names[i];
          symbol_of[i] = (gint32) m++;
        }
      lib_array->column->n = address_array->column->n = name_array->column->n = m;
      address_array->column->n_nulls = 1;
      ful_raw_set (u->tree, symbols, "libIndex", lib_array);
      ful_raw_set (u->tree, symbols, "address", address_array);
      ful_raw_set (u->tree, symbols, "name", name_array);
      ful_raw_table_set_length (u->tree, symbols, m);
      ful_raw_set (u->tree, thread, "nativeSymbols", symbols);

      ful_raw_remove (funcs, "address");
      ful_raw_remove (frames, "nativeSymbol");
      if (n_frames == 0)
        continue;
      func = ful_raw_table_i32 (u->tree, frames, "func", 0);
      native = ful_raw_table_i32 (u->tree, frames, "nativeSymbol", FUL_RAW_NULL_I32);
      for (guint i = 0; i < n_frames; i++)
        native[i] = func[i] >= 0 && (guint) func[i] < n ? symbol_of[func[i]] : FUL_RAW_NULL_I32;
    }
}

static void
to_37 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    if (g_strcmp0 (ful_raw_get_string (u->threads[t], "name"), "Java Main Thread") == 0)
      ful_raw_set_string (u->tree, u->threads[t], "name", "AndroidUI (JVM)");
}

static void
add_stack_column (GArray     *columns,
                  FulRawTree *tree,
                  FulRawNode *table,
                  guint       n_stacks,
                  gboolean    is_backtrace)
{
  FulStackColumn column = { NULL, ful_raw_table_length (table), is_backtrace };
  gint32 *stacks;

  if (column.n == 0)
    return;
  stacks = ful_raw_table_i32 (tree, table, "stack", FUL_RAW_NULL_I32);
  for (guint i = 0; i < column.n; i++)
    if (stacks[i] < 0 || (guint) stacks[i] >= n_stacks)
      stacks[i] = FUL_NONE;
  column.stacks = stacks;
  g_array_append_val (columns, column);
}

static void
copy_stack_cells (FulRawNode               *stacks,
                  const FulReturnAddresses *changes,
                  guint                     n_old)
{
  g_autofree gint32 *origin = g_new (gint32, MAX (changes->n_stacks, 1));

  for (guint i = 0; i < n_old; i++)
    {
      if (changes->sample_map[i] != FUL_NONE)
        origin[changes->sample_map[i]] = (gint32) i;
      if (changes->backtrace_map[i] != FUL_NONE)
        origin[changes->backtrace_map[i]] = (gint32) i;
    }

  for (FulRawMember *member = stacks->members; member; member = member->next)
    {
      FulRawColumn *column = member->value->column;
      gint32 *cells;

      if (member->value->kind != FUL_RAW_ARRAY || column->type != FUL_RAW_I32 || column->n < n_old)
        continue;
      cells = g_new (gint32, MAX (changes->n_stacks, 1));
      for (guint i = 0; i < changes->n_stacks; i++)
        cells[i] = column->i32[origin[i]];
      g_free (column->i32);
      column->i32 = cells;
      column->n = column->capacity = changes->n_stacks;
    }
}

/* Gives stacks without a frame an empty one, whose function the builder will name. Returns: how many frames there are */
static guint
add_unknown_frame (FulUpgrade *u,
                   FulRawNode *frames,
                   gint32     *frame,
                   guint       n_stacks,
                   guint       n_frames)
{
  gboolean is_needed = FALSE;

  for (guint i = 0; i < n_stacks; i++)
    if (frame[i] < 0 || (guint) frame[i] >= n_frames)
      {
        frame[i] = (gint32) n_frames;
        is_needed = TRUE;
      }
  if (is_needed)
    ful_raw_table_append_copies (u->tree, frames, NULL, 1);

  return n_frames + is_needed;
}

static void
correct_return_addresses (FulUpgrade *u,
                          guint       t)
{
  FulRawNode *thread = u->threads[t];
  FulRawNode *stacks = ful_raw_get (thread, "stackTable");
  FulRawNode *frames = ful_raw_get (thread, "frameTable");
  guint n_stacks = ful_raw_table_length (stacks);
  guint n_frames = ful_raw_table_length (frames);
  g_autoptr(GArray) columns = g_array_new (FALSE, FALSE, sizeof (FulStackColumn));
  g_autofree guint8 *has_address = NULL;
  g_autofree gint32 *causes = NULL;
  g_autoptr(FulReturnAddresses) changes = NULL;
  FulStackColumn cause_column = { NULL, 0, TRUE };
  FulRawNode **data;
  double *address;
  gint32 *frame, *prefix;
  guint n;

  if (n_stacks == 0 || n_frames == 0)
    return;

  frame = ful_raw_table_i32 (u->tree, stacks, "frame", FUL_RAW_NULL_I32);
  n_frames = add_unknown_frame (u, frames, frame, n_stacks, n_frames);
  has_address = g_new (guint8, n_frames);
  address = ful_raw_table_f64 (u->tree, frames, "address", -1);
  prefix = ful_raw_table_i32 (u->tree, stacks, "prefix", FUL_RAW_NULL_I32);
  for (guint i = 0; i < n_frames; i++)
    has_address[i] = !isnan (address[i]) && address[i] != -1;
  for (guint i = 0; i < n_stacks; i++)
    {
      if (prefix[i] < 0 || prefix[i] >= (gint32) i)
        prefix[i] = FUL_NONE;
    }

  add_stack_column (columns, u->tree, ful_raw_get (thread, "samples"), n_stacks, FALSE);
  data = ful_upgrade_payloads (u, t, &n);
  causes = g_new (gint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      double stack = ful_raw_get_number (ful_raw_get (data[i], "cause"), "stack");

      if (stack >= 0 && stack < n_stacks)
        causes[cause_column.n++] = (gint32) stack;
    }
  cause_column.stacks = causes;
  g_array_append_val (columns, cause_column);
  add_stack_column (columns, u->tree, ful_raw_get (thread, "jsAllocations"), n_stacks, TRUE);
  add_stack_column (columns, u->tree, ful_raw_get (thread, "nativeAllocations"), n_stacks, TRUE);

  changes = ful_return_addresses_new (n_stacks, frame, prefix, n_frames, has_address,
                                      (FulStackColumn *) columns->data, columns->len);
  if (changes)
    {
      ful_raw_table_append_copies (u->tree, frames, (gint32 *) changes->copies->data, changes->copies->len);
      address = ful_raw_table_f64 (u->tree, frames, "address", -1);
      for (guint i = 0; i < n_frames; i++)
        address[i] -= changes->is_return_address[i];

      copy_stack_cells (stacks, changes, n_stacks);
      ful_raw_table_set_length (u->tree, stacks, changes->n_stacks);
      frame = ful_raw_table_i32 (u->tree, stacks, "frame", 0);
      prefix = ful_raw_table_i32 (u->tree, stacks, "prefix", FUL_RAW_NULL_I32);
      memcpy (frame, changes->frame, changes->n_stacks * sizeof *frame);
      memcpy (prefix, changes->prefix, changes->n_stacks * sizeof *prefix);
      ful_upgrade_map_stacks (u, t, changes->sample_map, changes->backtrace_map, n_stacks);
    }

  n_stacks = ful_raw_table_length (stacks);
  for (guint i = 0; i < n_stacks; i++)
    if (prefix[i] == FUL_NONE)
      prefix[i] = FUL_RAW_NULL_I32;
}

static void
to_38 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    correct_return_addresses (u, t);
}

static void
to_39 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *samples = ful_raw_get (u->threads[t], "samples");
      FulRawColumn *deltas = ful_raw_get_column (samples, "threadCPUDelta");
      gboolean any = FALSE;

      for (guint i = 0; deltas && i < deltas->n && !any; i++)
        any = !isnan (ful_raw_column_number (deltas, i));
      if (!any)
        ful_raw_remove (samples, "threadCPUDelta");
    }
}

static void
to_40 (FulUpgrade *u)
{
  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *frames = ful_raw_get (u->threads[t], "frameTable");

      ful_raw_remove (frames, "inlineDepth");
      if (ful_raw_table_length (frames) > 0)
        ful_raw_table_i32 (u->tree, frames, "inlineDepth", 0);
    }
}

const FulUpgradeStep ful_upgrade_steps_24_40[] = {
  { 24, to_24 }, { 25, to_25 }, { 26, to_26 }, { 27, to_27 }, { 28, to_28 }, { 29, to_29 }, { 30, to_30 },
  { 31, to_31 }, { 32, to_32 }, { 33, to_33 }, { 34, to_34 }, { 35, to_35 }, { 36, to_36 }, { 37, to_37 },
  { 38, to_38 }, { 39, to_39 }, { 40, to_40 }, { 0, NULL },
};
