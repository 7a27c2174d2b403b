/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions, native symbols and sources by name. Existing rows are reused; new ones are appended (symbols.md 4). */

#include "config.h"

#include "ful-symbol-rows.h"

#include "base/ful-hash.h"
#include "base/ful-string-table.h"
#include "model/ful-shared-tables.h"

#include <string.h>

/* Returns: the row of a key, or %FUL_NONE if it is new: then the next row is its row */
static gint32
find_row (FulInterner  *keys,
          GArray       *rows,
          const gint32 *key,
          guint         next)
{
  guint number = ful_interner_intern (keys, key);
  gint32 row = (gint32) next;

  if (number < rows->len)
    return g_array_index (rows, gint32, number);
  g_array_append_val (rows, row);

  return FUL_NONE;
}

static gint32
find_func (FulSymbolRows  *self,
           gint32          lib,
           FulStringIndex  name,
           FulSourceIndex  source,
           guint           next)
{
  g_assert ((guint) lib < self->recorded->libs->len);
  g_assert (source == FUL_NONE || (guint) source < self->sources.n_rows);

  return find_row (self->func_keys, self->func_of, (gint32[]) { lib, name, source }, next);
}

static gint32
find_symbol (FulSymbolRows  *self,
             gint32          lib,
             FulStringIndex  name,
             gint64          address,
             gint64          size,
             guint           next)
{
  return find_row (self->symbol_keys, self->symbol_of,
                   (gint32[]) { lib, name, (gint32) address, (gint32) (address >> 32), (gint32) size, (gint32) (size >> 32) }, next);
}

/* Of equal texts the first is used; those of the profile that are names need not be unique. */
FulStringIndex
ful_symbol_rows_get_string (FulSymbolRows *self,
                            const char    *text)
{
  gpointer id = g_hash_table_lookup (self->strings, text);
  FulStringIndex string;

  if (id)
    return GPOINTER_TO_INT (id) - 1;

  string = ful_string_table_intern (self->recorded->strings, text, -1);
  g_hash_table_insert (self->strings, (gpointer) ful_string_table_get (self->recorded->strings, string),
                       GINT_TO_POINTER (string + 1));

  return string;
}

/* A text of the results for a library. */
FulStringIndex
ful_symbol_rows_get_name (FulSymbolRows          *self,
                          gint32                  lib,
                          const FulSymbolResults *results,
                          guint32                 place)
{
  gpointer string;

  g_assert ((guint) lib < self->recorded->libs->len);
  g_assert (place != FUL_SYMBOL_NONE);

  if (self->names[lib] == NULL)
    self->names[lib] = g_hash_table_new (NULL, NULL);
  if (!g_hash_table_lookup_extended (self->names[lib], GUINT_TO_POINTER (place), NULL, &string))
    {
      string = GINT_TO_POINTER (ful_symbol_rows_get_string (self, results->texts + place));
      g_hash_table_insert (self->names[lib], GUINT_TO_POINTER (place), string);
    }

  return GPOINTER_TO_INT (string);
}

FulStringIndex
ful_symbol_rows_adopt_string (FulSymbolRows  *self,
                              FulStringIndex  string)
{
  const char *text = ful_profile_get_string (self->recorded, string);
  gpointer id = g_hash_table_lookup (self->strings, text);

  if (id)
    return GPOINTER_TO_INT (id) - 1;
  g_hash_table_insert (self->strings, (gpointer) text, GINT_TO_POINTER (string + 1));

  return string;
}

/* Finds the only library that uses each function, and the resource of each library. */
static void
find_owners (FulSymbolRows *self)
{
  const FulFrameTable *frames = self->recorded->frames;
  const FulFuncTable *funcs = self->recorded->funcs;
  guint n_libs = self->recorded->libs->len;

  self->owner = g_new (gint32, MAX (funcs->table.n_rows, 1));
  for (guint i = 0; i < funcs->table.n_rows; i++)
    self->owner[i] = FUL_SYMBOL_NOT_USED;
  for (guint i = 0; i < frames->table.n_rows; i++)
    {
      gint32 *owner = &self->owner[frames->func[i]];

      if (frames->lib[i] == FUL_NONE)
        *owner = FUL_SYMBOL_USED_BY_MANY;
      else if (*owner == FUL_SYMBOL_NOT_USED)
        *owner = frames->lib[i];
      else if (*owner != frames->lib[i])
        *owner = FUL_SYMBOL_USED_BY_MANY;
    }

  self->resource = g_new (gint32, MAX (n_libs, 1));
  for (guint i = 0; i < n_libs; i++)
    self->resource[i] = FUL_NONE;
  for (guint i = 0; i < funcs->table.n_rows; i++)
    if (self->owner[i] >= 0 && self->resource[self->owner[i]] == FUL_NONE)
      self->resource[self->owner[i]] = funcs->resource[i];
}

/* The library of each function of the last snapshot; < 0 if several libraries use it. Those that no recorded frame uses are
 * names: in a profile that grows they are among the recorded functions. */
static gint32 *
list_libs_of_funcs (FulSymbolRows *self)
{
  guint n_recorded = self->recorded->funcs->table.n_rows, n = self->last->funcs->table.n_rows;
  gint32 *libs = g_new (gint32, MAX (n, 1));

  memcpy (libs, self->owner, n_recorded * sizeof *libs);
  for (guint i = n_recorded; i < n; i++)
    libs[i] = FUL_SYMBOL_NOT_USED;
  for (guint i = 0; self->last->shown_frames && i < self->last->shown_frames->table.n_rows; i++)
    if (libs[self->last->shown_frames->func[i]] == FUL_SYMBOL_NOT_USED)
      libs[self->last->shown_frames->func[i]] = self->last->shown_frames->lib[i];

  return libs;
}

/* Adds the keys of the functions, symbols and sources of the last snapshot. */
static void
adopt_rows (FulSymbolRows *self)
{
  const FulFuncTable *funcs = self->last->funcs;
  const FulNativeSymbolTable *symbols = self->last->native_symbols;
  const FulSourceTable *sources = self->last->sources;
  g_autofree gint32 *libs = list_libs_of_funcs (self);

  for (guint i = 0; i < sources->table.n_rows; i++)
    if (sources->id[i] == FUL_NONE && sources->start_line[i] == 1 && sources->start_column[i] == 1)
      {
        gpointer name = GINT_TO_POINTER (ful_symbol_rows_adopt_string (self, sources->filename[i]));

        if (!g_hash_table_contains (self->source_of, name))
          g_hash_table_insert (self->source_of, name, GUINT_TO_POINTER (i));
      }
  for (guint i = 0; i < funcs->table.n_rows; i++)
    {
      /* Unnamed functions, which are many, are found by their frames. */
      gboolean is_named = i >= self->recorded->funcs->table.n_rows ||
                          !g_str_has_prefix (ful_profile_get_func_name (self->last, (FulFuncIndex) i), "0x");

      if (libs[i] >= 0 && !funcs->is_js[i] && is_named)
        find_func (self, libs[i], ful_symbol_rows_adopt_string (self, funcs->name[i]), funcs->source[i], i);
    }
  for (guint i = 0; i < symbols->table.n_rows; i++)
    {
      find_symbol (self, symbols->lib[i], ful_symbol_rows_adopt_string (self, symbols->name[i]), symbols->address[i],
                   symbols->function_size[i], i);
    }
}

FulSourceIndex
ful_symbol_rows_get_source (FulSymbolRows  *self,
                            FulStringIndex  file)
{
  gpointer name = GINT_TO_POINTER (file), row;
  guint source;

  if (g_hash_table_lookup_extended (self->source_of, name, NULL, &row))
    return GPOINTER_TO_INT (row);

  source = ful_table_builder_append (&self->sources, 1);
  FUL_CELLS (&self->sources, FUL_SOURCE_FILENAME, gint32)[source] = GPOINTER_TO_INT (name);
  FUL_CELLS (&self->sources, FUL_SOURCE_START_LINE, gint32)[source] = 1;
  FUL_CELLS (&self->sources, FUL_SOURCE_START_COLUMN, gint32)[source] = 1;
  g_hash_table_insert (self->source_of, name, GUINT_TO_POINTER (source));

  return (FulSourceIndex) source;
}

/* @old: function of the recorded frame, from which flags are taken */
FulFuncIndex
ful_symbol_rows_get_func (FulSymbolRows  *self,
                          gint32          lib,
                          FulStringIndex  name,
                          FulSourceIndex  source,
                          FulFuncIndex    old)
{
  gint32 known = find_func (self, lib, name, source, self->funcs.n_rows);
  guint func;

  g_assert ((guint) old < self->recorded->funcs->table.n_rows);

  if (known != FUL_NONE)
    return known;

  func = ful_table_builder_append (&self->funcs, 1);
  FUL_CELLS (&self->funcs, FUL_FUNC_NAME, gint32)[func] = name;
  FUL_CELLS (&self->funcs, FUL_FUNC_IS_JS, guint8)[func] = self->recorded->funcs->is_js[old];
  FUL_CELLS (&self->funcs, FUL_FUNC_RELEVANT_FOR_JS, guint8)[func] = self->recorded->funcs->relevant_for_js[old];
  FUL_CELLS (&self->funcs, FUL_FUNC_RESOURCE, gint32)[func] = self->resource[lib];
  FUL_CELLS (&self->funcs, FUL_FUNC_SOURCE, gint32)[func] = source;

  return (FulFuncIndex) func;
}

/* @size: bytes, or 0 if unknown */
FulNativeSymbolIndex
ful_symbol_rows_get_symbol (FulSymbolRows  *self,
                            gint32          lib,
                            FulStringIndex  name,
                            gint64          address,
                            gint64          size)
{
  gint64 known_size = size > 0 ? size : FUL_NONE;
  gint32 known = find_symbol (self, lib, name, address, known_size, self->symbols.n_rows);
  guint symbol;

  g_assert ((guint) lib < self->recorded->libs->len);

  if (known != FUL_NONE)
    return known;

  symbol = ful_table_builder_append (&self->symbols, 1);
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_LIB, gint32)[symbol] = lib;
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_ADDRESS, gint64)[symbol] = address;
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_NAME, gint32)[symbol] = name;
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_FUNCTION_SIZE, gint64)[symbol] = known_size;

  return (FulNativeSymbolIndex) symbol;
}

/**
 * ful_symbol_rows_get_unnamed:
 * @lib: a library
 * @number: an address as text, "0x…"
 * @old: function of the recorded frame
 *
 * Returns: the function for an address of @lib without a symbol: @old if its name is @number
 */
FulFuncIndex
ful_symbol_rows_get_unnamed (FulSymbolRows *self,
                             gint32         lib,
                             const char    *number,
                             FulFuncIndex   old)
{
  g_assert ((guint) old < self->recorded->funcs->table.n_rows);

  /* If an address has several recorded functions, the first is used for all. */
  if (self->owner[old] == lib && g_str_equal (ful_profile_get_func_name (self->recorded, old), number))
    {
      gint32 known = find_func (self, lib, ful_symbol_rows_get_string (self, number), self->recorded->funcs->source[old],
                                (guint) old);

      return known == FUL_NONE ? old : known;
    }

  return ful_symbol_rows_get_func (self, lib, ful_symbol_rows_get_string (self, number), self->recorded->funcs->source[old], old);
}

/* @last: @recorded, or the snapshot of it whose rows are kept */
void
ful_symbol_rows_init (FulSymbolRows *self,
                      FulProfile    *recorded,
                      FulProfile    *last)
{
  *self = (FulSymbolRows) { recorded, last };
  self->strings = g_hash_table_new (ful_hash_text, g_str_equal);
  self->func_keys = ful_interner_new (3);
  self->func_of = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->symbol_keys = ful_interner_new (6);
  self->symbol_of = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->source_of = g_hash_table_new (NULL, NULL);
  self->names = g_new0 (GHashTable *, recorded->libs->len + 1);
  ful_table_builder_init_copy (&self->funcs, last->funcs, 0);
  ful_table_builder_init_copy (&self->symbols, last->native_symbols, 0);
  ful_table_builder_init_copy (&self->sources, last->sources, 0);
  find_owners (self);
  adopt_rows (self);
}

void
ful_symbol_rows_clear (FulSymbolRows *self)
{
  g_hash_table_unref (self->strings);
  ful_interner_free (self->func_keys);
  g_array_unref (self->func_of);
  ful_interner_free (self->symbol_keys);
  g_array_unref (self->symbol_of);
  g_hash_table_unref (self->source_of);
  for (guint i = 0; i < self->recorded->libs->len; i++)
    g_clear_pointer (&self->names[i], g_hash_table_unref);
  g_free (self->names);
  ful_table_builder_clear (&self->funcs);
  ful_table_builder_clear (&self->symbols);
  ful_table_builder_clear (&self->sources);
  g_free (self->owner);
  g_free (self->resource);
}
