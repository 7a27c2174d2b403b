/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results of symbol sources → snapshot of a profile (symbols.md 4).
 *
 * A function number never changes its meaning, a sample never changes its stack: functions with other names are
 * appended, and the snapshot has tables of shown stacks and frames (ful-symbolicate-frames.c), with a map from the
 * recorded stacks. */

#include "config.h"

#include "ful-symbolicate.h"

#include "ful-symbolicate-private.h"

#include "base/ful-serial.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-shared-tables.h"

#include <glib/gi18n-lib.h>

/* The budget of shown rows is FREE_ROWS plus a multiple of the recorded rows. If all inlined functions exceed it, the
 * frames per address are limited to a number that fits for any results. */
#define FREE_ROWS (G_GUINT64_CONSTANT (1) << 20)
#define ROWS_PER_ROW 8
#define FEW_INLINED (ROWS_PER_ROW - 1)

/* Whether a recorded frame is an inlined one of a library with new results, which replace it. */
static gboolean
is_removed (FulSymbolicate *self,
            guint           frame)
{
  const FulFrameTable *frames = self->recorded->frames;

  g_assert (frame < frames->table.n_rows);

  return frames->inline_depth[frame] > 0 && frames->lib[frame] != FUL_NONE && self->results[frames->lib[frame]];
}

static gboolean
find_results (FulSymbolicate  *self,
              GCancellable    *cancellable,
              GError         **error)
{
  const FulFrameTable *frames = self->recorded->frames;

  for (guint i = 0; i < frames->table.n_rows; i++)
    {
      const FulSymbolResults *results = frames->lib[i] == FUL_NONE ? NULL : self->results[frames->lib[i]];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (results == NULL || frames->address[i] < 0)
        continue;
      if (is_removed (self, i))
        self->has_removed = TRUE;
      else
        self->result_of[i] = ful_symbol_results_find (results, (guint64) frames->address[i]);
    }

  return TRUE;
}

static guint
count_inlined (FulSymbolicate *self,
               guint           frame)
{
  const FulSymbolResult *result = self->result_of[frame];

  g_assert (frame < self->recorded->frames->table.n_rows);

  return result && result->n_frames > 0 ? MIN (result->n_frames - 1, self->max_inlined) : 0;
}

static guint64
count_shown_frames (FulSymbolicate *self)
{
  guint64 n = self->recorded->frames->table.n_rows;

  for (guint i = 0; i < self->recorded->frames->table.n_rows; i++)
    n += count_inlined (self, i);

  return n;
}

static guint64
count_shown_stacks (FulSymbolicate *self)
{
  const FulStackTable *stacks = self->recorded->stacks;
  guint64 n = 0;

  for (guint i = 0; i < stacks->table.n_rows; i++)
    if (!is_removed (self, (guint) stacks->frame[i]))
      n += 1 + count_inlined (self, (guint) stacks->frame[i]);

  return n;
}

static guint64
get_budget (guint   n_recorded,
            guint64 max)
{
  return MIN (FREE_ROWS + (guint64) ROWS_PER_ROW * n_recorded, max);
}

/* The number of rows is a product of two inputs: stacks and inlined functions per address. Shown frames become
 * replacements; a frame is in at most two of them. */
static void
limit_inlined (FulSymbolicate *self,
               FulImportLog   *log)
{
  static const guint limits[] = { FUL_SYMBOL_MAX_INLINED, FEW_INLINED, 0 };
  guint n_frames = self->recorded->frames->table.n_rows, n_stacks = self->recorded->stacks->table.n_rows;

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      self->max_inlined = limits[i];
      if (count_shown_frames (self) <= get_budget (n_frames, FUL_MAX_ROWS / 2) &&
          count_shown_stacks (self) <= get_budget (n_stacks, FUL_MAX_ROWS))
        break;
    }
  if (log && self->max_inlined < FUL_SYMBOL_MAX_INLINED)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "shared.frameTable", -1, -1,
                        _("too many inlined calls; left out those after %u of an address"), self->max_inlined);
}

static void
log_cut (FulSymbolicate *self,
         FulImportLog   *log)
{
  for (guint i = 0; i < self->recorded->libs->len; i++)
    if (self->results[i] && self->results[i]->n_cut > 0)
      {
        g_autofree char *where = g_strdup_printf ("libs[%u]", i);

        ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, where, -1, -1,
                            _("too many inlined calls; left out some of %u addresses"), self->results[i]->n_cut);
      }
}

/* The innermost shown stack of each recorded one. Returns: how many shown stacks there are */
static guint
map_stacks (FulSymbolicate *self,
            gint32         *shown)
{
  const FulStackTable *stacks = self->recorded->stacks;
  guint n_shown = 0;

  for (guint i = 0; i < stacks->table.n_rows; i++)
    {
      guint frame = (guint) stacks->frame[i];

      if (self->has_removed && is_removed (self, frame))
        {
          shown[i] = stacks->prefix[i] == FUL_NONE ? FUL_NONE : shown[stacks->prefix[i]];
          continue;
        }
      n_shown += 1 + self->first_inlined[frame + 1] - self->first_inlined[frame];
      shown[i] = (gint32) n_shown - 1;
    }

  return n_shown;
}

/* A stack becomes one for each frame at its address, or its caller if its frame is removed. */
static gboolean
make_stacks (FulSymbolicate  *self,
             FulProfile      *snapshot,
             GCancellable    *cancellable,
             GError         **error)
{
  const FulStackTable *stacks = self->recorded->stacks;
  guint n = stacks->table.n_rows, n_shown, row = 0;
  FulBuffer *buffers[FUL_STACK_SUBCATEGORY + 1];
  gint32 *columns[G_N_ELEMENTS (buffers)], *shown;
  gboolean cancelled = FALSE;

  if (self->frames.n_rows == self->recorded->frames->table.n_rows && !self->has_removed)
    {
      snapshot->shown_stacks = ful_table_ref (self->recorded->stacks);
      return TRUE;
    }

  snapshot->shown_of_stack = ful_buffer_new (FUL_TYPE_I32, n);
  snapshot->shown_of_stack->n = n;
  shown = snapshot->shown_of_stack->data;
  n_shown = map_stacks (self, shown);
  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    {
      buffers[c] = ful_buffer_new (FUL_TYPE_I32, n_shown);
      buffers[c]->n = n_shown;
      columns[c] = buffers[c]->data;
    }
  for (guint i = 0; i < n && !cancelled; i++)
    {
      gint32 frame = stacks->frame[i], prefix = stacks->prefix[i] == FUL_NONE ? FUL_NONE : shown[stacks->prefix[i]];

      if (i % FUL_CANCEL_CHECK_ROWS == 0)
        cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
      for (guint first = row; (gint32) row <= shown[i]; row++)
        {
          columns[FUL_STACK_FRAME][row] = row == first ? frame : (gint32) (self->first_inlined[frame] + row - first - 1);
          columns[FUL_STACK_PREFIX][row] = row == first ? prefix : (gint32) row - 1;
          columns[FUL_STACK_CATEGORY][row] = ful_stack_table_get_category (stacks, (FulStackIndex) i);
          columns[FUL_STACK_SUBCATEGORY][row] = ful_stack_table_get_subcategory (stacks, (FulStackIndex) i);
        }
    }

  if (!cancelled)
    snapshot->shown_stacks = ful_table_new (&ful_stack_table_class, n_shown, buffers);
  for (guint c = 0; c < G_N_ELEMENTS (buffers); c++)
    ful_buffer_unref (buffers[c]);

  return !cancelled;
}

/* Maps each function of the recorded frames and of the last snapshot to its replacements, if all of its frames have the
 * same ones. A function that is still shown is not mapped, so that a path is mapped only once. */
static void
make_replacements (FulSymbolicate *self,
                   FulProfile     *snapshot)
{
  const FulFrameTable *shown = snapshot->shown_frames, *before[] = { self->recorded->frames, self->rows.last->shown_frames };
  guint n = self->rows.last->funcs->table.n_rows, n_frames = self->recorded->frames->table.n_rows;
  guint n_before[] = { n_frames, self->rows.last->frames->table.n_rows };   /* the others are of inlined functions */
  g_autofree gint32 *frame_of = g_new (gint32, MAX (n, 1));   /* whose list it is, or one of the words above */
  gint32 *first;
  GArray *funcs = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; i < n; i++)
    frame_of[i] = FUL_SYMBOL_NOT_USED;
  for (guint b = 0; b < G_N_ELEMENTS (before); b++)
    for (guint i = 0; before[b] && i < n_before[b]; i++)
      {
        const guint *inlined = &self->first_inlined[i], *other;
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

        other = &self->first_inlined[*frame];
        agree = shown->func[i] == shown->func[*frame] && inlined[1] - inlined[0] == other[1] - other[0];
        for (guint k = 0; agree && k < inlined[1] - inlined[0]; k++)
          agree = shown->func[inlined[0] + k] == shown->func[other[0] + k];
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
      const guint *inlined;

      first[i] = (gint32) funcs->len;
      if (frame < 0)
        continue;
      inlined = &self->first_inlined[frame];
      g_array_append_val (funcs, shown->func[frame]);
      g_array_append_vals (funcs, shown->func + inlined[0], inlined[1] - inlined[0]);
    }
  first[n] = (gint32) funcs->len;
  n = funcs->len;
  snapshot->replacements = ful_buffer_new_take (FUL_TYPE_I32, g_array_free (funcs, FALSE), n);
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
 * @results: (array): for each library of it the results so far, or %NULL
 * @last: (nullable): the snapshot of @recorded before this one; no other may have been made of it. Of a profile that grows it
 *   may have fewer frames, but has all functions (ful-symbol-growth.h)
 * @log: (nullable): becomes the log of the snapshot, and gets what was left out; else that of @recorded
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Costs O(frames + stacks + functions): there are at most 8 times the recorded frames and stacks and a million of each,
 * beyond that inlined functions are left out. Addresses without a result stay as they were recorded. Appends to the strings
 * of @recorded, which others may be reading.
 *
 * Returns: (transfer full): a profile with the threads of @recorded, its functions and those of @last with the same
 *   numbers, and further ones for the names in @results
 */
FulProfile *
ful_symbolicate (FulProfile              *recorded,
                 FulSymbolResults *const *results,
                 FulProfile              *last,
                 FulImportLog            *log,
                 GCancellable            *cancellable,
                 GError                 **error)
{
  g_autoptr(FulProfile) snapshot = ful_profile_new_snapshot (recorded);
  FulSymbolicate self = { recorded, results };
  guint n_frames = recorded->frames->table.n_rows;
  gboolean ok;

  ful_symbol_rows_init (&self.rows, recorded, last ? last : recorded);
  self.result_of = g_new0 (const FulSymbolResult *, MAX (n_frames, 1));
  self.first_inlined = g_new (guint, (gsize) n_frames + 1);
  self.symbols = g_new0 (FulSymbolRow *, recorded->libs->len + 1);

  ok = find_results (&self, cancellable, error);
  if (ok)
    {
      limit_inlined (&self, log);
      ful_table_builder_init_copy (&self.frames, recorded->frames, (guint) (count_shown_frames (&self) - n_frames));
      ok = ful_symbolicate_name_frames (&self, cancellable, error) && make_stacks (&self, snapshot, cancellable, error);
    }
  if (ok)
    {
      if (log)
        {
          log_cut (&self, log);
          g_clear_pointer (&snapshot->log, ful_import_log_unref);
          snapshot->log = ful_import_log_ref (log);
        }
      replace_table (&snapshot->funcs, &self.rows.funcs);
      replace_table (&snapshot->native_symbols, &self.rows.symbols);
      replace_table (&snapshot->sources, &self.rows.sources);
      snapshot->shown_frames = ful_table_builder_publish (&self.frames);
      make_replacements (&self, snapshot);
      snapshot->n_strings = ful_string_table_publish (recorded->strings);
      snapshot->symbolicated = 1;
      snapshot->stack_serial = ful_serial_new ();
    }

  ful_symbol_rows_clear (&self.rows);
  ful_table_builder_clear (&self.frames);
  g_free (self.result_of);
  g_free (self.first_inlined);
  for (guint i = 0; i < recorded->libs->len; i++)
    g_free (self.symbols[i]);
  g_free (self.symbols);

  return ok ? g_steal_pointer (&snapshot) : NULL;
}

/**
 * ful_symbolicate_all:
 * @search: of @recorded
 * @found: (nullable): called after each library
 * @out_symbols: (out) (nullable) (element-type FulLibSymbols): what was found for each library
 * @cancellable: (nullable)
 * @error: of ful_symbolicate()
 *
 * Looks up all libraries, one after the other, in this thread.
 *
 * Returns: (transfer full): @recorded with the names that were found
 */
FulProfile *
ful_symbolicate_all (FulProfile       *recorded,
                     FulSymbolSearch  *search,
                     void            (*found) (const FulLib        *lib,
                                               const FulLibSymbols *symbols),
                     GPtrArray       **out_symbols,
                     GCancellable     *cancellable,
                     GError          **error)
{
  g_autoptr(GPtrArray) symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_lib_symbols_free);
  g_autofree FulSymbolResults **results = g_new0 (FulSymbolResults *, recorded->libs->len + 1);
  g_autoptr(FulImportLog) log = ful_import_log_copy (recorded->log);
  FulProfile *snapshot;

  for (guint i = 0; i < recorded->libs->len; i++)
    {
      FulLibSymbols *of_lib = ful_symbol_search_look_up (search, i, cancellable);

      g_ptr_array_add (symbols, of_lib);
      results[i] = of_lib->results;
      if (found)
        found (g_ptr_array_index (recorded->libs, i), of_lib);
    }
  snapshot = ful_symbolicate (recorded, results, NULL, log, cancellable, error);
  if (snapshot && out_symbols)
    *out_symbols = g_steal_pointer (&symbols);

  return snapshot;
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
