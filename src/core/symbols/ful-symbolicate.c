/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers of symbol sources → snapshot of a profile (symbols.md 4).
 *
 * A function number never changes its meaning, a sample never changes its stack: functions with other names are
 * appended, and the snapshot has tables of shown stacks and frames, with a map from the recorded stacks. */

#include "config.h"

#include "ful-symbolicate.h"

#include "base/ful-string-table.h"
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
  gint32 lib;
  gint32 name;     /* place in the own list of names */
  gint32 source;   /* or %FUL_NONE */
} FuncKey;

typedef struct
{
  gint32         lib;
  FulStringIndex name;
  gint64         address;
  gint64         size;
} SymbolKey;

typedef struct
{
  FulProfile              *recorded;
  FulProfile              *last;      /* whose functions, symbols and sources are kept */
  FulSymbolAnswers *const *answers;
  FulTableBuilder          funcs;
  FulTableBuilder          symbols;
  FulTableBuilder          sources;
  FulTableBuilder          frames;
  GHashTable              *strings;   /* text → id of the string + 1 */
  GHashTable              *func_of;   /* FuncKey → function */
  GHashTable              *symbol_of; /* SymbolKey → row */
  GHashTable              *source_of; /* id of a string → row */
  GHashTable             **names;     /* (nullable): for each library: place of a text of its answers → id of the string */
  gint32                  *owner;     /* for each recorded function the only library that uses it, or < 0 */
  gint32                  *resource;  /* for each library its resource, or FUL_NONE */
  Expansion               *expansions;   /* for each recorded frame */
  gboolean                 has_expansions;
  gboolean                 has_removed;
} Symbolicate;

#define NOT_USED (-1)
#define USED_BY_MANY (-2)

static guint
hash_words (gconstpointer key,
            guint         n)
{
  const guint32 *words = key;
  guint32 hash = 0;

  for (guint i = 0; i < n; i++)
    hash = (hash ^ words[i]) * 0x9e3779b1u + (hash >> 15);

  return hash;
}

static guint
hash_func (gconstpointer key)
{
  return hash_words (key, sizeof (FuncKey) / 4);
}

static gboolean
equal_funcs (gconstpointer a,
             gconstpointer b)
{
  return memcmp (a, b, sizeof (FuncKey)) == 0;
}

static guint
hash_symbol (gconstpointer key)
{
  return hash_words (key, sizeof (SymbolKey) / 4);
}

static gboolean
equal_symbols (gconstpointer a,
               gconstpointer b)
{
  return memcmp (a, b, sizeof (SymbolKey)) == 0;
}

/* Of equal texts the first is used; those of the profile that are names need not be unique. */
static FulStringIndex
get_string (Symbolicate *self,
            const char  *text)
{
  gpointer id = g_hash_table_lookup (self->strings, text);
  FulStringIndex string;

  if (id)
    return GPOINTER_TO_INT (id) - 1;

  string = ful_string_table_append (self->recorded->strings, text, -1);
  g_hash_table_insert (self->strings, (gpointer) ful_string_table_get (self->recorded->strings, string),
                       GINT_TO_POINTER (string + 1));

  return string;
}

/* A text of the answers for a library. */
static FulStringIndex
get_name (Symbolicate            *self,
          gint32                  lib,
          const FulSymbolAnswers *answers,
          guint32                 place)
{
  gpointer string;

  if (self->names[lib] == NULL)
    self->names[lib] = g_hash_table_new (NULL, NULL);
  if (!g_hash_table_lookup_extended (self->names[lib], GUINT_TO_POINTER (place), NULL, &string))
    {
      string = GINT_TO_POINTER (get_string (self, answers->texts + place));
      g_hash_table_insert (self->names[lib], GUINT_TO_POINTER (place), string);
    }

  return GPOINTER_TO_INT (string);
}

static FulStringIndex
adopt_string (Symbolicate    *self,
              FulStringIndex  string)
{
  const char *text = ful_profile_get_string (self->recorded, string);
  gpointer id = g_hash_table_lookup (self->strings, text);

  if (id)
    return GPOINTER_TO_INT (id) - 1;
  g_hash_table_insert (self->strings, (gpointer) text, GINT_TO_POINTER (string + 1));

  return string;
}

/* Which library uses a function alone, and the resource of each library. */
static void
find_owners (Symbolicate *self)
{
  const FulFrameTable *frames = self->recorded->frames;
  const FulFuncTable *funcs = self->recorded->funcs;
  guint n_libs = self->recorded->libs->len;

  self->owner = g_new (gint32, MAX (funcs->table.n_rows, 1));
  for (guint i = 0; i < funcs->table.n_rows; i++)
    self->owner[i] = NOT_USED;
  for (guint i = 0; i < frames->table.n_rows; i++)
    {
      gint32 *owner = &self->owner[frames->func[i]];

      if (frames->lib[i] == FUL_NONE)
        *owner = USED_BY_MANY;
      else if (*owner == NOT_USED)
        *owner = frames->lib[i];
      else if (*owner != frames->lib[i])
        *owner = USED_BY_MANY;
    }

  self->resource = g_new (gint32, MAX (n_libs, 1));
  for (guint i = 0; i < n_libs; i++)
    self->resource[i] = FUL_NONE;
  for (guint i = 0; i < self->recorded->n_recorded_funcs; i++)
    if (self->owner[i] >= 0 && self->resource[self->owner[i]] == FUL_NONE)
      self->resource[self->owner[i]] = funcs->resource[i];
}

/* The library of a function of the last snapshot; < 0 if there is not only one. */
static gint32 *
list_libs_of_funcs (Symbolicate *self)
{
  guint n_recorded = self->recorded->funcs->table.n_rows, n = self->last->funcs->table.n_rows;
  gint32 *libs = g_new (gint32, MAX (n, 1));

  memcpy (libs, self->owner, n_recorded * sizeof *libs);
  for (guint i = n_recorded; i < n; i++)
    libs[i] = NOT_USED;
  for (guint i = 0; self->last->shown_frames && i < self->last->shown_frames->table.n_rows; i++)
    if (self->last->shown_frames->func[i] >= (gint32) n_recorded)
      libs[self->last->shown_frames->func[i]] = self->last->shown_frames->lib[i];

  return libs;
}

/* The keys of the functions, symbols and sources that there are. */
static void
adopt_rows (Symbolicate *self)
{
  const FulFuncTable *funcs = self->last->funcs;
  const FulNativeSymbolTable *symbols = self->last->native_symbols;
  const FulSourceTable *sources = self->last->sources;
  g_autofree gint32 *libs = list_libs_of_funcs (self);

  for (guint i = 0; i < sources->table.n_rows; i++)
    if (sources->id[i] == FUL_NONE && sources->start_line[i] == 1 && sources->start_column[i] == 1)
      {
        gpointer name = GINT_TO_POINTER (adopt_string (self, sources->filename[i]));

        if (!g_hash_table_contains (self->source_of, name))
          g_hash_table_insert (self->source_of, name, GUINT_TO_POINTER (i));
      }
  for (guint i = 0; i < funcs->table.n_rows; i++)
    {
      FuncKey key = { libs[i], FUL_NONE, funcs->source[i] };

      if (key.lib < 0 || funcs->is_js[i])
        continue;
      key.name = adopt_string (self, funcs->name[i]);
      if (!g_hash_table_contains (self->func_of, &key))
        g_hash_table_insert (self->func_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < symbols->table.n_rows; i++)
    {
      SymbolKey key = { symbols->lib[i], adopt_string (self, symbols->name[i]), symbols->address[i],
                        symbols->function_size[i] };

      if (!g_hash_table_contains (self->symbol_of, &key))
        g_hash_table_insert (self->symbol_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i));
    }
}

static FulSourceIndex
get_source (Symbolicate    *self,
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
static FulFuncIndex
get_func (Symbolicate    *self,
          gint32          lib,
          FulStringIndex  name,
          FulSourceIndex  source,
          FulFuncIndex    old)
{
  FuncKey key = { lib, name, source };
  gpointer row;
  guint func;

  if (g_hash_table_lookup_extended (self->func_of, &key, NULL, &row))
    return GPOINTER_TO_INT (row);

  func = ful_table_builder_append (&self->funcs, 1);
  FUL_CELLS (&self->funcs, FUL_FUNC_NAME, gint32)[func] = key.name;
  FUL_CELLS (&self->funcs, FUL_FUNC_IS_JS, guint8)[func] = self->recorded->funcs->is_js[old];
  FUL_CELLS (&self->funcs, FUL_FUNC_RELEVANT_FOR_JS, guint8)[func] = self->recorded->funcs->relevant_for_js[old];
  FUL_CELLS (&self->funcs, FUL_FUNC_RESOURCE, gint32)[func] = self->resource[lib];
  FUL_CELLS (&self->funcs, FUL_FUNC_SOURCE, gint32)[func] = source;
  g_hash_table_insert (self->func_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (func));

  return (FulFuncIndex) func;
}

/* @size: 0 if it is not known */
static FulNativeSymbolIndex
get_symbol (Symbolicate    *self,
            gint32          lib,
            FulStringIndex  name,
            gint64          address,
            gint64          size)
{
  SymbolKey key = { lib, name, address, size > 0 ? size : FUL_NONE };
  gpointer row;
  guint symbol;

  if (g_hash_table_lookup_extended (self->symbol_of, &key, NULL, &row))
    return GPOINTER_TO_INT (row);

  symbol = ful_table_builder_append (&self->symbols, 1);
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_LIB, gint32)[symbol] = lib;
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_ADDRESS, gint64)[symbol] = address;
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_NAME, gint32)[symbol] = key.name;
  FUL_CELLS (&self->symbols, FUL_NATIVE_SYMBOL_FUNCTION_SIZE, gint64)[symbol] = key.size;
  g_hash_table_insert (self->symbol_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (symbol));

  return (FulNativeSymbolIndex) symbol;
}

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
      func = get_func (self, lib, adopt_string (self, symbols->name[symbol]), self->recorded->funcs->source[old], old);
    }
  else
    {
      char number[32];
      FulStringIndex name;

      g_snprintf (number, sizeof number, "0x%" G_GINT64_MODIFIER "x", frames->address[frame]);
      name = get_string (self, number);
      func = get_func (self, lib, name, self->recorded->funcs->source[old], old);
      symbol = get_symbol (self, lib, name, frames->address[frame], 0);
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
  FulNativeSymbolIndex row = get_symbol (self, lib, get_name (self, lib, answers, symbol->name),
                                         (gint64) symbol->address, (gint64) symbol->size);

  for (guint i = 0; i < answer->n_frames; i++)
    {
      const FulSymbolFrame *item = &answers->frames[answer->first_frame + i];
      FulSourceIndex source = item->file == FUL_SYMBOL_NONE ? FUL_NONE
                              : get_source (self, get_name (self, lib, answers, item->file));
      FulFuncIndex func = get_func (self, lib, get_name (self, lib, answers, item->name), source, old);
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

static void
push_stack (FulTableBuilder *builder,
            guint            frame,
            FulStackIndex    prefix,
            FulCategoryIndex category,
            gint32           subcategory)
{
  guint row = ful_table_builder_append (builder, 1);

  FUL_CELLS (builder, FUL_STACK_FRAME, gint32)[row] = (gint32) frame;
  FUL_CELLS (builder, FUL_STACK_PREFIX, gint32)[row] = prefix;
  FUL_CELLS (builder, FUL_STACK_CATEGORY, gint32)[row] = category;
  FUL_CELLS (builder, FUL_STACK_SUBCATEGORY, gint32)[row] = subcategory;
}

/* A stack becomes one for each frame at its address, or its caller if its frame is removed. */
static gboolean
make_stacks (Symbolicate   *self,
             FulProfile    *snapshot,
             GCancellable  *cancellable,
             GError       **error)
{
  const FulStackTable *stacks = self->recorded->stacks;
  guint n = stacks->table.n_rows;
  FulTableBuilder builder;
  gint32 *shown;

  if (!self->has_expansions && !self->has_removed)
    {
      snapshot->shown_stacks = ful_table_ref (self->recorded->stacks);
      return TRUE;
    }

  ful_table_builder_init (&builder, &ful_stack_table_class);
  builder.buffers[FUL_STACK_CATEGORY] = ful_buffer_new (FUL_TYPE_I32, 0);
  builder.buffers[FUL_STACK_SUBCATEGORY] = ful_buffer_new (FUL_TYPE_I32, 0);
  snapshot->shown_of_stack = ful_buffer_new (FUL_TYPE_I32, n);
  snapshot->shown_of_stack->n = n;
  shown = snapshot->shown_of_stack->data;
  for (guint i = 0; i < n; i++)
    {
      guint frame = (guint) stacks->frame[i];
      const Expansion *expansion = &self->expansions[frame];

      shown[i] = stacks->prefix[i] == FUL_NONE ? FUL_NONE : shown[stacks->prefix[i]];
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          ful_table_builder_clear (&builder);
          return FALSE;
        }
      if (is_removed (self, frame))
        continue;

      for (guint k = 0; k <= expansion->n_inlined; k++)
        {
          push_stack (&builder, k == 0 ? frame : expansion->first_inlined + k - 1, shown[i], stacks->category[i],
                      stacks->subcategory[i]);
          shown[i] = (gint32) builder.n_rows - 1;
        }
    }
  snapshot->shown_stacks = ful_table_builder_publish (&builder);
  ful_table_builder_clear (&builder);

  return TRUE;
}

/* The functions that stand for each function that frames had, in the recorded profile or in the last snapshot, if all
 * of its frames agree. A function that is still shown stands for itself, so that a path is mapped only once. */
static void
make_replacements (Symbolicate *self,
                   FulProfile  *snapshot)
{
  const FulFrameTable *shown = snapshot->shown_frames, *before[] = { self->recorded->frames, self->last->shown_frames };
  guint n = self->last->funcs->table.n_rows, n_frames = self->recorded->frames->table.n_rows;
  g_autofree gint32 *frame_of = g_new (gint32, MAX (n, 1));   /* whose list it is, or one of the words above */
  gint32 *first;
  GArray *funcs = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; i < n; i++)
    frame_of[i] = NOT_USED;
  for (guint b = 0; b < G_N_ELEMENTS (before); b++)
    for (guint i = 0; before[b] && i < n_frames; i++)
      {
        const Expansion *expansion = &self->expansions[i], *other;
        gint32 *frame = &frame_of[before[b]->func[i]];
        gboolean agree = TRUE;

        if (self->recorded->frames->inline_depth[i] > 0)
          continue;
        if (*frame == NOT_USED)
          {
            *frame = (gint32) i;
            continue;
          }
        if (*frame == USED_BY_MANY)
          continue;

        other = &self->expansions[*frame];
        agree = shown->func[i] == shown->func[*frame] && expansion->n_inlined == other->n_inlined;
        for (guint k = 0; agree && k < expansion->n_inlined; k++)
          agree = shown->func[expansion->first_inlined + k] == shown->func[other->first_inlined + k];
        if (!agree)
          *frame = USED_BY_MANY;
      }

  for (guint i = 0; i < shown->table.n_rows; i++)
    if (shown->func[i] < (gint32) n && (i >= n_frames || !is_removed (self, i)))
      frame_of[shown->func[i]] = NOT_USED;

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
  Symbolicate self = { recorded, last ? last : recorded, answers };
  gboolean ok;

  self.strings = g_hash_table_new (g_str_hash, g_str_equal);
  self.func_of = g_hash_table_new_full (hash_func, equal_funcs, g_free, NULL);
  self.symbol_of = g_hash_table_new_full (hash_symbol, equal_symbols, g_free, NULL);
  self.source_of = g_hash_table_new (NULL, NULL);
  self.names = g_new0 (GHashTable *, recorded->libs->len + 1);
  self.expansions = g_new0 (Expansion, MAX (recorded->frames->table.n_rows, 1));
  ful_table_builder_init_copy (&self.funcs, self.last->funcs);
  ful_table_builder_init_copy (&self.symbols, self.last->native_symbols);
  ful_table_builder_init_copy (&self.sources, self.last->sources);
  ful_table_builder_init_copy (&self.frames, recorded->frames);
  find_owners (&self);
  adopt_rows (&self);

  ok = name_frames (&self, cancellable, error) && make_stacks (&self, snapshot, cancellable, error);
  if (ok)
    {
      replace_table (&snapshot->funcs, &self.funcs);
      replace_table (&snapshot->native_symbols, &self.symbols);
      replace_table (&snapshot->sources, &self.sources);
      snapshot->shown_frames = ful_table_builder_publish (&self.frames);
      make_replacements (&self, snapshot);
      snapshot->symbolicated = 1;
      snapshot->symbol_serial = new_serial ();
    }

  g_hash_table_unref (self.strings);
  g_hash_table_unref (self.func_of);
  g_hash_table_unref (self.symbol_of);
  g_hash_table_unref (self.source_of);
  ful_table_builder_clear (&self.funcs);
  ful_table_builder_clear (&self.symbols);
  ful_table_builder_clear (&self.sources);
  ful_table_builder_clear (&self.frames);
  for (guint i = 0; i < recorded->libs->len; i++)
    g_clear_pointer (&self.names[i], g_hash_table_unref);
  g_free (self.names);
  g_free (self.owner);
  g_free (self.resource);
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
 * @lib: a library of @profile
 *
 * Returns: (transfer full) (element-type guint64): the different addresses of its frames, ascending
 */
GArray *
ful_list_addresses (FulProfile *profile,
                    guint       lib)
{
  const FulFrameTable *frames = profile->frames;
  GArray *addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n = 0;

  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->lib[i] == (gint32) lib && frames->address[i] >= 0)
      {
        guint64 address = (guint64) frames->address[i];

        g_array_append_val (addresses, address);
      }
  g_array_sort (addresses, compare_addresses);
  for (guint i = 0; i < addresses->len; i++)
    if (i == 0 || g_array_index (addresses, guint64, i) != g_array_index (addresses, guint64, n - 1))
      g_array_index (addresses, guint64, n++) = g_array_index (addresses, guint64, i);
  g_array_set_size (addresses, n);

  return addresses;
}
