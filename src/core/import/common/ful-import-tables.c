/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared tables of formats that have none (formats.md 4.2): equal functions, frames and stacks
 * become one row, functions get the library, host or file that they come from. */

#include "config.h"

#include "ful-import-tables.h"

#include "ful-url-origin.h"

#include "base/ful-hash.h"
#include "model/ful-shared-tables.h"

void
ful_import_tables_init (FulImportTables   *self,
                        FulProfileBuilder *builder)
{
  *self = (FulImportTables) {
    .builder = builder,
    .funcs = ful_interner_new (7),
    .frames = ful_interner_new (10),
    .stacks = ful_prefix_tree_new (),
    .lib_resources = g_hash_table_new (NULL, NULL),
    .url_resources = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL),
    .file_sources = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL),
  };
}

void
ful_import_tables_clear (FulImportTables *self)
{
  ful_interner_free (self->funcs);
  ful_interner_free (self->frames);
  ful_prefix_tree_free (self->stacks);
  g_hash_table_unref (self->lib_resources);
  g_hash_table_unref (self->url_resources);
  g_hash_table_unref (self->file_sources);
}

FulStringIndex
ful_import_tables_string (FulImportTables *self,
                          const char      *text,
                          gssize           length)
{
  return ful_string_table_intern (self->builder->strings, text, length);
}

/**
 * ful_import_tables_add_resource:
 * @self: the tables
 * @name: shared string
 * @host: shared string or %FUL_NONE
 * @type: its type
 *
 * Returns: a new resource, even if there is such a one
 */
FulResourceIndex
ful_import_tables_add_resource (FulImportTables *self,
                                FulStringIndex   name,
                                FulStringIndex   host,
                                FulResourceType  type)
{
  FulTableBuilder *resources = &self->builder->resources;
  guint row = ful_table_builder_append (resources, 1);

  FUL_CELLS (resources, FUL_RESOURCE_NAME, gint32)[row] = name;
  FUL_CELLS (resources, FUL_RESOURCE_HOST, gint32)[row] = host;
  FUL_CELLS (resources, FUL_RESOURCE_TYPE, gint32)[row] = (gint32) type;

  return (FulResourceIndex) row;
}

/**
 * ful_import_tables_lib_resource:
 *
 * Returns: the resource of the library of that name, whatever its path
 */
FulResourceIndex
ful_import_tables_lib_resource (FulImportTables *self,
                                FulStringIndex   name)
{
  gpointer known = g_hash_table_lookup (self->lib_resources, GINT_TO_POINTER (name + 1));
  FulResourceIndex resource;

  if (known)
    return GPOINTER_TO_INT (known) - 1;

  resource = ful_import_tables_add_resource (self, name, FUL_NONE, FUL_RESOURCE_TYPE_LIBRARY);
  g_hash_table_insert (self->lib_resources, GINT_TO_POINTER (name + 1), GINT_TO_POINTER (resource + 1));

  return resource;
}

/**
 * ful_import_tables_url_resource:
 * @self: the tables
 * @url: URL of a script, or any text
 *
 * Returns: the resource of its origin, or of the whole text if it has none
 */
FulResourceIndex
ful_import_tables_url_resource (FulImportTables *self,
                                const char      *url)
{
  g_autofree char *origin = NULL;
  g_autofree char *host = NULL;
  gboolean has_origin = ful_url_get_origin (url, &origin, &host);
  const char *key = has_origin ? origin : url;
  gpointer known = g_hash_table_lookup (self->url_resources, key);
  FulStringTable *strings = self->builder->strings;
  FulResourceIndex resource;

  if (known)
    return GPOINTER_TO_INT (known) - 1;

  resource = ful_import_tables_add_resource (self, ful_string_table_intern (strings, key, -1),
                                             has_origin ? ful_string_table_intern (strings, host, -1) : FUL_NONE,
                                             has_origin ? FUL_RESOURCE_TYPE_WEBHOST : FUL_RESOURCE_TYPE_URL);
  g_hash_table_insert (self->url_resources, g_strdup (key), GINT_TO_POINTER (resource + 1));

  return resource;
}

/**
 * ful_import_tables_source:
 *
 * Returns: the source of that name
 */
FulSourceIndex
ful_import_tables_source (FulImportTables *self,
                          const char      *filename)
{
  gpointer known = g_hash_table_lookup (self->file_sources, filename);
  FulTableBuilder *sources = &self->builder->sources;
  guint row;

  if (known)
    return GPOINTER_TO_INT (known) - 1;

  row = ful_table_builder_append (sources, 1);
  FUL_CELLS (sources, FUL_SOURCE_ID, gint32)[row] = FUL_NONE;
  FUL_CELLS (sources, FUL_SOURCE_FILENAME, gint32)[row] = ful_import_tables_string (self, filename, -1);
  FUL_CELLS (sources, FUL_SOURCE_START_LINE, gint32)[row] = 1;
  FUL_CELLS (sources, FUL_SOURCE_START_COLUMN, gint32)[row] = 1;
  FUL_CELLS (sources, FUL_SOURCE_SOURCE_MAP_URL, gint32)[row] = FUL_NONE;
  g_hash_table_insert (self->file_sources, g_strdup (filename), GINT_TO_POINTER (row + 1));

  return (FulSourceIndex) row;
}

/**
 * ful_import_tables_set_source_map:
 * @filename: a file, which may have no source
 * @url: where its map is
 */
void
ful_import_tables_set_source_map (FulImportTables *self,
                                  const char      *filename,
                                  const char      *url)
{
  gpointer known = g_hash_table_lookup (self->file_sources, filename);

  if (known)
    FUL_CELLS (&self->builder->sources, FUL_SOURCE_SOURCE_MAP_URL, gint32)[GPOINTER_TO_INT (known) - 1] =
      ful_import_tables_string (self, url, -1);
}

FulFuncIndex
ful_import_tables_func (FulImportTables     *self,
                        const FulImportFunc *func)
{
  gint32 keys[] = { func->name, func->is_js != 0, func->relevant_for_js != 0, func->resource, func->source,
                    func->line, func->column };
  FulTableBuilder *funcs = &self->builder->funcs;
  guint row = ful_interner_intern (self->funcs, keys);

  if (row < funcs->n_rows)
    return (FulFuncIndex) row;

  ful_table_builder_append (funcs, 1);
  FUL_CELLS (funcs, FUL_FUNC_NAME, gint32)[row] = func->name;
  FUL_CELLS (funcs, FUL_FUNC_IS_JS, guint8)[row] = func->is_js != 0;
  FUL_CELLS (funcs, FUL_FUNC_RELEVANT_FOR_JS, guint8)[row] = func->relevant_for_js != 0;
  FUL_CELLS (funcs, FUL_FUNC_RESOURCE, gint32)[row] = func->resource;
  FUL_CELLS (funcs, FUL_FUNC_SOURCE, gint32)[row] = func->source;
  FUL_CELLS (funcs, FUL_FUNC_LINE, gint32)[row] = func->line;
  FUL_CELLS (funcs, FUL_FUNC_COLUMN, gint32)[row] = func->column;

  return (FulFuncIndex) row;
}

FulFrameIndex
ful_import_tables_frame (FulImportTables      *self,
                         const FulImportFrame *frame)
{
  gint32 keys[] = { (gint32) (guint32) frame->address, (gint32) (frame->address >> 32), frame->lib, frame->inline_depth,
                    frame->category, frame->subcategory, frame->func, frame->native_symbol, frame->line, frame->column };
  FulTableBuilder *frames = &self->builder->frames;
  guint row = ful_interner_intern (self->frames, keys);

  if (row < frames->n_rows)
    return (FulFrameIndex) row;

  ful_table_builder_append (frames, 1);
  FUL_CELLS (frames, FUL_FRAME_ADDRESS, gint64)[row] = frame->address;
  FUL_CELLS (frames, FUL_FRAME_LIB, gint32)[row] = frame->lib;
  FUL_CELLS (frames, FUL_FRAME_INLINE_DEPTH, guint8)[row] = (guint8) CLAMP (frame->inline_depth, 0, G_MAXUINT8);
  FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[row] = frame->category;
  FUL_CELLS (frames, FUL_FRAME_SUBCATEGORY, gint32)[row] = frame->subcategory;
  FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[row] = frame->func;
  FUL_CELLS (frames, FUL_FRAME_NATIVE_SYMBOL, gint32)[row] = frame->native_symbol;
  FUL_CELLS (frames, FUL_FRAME_LINE, gint32)[row] = frame->line;
  FUL_CELLS (frames, FUL_FRAME_COLUMN, gint32)[row] = frame->column;

  return (FulFrameIndex) row;
}

/**
 * ful_import_tables_stack:
 * @self: the tables
 * @prefix: the calling stack, or %FUL_NONE
 * @frame: its innermost frame
 */
FulStackIndex
ful_import_tables_stack (FulImportTables *self,
                         FulStackIndex    prefix,
                         FulFrameIndex    frame)
{
  FulTableBuilder *stacks = &self->builder->stacks;
  FulStackIndex row = ful_prefix_tree_get_child (self->stacks, prefix, frame);

  if ((guint) row < stacks->n_rows)
    return row;

  ful_table_builder_append (stacks, 1);
  FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[row] = frame;
  FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[row] = prefix;

  return row;
}
