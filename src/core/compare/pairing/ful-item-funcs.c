/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Items of a comparison as functions, so that what shows and names functions does so with items. A library or a file has
 * one row. O(1) an item. */

#include "config.h"

#include "ful-item-funcs.h"

#include "model/ful-shared-tables.h"

/**
 * ful_item_funcs_init:
 * @builder: outlives @self
 */
void
ful_item_funcs_init (FulItemFuncs      *self,
                     FulProfileBuilder *builder)
{
  *self = (FulItemFuncs) { builder, g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL) };
}

void
ful_item_funcs_clear (FulItemFuncs *self)
{
  g_hash_table_unref (self->libraries);
  g_hash_table_unref (self->files);
}

/* Returns: the row of @name in a table, which is new if it has none */
static gint32
find_row (FulItemFuncs    *self,
          FulTableBuilder *table,
          GHashTable      *rows,
          const char      *name,
          gint32          *out_string,
          gboolean        *out_is_new)
{
  gpointer known;
  guint row;

  *out_is_new = FALSE;
  if (name == NULL || *name == '\0')
    return FUL_NONE;

  *out_string = ful_string_table_intern (self->builder->strings, name, -1);
  known = g_hash_table_lookup (rows, GINT_TO_POINTER (*out_string + 1));
  if (known)
    return GPOINTER_TO_INT (known) - 1;

  row = ful_table_builder_append (table, 1);
  *out_is_new = TRUE;
  g_hash_table_insert (rows, GINT_TO_POINTER (*out_string + 1), GUINT_TO_POINTER (row + 1));

  return (gint32) row;
}

static FulResourceIndex
add_library (FulItemFuncs *self,
             const char   *name)
{
  FulTableBuilder *resources = &self->builder->resources;
  gboolean is_new;
  gint32 string, row = find_row (self, resources, self->libraries, name, &string, &is_new);

  if (is_new)
    {
      FUL_CELLS (resources, FUL_RESOURCE_NAME, gint32)[row] = string;
      FUL_CELLS (resources, FUL_RESOURCE_HOST, gint32)[row] = FUL_NONE;
      FUL_CELLS (resources, FUL_RESOURCE_TYPE, gint32)[row] = FUL_RESOURCE_TYPE_LIBRARY;
    }

  return row;
}

static FulSourceIndex
add_file (FulItemFuncs *self,
          const char   *name)
{
  FulTableBuilder *sources = &self->builder->sources;
  gboolean is_new;
  gint32 string, row = find_row (self, sources, self->files, name, &string, &is_new);

  if (is_new)
    {
      FUL_CELLS (sources, FUL_SOURCE_ID, gint32)[row] = FUL_NONE;
      FUL_CELLS (sources, FUL_SOURCE_FILENAME, gint32)[row] = string;
      FUL_CELLS (sources, FUL_SOURCE_START_LINE, gint32)[row] = 1;
      FUL_CELLS (sources, FUL_SOURCE_START_COLUMN, gint32)[row] = 1;
      FUL_CELLS (sources, FUL_SOURCE_SOURCE_MAP_URL, gint32)[row] = FUL_NONE;
    }

  return row;
}

/**
 * ful_item_funcs_append:
 * @item: a function that both sides may have
 *
 * Returns: the row of a new function, with its name, library and file
 */
FulFuncIndex
ful_item_funcs_append (FulItemFuncs        *self,
                       const FulPairedItem *item)
{
  FulTableBuilder *funcs = &self->builder->funcs;
  guint row = ful_table_builder_append (funcs, 1);

  FUL_CELLS (funcs, FUL_FUNC_NAME, gint32)[row] = ful_string_table_intern (self->builder->strings, item->name ? item->name : "", -1);
  FUL_CELLS (funcs, FUL_FUNC_RESOURCE, gint32)[row] = add_library (self, item->library);
  FUL_CELLS (funcs, FUL_FUNC_SOURCE, gint32)[row] = add_file (self, item->file);
  FUL_CELLS (funcs, FUL_FUNC_LINE, gint32)[row] = FUL_NONE;
  FUL_CELLS (funcs, FUL_FUNC_COLUMN, gint32)[row] = FUL_NONE;

  return (FulFuncIndex) row;
}
