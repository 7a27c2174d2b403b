/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-results.h"

#include "base/ful-interner.h"
#include "base/ful-table.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/* Of functions that no library, or several ones, use. */
#define FUL_SYMBOL_NOT_USED (-1)
#define FUL_SYMBOL_USED_BY_MANY (-2)

/**
 * FulSymbolRows:
 * @recorded: the profile as recorded
 * @last: the profile whose functions, symbols and sources are kept
 * @funcs: its functions, and those that were added
 * @symbols: its native symbols, and those that were added
 * @sources: its sources, and those that were added
 *
 * The rows that names become, each once, under construction.
 */
typedef struct
{
  FulProfile      *recorded;
  FulProfile      *last;
  FulTableBuilder  funcs;
  FulTableBuilder  symbols;
  FulTableBuilder  sources;

  /*< private >*/
  GHashTable      *strings;     /* text → id of the string + 1; smaller and so faster than the index of all strings */
  FulInterner     *func_keys;   /* library, name, source */
  GArray          *func_of;     /* gint32: for each of them its function */
  FulInterner     *symbol_keys; /* library, name, address and size in halves */
  GArray          *symbol_of;   /* gint32: for each of them its row */
  GHashTable      *source_of;   /* id of a string → row */
  GHashTable     **names;       /* for each library, nullable: place of a text of its results → id of the string */
  gint32          *owner;       /* for each recorded function the only library that uses it, or one of the above */
  gint32          *resource;    /* for each library its resource, or FUL_NONE */
} FulSymbolRows;

void                 ful_symbol_rows_init         (FulSymbolRows          *self,
                                                   FulProfile             *recorded,
                                                   FulProfile             *last);
void                 ful_symbol_rows_clear        (FulSymbolRows          *self);
FulStringIndex       ful_symbol_rows_get_string   (FulSymbolRows          *self,
                                                   const char             *text);
FulStringIndex       ful_symbol_rows_get_name     (FulSymbolRows          *self,
                                                   gint32                  lib,
                                                   const FulSymbolResults *results,
                                                   guint32                 place);
FulStringIndex       ful_symbol_rows_adopt_string (FulSymbolRows          *self,
                                                   FulStringIndex          string);
FulSourceIndex       ful_symbol_rows_get_source   (FulSymbolRows          *self,
                                                   FulStringIndex          file);
FulFuncIndex         ful_symbol_rows_get_func     (FulSymbolRows          *self,
                                                   gint32                  lib,
                                                   FulStringIndex          name,
                                                   FulSourceIndex          source,
                                                   FulFuncIndex            old);
FulFuncIndex         ful_symbol_rows_get_unnamed  (FulSymbolRows          *self,
                                                   gint32                  lib,
                                                   const char             *number,
                                                   FulFuncIndex            old);
FulNativeSymbolIndex ful_symbol_rows_get_symbol   (FulSymbolRows          *self,
                                                   gint32                  lib,
                                                   FulStringIndex          name,
                                                   gint64                  address,
                                                   gint64                  size);

G_END_DECLS
