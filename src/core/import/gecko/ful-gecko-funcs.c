/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions and their origins, interned over the whole profile (formats.md 4.2 and
 * its notes). */

#include "config.h"

#include "ful-gecko-location.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "base/ful-table.h"
#include "import/common/ful-url-origin.h"
#include "import/processed/ful-processed-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-shared-tables.h"

void
ful_gecko_funcs_init (FulGeckoFuncs     *self,
                      FulRawTree        *tree,
                      FulProfileBuilder *builder)
{
  self->tree = tree;
  ful_import_tables_init (&self->tables, builder);
  self->libs = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  self->id_sources = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
}

void
ful_gecko_funcs_clear (FulGeckoFuncs *self)
{
  ful_import_tables_clear (&self->tables);
  g_hash_table_unref (self->libs);
  g_hash_table_unref (self->id_sources);
}

/* JSON quoting of a name inside a resource's name. */
static char *
quote (const char *text)
{
  FulBytes bytes = { 0 };

  ful_raw_write_string (text, &bytes);
  ful_bytes_append_c (&bytes, '\0');

  return bytes.data;
}

/**
 * ful_gecko_funcs_add_extensions:
 * @self: the functions
 * @extensions: (nullable): `meta.extensions` as a Gecko table {id, name, baseURL}
 *
 * Adds a resource for each add-on, so that its scripts are found by origin.
 */
void
ful_gecko_funcs_add_extensions (FulGeckoFuncs    *self,
                                const FulRawNode *extensions)
{
  FulRawColumn *ids = ful_raw_cells (extensions, "id");
  FulRawColumn *names = ful_raw_cells (extensions, "name");
  FulRawColumn *urls = ful_raw_cells (extensions, "baseURL");

  for (guint i = 0; ids && names && urls && i < ids->n; i++)
    {
      FulRawNode *id = ful_raw_column_element (self->tree, ids, i);
      FulRawNode *name = ful_raw_column_element (self->tree, names, i);
      FulRawNode *url = ful_raw_column_element (self->tree, urls, i);
      g_autofree char *origin = NULL;
      g_autofree char *host = NULL;
      g_autofree char *quoted = NULL;
      g_autofree char *label = NULL;
      FulResourceIndex resource;

      if (!ful_raw_is (id, FUL_RAW_STRING) || !ful_raw_is (name, FUL_RAW_STRING) || !ful_raw_is (url, FUL_RAW_STRING)
          || !ful_url_get_origin (url->string, &origin, &host))
        continue;

      quoted = quote (name->string);
      label = g_strdup_printf ("Extension %s (ID: %s)", quoted, id->string);
      resource = ful_import_tables_add_resource (&self->tables, ful_import_tables_string (&self->tables, label, -1),
                                                 ful_import_tables_string (&self->tables, id->string, -1),
                                                 FUL_RESOURCE_TYPE_ADDON);
      g_hash_table_insert (self->tables.url_resources, g_steal_pointer (&origin), GINT_TO_POINTER (resource + 1));
    }
}

FulLibIndex
ful_gecko_funcs_lib (FulGeckoFuncs *self,
                     FulGeckoLib   *lib)
{
  g_autofree char *key = NULL;
  FulLib *copy;
  gpointer known;

  if (lib->index != FUL_NONE)
    return lib->index;

  copy = ful_processed_read_lib (lib->node);
  key = g_strconcat (copy->debug_name, "/", copy->breakpad_id, NULL);
  known = g_hash_table_lookup (self->libs, key);
  if (known)
    {
      ful_lib_free (copy);
      lib->index = GPOINTER_TO_INT (known) - 1;
      return lib->index;
    }

  g_ptr_array_add (self->tables.builder->profile->libs, copy);
  lib->index = (FulLibIndex) self->tables.builder->profile->libs->len - 1;
  g_hash_table_insert (self->libs, g_steal_pointer (&key), GINT_TO_POINTER (lib->index + 1));

  return lib->index;
}

static gint32
cell_string (FulGeckoFuncs  *self,
             FulStringTable *strings,
             FulRawColumn   *cells,
             guint           row)
{
  FulRawNode *node = cells && row < cells->n ? ful_raw_column_element (self->tree, cells, row) : NULL;

  return ful_raw_is (node, FUL_RAW_STRING) ? ful_string_table_intern (strings, node->string, -1) : FUL_NONE;
}

static FulSourceIndex
add_source (FulGeckoFuncs *self,
            gint32         id,
            gint32         filename,
            gint32         line,
            gint32         column,
            gint32         map_url)
{
  FulTableBuilder *sources = &self->tables.builder->sources;
  guint row = ful_table_builder_append (sources, 1);

  FUL_CELLS (sources, FUL_SOURCE_ID, gint32)[row] = id;
  FUL_CELLS (sources, FUL_SOURCE_FILENAME, gint32)[row] = filename;
  FUL_CELLS (sources, FUL_SOURCE_START_LINE, gint32)[row] = line;
  FUL_CELLS (sources, FUL_SOURCE_START_COLUMN, gint32)[row] = column;
  FUL_CELLS (sources, FUL_SOURCE_SOURCE_MAP_URL, gint32)[row] = map_url;

  return (FulSourceIndex) row;
}

static gint32
whole_or (double value,
          gint32 fallback)
{
  return value >= 0 && value <= G_MAXINT32 ? (gint32) value : fallback;
}

/**
 * ful_gecko_funcs_source:
 * @self: the functions
 * @sources: (nullable): `sources` of the process
 * @row: row there, or %FUL_NONE
 * @filename: URL of the script
 *
 * Returns: the source with that id, or without one the source with that file name
 */
FulSourceIndex
ful_gecko_funcs_source (FulGeckoFuncs *self,
                        FulRawNode    *sources,
                        gint32         row,
                        const char    *filename)
{
  FulStringTable *strings = self->tables.builder->strings;
  FulRawColumn *ids = row >= 0 ? ful_raw_cells (sources, "id") : NULL;
  FulSourceIndex source;
  gpointer known;
  gint32 id, file;
  const char *key;

  if (ids && (guint) row < ids->n)
    {
      id = cell_string (self, self->tables.builder->texts, ids, (guint) row);
      if (id != FUL_NONE)
        {
          key = ful_string_table_get (self->tables.builder->texts, id);
          known = g_hash_table_lookup (self->id_sources, key);
          if (known)
            return GPOINTER_TO_INT (known) - 1;

          file = cell_string (self, strings, ful_raw_cells (sources, "filename"), (guint) row);
          source = add_source (self, id, file != FUL_NONE ? file : ful_string_table_intern (strings, filename, -1),
                               whole_or (ful_raw_column_number (ful_raw_cells (sources, "startLine"), (guint) row), 1),
                               whole_or (ful_raw_column_number (ful_raw_cells (sources, "startColumn"), (guint) row), 1),
                               cell_string (self, strings, ful_raw_cells (sources, "sourceMapURL"), (guint) row));
          g_hash_table_insert (self->id_sources, g_strdup (key), GINT_TO_POINTER (source + 1));
          return source;
        }
    }

  return ful_import_tables_source (&self->tables, filename);
}
