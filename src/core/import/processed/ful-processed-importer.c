/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processed profiles as an importer: detection, version check, upgrade, reading. */

#include "config.h"

#include "ful-processed-reader.h"

#include "ful-processed-upgrade.h"

#include "base/ful-error.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static FulRawNode *
first_thread (const FulRawNode *root)
{
  FulRawColumn *threads = ful_raw_get_column (root, "threads");

  if (threads == NULL || threads->type != FUL_RAW_NODES || threads->n == 0)
    return NULL;

  return threads->nodes[0];
}

static double
version_of (const FulRawNode *root)
{
  return ful_raw_get_number (ful_raw_get (root, "meta"), "preprocessedProfileVersion");
}

/* formats.md 1.2, rows 0 and 1. */
static gboolean
probe_tree (FulRawTree       *tree G_GNUC_UNUSED,
            const FulRawNode *root)
{
  if (!ful_raw_is (ful_raw_get (root, "meta"), FUL_RAW_OBJECT))
    return FALSE;

  return !isnan (version_of (root)) || ful_raw_is_true (ful_raw_get (first_thread (root), "stringArray"));
}

/* Profiles copied from a browser console hold string tables as objects of the page. */
static void
repair_console_copy (FulRawTree *tree,
                     FulRawNode *root)
{
  FulRawNode *threads = ful_raw_get (root, "threads");
  guint n = ful_raw_length (threads);
  FulRawNode *first = first_thread (root);

  if (first == NULL || ful_raw_get (first, "stringArray") || !ful_raw_get (first, "stringTable"))
    return;

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *thread = ful_raw_element (tree, threads, i);
      FulRawNode *table = ful_raw_remove (thread, "stringTable");
      FulRawNode *array = ful_raw_get (table, "_array");

      if (array)
        ful_raw_set (tree, thread, "stringArray", array);
    }
}

static const char *const head_members[] = { "meta", "libs", "shared", "threads" };

/* As the reference writes it everything that threads need is before them. */
static gboolean
has_head (const FulRawNode *root,
          const FulRawNode *threads)
{
  return version_of (root) >= 0 && version_of (root) <= FUL_PROCESSED_VERSION &&
         ful_raw_is (ful_raw_get (root, "libs"), FUL_RAW_ARRAY) &&
         ful_raw_get_column (ful_raw_get (root, "shared"), "stringArray") &&
         !(threads->column->type == FUL_RAW_NODES && ful_raw_get (threads->column->nodes[0], "stringTable"));
}

static gboolean
read_head (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  double version = version_of (root);

  if (!ful_processed_upgrade_head (tree, root, (guint) version, import->builder->log, import->cancellable))
    return FALSE;

  ful_import_set_version (import, version);

  return ful_processed_read_head (tree, root, import->builder, import->cancellable, error);
}

static gboolean
read_part (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           FulRawNode  *threads,
           guint        end,
           GError     **error)
{
  if (import->n_read == 0 && (!has_head (root, threads) || !read_head (import, tree, root, error)))
    return FALSE;
  if (!ful_processed_read_threads (tree, threads, import->n_read, end, import->builder, import->cancellable, error))
    return FALSE;
  import->n_read = end;

  return TRUE;
}

/* Of members with the same name the last one counts, which comes too late. */
static gboolean
check_head (const FulRawNode  *root,
            GError           **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (head_members); i++)
    {
      guint n = 0;

      for (const FulRawMember *member = root->members; member; member = member->next)
        n += g_str_equal (member->key, head_members[i]);
      if (n > 1)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“%s” is in the processed profile more than once"),
                       head_members[i]);
          return FALSE;
        }
    }

  return TRUE;
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  double version = version_of (root);

  if (import->n_read > 0)
    return check_head (root, error) &&
           ful_processed_read (tree, root, import->n_read, import->builder, import->cancellable, error);

  if (isnan (version) || version < 0)
    version = 0;
  ful_import_set_version (import, version);
  if (!ful_importer_check_version ("processed", &version, FUL_PROCESSED_VERSION, import->flags, import->builder->log, error))
    return FALSE;

  repair_console_copy (tree, root);
  if (!ful_processed_upgrade (tree, root, (guint) version, import->builder->log, import->cancellable, error))
    return FALSE;

  return ful_processed_read (tree, root, 0, import->builder, import->cancellable, error);
}

const FulImporter ful_processed_importer = {
  .name = N_("Firefox Profiler"),
  .mime_type = "application/x-firefox-profile+json",
  .suffixes = FUL_IMPORTER_LIST ("json", "jslb"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
  .read_part = read_part,
};
