/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps to versions 60 to 70: 2025 and 2026 (versions.md 1). */

#include "config.h"

#include "ful-processed-upgrade-private.h"

#include "ful-processed-upgrade.h"

#include "base/ful-interner.h"
#include "import/common/ful-counter-display.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Columns of the tables that become one for all threads. */
static const char *const symbol_columns[] = { "libIndex", "address", "name", "functionSize", NULL };
static const char *const resource_columns[] = { "type", "lib", "name", "host", NULL };
static const char *const func_columns[] = {
  "name", "isJS", "relevantForJS", "resource", "source", "lineNumber", "columnNumber", NULL,
};
static const char *const frame_columns[] = {
  "func", "nativeSymbol", "inlineDepth", "category", "subcategory", "line", "column", NULL,
};
static const char *const frame_f64_columns[] = { "address", "innerWindowID", NULL };
static const char *const stack_columns[] = { "frame", "prefix", NULL };

/* A table under construction. */
typedef struct
{
  FulUpgrade    *u;
  FulRawNode    *node;
  const char    *name;
  FulRawColumn  *columns[8];
  FulRawColumn  *f64[2];      /* columns of any numbers */
  FulInterner   *interner;    /* NULL: rows are appended */
  guint          n_columns;
  guint          n_f64;
  guint          n_keys;
  guint          n;
} Merger;

static void
merger_init (Merger            *self,
             FulUpgrade        *u,
             const char        *name,
             const char *const *columns,
             const char *const *f64_columns,
             guint              n_keys)
{
  FulRawNode *shared = ful_raw_get (u->root, "shared");

  *self = (Merger) { .u = u, .name = name, .node = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT), .n_keys = n_keys };
  self->interner = n_keys > 0 ? ful_interner_new (n_keys) : NULL;
  for (; columns[self->n_columns]; self->n_columns++)
    {
      FulRawNode *array = ful_raw_tree_new_array (u->tree, FUL_RAW_I32, 16);

      array->column->n_nulls = 1;
      self->columns[self->n_columns] = array->column;
      ful_raw_set (u->tree, self->node, columns[self->n_columns], array);
    }
  for (; f64_columns && f64_columns[self->n_f64]; self->n_f64++)
    {
      FulRawNode *array = ful_raw_tree_new_array (u->tree, FUL_RAW_F64, 16);

      array->column->n_nulls = 1;
      self->f64[self->n_f64] = array->column;
      ful_raw_set (u->tree, self->node, f64_columns[self->n_f64], array);
    }
  ful_raw_set (u->tree, shared, name, self->node);
}

static guint
merger_add (Merger       *self,
            const gint32 *cells,
            const double *numbers)
{
  if (self->interner)
    {
      guint row = ful_interner_intern (self->interner, cells);

      if (row < self->n)
        return row;
    }

  for (guint c = 0; c < self->n_columns; c++)
    {
      ful_raw_column_reserve (self->columns[c], 1);
      self->columns[c]->i32[self->columns[c]->n++] = cells[c];
    }
  for (guint c = 0; c < self->n_f64; c++)
    {
      ful_raw_column_reserve (self->f64[c], 1);
      self->f64[c]->f64[self->f64[c]->n++] = numbers[c];
    }

  return self->n++;
}

static void
merger_finish (Merger *self)
{
  ful_raw_table_set_length (self->u->tree, self->node, self->n);
  g_clear_pointer (&self->interner, ful_interner_free);
}

static gint32
mapped (const gint32 *map,
        guint         n,
        gint32        row,
        gint32        missing)
{
  return row >= 0 && (guint) row < n ? map[row] : missing;
}

/* Columns of a row that refer to tables which were merged before. */
typedef struct
{
  const gint32 *map[2];
  guint         n[2];
  gint          column[2];     /* -1: none */
  gint32        missing[2];
} References;

static gint32
map_cell (Merger            *merger,
          const References  *references,
          guint              reference,
          const char *const *columns,
          guint              row,
          gint32             cell)
{
  gint32 missing = references->missing[reference];
  g_autofree char *where = NULL;

  if (cell >= 0 && (guint) cell < references->n[reference])
    return references->map[reference][cell];
  if (cell == missing || cell == FUL_RAW_NULL_I32)
    return missing;

  where = g_strconcat (merger->name, ".", columns[references->column[reference]], NULL);
  ful_import_log_add (merger->u->log, FUL_SEVERITY_ERROR, where, row, -1, _("row reference out of range; replaced it"));

  return missing;
}

/* Appends a thread's table to the shared one. Returns the new row of each old one. */
static gint32 *
merge_table (Merger            *merger,
             FulRawNode        *table,
             const char *const *columns,
             const char *const *f64_columns,
             const References  *references)
{
  guint n = ful_raw_table_length (table);
  gint32 *map = g_new (gint32, MAX (n, 1));
  gint32 *from[8];
  double *f64_from[2];

  if (n == 0)
    return map;

  for (guint c = 0; c < merger->n_columns; c++)
    from[c] = ful_raw_table_i32 (merger->u->tree, table, columns[c], FUL_RAW_NULL_I32);
  for (guint c = 0; c < merger->n_f64; c++)
    f64_from[c] = ful_raw_table_f64 (merger->u->tree, table, f64_columns[c], NAN);

  for (guint i = 0; i < n; i++)
    {
      gint32 cells[8];
      double numbers[2];

      for (guint c = 0; c < merger->n_f64; c++)
        numbers[c] = f64_from[c][i];
      for (guint c = 0; c < merger->n_columns; c++)
        cells[c] = from[c][i];
      for (guint r = 0; r < G_N_ELEMENTS (references->map); r++)
        if (references->column[r] >= 0)
          cells[references->column[r]] = map_cell (merger, references, r, columns, i, cells[references->column[r]]);
      map[i] = (gint32) merger_add (merger, cells, numbers);
    }

  return map;
}

/* Links from before version 60 have the old numbers. */
static void
keep_map (FulUpgrade   *u,
          FulRawNode   *thread,
          const char   *key,
          const gint32 *map,
          guint         n)
{
  FulRawNode *array = ful_raw_tree_new_array (u->tree, FUL_RAW_I32, n);

  if (n > 0)
    memcpy (array->column->i32, map, n * sizeof *map);
  array->column->n = n;
  ful_raw_set (u->tree, thread, key, array);
}

static void
to_60 (FulUpgrade *u)
{
  const References none = { .column = { -1, -1 } };
  Merger symbols, resources, funcs, frames, stacks;

  if (!ful_raw_is (ful_raw_get (u->root, "shared"), FUL_RAW_OBJECT))
    ful_raw_set (u->tree, u->root, "shared", ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT));
  merger_init (&symbols, u, "nativeSymbols", symbol_columns, NULL, 2);
  merger_init (&resources, u, "resourceTable", resource_columns, NULL, 4);
  merger_init (&funcs, u, "funcTable", func_columns, NULL, 7);
  merger_init (&frames, u, "frameTable", frame_columns, frame_f64_columns, 0);
  merger_init (&stacks, u, "stackTable", stack_columns, NULL, 0);

  for (guint t = 0; t < u->n_threads; t++)
    {
      FulRawNode *thread = u->threads[t];
      FulRawNode *symbol_table = ful_raw_remove (thread, "nativeSymbols");
      FulRawNode *resource_table = ful_raw_remove (thread, "resourceTable");
      FulRawNode *func_table = ful_raw_remove (thread, "funcTable");
      FulRawNode *frame_table = ful_raw_remove (thread, "frameTable");
      FulRawNode *stack_table = ful_raw_remove (thread, "stackTable");
      guint n_symbols = ful_raw_table_length (symbol_table);
      guint n_resources = ful_raw_table_length (resource_table);
      guint n_funcs = ful_raw_table_length (func_table);
      guint n_frames = ful_raw_table_length (frame_table);
      guint n_stacks = ful_raw_table_length (stack_table);
      g_autofree gint32 *symbol_map = merge_table (&symbols, symbol_table, symbol_columns, NULL, &none);
      g_autofree gint32 *resource_map = merge_table (&resources, resource_table, resource_columns, NULL, &none);
      References of_funcs = { { resource_map, NULL }, { n_resources, 0 }, { 3, -1 }, { FUL_NONE, 0 } };
      g_autofree gint32 *func_map = merge_table (&funcs, func_table, func_columns, NULL, &of_funcs);
      References of_frames = { { func_map, symbol_map }, { n_funcs, n_symbols }, { 0, 1 }, { FUL_RAW_NULL_I32, FUL_RAW_NULL_I32 } };
      g_autofree gint32 *frame_map = merge_table (&frames, frame_table, frame_columns, frame_f64_columns, &of_frames);
      g_autofree gint32 *stack_map = g_new (gint32, MAX (n_stacks, 1));
      References of_stacks = { { frame_map, stack_map }, { n_frames, n_stacks }, { 0, 1 }, { FUL_RAW_NULL_I32, FUL_RAW_NULL_I32 } };

      for (guint i = 0; i < n_stacks; i++)
        stack_map[i] = (gint32) (stacks.n + i);
      g_free (merge_table (&stacks, stack_table, stack_columns, NULL, &of_stacks));
      ful_upgrade_map_stacks (u, t, stack_map, stack_map, n_stacks);
      keep_map (u, thread, FUL_UPGRADE_OLD_FUNCS, func_map, n_funcs);
      keep_map (u, thread, FUL_UPGRADE_OLD_RESOURCES, resource_map, n_resources);
      for (FulRawNode *const *table = (FulRawNode *const[]) { func_table, frame_table, stack_table, NULL }; *table; table++)
        ful_raw_release (*table);
    }

  merger_finish (&symbols);
  merger_finish (&resources);
  merger_finish (&funcs);
  merger_finish (&frames);
  merger_finish (&stacks);
}

static void
to_61 (FulUpgrade *u)
{
  FulRawNode *sources = ful_raw_get (ful_raw_get (u->root, "shared"), "sources");
  guint n = ful_raw_table_length (sources);

  if (ful_raw_get (sources, "id") == NULL)
    ful_raw_rename (u->tree, sources, "uuid", "id");
  if (n == 0)
    return;
  ful_raw_table_i32 (u->tree, sources, "startLine", 1);
  ful_raw_table_i32 (u->tree, sources, "startColumn", 1);
}

static void
to_62 (FulUpgrade *u)
{
  FulRawNode *counters = ful_raw_get (u->root, "counters");
  guint n = ful_raw_length (counters);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *counter = ful_raw_element (u->tree, counters, i);
      FulRawNode *color = ful_raw_remove (counter, "color");

      if (!ful_raw_is (counter, FUL_RAW_OBJECT) || ful_raw_get (counter, "display"))
        continue;
      ful_raw_set (u->tree, counter, "display",
                   ful_counter_display_new (u->tree, ful_raw_get_string (counter, "category"),
                                            ful_raw_get_string (counter, "name"),
                                            ful_raw_is (color, FUL_RAW_STRING) ? color->string : NULL));
    }
}

static void
to_63 (FulUpgrade *u)
{
  FulRawNode *counters = ful_raw_get (u->root, "counters");
  guint n = ful_raw_length (counters);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *counter = ful_raw_element (u->tree, counters, i);
      FulRawNode *display = ful_raw_get (counter, "display");

      if (ful_raw_is (display, FUL_RAW_OBJECT) && ful_raw_get (display, "tooltipRows") == NULL)
        ful_raw_set (u->tree, display, "tooltipRows",
                     ful_counter_display_new_rows (u->tree, ful_raw_get_string (counter, "category"),
                                                   ful_raw_get_string (counter, "name")));
    }
}

static void
to_66 (FulUpgrade *u)
{
  FulRawNode *stacks = ful_raw_get (ful_raw_get (u->root, "shared"), "stackTable");
  guint n = ful_raw_table_length (stacks);
  gint32 *offset;

  ful_raw_rename (u->tree, stacks, "prefix", "prefixOffset");
  if (n == 0)
    return;
  offset = ful_raw_table_i32 (u->tree, stacks, "prefixOffset", FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    offset[i] = offset[i] >= 0 ? (gint32) i - offset[i] : 0;
}

static void
to_69 (FulUpgrade *u)
{
  FulRawNode *schemas = ful_raw_get (u->meta, "markerSchema");
  int i = ful_legacy_find_category (u->tree, schemas, "Network");
  FulRawNode *schema = i == FUL_NONE ? NULL : ful_raw_element (u->tree, schemas, (guint) i);
  FulRawNode *display = ful_raw_get (schema, "display");
  guint n = ful_raw_length (display);

  if (!ful_raw_is (display, FUL_RAW_ARRAY))
    return;
  for (guint d = 0; d < n; d++)
    {
      FulRawNode *location = ful_raw_element (u->tree, display, d);

      if (ful_raw_is (location, FUL_RAW_STRING) && g_str_equal (location->string, "timeline-network"))
        return;
    }
  ful_raw_append_node (u->tree, display, ful_raw_tree_new_string (u->tree, "timeline-network"));
}

static void
to_70 (FulUpgrade *u)
{
  FulRawNode *shared = ful_raw_get (u->root, "shared");
  FulRawNode *frames = ful_raw_get (shared, "frameTable");
  FulRawNode *funcs = ful_raw_get (shared, "funcTable");
  FulRawNode *resources = ful_raw_get (shared, "resourceTable");
  guint n = ful_raw_table_length (frames);
  guint n_funcs = ful_raw_table_length (funcs);
  guint n_resources = ful_raw_table_length (resources);
  gint32 *lib, *func, *resource, *resource_lib;

  if (n > 0)
    {
      ful_raw_remove (frames, "lib");
      lib = ful_raw_table_i32 (u->tree, frames, "lib", FUL_NONE);
      func = ful_raw_table_i32 (u->tree, frames, "func", 0);
      resource = n_funcs > 0 ? ful_raw_table_i32 (u->tree, funcs, "resource", FUL_NONE) : NULL;
      resource_lib = n_resources > 0 ? ful_raw_table_i32 (u->tree, resources, "lib", FUL_RAW_NULL_I32) : NULL;
      for (guint i = 0; i < n; i++)
        {
          gint32 r = mapped (resource, n_funcs, func[i], FUL_NONE);

          lib[i] = MAX (mapped (resource_lib, n_resources, r, FUL_NONE), FUL_NONE);
        }
    }
  ful_raw_remove (resources, "lib");
}

const FulUpgradeStep ful_upgrade_steps_60_70[] = {
  { 60, to_60 }, { 61, to_61 }, { 62, to_62 }, { 63, to_63 }, { 66, to_66 }, { 69, to_69 }, { 70, to_70 }, { 0, NULL },
};
