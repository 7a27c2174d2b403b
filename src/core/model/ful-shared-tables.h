/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-table.h"

G_BEGIN_DECLS

/* The tables that all threads of a profile share: `shared` of the processed
 * format. FUL_NONE is a missing row or number unless said otherwise. */

/**
 * FulStackTable:
 * @frame: row of the frame table
 * @prefix: the calling stack, always an earlier row; %FUL_NONE for a root
 * @category: category of the frame, or of the nearest caller that has one, or the default
 * @subcategory: belongs to @category; 0 is the category itself
 *
 * Call paths of frames. @category and @subcategory are derived once when a
 * profile is sealed (formats.md 6.1) and carried through every filter; they are
 * not stored in files.
 */
typedef struct
{
  FulTable                table;
  const FulFrameIndex    *frame;
  const FulStackIndex    *prefix;
  FulPackedInt            category;
  FulPackedInt            subcategory;
} FulStackTable;

enum { FUL_STACK_FRAME, FUL_STACK_PREFIX, FUL_STACK_CATEGORY, FUL_STACK_SUBCATEGORY };

/**
 * FulFrameTable:
 * @address: relative to the lib, or %FUL_NONE
 * @inline_depth: 0 for the outermost function at this address
 * @category: %FUL_NONE inherits that of the calling stack
 * @inner_window_id: page of the frame; 0 or NaN for none
 * @line: from 1, or %FUL_NONE; @column likewise
 */
typedef struct
{
  FulTable                    table;
  const gint64               *address;
  const FulLibIndex          *lib;
  const guint8               *inline_depth;
  const FulCategoryIndex     *category;
  const gint32               *subcategory;
  const FulFuncIndex         *func;
  const FulNativeSymbolIndex *native_symbol;
  const double               *inner_window_id;
  const gint32               *line;
  const gint32               *column;
  const gint32               *original_location;
} FulFrameTable;

enum
{
  FUL_FRAME_ADDRESS, FUL_FRAME_LIB, FUL_FRAME_INLINE_DEPTH, FUL_FRAME_CATEGORY, FUL_FRAME_SUBCATEGORY,
  FUL_FRAME_FUNC, FUL_FRAME_NATIVE_SYMBOL, FUL_FRAME_INNER_WINDOW_ID, FUL_FRAME_LINE, FUL_FRAME_COLUMN,
  FUL_FRAME_ORIGINAL_LOCATION,
};

/**
 * FulFuncTable:
 * @name: string
 * @is_js: a script function
 * @relevant_for_js: a label that also shows among script frames only
 * @resource: lib, host or add-on it comes from
 * @source: file it comes from
 * @line: first line, from 1; @column likewise
 */
typedef struct
{
  FulTable                table;
  const FulStringIndex   *name;
  const guint8           *is_js;
  const guint8           *relevant_for_js;
  const FulResourceIndex *resource;
  const FulSourceIndex   *source;
  const gint32           *line;
  const gint32           *column;
  const gint32           *original_location;
} FulFuncTable;

enum
{
  FUL_FUNC_NAME, FUL_FUNC_IS_JS, FUL_FUNC_RELEVANT_FOR_JS, FUL_FUNC_RESOURCE, FUL_FUNC_SOURCE,
  FUL_FUNC_LINE, FUL_FUNC_COLUMN, FUL_FUNC_ORIGINAL_LOCATION,
};

typedef enum
{
  FUL_RESOURCE_TYPE_UNKNOWN,
  FUL_RESOURCE_TYPE_LIBRARY,
  FUL_RESOURCE_TYPE_ADDON,
  FUL_RESOURCE_TYPE_WEBHOST,
  FUL_RESOURCE_TYPE_OTHERHOST,
  FUL_RESOURCE_TYPE_URL,
} FulResourceType;

typedef struct
{
  FulTable              table;
  const FulStringIndex *name;
  const FulStringIndex *host;
  const gint32         *type;    /* FulResourceType */
  const FulFuncIndex   *func;    /* the function it is collapsed to; not of the file */
} FulResourceTable;

enum { FUL_RESOURCE_NAME, FUL_RESOURCE_HOST, FUL_RESOURCE_TYPE, FUL_RESOURCE_FUNC };

/**
 * FulNativeSymbolTable:
 * @address: start relative to the lib, or %FUL_NONE
 * @function_size: in bytes, or %FUL_NONE
 */
typedef struct
{
  FulTable              table;
  const FulLibIndex    *lib;
  const gint64         *address;
  const FulStringIndex *name;
  const gint64         *function_size;
} FulNativeSymbolTable;

enum { FUL_NATIVE_SYMBOL_LIB, FUL_NATIVE_SYMBOL_ADDRESS, FUL_NATIVE_SYMBOL_NAME, FUL_NATIVE_SYMBOL_FUNCTION_SIZE };

/**
 * FulSourceTable:
 * @id: script id, row of the profile's texts
 * @filename: string
 * @start_line: first line of the script in its file, from 1; @start_column likewise
 * @source_map_url: string
 * @content: the source itself, row of the profile's texts
 */
typedef struct
{
  FulTable              table;
  const gint32         *id;
  const FulStringIndex *filename;
  const gint32         *start_line;
  const gint32         *start_column;
  const FulStringIndex *source_map_url;
  const gint32         *content;
} FulSourceTable;

enum
{
  FUL_SOURCE_ID, FUL_SOURCE_FILENAME, FUL_SOURCE_START_LINE, FUL_SOURCE_START_COLUMN,
  FUL_SOURCE_SOURCE_MAP_URL, FUL_SOURCE_CONTENT,
};

typedef struct
{
  FulTable              table;
  const FulSourceIndex *source;
  const gint32         *line;
  const gint32         *column;
} FulSourceLocationTable;

enum { FUL_SOURCE_LOCATION_SOURCE, FUL_SOURCE_LOCATION_LINE, FUL_SOURCE_LOCATION_COLUMN };

extern const FulTableClass ful_stack_table_class;
extern const FulTableClass ful_frame_table_class;
extern const FulTableClass ful_func_table_class;
extern const FulTableClass ful_resource_table_class;
extern const FulTableClass ful_native_symbol_table_class;
extern const FulTableClass ful_source_table_class;
extern const FulTableClass ful_source_location_table_class;

static inline FulCategoryIndex
ful_stack_table_get_category (const FulStackTable *self,
                              FulStackIndex        stack)
{
  return (FulCategoryIndex) ful_packed_int_get (&self->category, (guint) stack);
}

static inline gint32
ful_stack_table_get_subcategory (const FulStackTable *self,
                                 FulStackIndex        stack)
{
  return (gint32) ful_packed_int_get (&self->subcategory, (guint) stack);
}

G_END_DECLS
