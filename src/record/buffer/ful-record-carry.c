/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From one epoch to the next (record.md 5): tables begin empty, with the stacks that threads still have. */

#include "config.h"

#include "ful-record-carry.h"

#include "base/ful-string-table.h"
#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"
#include "wire/ful-wire-encoder.h"

#include <string.h>

/* Returns: what @from had; it is empty then */
static FulTableBuilder
move_table (FulTableBuilder *from)
{
  FulTableBuilder table = *from;

  ful_table_builder_init (from, table.klass);

  return table;
}

/**
 * ful_record_carry_begin:
 * @self: (out)
 * @tables: all rows of which have been put; empty then
 * @to: gets SYNC
 */
void
ful_record_carry_begin (FulRecordCarry  *self,
                        FulRecordTables *tables,
                        FulBytes        *to)
{
  FulProfileBuilder *builder = tables->rows->builder;
  FulWireFrame sync = { FUL_WIRE_SYNC, .number = ++tables->n_epochs };

  ful_wire_encode (to, &sync);
  *self = (FulRecordCarry) {
    .tables = tables,
    .strings = builder->strings,
    .stacks = move_table (&builder->stacks),
    .frames = move_table (&builder->frames),
    .funcs = move_table (&builder->funcs),
    .resources = move_table (&builder->resources),
  };
  self->map = g_new (gint32, self->stacks.n_rows);
  for (guint i = 0; i < self->stacks.n_rows; i++)
    self->map[i] = FUL_NONE;
  builder->strings = ful_string_table_new ();
  ful_import_tables_clear (tables->rows);
  ful_import_tables_init (tables->rows, builder);
  ful_record_tables_init (tables, tables->rows);
}

static FulFrameIndex
carry_frame (FulRecordCarry *self,
             FulFrameIndex   row)
{
  FulImportTables *rows = self->tables->rows;
  FulFuncIndex old = FUL_CELLS (&self->frames, FUL_FRAME_FUNC, gint32)[row];
  FulStringIndex name = FUL_CELLS (&self->funcs, FUL_FUNC_NAME, gint32)[old];
  FulResourceIndex resource = FUL_CELLS (&self->funcs, FUL_FUNC_RESOURCE, gint32)[old];
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (rows, ful_string_table_get (self->strings, name), -1));
  FulImportFrame frame;

  if (resource != FUL_NONE)
    {
      name = FUL_CELLS (&self->resources, FUL_RESOURCE_NAME, gint32)[resource];
      func.resource = ful_import_tables_lib_resource (rows, ful_import_tables_string (rows, ful_string_table_get (self->strings, name), -1));
    }
  frame = FUL_IMPORT_FRAME (ful_import_tables_func (rows, &func), FUL_CELLS (&self->frames, FUL_FRAME_CATEGORY, gint32)[row]);
  frame.address = FUL_CELLS (&self->frames, FUL_FRAME_ADDRESS, gint64)[row];
  frame.lib = FUL_CELLS (&self->frames, FUL_FRAME_LIB, gint32)[row];

  return ful_import_tables_frame (rows, &frame);
}

/**
 * ful_record_carry_stack:
 * @stack: of the epoch that is over; anything else is none
 *
 * Returns: the same stack in the next one
 */
FulStackIndex
ful_record_carry_stack (FulRecordCarry *self,
                        FulStackIndex   stack)
{
  const gint32 *prefixes = (const gint32 *) (self->stacks.n_rows > 0 ? self->stacks.buffers[FUL_STACK_PREFIX]->data : NULL);
  const gint32 *frames = (const gint32 *) (self->stacks.n_rows > 0 ? self->stacks.buffers[FUL_STACK_FRAME]->data : NULL);
  g_autoptr(GArray) path = NULL;
  FulStackIndex caller;

  if (stack < 0 || (guint) stack >= self->stacks.n_rows)
    return FUL_NONE;
  if (self->map[stack] != FUL_NONE)
    return self->map[stack];

  path = g_array_new (FALSE, FALSE, sizeof stack);
  for (; stack != FUL_NONE && self->map[stack] == FUL_NONE; stack = prefixes[stack])
    g_array_append_val (path, stack);
  caller = stack == FUL_NONE ? FUL_NONE : self->map[stack];
  for (guint i = path->len; i-- > 0; )
    {
      stack = g_array_index (path, FulStackIndex, i);
      self->map[stack] = caller = ful_import_tables_stack (self->tables->rows, caller, carry_frame (self, frames[stack]));
    }

  return caller;
}

void
ful_record_carry_end (FulRecordCarry *self)
{
  ful_table_builder_clear (&self->stacks);
  ful_table_builder_clear (&self->frames);
  ful_table_builder_clear (&self->funcs);
  ful_table_builder_clear (&self->resources);
  ful_string_table_unref (self->strings);
  g_free (self->map);
}
