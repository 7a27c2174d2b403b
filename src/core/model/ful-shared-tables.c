/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of the shared tables, in the order of the enums of the header. Names
 * are those of the processed format, version 70. */

#include "config.h"

#include "ful-shared-tables.h"

#define COLUMN(Struct, member, name, type, ref, flags) \
  { name, FUL_TYPE_##type, FUL_REF_##ref, (FulColumnFlags) (flags), G_STRUCT_OFFSET (Struct, member) }
#define TABLE(symbol, Struct, name, columns) \
  const FulTableClass symbol = { name, columns, G_N_ELEMENTS (columns), sizeof (Struct) }

#define NULLABLE FUL_COLUMN_NULLABLE

static const FulColumn stack_columns[] = {
  COLUMN (FulStackTable, frame, "frame", I32, FRAME, 0),
  COLUMN (FulStackTable, prefix, "prefixOffset", I32, EARLIER_STACK, NULLABLE),
  COLUMN (FulStackTable, category, "category", I32, CATEGORY, FUL_COLUMN_OPTIONAL | FUL_COLUMN_PACKED_INT),
  COLUMN (FulStackTable, subcategory, "subcategory", I32, NOTHING, FUL_COLUMN_OPTIONAL | FUL_COLUMN_PACKED_INT),
};

static const FulColumn frame_columns[] = {
  COLUMN (FulFrameTable, address, "address", I64, NOTHING, NULLABLE | FUL_COLUMN_MINUS_ONE),
  COLUMN (FulFrameTable, lib, "lib", I32, LIB, NULLABLE | FUL_COLUMN_MINUS_ONE),
  COLUMN (FulFrameTable, inline_depth, "inlineDepth", U8, NOTHING, 0),
  COLUMN (FulFrameTable, category, "category", I32, CATEGORY, NULLABLE),
  COLUMN (FulFrameTable, subcategory, "subcategory", I32, NOTHING, NULLABLE),
  COLUMN (FulFrameTable, func, "func", I32, FUNC, 0),
  COLUMN (FulFrameTable, native_symbol, "nativeSymbol", I32, NATIVE_SYMBOL, NULLABLE),
  COLUMN (FulFrameTable, inner_window_id, "innerWindowID", F64, NOTHING, NULLABLE),
  COLUMN (FulFrameTable, line, "line", I32, NOTHING, NULLABLE),
  COLUMN (FulFrameTable, column, "column", I32, NOTHING, NULLABLE),
  COLUMN (FulFrameTable, original_location, "originalLocation", I32, SOURCE_LOCATION, NULLABLE),
};

static const FulColumn func_columns[] = {
  COLUMN (FulFuncTable, name, "name", I32, STRING, 0),
  COLUMN (FulFuncTable, is_js, "isJS", U8, NOTHING, FUL_COLUMN_BOOL),
  COLUMN (FulFuncTable, relevant_for_js, "relevantForJS", U8, NOTHING, FUL_COLUMN_BOOL),
  COLUMN (FulFuncTable, resource, "resource", I32, RESOURCE, NULLABLE | FUL_COLUMN_MINUS_ONE),
  COLUMN (FulFuncTable, source, "source", I32, SOURCE, NULLABLE),
  COLUMN (FulFuncTable, line, "lineNumber", I32, NOTHING, NULLABLE),
  COLUMN (FulFuncTable, column, "columnNumber", I32, NOTHING, NULLABLE),
  COLUMN (FulFuncTable, original_location, "originalLocation", I32, SOURCE_LOCATION, NULLABLE),
};

static const FulColumn resource_columns[] = {
  COLUMN (FulResourceTable, name, "name", I32, STRING, 0),
  COLUMN (FulResourceTable, host, "host", I32, STRING, NULLABLE),
  COLUMN (FulResourceTable, type, "type", I32, NOTHING, 0),
  COLUMN (FulResourceTable, func, "func", I32, NOTHING, FUL_COLUMN_OPTIONAL),   /* derived, so not checked */
};

static const FulColumn native_symbol_columns[] = {
  COLUMN (FulNativeSymbolTable, lib, "libIndex", I32, LIB, 0),
  COLUMN (FulNativeSymbolTable, address, "address", I64, NOTHING, NULLABLE),
  COLUMN (FulNativeSymbolTable, name, "name", I32, STRING, 0),
  COLUMN (FulNativeSymbolTable, function_size, "functionSize", I64, NOTHING, NULLABLE),
};

static const FulColumn source_columns[] = {
  COLUMN (FulSourceTable, id, "id", I32, TEXT, NULLABLE),
  COLUMN (FulSourceTable, filename, "filename", I32, STRING, 0),
  COLUMN (FulSourceTable, start_line, "startLine", I32, NOTHING, 0),
  COLUMN (FulSourceTable, start_column, "startColumn", I32, NOTHING, 0),
  COLUMN (FulSourceTable, source_map_url, "sourceMapURL", I32, STRING, NULLABLE),
  COLUMN (FulSourceTable, content, "content", I32, TEXT, NULLABLE),
};

static const FulColumn source_location_columns[] = {
  COLUMN (FulSourceLocationTable, source, "source", I32, SOURCE, 0),
  COLUMN (FulSourceLocationTable, line, "line", I32, NOTHING, 0),
  COLUMN (FulSourceLocationTable, column, "column", I32, NOTHING, 0),
};

TABLE (ful_stack_table_class, FulStackTable, "stackTable", stack_columns);
TABLE (ful_frame_table_class, FulFrameTable, "frameTable", frame_columns);
TABLE (ful_func_table_class, FulFuncTable, "funcTable", func_columns);
TABLE (ful_resource_table_class, FulResourceTable, "resourceTable", resource_columns);
TABLE (ful_native_symbol_table_class, FulNativeSymbolTable, "nativeSymbols", native_symbol_columns);
TABLE (ful_source_table_class, FulSourceTable, "sources", source_columns);
TABLE (ful_source_location_table_class, FulSourceLocationTable, "sourceLocationTable", source_location_columns);
