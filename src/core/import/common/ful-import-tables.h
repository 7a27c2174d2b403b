/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-interner.h"
#include "base/ful-prefix-tree.h"
#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"

G_BEGIN_DECLS

/**
 * FulImportTables:
 * @builder: gets the rows
 *
 * Rows of the shared tables, each once: what a reader of a format without such tables appends to.
 */
typedef struct
{
  FulProfileBuilder *builder;
  FulInterner       *funcs;
  FulInterner       *frames;
  FulPrefixTree     *stacks;
  GHashTable        *lib_resources;   /* shared string + 1 → resource + 1 */
  GHashTable        *url_resources;   /* origin or URL → resource + 1 */
  GHashTable        *file_sources;    /* file name → source + 1 */
} FulImportTables;

/**
 * FulImportFunc:
 * @name: shared string
 * @line: of the definition, from 1, or %FUL_NONE; @column likewise
 *
 * A function; two with the same members are the same.
 */
typedef struct
{
  FulStringIndex   name;
  gboolean         is_js;
  gboolean         relevant_for_js;
  FulResourceIndex resource;
  FulSourceIndex   source;
  gint32           line;
  gint32           column;
} FulImportFunc;

/* What has to be said of a function at least. */
#define FUL_IMPORT_FUNC(func_name) \
  ((FulImportFunc) { .name = (func_name), .resource = FUL_NONE, .source = FUL_NONE, .line = FUL_NONE, .column = FUL_NONE })

/**
 * FulImportFrame:
 * @address: relative to @lib, or %FUL_NONE
 * @category: %FUL_NONE: that of the caller
 * @line: that ran, from 1, or %FUL_NONE; @column likewise
 *
 * A frame; two with the same members are the same.
 */
typedef struct
{
  gint64               address;
  FulLibIndex          lib;
  gint32               inline_depth;
  FulCategoryIndex     category;
  gint32               subcategory;
  FulFuncIndex         func;
  FulNativeSymbolIndex native_symbol;
  gint32               line;
  gint32               column;
} FulImportFrame;

#define FUL_IMPORT_FRAME(frame_func, frame_category) \
  ((FulImportFrame) { .address = FUL_NONE, .lib = FUL_NONE, .category = (frame_category), .func = (frame_func), \
                      .native_symbol = FUL_NONE, .line = FUL_NONE, .column = FUL_NONE })

/**
 * ful_import_address:
 * @address: in a file of another tool
 *
 * Returns: the address of a frame: %FUL_NONE for one that JSON could not say, where numbers end below 2^63
 */
static inline gint64
ful_import_address (guint64 address)
{
  return address < G_MAXINT64 - 1023 ? (gint64) address : FUL_NONE;
}

void             ful_import_tables_init         (FulImportTables      *self,
                                                 FulProfileBuilder    *builder);
void             ful_import_tables_clear        (FulImportTables      *self);
FulStringIndex   ful_import_tables_string       (FulImportTables      *self,
                                                 const char           *text,
                                                 gssize                length);
FulResourceIndex ful_import_tables_add_resource (FulImportTables      *self,
                                                 FulStringIndex        name,
                                                 FulStringIndex        host,
                                                 FulResourceType       type);
FulResourceIndex ful_import_tables_lib_resource (FulImportTables      *self,
                                                 FulStringIndex        name);
FulResourceIndex ful_import_tables_url_resource (FulImportTables      *self,
                                                 const char           *url);
FulSourceIndex   ful_import_tables_source       (FulImportTables      *self,
                                                 const char           *filename);
void             ful_import_tables_set_source_map (FulImportTables    *self,
                                                   const char         *filename,
                                                   const char         *url);
FulFuncIndex     ful_import_tables_func         (FulImportTables      *self,
                                                 const FulImportFunc  *func);
FulFrameIndex    ful_import_tables_frame        (FulImportTables      *self,
                                                 const FulImportFrame *frame);
FulStackIndex    ful_import_tables_stack        (FulImportTables      *self,
                                                 FulStackIndex         prefix,
                                                 FulFrameIndex         frame);

G_END_DECLS
