/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames of a snapshot: each that has a result gets function, symbol and line, and one frame more for each inlined
 * function at its address (symbols.md 4). */

#include "config.h"

#include "ful-symbolicate-private.h"

#include "model/ful-shared-tables.h"

static void
set_frame (FulSymbolicate       *self,
           guint                 row,
           guint                 depth,
           FulFuncIndex          func,
           FulNativeSymbolIndex  symbol,
           gint32                line)
{
  g_assert (row < self->frames.n_rows);

  FUL_CELLS (&self->frames, FUL_FRAME_INLINE_DEPTH, guint8)[row] = (guint8) MIN (depth, G_MAXUINT8);
  FUL_CELLS (&self->frames, FUL_FRAME_FUNC, gint32)[row] = func;
  FUL_CELLS (&self->frames, FUL_FRAME_NATIVE_SYMBOL, gint32)[row] = symbol;
  FUL_CELLS (&self->frames, FUL_FRAME_LINE, gint32)[row] = line;
  FUL_CELLS (&self->frames, FUL_FRAME_COLUMN, gint32)[row] = FUL_NONE;
}

/* Names a frame without a symbol in the results: by its recorded symbol, else by its address. */
static void
name_unresolved (FulSymbolicate *self,
                 guint           frame)
{
  const FulFrameTable *frames = self->recorded->frames;
  const FulNativeSymbolTable *symbols = self->recorded->native_symbols;
  FulNativeSymbolIndex symbol = frames->native_symbol[frame];
  FulFuncIndex old = frames->func[frame];
  gint32 lib = frames->lib[frame];
  FulFuncIndex func;

  g_assert (frame < frames->table.n_rows && lib != FUL_NONE);

  if (symbol != FUL_NONE)
    {
      func = ful_symbol_rows_get_func (&self->rows, lib, ful_symbol_rows_adopt_string (&self->rows, symbols->name[symbol]),
                                       self->recorded->funcs->source[old], old);
    }
  else
    {
      char number[32];

      g_snprintf (number, sizeof number, "0x%" G_GINT64_MODIFIER "x", frames->address[frame]);
      func = ful_symbol_rows_get_unnamed (&self->rows, lib, number, old);
      symbol = ful_symbol_rows_get_symbol (&self->rows, lib, ful_symbol_rows_get_string (&self->rows, number),
                                           frames->address[frame], 0);
    }
  set_frame (self, frame, 0, func, symbol, frames->line[frame]);
}

static guint
append_inlined_frame (FulSymbolicate *self,
                      guint           frame)
{
  const FulFrameTable *frames = self->recorded->frames;
  guint row = ful_table_builder_append (&self->frames, 1);

  g_assert (frame < frames->table.n_rows);

  FUL_CELLS (&self->frames, FUL_FRAME_ADDRESS, gint64)[row] = frames->address[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_LIB, gint32)[row] = frames->lib[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_CATEGORY, gint32)[row] = frames->category[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_SUBCATEGORY, gint32)[row] = frames->subcategory[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_INNER_WINDOW_ID, double)[row] = frames->inner_window_id[frame];

  return row;
}

static gint32
get_line (const FulSymbolFrame *frame)
{
  return frame->line > 0 ? (gint32) frame->line : FUL_NONE;
}

static FulSymbolRow *
get_symbol (FulSymbolicate         *self,
            gint32                  lib,
            const FulSymbolResults *results,
            guint32                 number)
{
  FulSymbolRow *symbol;

  g_assert ((guint) lib < self->recorded->libs->len);
  g_assert (number < results->n_symbols);

  if (self->symbols[lib] == NULL)
    {
      self->symbols[lib] = g_new (FulSymbolRow, results->n_symbols);
      for (guint i = 0; i < results->n_symbols; i++)
        self->symbols[lib][i] = (FulSymbolRow) { .func = FUL_NONE, .row = FUL_NONE };
    }
  symbol = &self->symbols[lib][number];
  if (symbol->row == FUL_NONE)
    symbol->row = ful_symbol_rows_get_symbol (&self->rows, lib,
                                              ful_symbol_rows_get_name (&self->rows, lib, results, results->symbols[number].name),
                                              (gint64) results->symbols[number].address, (gint64) results->symbols[number].size);

  return symbol;
}

static FulFuncIndex
get_func (FulSymbolicate         *self,
          gint32                  lib,
          const FulSymbolResults *results,
          const FulSymbolFrame   *frame,
          FulFuncIndex            old)
{
  FulStringIndex name = ful_symbol_rows_get_name (&self->rows, lib, results, frame->name);
  FulSourceIndex source = frame->file == FUL_SYMBOL_NONE ? FUL_NONE
                          : ful_symbol_rows_get_source (&self->rows,
                                                        ful_symbol_rows_get_name (&self->rows, lib, results, frame->file));

  g_assert ((guint) old < self->recorded->funcs->table.n_rows);

  return ful_symbol_rows_get_func (&self->rows, lib, name, source, old);
}

static void
name_frame (FulSymbolicate         *self,
            guint                   frame,
            const FulSymbolResults *results,
            const FulSymbolResult  *result)
{
  gint32 lib = self->recorded->frames->lib[frame];
  FulFuncIndex old = self->recorded->frames->func[frame];
  FulSymbolRow *symbol = get_symbol (self, lib, results, result->symbol);
  const FulSymbolFrame *outermost = &results->frames[result->first_frame];

  g_assert (frame < self->recorded->frames->table.n_rows);
  g_assert (result->n_frames > 0);

  if (symbol->func == FUL_NONE || symbol->name != outermost->name || symbol->file != outermost->file)
    {
      symbol->func = get_func (self, lib, results, outermost, old);
      symbol->name = outermost->name;
      symbol->file = outermost->file;
    }
  set_frame (self, frame, 0, symbol->func, symbol->row, get_line (outermost));
  for (guint i = 1; i < MIN (result->n_frames, 1 + self->max_inlined); i++)
    {
      FulFuncIndex func = get_func (self, lib, results, &outermost[i], old);

      set_frame (self, append_inlined_frame (self, frame), i, func, symbol->row, get_line (&outermost[i]));
    }
}

gboolean
ful_symbolicate_name_frames (FulSymbolicate  *self,
                             GCancellable    *cancellable,
                             GError         **error)
{
  const FulFrameTable *frames = self->recorded->frames;

  for (guint i = 0; i < frames->table.n_rows; i++)
    {
      const FulSymbolResult *result = self->result_of[i];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      self->first_inlined[i] = self->frames.n_rows;
      if (result && result->symbol != FUL_SYMBOL_NONE)
        name_frame (self, i, self->results[frames->lib[i]], result);
      else if (result)
        name_unresolved (self, i);
    }
  self->first_inlined[frames->table.n_rows] = self->frames.n_rows;

  return TRUE;
}
