/* SPDX-License-Identifier: GPL-3.0-or-later */

/* .cpuprofile files, as Node and the developer tools of Chrome write them (formats.md 9). */

#include "config.h"

#include "ful-chrome-meta.h"
#include "ful-v8-profile.h"

#include "base/ful-error.h"
#include "import/ful-importer.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Older writers have the nodes in a tree, and times instead of differences; some leave the end out. */
static gboolean
probe_tree (FulRawTree       *tree G_GNUC_UNUSED,
            const FulRawNode *root)
{
  if (ful_raw_get (root, "samples") == NULL)
    return FALSE;
  if (ful_raw_get (ful_raw_get (root, "head"), "functionName"))
    return TRUE;

  return ful_raw_get (root, "nodes") && (ful_raw_get (root, "timeDeltas") || ful_raw_get (root, "timestamps"));
}

/* A number, also one that is written as a text. */
static double
get_number (const FulRawNode *node)
{
  char *end;
  double number;

  if (!ful_raw_is (node, FUL_RAW_STRING))
    return ful_raw_number (node);

  number = g_ascii_strtod (node->string, &end);

  return end > node->string && *end == '\0' ? number : NAN;
}

/* Returns: (nullable): a list of such numbers */
static const FulRawNode *
get_numbers (FulRawTree       *tree,
             const FulRawNode *root,
             const char       *key)
{
  FulRawColumn *column = ful_raw_get_column (root, key);
  FulRawNode *numbers;

  if (column == NULL || (column->type != FUL_RAW_STRINGS && column->type != FUL_RAW_NODES))
    return ful_raw_get (root, key);

  numbers = ful_raw_tree_new_array (tree, FUL_RAW_F64, MAX (column->n, 1));
  numbers->column->n = column->n;
  for (guint i = 0; i < column->n; i++)
    numbers->column->f64[i] = get_number (ful_raw_column_element (tree, column, i));

  return numbers;
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  FulThreadBuilder *thread = ful_profile_builder_add_thread (import->builder);
  FulRawNode *head = ful_raw_get (root, "head");
  double unit = head ? 1000 : 1e-3;    /* ms */
  double start = get_number (ful_raw_get (root, "startTime")) * unit;
  double end = get_number (ful_raw_get (root, "endTime")) * unit;
  const FulRawNode *samples = get_numbers (tree, root, "samples");
  const FulRawNode *deltas = get_numbers (tree, root, "timeDeltas");
  FulImportTables tables;
  FulV8Profile profile;
  FulImportMeta meta;

  thread->thread->name = g_strdup ("Chrome Thread");
  thread->thread->process_type = g_strdup ("unknown");
  thread->thread->pid = g_strdup ("0");
  thread->thread->tid = g_strdup ("0:0");
  ful_import_tables_init (&tables, import->builder);
  ful_v8_profile_init (&profile, &tables, thread, isfinite (start) ? start : 0, import->cancellable);
  if (head)
    ful_v8_profile_add_tree (&profile, tree, head);
  else
    ful_v8_profile_add_nodes (&profile, tree, ful_raw_get (root, "nodes"));
  if (deltas)
    ful_v8_profile_add_samples (&profile, samples, deltas);
  else
    ful_v8_profile_add_timed_samples (&profile, samples, get_numbers (tree, root, "timestamps"), end);
  ful_v8_profile_clear (&profile);
  ful_import_tables_clear (&tables);
  ful_chrome_meta_init (&meta);
  ful_chrome_meta_set_range (&meta, import, start, end >= profile.last_kept ? end : NAN);
  ful_import_meta_finish (&meta, import);

  if (g_cancellable_set_error_if_cancelled (import->cancellable, error))
    return FALSE;
  if (thread->samples.n_rows == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY,
                           _("This CPU profile of V8 (.cpuprofile) has no sample with a time and a node"));
      return FALSE;
    }

  return TRUE;
}

const FulImporter ful_cpuprofile_importer = {
  .name = N_("CPU profile of V8"),
  .mime_type = "application/x-v8-cpuprofile+json",
  .suffixes = FUL_IMPORTER_LIST ("cpuprofile"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
};
