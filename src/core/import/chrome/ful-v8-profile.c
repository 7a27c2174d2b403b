/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU profiles of V8 (formats.md 9): of .cpuprofile files, with a list of nodes or a tree of them as older writers have it, and
 * of traces, where they come in parts. */

#include "config.h"

#include "ful-v8-profile.h"

#include "import/common/ful-import-samples.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * ful_v8_profile_init:
 * @self: gets a profile without nodes
 * @tables: tables that outlive it
 * @thread: gets the samples; outlives it
 * @start: ms; what the first time delta is added to
 * @cancellable: (nullable): checked while nodes and samples are added; outlives it
 */
void
ful_v8_profile_init (FulV8Profile     *self,
                     FulImportTables  *tables,
                     FulThreadBuilder *thread,
                     double            start,
                     GCancellable     *cancellable)
{
  *self = (FulV8Profile) {
    .tables = tables,
    .thread = thread,
    .log = tables->builder->log,
    .stacks = g_hash_table_new (NULL, NULL),
    .parents = g_hash_table_new (NULL, NULL),
    .time = start,
    .last_kept = MIN (start - FUL_V8_INTERVAL, 0),
    .cancellable = cancellable,
  };
}

void
ful_v8_profile_clear (FulV8Profile *self)
{
  if (self->n_close > 0)
    ful_import_log_add (self->log, FUL_SEVERITY_INFO, "samples", -1, -1,
                        ngettext ("%u sample follows the one before by less than %g ms; left it out, as the Firefox Profiler does",
                                  "%u samples follow the one before by less than %g ms; left them out, as the Firefox Profiler does",
                                  self->n_close),
                        self->n_close, FUL_V8_INTERVAL);
  g_clear_pointer (&self->stacks, g_hash_table_unref);
  g_clear_pointer (&self->parents, g_hash_table_unref);
}

static gboolean
is_cancelled (FulV8Profile *self,
              guint         row)
{
  return row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* Returns: the key of a node, or NULL for what is no number of one. */
static gpointer
key_of (double id)
{
  return id >= 0 && id < G_MAXINT32 && id == floor (id) ? GINT_TO_POINTER ((int) id + 1) : NULL;
}

/* From 0 in the file, -1 for unknown. */
static gint32
place_of (const FulRawNode *call_frame,
          const char       *key)
{
  double number = ful_raw_get_number (call_frame, key);

  return number >= 0 && number < G_MAXINT32 ? (gint32) number + 1 : FUL_NONE;
}

static FulV8Category
categorize (const char *name,
            gboolean    has_place)
{
  static const struct { const char *name; FulV8Category category; } own[] = {
    { "(idle)", FUL_V8_CATEGORY_IDLE },
    { "(root)", FUL_V8_CATEGORY_OTHER },
    { "(program)", FUL_V8_CATEGORY_OTHER },
    { "(garbage collector)", FUL_V8_CATEGORY_GC },
    { "<WASM UNNAMED>", FUL_V8_CATEGORY_JAVASCRIPT },
    { "(unresolved function)", FUL_V8_CATEGORY_JAVASCRIPT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_equal (name, own[i].name))
      return own[i].category;

  return has_place ? FUL_V8_CATEGORY_JAVASCRIPT : FUL_V8_CATEGORY_NATIVE;
}

/**
 * ful_v8_add_frame:
 * @tables: get the frame
 * @name: (nullable): of the function
 * @url: (nullable): of its script
 * @line: of its definition, from 1, or %FUL_NONE; @column likewise
 */
FulFrameIndex
ful_v8_add_frame (FulImportTables *tables,
                  const char      *name,
                  const char      *url,
                  gint32           line,
                  gint32           column)
{
  gboolean has_url = url && *url;
  FulImportFunc func;
  FulImportFrame frame;
  FulV8Category category;

  name = name && *name ? name : "(anonymous)";
  category = categorize (name, has_url || line != FUL_NONE);
  func = FUL_IMPORT_FUNC (ful_import_tables_string (tables, name, -1));
  func.is_js = category == FUL_V8_CATEGORY_JAVASCRIPT;
  func.relevant_for_js = category == FUL_V8_CATEGORY_NATIVE;
  func.line = line;
  func.column = column;
  if (func.is_js)
    func.resource = ful_import_tables_url_resource (tables, has_url ? url : "<unknown>");
  if (func.is_js && has_url)
    func.source = ful_import_tables_source (tables, url);

  frame = FUL_IMPORT_FRAME (ful_import_tables_func (tables, &func), (FulCategoryIndex) category);
  frame.line = func.line;
  frame.column = func.column;

  return ful_import_tables_frame (tables, &frame);
}

static FulFrameIndex
add_frame (FulV8Profile     *self,
           const FulRawNode *call_frame)
{
  return ful_v8_add_frame (self->tables, ful_raw_get_string (call_frame, "functionName"), ful_raw_get_string (call_frame, "url"),
                           place_of (call_frame, "lineNumber"), place_of (call_frame, "columnNumber"));
}

static void
add_node_frame (FulV8Profile *self,
                gpointer      key,
                gpointer      prefix,
                FulFrameIndex frame)
{
  FulStackIndex stack = ful_import_tables_stack (self->tables, GPOINTER_TO_INT (prefix) - 1, frame);

  g_hash_table_insert (self->stacks, key, GINT_TO_POINTER (stack + 1));
}

static void
add_node (FulV8Profile     *self,
          const FulRawNode *node,
          guint             row)
{
  gpointer key = key_of (ful_raw_get_number (node, "id"));
  gpointer parent = key_of (ful_raw_get_number (node, "parent"));
  FulRawColumn *children = ful_raw_get_column (node, "children");
  gpointer prefix = NULL;

  if (key == NULL)
    {
      ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "nodes", row, -1, _("a node has no number; skipped it"));
      return;
    }

  if (parent == NULL)
    parent = g_hash_table_lookup (self->parents, key);
  if (parent)
    {
      prefix = g_hash_table_lookup (self->stacks, parent);
      if (prefix == NULL)
        ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "nodes", row, -1,
                            _("the parent of a node is not before it; made it a root"));
    }
  for (guint i = 0; children && i < children->n; i++)
    {
      gpointer child = key_of (ful_raw_column_number (children, i));

      if (child)
        g_hash_table_insert (self->parents, child, key);
    }

  add_node_frame (self, key, prefix, add_frame (self, ful_raw_get (node, "callFrame")));
}

/**
 * ful_v8_profile_add_nodes:
 * @self: a profile
 * @tree: the tree of @nodes
 * @nodes: (nullable): an array of nodes, each after its parent
 */
void
ful_v8_profile_add_nodes (FulV8Profile     *self,
                          FulRawTree       *tree,
                          const FulRawNode *nodes)
{
  guint n = ful_raw_length (nodes);

  for (guint i = 0; i < n && !is_cancelled (self, i); i++)
    add_node (self, ful_raw_element (tree, nodes, i), i);
}

typedef struct
{
  FulRawNode *node;
  gpointer    prefix;   /* its stack + 1, or NULL */
} TreeNode;

/* From 1, unlike those of nodes in a list. */
static gint32
tree_place_of (const FulRawNode *node,
               const char       *key)
{
  double number = ful_raw_get_number (node, key);

  return number >= 1 && number <= G_MAXINT32 ? (gint32) number : FUL_NONE;
}

/**
 * ful_v8_profile_add_tree:
 * @self: a profile without nodes
 * @tree: the tree of @head
 * @head: the root of the nodes, which have their children in them
 */
void
ful_v8_profile_add_tree (FulV8Profile *self,
                         FulRawTree   *tree,
                         FulRawNode   *head)
{
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (TreeNode));
  TreeNode root = { head, NULL };

  g_array_append_val (open, root);
  for (guint row = 0; open->len > 0 && !is_cancelled (self, row); row++)
    {
      TreeNode top = g_array_index (open, TreeNode, open->len - 1);
      gpointer key = key_of (ful_raw_get_number (top.node, "id"));
      const FulRawNode *children = ful_raw_get (top.node, "children");

      g_array_set_size (open, open->len - 1);
      if (key == NULL)
        {
          ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "head", row, -1, _("a node has no number; skipped it"));
          continue;
        }
      add_node_frame (self, key, top.prefix,
                      ful_v8_add_frame (self->tables, ful_raw_get_string (top.node, "functionName"),
                                        ful_raw_get_string (top.node, "url"), tree_place_of (top.node, "lineNumber"),
                                        tree_place_of (top.node, "columnNumber")));
      for (guint i = ful_raw_length (children); i-- > 0; )
        {
          TreeNode child = { ful_raw_element (tree, children, i), g_hash_table_lookup (self->stacks, key) };

          g_array_append_val (open, child);
        }
    }
}

/* Of the time that was reached. @row: in the file */
static void
add_sample (FulV8Profile *self,
            double        node,
            guint         row)
{
  gpointer key = key_of (node);
  gpointer stack = key ? g_hash_table_lookup (self->stacks, key) : NULL;

  if (stack == NULL)
    {
      ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, "samples", row, -1,
                          _("sample of a node that does not exist; skipped it"));
      return;
    }
  if (!(self->time - self->last_kept >= FUL_V8_INTERVAL))
    {
      self->n_close++;
      return;
    }
  ful_import_samples_add (self->thread, self->time, GPOINTER_TO_INT (stack) - 1);
  self->last_kept = self->time;
}

/* How many of @n_nodes samples have a time. */
static guint
count_timed (FulV8Profile *self,
             guint         n_nodes,
             guint         n_times)
{
  if (n_nodes > n_times)
    ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, "samples", n_times, -1,
                        ngettext ("%u sample has no time; skipped it", "%u samples have no time; skipped them", n_nodes - n_times),
                        n_nodes - n_times);

  return MIN (n_nodes, n_times);
}

/**
 * ful_v8_profile_add_samples:
 * @self: a profile
 * @samples: (nullable): numbers of nodes that were added
 * @time_deltas: (nullable): µs since the sample before, for each; samples without one are not read
 */
void
ful_v8_profile_add_samples (FulV8Profile     *self,
                            const FulRawNode *samples,
                            const FulRawNode *time_deltas)
{
  FulRawColumn *nodes = ful_raw_is (samples, FUL_RAW_ARRAY) ? samples->column : NULL;
  FulRawColumn *deltas = ful_raw_is (time_deltas, FUL_RAW_ARRAY) ? time_deltas->column : NULL;
  guint n = count_timed (self, nodes ? nodes->n : 0, deltas ? deltas->n : 0);

  for (guint i = 0; i < n && !is_cancelled (self, i); i++)
    {
      double delta = ful_raw_column_number (deltas, i);

      if (isfinite (delta))
        self->time += delta / 1000;
      add_sample (self, ful_raw_column_number (nodes, i), i);
    }
}

/**
 * ful_v8_profile_add_timed_samples:
 * @self: a profile
 * @samples: (nullable): numbers of nodes that were added
 * @timestamps: (nullable): µs, for each; without them the samples are spread over the recording
 * @end: ms, of the recording, or NaN
 */
void
ful_v8_profile_add_timed_samples (FulV8Profile     *self,
                                  const FulRawNode *samples,
                                  const FulRawNode *timestamps,
                                  double            end)
{
  FulRawColumn *nodes = ful_raw_is (samples, FUL_RAW_ARRAY) ? samples->column : NULL;
  FulRawColumn *times = ful_raw_is (timestamps, FUL_RAW_ARRAY) ? timestamps->column : NULL;
  guint n_nodes = nodes ? nodes->n : 0;
  guint n = times ? count_timed (self, n_nodes, times->n) : n_nodes;
  double start = self->time;
  double interval = isfinite (end) && end > start ? MAX ((end - start) / MAX (n, 1), FUL_V8_INTERVAL) : 1;

  for (guint i = 0; i < n && !is_cancelled (self, i); i++)
    {
      double time = times ? ful_raw_column_number (times, i) / 1000 : start + interval * i;

      if (isfinite (time))
        self->time = time;
      add_sample (self, ful_raw_column_number (nodes, i), i);
    }
}
