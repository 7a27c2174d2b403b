/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query symbolicate: looks for the names of native frames, and writes the profile with them.
 *
 * JSON: {"libraries": [{"debugName", "breakpadId", "codeId", "addresses", "found", "lines", "inlines", "source", "file",
 * "tried": [{"source", "file", "result"}, …]}, …]}: the libraries with frames, and how many of their different addresses
 * have a symbol, a line, inlined functions. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-symbols.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "model/ful-profile.h"

static const FulQueryColumn columns[] = {
  { "debugName", "library", FUL_UNIT_NAME },
  { "breakpadId", NULL, FUL_UNIT_TEXT },
  { "codeId", NULL, FUL_UNIT_TEXT },
  { "addresses", "addresses", FUL_UNIT_NUMBER },
  { "found", "found", FUL_UNIT_NUMBER },
  { "lines", "lines", FUL_UNIT_NUMBER },
  { "inlines", "inlined", FUL_UNIT_NUMBER },
  { "source", "source", FUL_UNIT_TEXT },
  { "file", NULL, FUL_UNIT_TEXT },
  { "tried", NULL, FUL_UNIT_TEXT },
};

typedef struct
{
  FulProfile *profile;
  GPtrArray  *symbols;   /* (element-type FulLibSymbols): by library */
  GArray     *libs;      /* guint: those with frames */
} Libraries;

static char *
tried_to_json (const FulLibSymbols *symbols)
{
  FulQueryJson json;
  char *text = NULL;

  ful_query_json_init (&json, &text);
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < symbols->attempts->len; i++)
    {
      const FulSymbolAttempt *try = g_ptr_array_index (symbols->attempts, i);

      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "source", try->source);
      ful_query_json_string_member (&json, "file", try->file);
      ful_query_json_string_member (&json, "result", try->result);
      ful_query_json_end_object (&json);
    }
  ful_query_json_end_array (&json);
  ful_query_json_finish (&json);

  return text;
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Libraries *self = table->data;
  guint index = g_array_index (self->libs, guint, i);
  const FulLib *lib = g_ptr_array_index (self->profile->libs, index);
  const FulLibSymbols *symbols = g_ptr_array_index (self->symbols, index);

  ful_query_row_add_text (cells, lib->debug_name);
  ful_query_row_add_text (cells, lib->breakpad_id);
  ful_query_row_add_text (cells, lib->code_id);
  ful_query_row_add_number (cells, symbols->n_addresses);
  ful_query_row_add_number (cells, symbols->n_found);
  ful_query_row_add_number (cells, symbols->n_lines);
  ful_query_row_add_number (cells, symbols->n_inlined);
  ful_query_row_add_text (cells, symbols->source);
  ful_query_row_add_text (cells, symbols->file);
  ful_query_row_take_json (cells, tried_to_json (symbols));
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  g_autoptr(GPtrArray) symbols = NULL;
  gboolean found = query->profile->symbolicated == 1 && !query->again;
  FulQueryTable *table;
  Libraries *self;

  if (!found)
    {
      symbols = ful_query_symbolicate (query, error);
      if (symbols == NULL)
        return NULL;
    }
  if (query->output && !ful_query_save (query, NULL, NULL, error))
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Libraries));
  self = table->data;
  self->profile = query->profile;
  self->libs = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (guint)), (GDestroyNotify) g_array_unref);
  if (symbols)
    self->symbols = ful_query_table_attach (table, g_steal_pointer (&symbols), (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; self->symbols && i < self->symbols->len; i++)
    {
      const FulLibSymbols *lib = g_ptr_array_index (self->symbols, i);

      if (lib->n_addresses > 0)
        g_array_append_val (self->libs, i);
      found |= lib->n_found > 0;
    }

  table->n_rows = self->libs->len;
  table->rows_are_objects = TRUE;
  table->rows_key = "libraries";
  table->found = found || table->n_rows == 0;
  table->before = self->symbols == NULL ? g_strdup ("The profile has symbols; --again looks once more\n") : NULL;
  table->fill = fill;

  return table;
}

const FulCommand ful_command_symbolicate = {
  "symbolicate", "look for the names of native frames", FUL_COMMAND_OUTPUT | FUL_COMMAND_SYMBOLS, make_table, NULL,
};
