/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The values of some runs as a JSON file that stands for them later (compare.md 6.5): keys once, columns by run. What is
 * read may be cut off or edited: every number and every row is checked. O(bytes). */

#include "config.h"

#include "ful-baseline.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "compare/runs/ful-run.h"
#include "io/bytes/ful-file-replace.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define VERSION 1
#define HEAD "{\"fulgensBaseline\":"
#define MAX_BYTES ((gsize) 256 << 20)

enum { N_KEY_PARTS = 6, N_NODE_PARTS = 2, N_SUM_PARTS = 4 };

static const char *const columns[N_SUM_PARTS] = { "x", "uRows", "uPieces", "rows" };

/**
 * ful_baseline_is_one:
 *
 * Returns: whether the file begins as ful_baseline_save() writes it
 */
gboolean
ful_baseline_is_one (GFile *file)
{
  g_autoptr(GFileInputStream) stream = g_file_read (file, NULL, NULL);
  char head[sizeof HEAD] = "";
  gsize n;

  return stream && g_input_stream_read_all (G_INPUT_STREAM (stream), head, strlen (HEAD), &n, NULL, NULL) && g_str_equal (head, HEAD);
}

static void
add_number (JsonBuilder *builder,
            const char  *name,
            double       value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_string (JsonBuilder *builder,
            const char  *name,
            const char  *text)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, text);
}

static double
get_part (const FulItemSum *sum,
          guint             part)
{
  const double parts[N_SUM_PARTS] = { sum->x, sum->u_rows, sum->u_pieces, (double) sum->rows };

  return parts[part];
}

static void
add_items (JsonBuilder  *builder,
           const GArray *items)
{
  json_builder_set_member_name (builder, "key");
  json_builder_begin_array (builder);
  for (guint i = 0; i < items->len; i++)
    json_builder_add_int_value (builder, g_array_index (items, FulItemSum, i).key);
  json_builder_end_array (builder);
  for (guint part = 0; part < N_SUM_PARTS; part++)
    {
      json_builder_set_member_name (builder, columns[part]);
      json_builder_begin_array (builder);
      for (guint i = 0; i < items->len; i++)
        json_builder_add_double_value (builder, get_part (&g_array_index (items, FulItemSum, i), part));
      json_builder_end_array (builder);
    }
}

static void
add_run (JsonBuilder  *builder,
         const FulRun *run)
{
  json_builder_begin_object (builder);
  add_string (builder, "name", run->name);
  add_string (builder, "product", run->product ? run->product : "");
  add_string (builder, "cpu", run->cpu ? run->cpu : "");
  add_number (builder, "debug", run->is_debug);
  add_number (builder, "symbolicated", run->symbolicated);
  add_number (builder, "lacksStrategy", run->lacks_strategy);
  add_number (builder, "duration", run->duration);
  add_number (builder, "cpuTime", run->cpu_time);
  add_number (builder, "markers", (double) run->n_markers);
  add_number (builder, "interval", run->interval);
  add_number (builder, "nominalInterval", run->nominal_interval);
  add_number (builder, "startTime", run->start_time);
  add_number (builder, "unnamed", run->unnamed);
  add_number (builder, "partial", run->is_partial);
  json_builder_set_member_name (builder, "missing");
  json_builder_begin_array (builder);
  for (guint i = 0; run->missing && run->missing[i]; i++)
    json_builder_add_string_value (builder, run->missing[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "total");
  json_builder_begin_array (builder);
  for (guint part = 0; part < N_SUM_PARTS; part++)
    json_builder_add_double_value (builder, get_part (&run->total, part));
  json_builder_end_array (builder);
  add_items (builder, run->items);
  if (run->merged)
    {
      json_builder_set_member_name (builder, "merged");
      json_builder_begin_object (builder);
      add_items (builder, run->merged);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_keys (JsonBuilder      *builder,
          FulSide           side,
          const FulPairing *pairing,
          guint             n_keys)
{
  json_builder_set_member_name (builder, "keys");
  json_builder_begin_array (builder);
  for (gint32 i = 0; i < (gint32) n_keys; i++)
    {
      FulPairedKey key = { "", "", "" };

      if (i > 0)
        ful_pairing_get_key (pairing, i, &key);
      json_builder_begin_array (builder);
      json_builder_add_string_value (builder, key.name);
      json_builder_add_string_value (builder, key.library);
      json_builder_add_string_value (builder, key.file);
      json_builder_add_int_value (builder, i > 0 && key.is_on[side] ? (gint64) key.kind : -1);
      json_builder_add_int_value (builder, key.line);
      json_builder_add_int_value (builder, key.column);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

/**
 * ful_baseline_save:
 * @file: file to write, whole or not at all
 * @view: what was summed, in words that must be the same when it is read
 * @runs: (element-type FulRun): the runs
 * @side: their side
 * @n_keys: one more than the greatest number of a key that their items have
 * @tree: (nullable): nodes, if items are nodes
 */
gboolean
ful_baseline_save (GFile              *file,
                   const char         *view,
                   const GPtrArray    *runs,
                   FulSide             side,
                   const FulPairing   *pairing,
                   guint               n_keys,
                   const FulPathTree  *tree,
                   GError            **error)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;
  g_autoptr(FulFileReplace) to = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "fulgensBaseline");
  json_builder_add_int_value (builder, VERSION);
  add_string (builder, "unit", ((const FulRun *) runs->pdata[0])->unit);
  add_string (builder, "view", view);
  add_keys (builder, side, pairing, n_keys);
  json_builder_set_member_name (builder, "nodes");
  json_builder_begin_array (builder);
  for (gint32 i = 1; tree && i < (gint32) tree->prefix->len; i++)
    {
      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, ful_path_tree_get_prefix (tree, i));
      json_builder_add_int_value (builder, ful_path_tree_get_key (tree, i));
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "runs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < runs->len; i++)
    add_run (builder, runs->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  text = ful_json_write_text (root, FALSE);

  to = ful_file_replace_begin (file, NULL, error);

  return to && g_output_stream_write_all (to->stream, text, strlen (text), NULL, NULL, error) && ful_file_replace_finish (to, NULL, error);
}

static gboolean
refuse (GError     **error,
        const char  *what)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The baseline is damaged: %s"), what);
  return FALSE;
}

/* Returns: (transfer none) (nullable): an array of so many values */
static JsonArray *
get_parts (JsonArray *rows,
           guint      i,
           guint      n)
{
  JsonNode *node = json_array_get_element (rows, i);
  JsonArray *parts = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  return parts && json_array_get_length (parts) == n ? parts : NULL;
}

/* Returns: an integer from @least to @greatest, or @least - 1 */
static gint32
get_row (JsonArray *parts,
         guint      i,
         gint32     least,
         gint32     greatest)
{
  double value = ful_json_node_get_number (json_array_get_element (parts, i));

  return value >= least && value <= greatest && value == floor (value) ? (gint32) value : least - 1;
}

/* Returns: (transfer full) (nullable): the new number of each key */
static gint32 *
load_keys (JsonArray   *keys,
           FulSide      side,
           FulRenames  *renames,
           FulPairing  *pairing)
{
  guint n = json_array_get_length (keys);
  g_autofree gint32 *numbers = g_new0 (gint32, n + 1);

  for (guint i = 0; i < n; i++)
    {
      JsonArray *parts = get_parts (keys, i, N_KEY_PARTS);
      FulPairedKey key = { NULL };
      g_autofree char *name = NULL;
      gint32 kind;

      if (parts == NULL)
        return NULL;
      name = g_strdup (ful_json_node_get_string (json_array_get_element (parts, 0)));
      key.library = ful_json_node_get_string (json_array_get_element (parts, 1));
      key.file = ful_json_node_get_string (json_array_get_element (parts, 2));
      kind = get_row (parts, 3, -1, FUL_N_KEY_KINDS - 1);
      key.line = get_row (parts, 4, FUL_NONE, G_MAXINT32);
      key.column = get_row (parts, 5, FUL_NONE, G_MAXINT32);
      if (!name || !key.library || !key.file || kind < -1 || key.line < FUL_NONE || key.column < FUL_NONE)
        return NULL;
      key.kind = (FulKeyKind) kind;
      if (renames && kind >= 0 && key.kind != FUL_KEY_NAME)
        ful_renames_apply (renames, &name);
      key.name = name;
      if (kind >= 0)
        numbers[i] = ful_pairing_add_key (pairing, side, &key);
    }

  return g_steal_pointer (&numbers);
}

/* Returns: (transfer full) (nullable): the new number of each node */
static gint32 *
load_nodes (JsonArray    *nodes,
            const gint32 *keys,
            guint         n_keys,
            FulPathTree  *tree)
{
  guint n = json_array_get_length (nodes);
  g_autofree gint32 *numbers = g_new0 (gint32, n + 1);

  for (guint i = 0; i < n; i++)
    {
      JsonArray *parts = get_parts (nodes, i, N_NODE_PARTS);
      gint32 prefix = parts ? get_row (parts, 0, 0, (gint32) i) : -1;
      gint32 key = parts ? get_row (parts, 1, 1, (gint32) n_keys - 1) : 0;

      if (prefix < 0 || key < 1)
        return NULL;
      /* Nodes of the other side have no keys. */
      if (keys[key] > 0 && (prefix == 0 || numbers[prefix] > 0))
        numbers[i + 1] = ful_path_tree_add (tree, numbers[prefix], keys[key]);
    }

  return g_steal_pointer (&numbers);
}

/* Returns: FALSE if a part is no number, or less than 0 where that cannot be */
static gboolean
set_part (FulItemSum *sum,
          guint       part,
          JsonNode   *node)
{
  double value = ful_json_node_get_number (node);

  if (!isfinite (value) || (part > 0 && value < 0) || (part == 3 && (value > G_MAXUINT32 || value != floor (value))))
    return FALSE;
  switch (part)
    {
    case 0:
      sum->x = value;
      break;
    case 1:
      sum->u_rows = value;
      break;
    case 2:
      sum->u_pieces = value;
      break;
    case 3:
    default:
      sum->rows = (guint32) value;
    }

  return TRUE;
}

/* Numbers of what items are of, as the file has them and as they are now. */
typedef struct
{
  const gint32 *now;
  guint         n;
  guint        *lists;     /* of each the last list of items that has it */
  guint         n_lists;
} Numbers;

/* @items: gets the items that the object has in columns, each once */
static gboolean
load_items (JsonObject *object,
            Numbers    *numbers,
            GArray     *items)
{
  JsonArray *keys = ful_json_get_array (object, "key");
  guint n = keys ? json_array_get_length (keys) : 0;

  if (keys == NULL)
    return FALSE;
  numbers->n_lists++;
  g_array_set_size (items, n);
  for (guint i = 0; i < n; i++)
    {
      gint32 key = get_row (keys, i, 1, (gint32) numbers->n - 1);

      if (key < 1 || numbers->now[key] == 0 || numbers->lists[key] == numbers->n_lists)
        return FALSE;
      numbers->lists[key] = numbers->n_lists;
      g_array_index (items, FulItemSum, i).key = numbers->now[key];
    }
  for (guint part = 0; part < N_SUM_PARTS; part++)
    {
      JsonArray *column = ful_json_get_array (object, columns[part]);

      if (column == NULL || json_array_get_length (column) != n)
        return FALSE;
      for (guint i = 0; i < n; i++)
        if (!set_part (&g_array_index (items, FulItemSum, i), part, json_array_get_element (column, i)))
          return FALSE;
    }

  return TRUE;
}

static gboolean
load_values (JsonObject *object,
             Numbers    *numbers,
             FulRun     *run)
{
  JsonArray *total = ful_json_get_array (object, "total");
  JsonObject *merged = ful_json_get_object (object, "merged");

  if (total == NULL || json_array_get_length (total) != N_SUM_PARTS)
    return FALSE;
  for (guint part = 0; part < N_SUM_PARTS; part++)
    if (!set_part (&run->total, part, json_array_get_element (total, part)))
      return FALSE;
  if (merged)
    run->merged = g_array_new (FALSE, TRUE, sizeof (FulItemSum));

  return load_items (object, numbers, run->items) && (merged == NULL || load_items (merged, numbers, run->merged));
}

/* Returns: (transfer full): the texts of an array, which may be missing */
static char **
load_texts (JsonArray *array)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      const char *text = ful_json_node_get_string (json_array_get_element (array, i));

      if (text)
        g_strv_builder_add (builder, text);
    }

  return g_strv_builder_end (builder);
}

/* What is not known was not saved as a number. Returns: whether the rest can be */
static gboolean
is_valid (const FulRun *run)
{
  const double numbers[] = { run->duration, run->interval, run->nominal_interval, run->unnamed };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!isfinite (numbers[i]))
      return FALSE;

  return run->duration >= 0 && run->interval >= 0 && run->nominal_interval >= 0;
}

static FulRun *
load_run (JsonObject *object,
          const char *unit)
{
  FulRun *run = g_new0 (FulRun, 1);
  double n_markers = ful_json_get_number (object, "markers"), symbolicated;

  run->name = g_strdup (ful_json_get_string (object, "name") ? ful_json_get_string (object, "name") : "");
  run->product = g_strdup (ful_json_get_string (object, "product"));
  run->cpu = g_strdup (ful_json_get_string (object, "cpu"));
  if (run->cpu && *run->cpu == '\0')
    g_clear_pointer (&run->cpu, g_free);
  run->unit = g_intern_string (unit);
  run->items = g_array_new (FALSE, TRUE, sizeof (FulItemSum));
  run->is_debug = ful_json_get_number (object, "debug") == 1;
  symbolicated = ful_json_get_number (object, "symbolicated");
  run->symbolicated = symbolicated == 0 || symbolicated == 1 ? (int) symbolicated : -1;
  run->lacks_strategy = ful_json_get_number (object, "lacksStrategy") == 1;
  run->duration = ful_json_get_number (object, "duration");
  run->cpu_time = ful_json_get_number (object, "cpuTime");
  run->n_markers = n_markers > 0 && n_markers < 1e15 ? (guint64) n_markers : 0;
  run->interval = ful_json_get_number (object, "interval");
  run->nominal_interval = ful_json_get_number (object, "nominalInterval");
  run->start_time = ful_json_get_number (object, "startTime");
  run->unnamed = ful_json_get_number (object, "unnamed");
  run->is_partial = ful_json_get_number (object, "partial") == 1;
  run->missing = load_texts (ful_json_get_array (object, "missing"));

  return run;
}

/**
 * ful_baseline_load:
 * @view: what is summed, in the words of ful_baseline_save()
 * @runs: (element-type FulRun): gets the runs
 * @side: their side
 * @renames: (nullable): of functions, applied to the names that were saved
 * @pairing: gets the keys
 * @tree: (nullable): gets the nodes, if items are nodes
 * @error: %FUL_ERROR_FORMAT for a damaged file, %FUL_ERROR_VERSION, %FUL_ERROR_ARGUMENT if it is of another view
 */
gboolean
ful_baseline_load (GFile        *file,
                   const char   *view,
                   GPtrArray    *runs,
                   FulSide       side,
                   FulRenames   *renames,
                   FulPairing   *pairing,
                   FulPathTree  *tree,
                   GError      **error)
{
  g_autofree char *text = NULL;
  g_autofree gint32 *keys = NULL;
  g_autofree gint32 *nodes = NULL;
  g_autofree guint *lists = NULL;
  g_autofree char *visible = NULL;
  g_autoptr(JsonNode) root = NULL;
  JsonObject *object;
  JsonArray *key_rows, *node_rows, *run_rows;
  const char *unit, *of_view;
  Numbers numbers;
  gsize length;

  if (!g_file_load_contents (file, NULL, &text, &length, NULL, error))
    return FALSE;
  root = ful_json_parse_text (text, (gssize) length, MAX_BYTES, error);
  if (root == NULL)
    {
      g_prefix_error_literal (error, "The baseline is damaged: ");
      return FALSE;
    }
  if (!JSON_NODE_HOLDS_OBJECT (root))
    return refuse (error, _("it is no object"));
  object = json_node_get_object (root);
  if (isnan (ful_json_get_number (object, "fulgensBaseline")))
    return refuse (error, _("a part is missing"));
  if (ful_json_get_number (object, "fulgensBaseline") != VERSION)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_VERSION, _("The baseline is of version %g, not %u; save it again"),
                   ful_json_get_number (object, "fulgensBaseline"), VERSION);
      return FALSE;
    }
  unit = ful_json_get_string (object, "unit");
  of_view = ful_json_get_string (object, "view");
  key_rows = ful_json_get_array (object, "keys");
  node_rows = ful_json_get_array (object, "nodes");
  run_rows = ful_json_get_array (object, "runs");
  visible = unit ? ful_format_visible (unit, "") : NULL;
  if (!unit || *unit == '\0' || !g_str_equal (visible, unit) || !of_view || !key_rows || !node_rows || !run_rows || json_array_get_length (run_rows) == 0)
    return refuse (error, _("a part is missing"));
  if (!g_str_equal (of_view, view))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The baseline is of another view: “%s”, not “%s”"), of_view, view);
      return FALSE;
    }

  keys = load_keys (key_rows, side, renames, pairing);
  if (renames && !ful_renames_check (renames, error))
    return FALSE;
  nodes = keys && tree ? load_nodes (node_rows, keys, json_array_get_length (key_rows), tree) : NULL;
  if (keys == NULL || (tree && nodes == NULL))
    return refuse (error, _("a name is not valid"));
  numbers = (Numbers) { tree ? nodes : keys, tree ? json_array_get_length (node_rows) + 1 : json_array_get_length (key_rows) };
  numbers.lists = lists = g_new0 (guint, numbers.n + 1);
  for (guint i = 0; i < json_array_get_length (run_rows); i++)
    {
      JsonObject *run_object = ful_json_get_element (run_rows, i);
      FulRun *run;

      if (run_object == NULL)
        return refuse (error, _("a run is not valid"));
      run = load_run (run_object, unit);
      g_ptr_array_add (runs, run);
      if (!is_valid (run) || !load_values (run_object, &numbers, run))
        return refuse (error, _("a value is not valid"));
    }

  return TRUE;
}

/**
 * ful_baseline_merge:
 * @runs: (element-type FulRun): those of a baseline, and others, which stay
 * @pairing: after ful_pairing_pair ()
 *
 * Script functions that have become one item get the values that were saved of that.
 */
void
ful_baseline_merge (GPtrArray        *runs,
                    const FulPairing *pairing)
{
  for (guint r = 0; r < runs->len; r++)
    {
      FulRun *run = g_ptr_array_index (runs, r);
      g_autoptr(GHashTable) merged = g_hash_table_new (NULL, NULL);

      for (guint i = 0; run->merged && i < run->merged->len; i++)
        {
          gint32 first = ful_pairing_get_first_merged (pairing, g_array_index (run->merged, FulItemSum, i).key);

          if (first != FUL_NONE)
            g_hash_table_add (merged, GINT_TO_POINTER (first));
        }
      if (g_hash_table_size (merged) == 0)
        continue;

      for (guint i = run->items->len; i-- > 0; )
        {
          gint32 first = ful_pairing_get_first_merged (pairing, g_array_index (run->items, FulItemSum, i).key);

          if (first != FUL_NONE && g_hash_table_contains (merged, GINT_TO_POINTER (first)))
            g_array_remove_index_fast (run->items, i);
        }
      for (guint i = 0; i < run->merged->len; i++)
        if (ful_pairing_get_first_merged (pairing, g_array_index (run->merged, FulItemSum, i).key) != FUL_NONE)
          g_array_append_val (run->items, g_array_index (run->merged, FulItemSum, i));
    }
}
