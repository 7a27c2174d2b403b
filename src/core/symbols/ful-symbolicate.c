/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers of symbol sources → snapshot of a profile (symbols.md 4).
 *
 * A function number never changes its meaning, a sample never changes its stack: functions with other names are
 * appended, and the snapshot has tables of shown stacks and frames, with a map from the recorded stacks. */

#include "config.h"

#include "ful-symbolicate.h"

#include "ful-symbol-rows.h"

#include "base/ful-table.h"
#include "model/ful-shared-tables.h"

#include <string.h>

/* Frames of a recorded frame row: itself, and the inlined ones from the outermost to the innermost. */
typedef struct
{
  guint first_inlined;   /* row of the shown frames */
  guint n_inlined;
} Expansion;

typedef struct
{
  FulProfile              *recorded;
  FulSymbolAnswers *const *answers;
  FulSymbolRows            rows;
  FulTableBuilder          frames;
  Expansion               *expansions;     /* for each recorded frame */
  gboolean                 has_expansions;
  gboolean                 has_removed;
} Symbolicate;

static void
set_frame (Symbolicate          *self,
           guint                 row,
           guint                 depth,
           FulFuncIndex          func,
           FulNativeSymbolIndex  symbol,
           gint32                line)
{
  FUL_CELLS (&self->frames, FUL_FRAME_INLINE_DEPTH, guint8)[row] = (guint8) MIN (depth, G_MAXUINT8);
  FUL_CELLS (&self->frames, FUL_FRAME_FUNC, gint32)[row] = func;
  FUL_CELLS (&self->frames, FUL_FRAME_NATIVE_SYMBOL, gint32)[row] = symbol;
  FUL_CELLS (&self->frames, FUL_FRAME_LINE, gint32)[row] = line;
  FUL_CELLS (&self->frames, FUL_FRAME_COLUMN, gint32)[row] = FUL_NONE;
}

/* An address that belongs to no symbol: by the symbol it had, else by its number. */
static void
name_unresolved (Symbolicate *self,
                 guint        frame)
{
  const FulFrameTable *frames = self->recorded->frames;
  const FulNativeSymbolTable *symbols = self->recorded->native_symbols;
  FulNativeSymbolIndex symbol = frames->native_symbol[frame];
  FulFuncIndex old = frames->func[frame];
  gint32 lib = frames->lib[frame];
  FulFuncIndex func;

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
append_inlined_frame (Symbolicate *self,
                      guint        frame)
{
  const FulFrameTable *frames = self->recorded->frames;
  guint row = ful_table_builder_append (&self->frames, 1);

  FUL_CELLS (&self->frames, FUL_FRAME_ADDRESS, gint64)[row] = frames->address[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_LIB, gint32)[row] = frames->lib[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_CATEGORY, gint32)[row] = frames->category[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_SUBCATEGORY, gint32)[row] = frames->subcategory[frame];
  FUL_CELLS (&self->frames, FUL_FRAME_INNER_WINDOW_ID, double)[row] = frames->inner_window_id[frame];

  return row;
}

static void
name_frame (Symbolicate            *self,
            guint                   frame,
            const FulSymbolAnswers *answers,
            const FulSymbolAnswer  *answer)
{
  const FulSymbol *symbol = &answers->symbols[answer->symbol];
  gint32 lib = self->recorded->frames->lib[frame];
  FulFuncIndex old = self->recorded->frames->func[frame];
  FulStringIndex symbol_name = ful_symbol_rows_get_name (&self->rows, lib, answers, symbol->name);
  FulNativeSymbolIndex row = ful_symbol_rows_get_symbol (&self->rows, lib, symbol_name,
                                         (gint64) symbol->address, (gint64) symbol->size);

  for (guint i = 0; i < answer->n_frames; i++)
    {
      const FulSymbolFrame *item = &answers->frames[answer->first_frame + i];
      FulStringIndex name = ful_symbol_rows_get_name (&self->rows, lib, answers, item->name);
      FulSourceIndex source = item->file == FUL_SYMBOL_NONE ? FUL_NONE
                              : ful_symbol_rows_get_source (&self->rows,
                                                            ful_symbol_rows_get_name (&self->rows, lib, answers, item->file));
      FulFuncIndex func = ful_symbol_rows_get_func (&self->rows, lib, name, source, old);
      guint at = i == 0 ? frame : append_inlined_frame (self, frame);

      set_frame (self, at, i, func, row, item->line > 0 ? (gint32) item->line : FUL_NONE);
      if (i == 1)
        self->expansions[frame].first_inlined = at;
    }
  self->expansions[frame].n_inlined = answer->n_frames - 1;
  self->has_expansions |= answer->n_frames > 1;
}

/* Whether a row is an inlined frame of symbols that are replaced. */
static gboolean
is_removed (Symbolicate *self,
            guint        frame)
{
  const FulFrameTable *frames = self->recorded->frames;

  return frames->inline_depth[frame] > 0 && frames->lib[frame] != FUL_NONE && self->answers[frames->lib[frame]];
}

static gboolean
name_frames (Symbolicate   *self,
             GCancellable  *cancellable,
             GError       **error)
{
  const FulFrameTable *frames = self->recorded->frames;

  for (guint i = 0; i < frames->table.n_rows; i++)
    {
      const FulSymbolAnswers *answers = frames->lib[i] == FUL_NONE ? NULL : self->answers[frames->lib[i]];
      const FulSymbolAnswer *answer;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (answers == NULL || frames->address[i] < 0)
        continue;
      if (is_removed (self, i))
        {
          self->has_removed = TRUE;
          continue;
        }

      answer = ful_symbol_answers_find (answers, (guint64) frames->address[i]);
      if (answer && answer->symbol != FUL_SYMBOL_NONE)
        name_frame (self, i, answers, answer);
      else if (answer)
        name_unresolved (self, i);
    }

  return TRUE;
}

/* How many shown stacks there are. */
static guint
count_stacks (Symbolicate *self)
{
  const FulStackTable *stacks = self->recorded->stacks;
  guint n = 0;

  for (guint i = 0; i < stacks->table.n_rows; i++)
    n += is_removed (self, (guint) stacks->frame[i]) ? 0 : 1 + self->expansions[stacks->frame[i]].n_inlined;

  return n;
}

/* A stack becomes one for each frame at its address, or its caller if its frame is removed. */
static gboolean
make_stacks (Symbolicate   *self,
             FulProfile    *snapshot,
             GCancellable  *cancellable,
             GError       **error)
{
  const FulStackTable *stacks = self->recorded->stacks;
  guint n = stacks->table.n_rows, n_shown = 0;
  FulBuffer *buffers[FUL_STACK_SUBCATEGORY + 1];
  gint32 *columns[G_N_ELEMENTS (buffers)], *shown;
  gboolean cancelled = FALSE;

  if (!self->has_expansions && !self->has_removed)
    {
      snapshot->shown_stacks = ful_table_ref (self->recorded->stacks);
      return TRUE;
    }

  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    {
      buffers[c] = ful_buffer_new (FUL_TYPE_I32, count_stacks (self));
      columns[c] = buffers[c]->data;
    }
  snapshot->shown_of_stack = ful_buffer_new (FUL_TYPE_I32, n);
  snapshot->shown_of_stack->n = n;
  shown = snapshot->shown_of_stack->data;
  for (guint i = 0; i < n && !cancelled; i++)
    {
      guint frame = (guint) stacks->frame[i];
      const Expansion *expansion = &self->expansions[frame];

      if (i % FUL_CANCEL_CHECK_ROWS == 0)
        cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
      shown[i] = stacks->prefix[i] == FUL_NONE ? FUL_NONE : shown[stacks->prefix[i]];
      for (guint k = 0; k <= expansion->n_inlined && !is_removed (self, frame); k++)
        {
          columns[FUL_STACK_FRAME][n_shown] = (gint32) (k == 0 ? frame : expansion->first_inlined + k - 1);
          columns[FUL_STACK_PREFIX][n_shown] = shown[i];
          columns[FUL_STACK_CATEGORY][n_shown] = stacks->category[i];
          columns[FUL_STACK_SUBCATEGORY][n_shown] = stacks->subcategory[i];
          shown[i] = (gint32) n_shown++;
        }
    }

  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    buffers[c]->n = n_shown;
  if (!cancelled)
    snapshot->shown_stacks = ful_table_new (&ful_stack_table_class, n_shown, buffers);
  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    ful_buffer_unref (buffers[c]);

  return !cancelled;
}

/* The functions that stand for each function that frames had, in the recorded profile or in the last snapshot, if all
 * of its frames agree. A function that is still shown stands for itself, so that a path is mapped only once. */
static void
make_replacements (Symbolicate *self,
                   FulProfile  *snapshot)
{
  const FulFrameTable *shown = snapshot->shown_frames, *before[] = { self->recorded->frames, self->rows.last->shown_frames };
  guint n = self->rows.last->funcs->table.n_rows, n_frames = self->recorded->frames->table.n_rows;
  g_autofree gint32 *frame_of = g_new (gint32, MAX (n, 1));   /* whose list it is, or one of the words above */
  gint32 *first;
  GArray *funcs = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; i < n; i++)
    frame_of[i] = FUL_SYMBOL_NOT_USED;
  for (guint b = 0; b < G_N_ELEMENTS (before); b++)
    for (guint i = 0; before[b] && i < n_frames; i++)
      {
        const Expansion *expansion = &self->expansions[i], *other;
        gint32 *frame = &frame_of[before[b]->func[i]];
        gboolean agree = TRUE;

        if (self->recorded->frames->inline_depth[i] > 0)
          continue;
        if (*frame == FUL_SYMBOL_NOT_USED)
          {
            *frame = (gint32) i;
            continue;
          }
        if (*frame == FUL_SYMBOL_USED_BY_MANY)
          continue;

        other = &self->expansions[*frame];
        agree = shown->func[i] == shown->func[*frame] && expansion->n_inlined == other->n_inlined;
        for (guint k = 0; agree && k < expansion->n_inlined; k++)
          agree = shown->func[expansion->first_inlined + k] == shown->func[other->first_inlined + k];
        if (!agree)
          *frame = FUL_SYMBOL_USED_BY_MANY;
      }

  for (guint i = 0; i < shown->table.n_rows; i++)
    if (shown->func[i] < (gint32) n && (i >= n_frames || !is_removed (self, i)))
      frame_of[shown->func[i]] = FUL_SYMBOL_NOT_USED;

  snapshot->first_replacement = ful_buffer_new (FUL_TYPE_I32, n + 1);
  snapshot->first_replacement->n = n + 1;
  first = snapshot->first_replacement->data;
  for (guint i = 0; i < n; i++)
    {
      gint32 frame = frame_of[i];

      first[i] = (gint32) funcs->len;
      if (frame < 0)
        continue;
      g_array_append_val (funcs, shown->func[frame]);
      g_array_append_vals (funcs, shown->func + self->expansions[frame].first_inlined, self->expansions[frame].n_inlined);
    }
  first[n] = (gint32) funcs->len;
  n = funcs->len;
  snapshot->replacements = ful_buffer_new_take (FUL_TYPE_I32, g_array_free (funcs, FALSE), n);
}

static guint64
new_serial (void)
{
  static guint64 last;

  return __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
}

static void
replace_table (gpointer         table,
               FulTableBuilder *builder)
{
  gpointer *place = table;

  g_clear_pointer (place, ful_table_unref);
  *place = ful_table_builder_publish (builder);
}

/**
 * ful_symbolicate:
 * @recorded: a profile as it was recorded
 * @answers: (array): for each library of it the answers so far, or %NULL
 * @last: (nullable): the snapshot of @recorded before this one; no other may have been made of it
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Costs O(frames + stacks + functions). Addresses without an answer stay as they were recorded. Appends to the strings
 * of @recorded, which others may be reading: only one call at a time.
 *
 * Returns: (transfer full): a profile with the threads of @recorded, its functions and those of @last with the same
 *   numbers, and further ones for the names in @answers
 */
FulProfile *
ful_symbolicate (FulProfile              *recorded,
                 FulSymbolAnswers *const *answers,
                 FulProfile              *last,
                 GCancellable            *cancellable,
                 GError                 **error)
{
  g_autoptr(FulProfile) snapshot = ful_profile_new_snapshot (recorded);
  Symbolicate self = { recorded, answers };
  guint n_inlined = 0;
  gboolean ok;

  ful_symbol_rows_init (&self.rows, recorded, last ? last : recorded);
  for (guint i = 0; i < recorded->libs->len; i++)
    n_inlined += answers[i] ? answers[i]->n_frames - MIN (answers[i]->n_frames, answers[i]->n_answers) : 0;
  ful_table_builder_init_copy (&self.frames, recorded->frames, n_inlined);
  self.expansions = g_new0 (Expansion, MAX (recorded->frames->table.n_rows, 1));

  ok = name_frames (&self, cancellable, error) && make_stacks (&self, snapshot, cancellable, error);
  if (ok)
    {
      replace_table (&snapshot->funcs, &self.rows.funcs);
      replace_table (&snapshot->native_symbols, &self.rows.symbols);
      replace_table (&snapshot->sources, &self.rows.sources);
      snapshot->shown_frames = ful_table_builder_publish (&self.frames);
      make_replacements (&self, snapshot);
      snapshot->symbolicated = 1;
      snapshot->symbol_serial = new_serial ();
    }

  ful_symbol_rows_clear (&self.rows);
  ful_table_builder_clear (&self.frames);
  g_free (self.expansions);

  return ok ? g_steal_pointer (&snapshot) : NULL;
}

static int
compare_addresses (gconstpointer a,
                   gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/**
 * ful_list_addresses:
 *
 * Returns: (transfer full) (element-type GArray): for each library of @profile the different addresses of its frames,
 *   guint64, ascending
 */
GPtrArray *
ful_list_addresses (FulProfile *profile)
{
  const FulFrameTable *frames = profile->frames;
  GPtrArray *of_libs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < profile->libs->len; i++)
    g_ptr_array_add (of_libs, g_array_new (FALSE, FALSE, sizeof (guint64)));
  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->lib[i] != FUL_NONE && frames->address[i] >= 0)
      {
        guint64 address = (guint64) frames->address[i];

        g_array_append_val ((GArray *) g_ptr_array_index (of_libs, (guint) frames->lib[i]), address);
      }
  for (guint i = 0; i < of_libs->len; i++)
    {
      GArray *addresses = g_ptr_array_index (of_libs, i);
      guint n = 0;

      g_array_sort (addresses, compare_addresses);
      for (guint k = 0; k < addresses->len; k++)
        if (k == 0 || g_array_index (addresses, guint64, k) != g_array_index (addresses, guint64, n - 1))
          g_array_index (addresses, guint64, n++) = g_array_index (addresses, guint64, k);
      g_array_set_size (addresses, n);
    }

  return of_libs;
}
