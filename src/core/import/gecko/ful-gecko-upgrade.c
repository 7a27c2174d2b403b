/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gecko profiles of older versions → version 36 (versions.md 2), step by step, each
 * for the parent process and its children.
 *
 * Tables are read through their schema, so a step that only moved columns about is
 * not needed here, nor one that added a column of nulls. */

#include "config.h"

#include "ful-gecko-upgrade-private.h"

#include "ful-gecko-reader.h"

#include "import/ful-legacy-data.h"
#include "import/ful-table-upgrade.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>

void
ful_gecko_upgrade_each_thread (FulGeckoUpgrade *u,
                 void   (*func) (FulGeckoUpgrade *u, FulRawNode *process, FulRawNode *thread))
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

/* Children that were texts among the threads become processes. Also the step to 5. */
static void
unpack_children (FulGeckoUpgrade *u,
                 FulRawNode      *process)
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
      child = ful_raw_tree_parse_string (u->tree, thread->string);
      if (ful_raw_is (child, FUL_RAW_OBJECT))
        ful_raw_append_node (u->tree, children, child);
      else
        ful_import_log_add (u->log, FUL_SEVERITY_DATA_LOSS, "threads", i, -1,
                            _("skipped child process that is not JSON"));
    }
  if (ful_raw_is (threads, FUL_RAW_ARRAY))
    ful_raw_set (u->tree, process, "threads", kept);
  ful_raw_set (u->tree, process, "processes", children);
}

static void
for_each_counter (FulGeckoUpgrade *u,
                  void   (*func) (FulGeckoUpgrade *u, FulRawNode *counter))
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
list_sample_groups (FulGeckoUpgrade *u,
                    FulRawNode      *counter)
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
to_18 (FulGeckoUpgrade *u)
{
  for_each_counter (u, list_sample_groups);
}

static void
to_22 (FulGeckoUpgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *meta = ful_raw_get (g_ptr_array_index (u->processes, i), "meta");

      if (ful_raw_is (meta, FUL_RAW_OBJECT))
        ful_raw_set (u->tree, meta, "markerSchema", i == 0 ? ful_legacy_built_in_schemas (u->tree)
                                                           : ful_raw_tree_new_array (u->tree, FUL_RAW_NODES, 0));
    }
}

static void
to_23 (FulGeckoUpgrade *u)
{
  for (guint p = 0; p < u->processes->len; p++)
    {
      FulRawNode *process = g_ptr_array_index (u->processes, p);
      FulRawNode *pages = ful_raw_get (process, "pages");
      guint n = ful_raw_length (pages);

      for (guint i = 0; i < n; i++)
        ful_raw_rename (u->tree, ful_raw_element (u->tree, pages, i), "browsingContextID", "tabID");
      ful_raw_rename (u->tree, ful_raw_get (ful_raw_get (process, "meta"), "configuration"), "activeBrowsingContextID", "activeTabID");
    }
}

static void
add_schema_field (FulGeckoUpgrade *u,
                  FulRawNode      *schemas,
                  const char      *schema,
                  const char      *key,
                  const char      *label)
{
  int i = ful_legacy_find_category (u->tree, schemas, schema);
  FulRawNode *data = i == FUL_NONE ? NULL : ful_raw_get (ful_raw_element (u->tree, schemas, (guint) i), "data");
  FulRawNode *field;

  if (!ful_raw_is (data, FUL_RAW_ARRAY))
    return;
  field = ful_raw_tree_new_node (u->tree, FUL_RAW_OBJECT);
  ful_raw_set_string (u->tree, field, "key", key);
  ful_raw_set_string (u->tree, field, "label", label);
  ful_raw_set_string (u->tree, field, "format", "string");
  ful_raw_append_node (u->tree, data, field);
}

static void
to_26 (FulGeckoUpgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *schemas = ful_raw_get (ful_raw_get (g_ptr_array_index (u->processes, i), "meta"), "markerSchema");

      add_schema_field (u, schemas, "FileIO", "threadId", "Thread ID");
      add_schema_field (u, schemas, "DOMEvent", "eventType", "Event Type");
    }
}

static void
unlist_samples (FulGeckoUpgrade *u,
                FulRawNode      *counter)
{
  FulRawNode *groups = ful_raw_remove (counter, "sample_groups");
  FulRawNode *samples = ful_raw_get (ful_raw_element (u->tree, groups, 0), "samples");

  if (samples)
    ful_raw_set (u->tree, counter, "samples", samples);
}

static void
to_29 (FulGeckoUpgrade *u)
{
  for_each_counter (u, unlist_samples);
}

static void
to_34 (FulGeckoUpgrade *u)
{
  for (guint i = 0; i < u->processes->len; i++)
    {
      FulRawNode *schema = ful_raw_get (ful_raw_get (g_ptr_array_index (u->processes, i), "sources"), "schema");

      if (ful_raw_get (schema, "id") == NULL)
        ful_raw_rename (u->tree, schema, "uuid", "id");
    }
}

/* Step 18 changes counters only, so it may come after the steps of threads. */
static const FulGeckoUpgradeStep steps_from_22[] = {
  { 18, to_18 }, { 22, to_22 }, { 23, to_23 }, { 26, to_26 }, { 29, to_29 }, { 34, to_34 }, { 0, NULL },
};

static void
run_steps (FulGeckoUpgrade           *u,
           const FulGeckoUpgradeStep *steps,
           guint                      version)
{
  for (; steps->run; steps++)
    if (steps->to > version)
      steps->run (u);
}

/**
 * ful_gecko_upgrade:
 * @tree: the tree
 * @root: a Gecko profile; modified
 * @version: its version, from 3 on
 * @log: gets flaws
 *
 * Upgrades a profile and its sub-processes to version 36.
 */
void
ful_gecko_upgrade (FulRawTree   *tree,
                   FulRawNode   *root,
                   guint         version,
                   FulImportLog *log)
{
  g_autoptr(GPtrArray) processes = g_ptr_array_new ();
  FulGeckoUpgrade u = { .tree = tree, .processes = processes, .log = log };
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

  run_steps (&u, ful_gecko_upgrade_steps_4_21, version);
  run_steps (&u, steps_from_22, version);
  if (version < 34)
    ful_import_log_add (log, FUL_SEVERITY_INFO, "meta.version", -1, -1,
                        _("upgraded from version %u of the Gecko format"), version);
}
