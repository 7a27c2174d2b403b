/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the instructions of a native symbol cost. */

#include "config.h"

#include "ful-assembly-table.h"

#include "base/ful-format.h"
#include "model/ful-shared-tables.h"
#include "source/ful-assembly.h"
#include "tree/samples/ful-hits.h"

static const FulQueryColumn columns[] = {
  { "address", "address", FUL_UNIT_NUMBER },
  { "size", NULL, FUL_UNIT_NUMBER },
  { "text", "instruction", FUL_UNIT_NAME },
  { "self", "self", FUL_UNIT_WEIGHT },
  { "total", "total", FUL_UNIT_WEIGHT },
  { "file", "line", FUL_UNIT_NAME },
  { "line", NULL, FUL_UNIT_NUMBER },
};

typedef struct
{
  FulAssembly *assembly;
  FulHit      *costs;      /* for each instruction */
} AssemblyTable;

static char *
dup_place (const FulInstruction *instruction)
{
  g_autofree char *base = instruction->file ? g_path_get_basename (instruction->file) : g_strdup ("");
  g_autofree char *visible = ful_format_visible (base, "");

  return instruction->line > 0 ? g_strdup_printf ("%s:%u", visible, instruction->line) : g_steal_pointer (&visible);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  AssemblyTable *self = table->data;
  const FulInstruction *instruction = &g_array_index (self->assembly->instructions, FulInstruction, i);

  ful_query_row_add_number (cells, (double) instruction->address);
  ful_query_row_take_shown (cells, g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", instruction->address));
  ful_query_row_add_number (cells, (double) instruction->size);
  ful_query_row_add_text (cells, instruction->text);
  ful_query_row_take_shown (cells, ful_format_visible (instruction->text, ""));
  ful_query_row_add_number (cells, self->costs[i].self);
  ful_query_row_add_number (cells, self->costs[i].total);
  ful_query_row_add_text (cells, instruction->file);
  ful_query_row_take_shown (cells, dup_place (instruction));
  if (instruction->line > 0)
    ful_query_row_add_number (cells, instruction->line);
  else
    ful_query_row_add_null (cells);
}

/* Addresses count for the instructions that hold them. */
static gboolean
count_costs (AssemblyTable         *self,
             FulQueryView          *view,
             FulNativeSymbolIndex   symbol,
             GError               **error)
{
  FulFilteredStacks *stacks = view->derived->stacks;
  g_autofree gint64 *values = ful_hits_list_addresses (stacks, symbol);
  g_autoptr(GArray) hits = NULL;

  ful_assembly_find_all (self->assembly, values, stacks->frames->table.n_rows);
  hits = ful_hits_new (stacks, view->rows, values, NULL, error);
  for (guint i = 0; hits && i < hits->len; i++)
    self->costs[g_array_index (hits, FulHit, i).value] = g_array_index (hits, FulHit, i);

  return hits != NULL;
}

/**
 * ful_assembly_table_new:
 * @symbol: a native symbol
 * @out_missing: (out): why there are no instructions
 * @error: error of the derivation
 *
 * Returns: (transfer full) (nullable): a row for each instruction; %NULL with @out_missing or @error set
 */
FulQueryTable *
ful_assembly_table_new (FulQueryView          *view,
                        FulNativeSymbolIndex   symbol,
                        char                 **out_missing,
                        GError               **error)
{
  g_autoptr(FulQueryTable) table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (AssemblyTable));
  AssemblyTable *self = table->data;
  FulProfile *profile = view->query->profile;
  g_autoptr(GError) missing = NULL;
  g_autofree char *name = NULL;

  self->assembly = ful_assembly_read (profile, symbol, view->derived->stacks->frames, view->query->profile_path,
                                      (const char *const *) view->query->symbols, NULL, &missing);
  if (self->assembly == NULL)
    {
      *out_missing = g_strdup (missing->message);
      return NULL;
    }
  ful_query_table_attach (table, self->assembly, (GDestroyNotify) ful_assembly_unref);
  table->n_rows = self->assembly->instructions->len;
  self->costs = ful_query_table_attach (table, g_new0 (FulHit, table->n_rows), g_free);
  if (!count_costs (self, view, symbol, error))
    return NULL;

  table->weight_type = view->tree->weight_type;
  name = ful_format_visible (ful_profile_get_string (profile, profile->native_symbols->name[symbol]), "");
  table->before = g_strdup_printf ("\n%s (%s)\n\n", name, self->assembly->arch);
  table->fill = fill;

  return g_steal_pointer (&table);
}

/* @symbol_row: number of the symbol in the answer */
void
ful_assembly_table_write_json (FulQueryTable *table,
                               guint          symbol_row,
                               FulQueryJson  *json)
{
  AssemblyTable *self = table->data;

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "symbol", symbol_row);
  ful_query_json_string_member (json, "arch", self->assembly->arch);
  ful_query_json_key (json, "instructions");
  ful_query_table_write_rows (table, 0, table->n_rows, json);
  ful_query_json_end_object (json);
}
