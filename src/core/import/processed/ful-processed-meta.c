/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `meta` and `libs` of a processed profile (formats.md 2.2, 2.4, 2.5). */

#include "config.h"

#include "ful-processed-reader.h"

#include "base/ful-bytes.h"
#include "base/ful-serial.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static GArray *
read_thread_indexes (const FulRawNode *meta,
                     const char       *key)
{
  FulRawColumn *column = ful_raw_get_column (meta, key);
  GArray *indexes;

  if (column == NULL)
    return NULL;

  indexes = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < column->n; i++)
    {
      double number = ful_raw_column_number (column, i);

      if (number >= 0 && number < G_MAXINT32)
        {
          guint index = (guint) number;

          g_array_append_val (indexes, index);
        }
    }

  return indexes;
}

static void
read_categories (FulRawTree        *tree,
                 FulRawNode        *categories,
                 FulProfileBuilder *builder,
                 GCancellable      *cancellable)
{
  guint n = ful_raw_length (categories);

  for (guint i = 0; i < n && !g_cancellable_is_cancelled (cancellable); i++)
    {
      FulRawNode *node = ful_raw_element (tree, categories, i);
      FulRawNode *subcategories = ful_raw_get (node, "subcategories");
      const char *name = ful_raw_get_string (node, "name");
      const char *color = ful_raw_get_string (node, "color");
      g_autoptr(GPtrArray) names = g_ptr_array_new ();
      guint n_names = ful_raw_length (subcategories);

      for (guint s = 0; s < n_names && !g_cancellable_is_cancelled (cancellable); s++)
        {
          FulRawNode *subcategory = ful_raw_element (tree, subcategories, s);

          g_ptr_array_add (names, (gpointer) (ful_raw_is (subcategory, FUL_RAW_STRING) ? subcategory->string : ""));
        }
      if (n_names == 0)
        g_ptr_array_add (names, (gpointer) "Other");
      g_ptr_array_add (names, NULL);

      if (name == NULL || color == NULL)
        ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, "meta.categories", i, -1,
                            _("category without name or colour"));
      g_ptr_array_add (builder->profile->categories,
                       ful_category_new (name ? name : "", color ? color : "grey", (char **) names->pdata));
    }
}

static FulCpuUnit
read_cpu_unit (const FulRawNode *units)
{
  const char *unit = ful_raw_get_string (units, "threadCPUDelta");

  if (!ful_raw_is (units, FUL_RAW_OBJECT))
    return FUL_CPU_UNIT_NONE;
  if (g_strcmp0 (unit, "ns") == 0)
    return FUL_CPU_UNIT_NS;
  if (g_strcmp0 (unit, "\302\265s") == 0)
    return FUL_CPU_UNIT_US;

  return FUL_CPU_UNIT_VARIABLE_CYCLES;
}

/* The program that recorded the profile, with the version that Gecko has in `misc`; of converted profiles the format
 * or program that they were imported from. Returns: (transfer full) (nullable) */
static char *
dup_writer (const FulRawNode *meta)
{
  const char *imported_from = ful_raw_get_string (meta, "importedFrom");
  const char *product = ful_raw_get_string (meta, "product");
  const char *misc = ful_raw_get_string (meta, "misc");

  if (imported_from && *imported_from)
    return g_strdup (imported_from);
  if (product == NULL || *product == '\0')
    return NULL;

  return misc && g_str_has_prefix (misc, "rv:") ? g_strdup_printf ("%s %s", product, misc + strlen ("rv:"))
                                                : g_strdup (product);
}

/**
 * ful_processed_read_meta:
 * @tree: the tree
 * @meta: `meta` of a processed profile; modified
 * @builder: gets the known members; others are kept as text
 * @cancellable: (nullable): checked for each category; the caller sets the error
 *
 * Returns: %FALSE if @meta is not an object
 */
gboolean
ful_processed_read_meta (FulRawTree        *tree,
                         FulRawNode        *meta,
                         FulProfileBuilder *builder,
                         GCancellable      *cancellable)
{
  FulProfile *profile = builder->profile;
  FulRawNode *symbolicated = ful_raw_get (meta, "symbolicated");
  FulRawNode *units = ful_raw_get (meta, "sampleUnits");
  FulBytes text = { 0 };

  if (!ful_raw_is (meta, FUL_RAW_OBJECT))
    return FALSE;

  g_free (profile->writer);
  g_free (profile->product);
  g_free (profile->meta_json);
  g_clear_pointer (&profile->initial_visible_threads, g_array_unref);
  g_clear_pointer (&profile->initial_selected_threads, g_array_unref);
  read_categories (tree, ful_raw_remove (meta, "categories"), builder, cancellable);
  ful_raw_remove (meta, "preprocessedProfileVersion");

  profile->meta_serial = ful_serial_new ();
  profile->writer = dup_writer (meta);
  profile->product = ful_raw_dup_string (meta, "product", "");
  profile->interval = ful_raw_get_number_or (meta, "interval", 1);
  profile->has_interval = ful_raw_get_number_or (meta, "interval", 0) > 0 && !ful_raw_get_bool (meta, "intervalIsUnknown");
  profile->start_time = ful_raw_get_number_or (meta, "startTime", 0);
  profile->profiling_start_time = ful_raw_get_number (meta, "profilingStartTime");
  profile->profiling_end_time = ful_raw_get_number (meta, "profilingEndTime");
  profile->symbolicated = ful_raw_is (symbolicated, FUL_RAW_BOOL) ? symbolicated->boolean : -1;
  profile->uses_only_one_stack_type = ful_raw_get_bool (meta, "usesOnlyOneStackType");
  profile->keep_thread_order = ful_raw_get_bool (meta, "keepProfileThreadOrder");
  profile->time_is_bytes = g_strcmp0 (ful_raw_get_string (units, "time"), "bytes") == 0;
  profile->cpu_unit = read_cpu_unit (units);
  profile->initial_visible_threads = read_thread_indexes (meta, "initialVisibleThreads");
  profile->initial_selected_threads = read_thread_indexes (meta, "initialSelectedThreads");

  ful_raw_write (meta, &text);
  ful_bytes_append_c (&text, '\0');
  profile->meta_json = text.data;

  return TRUE;
}

/**
 * ful_processed_read_lib:
 * @lib: an element of `libs`
 *
 * Returns: (transfer full): the library; missing members are ""
 */
FulLib *
ful_processed_read_lib (const FulRawNode *lib)
{
  FulLib *result = g_new0 (FulLib, 1);

  result->arch = ful_raw_dup_string (lib, "arch", "");
  result->name = ful_raw_dup_string (lib, "name", "");
  result->path = ful_raw_dup_string (lib, "path", "");
  result->debug_name = ful_raw_dup_string (lib, "debugName", "");
  result->debug_path = ful_raw_dup_string (lib, "debugPath", "");
  result->breakpad_id = ful_raw_dup_string (lib, "breakpadId", "");
  result->code_id = ful_raw_dup_string (lib, "codeId", NULL);

  return result;
}
