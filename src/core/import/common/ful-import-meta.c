/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `meta` of profiles of other tools: what it has to have, and what they say. */

#include "config.h"

#include "ful-import-meta.h"

#include "import/processed/ful-processed-reader.h"
#include "io/raw/ful-raw-get.h"

/**
 * ful_import_meta_init:
 * @self: gets a profile that needs no symbols, with an interval of 1 ms that stands for an unknown one, and without categories
 * @product: what was profiled, or by what
 * @imported_from: (nullable): display name of the format
 */
void
ful_import_meta_init (FulImportMeta *self,
                      const char    *product,
                      const char    *imported_from)
{
  self->writer = NULL;
  self->has_interval = FALSE;
  self->tree = ful_raw_tree_new ();
  self->node = ful_raw_tree_new_node (self->tree, FUL_RAW_OBJECT);
  ful_import_meta_set_string (self, "product", product);
  if (imported_from)
    ful_import_meta_set_string (self, "importedFrom", imported_from);
  ful_import_meta_set_number (self, "interval", 1);
  ful_import_meta_set_number (self, "startTime", 0);
  ful_import_meta_set_number (self, "processType", 0);
  ful_import_meta_set_number (self, "stackwalk", 0);
  ful_import_meta_set_bool (self, "symbolicated", TRUE);
  ful_raw_set (self->tree, self->node, "categories", ful_raw_tree_new_array (self->tree, FUL_RAW_NODES, 8));
  ful_raw_set (self->tree, self->node, "markerSchema", ful_raw_tree_new_array (self->tree, FUL_RAW_NODES, 1));
}

void
ful_import_meta_add_category (FulImportMeta *self,
                              const char    *name,
                              const char    *color)
{
  FulRawNode *category = ful_raw_tree_new_node (self->tree, FUL_RAW_OBJECT);
  FulRawNode *subcategories = ful_raw_tree_new_array (self->tree, FUL_RAW_NODES, 1);

  ful_raw_append_node (self->tree, subcategories, ful_raw_tree_new_string (self->tree, "Other"));
  ful_raw_set (self->tree, category, "name", ful_raw_tree_new_string (self->tree, name));
  ful_raw_set (self->tree, category, "color", ful_raw_tree_new_string (self->tree, color));
  ful_raw_set (self->tree, category, "subcategories", subcategories);
  ful_raw_append_node (self->tree, ful_raw_get (self->node, "categories"), category);
}

/**
 * ful_import_meta_index_categories:
 * @self: a meta
 * @categories: (element-type utf8 guint): gets for each name the row of that category + 1; names belong to @self
 *
 * Returns: how many categories there are
 */
guint
ful_import_meta_index_categories (FulImportMeta *self,
                                  GHashTable    *categories)
{
  FulRawNode *list = ful_raw_get (self->node, "categories");
  guint n = ful_raw_length (list);

  for (guint i = 0; i < n; i++)
    g_hash_table_insert (categories, (gpointer) ful_raw_get_string (ful_raw_element (self->tree, list, i), "name"),
                         GUINT_TO_POINTER (i + 1));

  return n;
}

/**
 * ful_import_meta_add_schema:
 * @self: a meta
 * @schema: JSON text, static: a marker schema
 */
void
ful_import_meta_add_schema (FulImportMeta *self,
                            const char    *schema)
{
  FulRawNode *node = ful_raw_tree_parse_string (self->tree, schema);

  g_assert (node);
  ful_raw_append_node (self->tree, ful_raw_get (self->node, "markerSchema"), node);
}

void
ful_import_meta_set_number (FulImportMeta *self,
                            const char    *key,
                            double         value)
{
  ful_raw_set (self->tree, self->node, key, ful_raw_tree_new_number (self->tree, value));
}

/**
 * ful_import_meta_set_interval:
 * @interval: ms between two samples, as the file says
 */
void
ful_import_meta_set_interval (FulImportMeta *self,
                              double         interval)
{
  ful_import_meta_set_number (self, "interval", interval);
  self->has_interval = TRUE;
}

void
ful_import_meta_set_bool (FulImportMeta *self,
                          const char    *key,
                          gboolean       value)
{
  ful_raw_set (self->tree, self->node, key, ful_raw_tree_new_bool (self->tree, value));
}

void
ful_import_meta_set_string (FulImportMeta *self,
                            const char    *key,
                            const char    *value)
{
  ful_raw_set (self->tree, self->node, key, ful_raw_tree_new_string (self->tree, value));
}

/**
 * ful_import_meta_finish:
 * @self: the meta, which is cleared
 * @import: gets it
 */
void
ful_import_meta_finish (FulImportMeta *self,
                        FulImport     *import)
{
  FulProfile *profile = import->builder->profile;

  if (!self->has_interval)
    ful_import_meta_set_bool (self, "intervalIsUnknown", TRUE);
  ful_processed_read_meta (self->tree, self->node, import->builder, import->cancellable);
  g_free (profile->writer);
  profile->writer = g_strdup (self->writer);
  g_clear_pointer (&self->tree, ful_raw_tree_free);
}
