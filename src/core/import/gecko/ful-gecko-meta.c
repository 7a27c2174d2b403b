/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `meta` of a Gecko profile: marker schemas of all processes, and extensions, as processed profiles have them
 * (formats.md 5). */

#include "config.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-hash.h"
#include "import/processed/ful-processed-reader.h"
#include "io/raw/ful-raw-get.h"

/* One marker schema: `data` with dynamic and static entries → `fields` and `description`. */
static FulRawNode *
convert_schema (FulRawTree *tree,
                FulRawNode *schema)
{
  static const char *const kept[] = {
    "name", "tooltipLabel", "tableLabel", "chartLabel", "display", "graphs", "colorField", "isStackBased",
  };
  static const char *const field_members[] = { "key", "label", "format", "hidden" };
  FulRawNode *result = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  FulRawNode *fields = ful_raw_tree_new_array (tree, FUL_RAW_NODES, 4);
  FulRawNode *data = ful_raw_get (schema, "data");
  FulRawNode *description = NULL;
  guint n = ful_raw_length (data);
  gboolean described = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      FulRawNode *value = ful_raw_get (schema, kept[i]);

      if (value)
        ful_raw_set (tree, result, kept[i], value);
    }

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *entry = ful_raw_element (tree, data, i);
      FulRawNode *field;

      if (ful_raw_get (entry, "key") == NULL)
        {
          gboolean is_description = g_strcmp0 (ful_raw_get_string (entry, "label"), "Description") == 0;

          if (description == NULL || (is_description && !described))
            description = ful_raw_get (entry, "value");
          described |= is_description;
          continue;
        }

      field = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
      for (guint m = 0; m < G_N_ELEMENTS (field_members); m++)
        {
          FulRawNode *value = ful_raw_get (entry, field_members[m]);

          if (value)
            ful_raw_set (tree, field, field_members[m], value);
        }
      ful_raw_append_node (tree, fields, field);
    }
  ful_raw_set (tree, result, "fields", fields);
  if (description)
    ful_raw_set (tree, result, "description", description);

  return result;
}

/* Parent's schemas in order, then the children's that are new by name. */
FulRawNode *
ful_gecko_merge_schemas (FulGeckoReader *self,
                         GPtrArray      *processes)
{
  FulRawNode *result = ful_raw_tree_new_array (self->tree, FUL_RAW_NODES, 64);
  g_autoptr(GHashTable) known = g_hash_table_new (ful_hash_text, g_str_equal);

  for (guint p = 0; p < processes->len; p++)
    {
      FulRawNode *schemas = ful_raw_get (ful_raw_get (g_ptr_array_index (processes, p), "meta"), "markerSchema");
      guint n = ful_raw_length (schemas);

      for (guint i = 0; i < n && !g_cancellable_is_cancelled (self->cancellable); i++)
        {
          FulRawNode *schema = ful_raw_element (self->tree, schemas, i);
          const char *name = ful_raw_get_string (schema, "name");

          if (name && g_hash_table_add (known, (gpointer) name))
            ful_raw_append_node (self->tree, result, convert_schema (self->tree, schema));
        }
    }

  return result;
}

/* {schema, data} → {id: [], name: [], baseURL: [], length} */
static FulRawNode *
convert_extensions (FulRawTree *tree,
                    FulRawNode *extensions)
{
  static const char *const columns[] = { "id", "name", "baseURL" };
  FulRawNode *result = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  guint length = 0;

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      FulRawColumn *cells = ful_raw_cells (extensions, columns[c]);
      FulRawNode *array = ful_raw_tree_new_array (tree, FUL_RAW_NODES, cells ? cells->n : 0);

      for (guint i = 0; cells && i < cells->n; i++)
        ful_raw_append_node (tree, array, ful_raw_column_element (tree, cells, i));
      length = cells ? cells->n : length;
      ful_raw_set (tree, result, columns[c], array);
    }
  ful_raw_set (tree, result, "length", ful_raw_tree_new_number (tree, length));

  return result;
}

void
ful_gecko_read_meta (FulGeckoReader *self,
                     FulRawNode     *meta,
                     FulRawNode     *schemas)
{
  static const char *const dropped[] = {
    "markerSchema", "extensions", "shutdownTime", "presymbolicated", "gcpoison", "asyncstack", "visualMetricsGecko",
  };
  FulRawTree *tree = self->tree;
  FulRawNode *extensions = ful_raw_get (meta, "extensions");
  gboolean debug = ful_raw_is_true (ful_raw_get (meta, "debug"));
  gboolean symbolicated = ful_raw_is_true (ful_raw_get (meta, "presymbolicated"));

  extensions = convert_extensions (tree, extensions);
  for (guint i = 0; i < G_N_ELEMENTS (dropped); i++)
    ful_raw_remove (meta, dropped[i]);

  if (ful_raw_get_string (meta, "product") == NULL)
    ful_raw_set (tree, meta, "product", ful_raw_tree_new_string (tree, ""));
  ful_raw_set (tree, meta, "debug", ful_raw_tree_new_bool (tree, debug));
  ful_raw_set (tree, meta, "symbolicated", ful_raw_tree_new_bool (tree, symbolicated));
  ful_raw_set (tree, meta, "extensions", extensions);
  ful_raw_set (tree, meta, "markerSchema", schemas);
  ful_processed_read_meta (tree, meta, self->builder, self->cancellable);
}
