/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names in a profile that grows (symbols.md 5).
 *
 * Functions that were recorded since the last snapshot would have the numbers of the names in it, and a number must not
 * change its meaning. So they get numbers after these, and with them the functions, frames and resources of the recorded
 * snapshot are made new: what ful_symbolicate() gets has all that was shown before among its recorded functions.
 * O(frames + stacks + functions) a snapshot with new stacks; one without shares the tables of the last one. */

#include "config.h"

#include "ful-symbol-growth.h"

#include "ful-symbol-source.h"
#include "ful-symbolicate.h"

#include "base/ful-table.h"
#include "model/ful-shared-tables.h"

#include <string.h>

struct _FulSymbolGrowth
{
  GMutex      lock;
  GPtrArray  *results;          /* under the lock (nullable FulSymbolResults): for each library, of the addresses so far */
  GArray     *has_found;        /* under the lock (element-type gboolean): whether a library has symbols; others stay as recorded */
  guint       n_news;           /* under the lock: how often something was found */

  /* Of the thread that applies. */
  GArray     *numbers;          /* gint32: for each recorded function its number */
  guint       n_sources;        /* recorded ones, at the last snapshot */
  FulProfile *last;             /* (nullable): the last snapshot */
  guint64     last_stacks;      /* serial of the stacks that were recorded then */
  guint       last_news;
};

static void
free_results (gpointer results)
{
  if (results)
    ful_symbol_results_unref (results);
}

FulSymbolGrowth *
ful_symbol_growth_new (void)
{
  FulSymbolGrowth *self = g_atomic_rc_box_new0 (FulSymbolGrowth);

  g_mutex_init (&self->lock);
  self->results = g_ptr_array_new_with_free_func (free_results);
  self->has_found = g_array_new (FALSE, TRUE, sizeof (gboolean));
  self->numbers = g_array_new (FALSE, FALSE, sizeof (gint32));

  return self;
}

FulSymbolGrowth *
ful_symbol_growth_ref (FulSymbolGrowth *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulSymbolGrowth *self = data;

  g_ptr_array_unref (self->results);
  g_array_unref (self->has_found);
  g_array_unref (self->numbers);
  g_clear_object (&self->last);
  g_mutex_clear (&self->lock);
}

void
ful_symbol_growth_unref (FulSymbolGrowth *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Returns: (transfer full) (nullable): the results for a library so far */
static FulSymbolResults *
get_results (FulSymbolGrowth *self,
             guint            lib)
{
  FulSymbolResults *results = NULL;

  g_mutex_lock (&self->lock);
  if (lib < self->results->len && g_ptr_array_index (self->results, lib))
    results = ful_symbol_results_ref (g_ptr_array_index (self->results, lib));
  g_mutex_unlock (&self->lock);

  return results;
}

static gboolean
has_symbols (const FulSymbolResults *results)
{
  for (guint i = 0; i < results->n_results; i++)
    if (results->results[i].symbol != FUL_SYMBOL_NONE)
      return TRUE;

  return FALSE;
}

/**
 * ful_symbol_growth_add:
 * @lib: number of a library
 * @results: of some of its addresses
 *
 * Adds them to those so far. One call at a time.
 */
void
ful_symbol_growth_add (FulSymbolGrowth  *self,
                       guint             lib,
                       FulSymbolResults *results)
{
  g_autoptr(FulSymbolResults) known = get_results (self, lib);
  FulSymbolResults *all = known ? ful_symbol_results_new_merged (known, results) : ful_symbol_results_ref (results);
  gboolean has_found = has_symbols (results);

  g_mutex_lock (&self->lock);
  if (self->results->len <= lib)
    {
      g_ptr_array_set_size (self->results, (int) lib + 1);
      g_array_set_size (self->has_found, lib + 1);
    }
  free_results (g_ptr_array_index (self->results, lib));
  g_ptr_array_index (self->results, lib) = all;
  g_array_index (self->has_found, gboolean, lib) |= has_found;
  self->n_news += has_found;
  g_mutex_unlock (&self->lock);
}

/* So that it is not looked up again. Returns: (transfer full): @results, and that the other addresses have no symbol */
static FulSymbolResults *
complete (FulSymbolResults *results,
          const GArray     *addresses)
{
  g_autoptr(FulSymbolBuilder) builder = ful_symbol_builder_new ();
  g_autoptr(FulSymbolResults) none = NULL;

  for (guint i = 0; i < addresses->len; i++)
    ful_symbol_builder_add (builder, g_array_index (addresses, guint64, i));
  none = ful_symbol_builder_finish (g_steal_pointer (&builder));

  return results ? ful_symbol_results_new_merged (none, results) : g_steal_pointer (&none);
}

/* Leaves the addresses that have no result. Returns: whether there are any */
static gboolean
drop_known (FulSymbolGrowth *self,
            guint            lib,
            GArray          *addresses)
{
  g_autoptr(FulSymbolResults) known = get_results (self, lib);
  guint n = 0;

  for (guint i = 0; known && i < addresses->len; i++)
    {
      guint64 address = g_array_index (addresses, guint64, i);

      if (ful_symbol_results_find (known, address) == NULL)
        g_array_index (addresses, guint64, n++) = address;
    }
  if (known)
    g_array_set_size (addresses, n);

  return addresses->len > 0;
}

/**
 * ful_symbol_growth_look_up:
 * @recorded: a snapshot
 *
 * Looks for the symbols of addresses that came since the last call, in files of this machine. Blocks.
 *
 * Returns: whether something was found
 */
gboolean
ful_symbol_growth_look_up (FulSymbolGrowth *self,
                           FulProfile      *recorded,
                           GCancellable    *cancellable)
{
  g_autoptr(GPtrArray) addresses = ful_list_addresses (recorded);
  g_autoptr(FulSymbolSearch) search = NULL;
  gboolean has_found = FALSE;

  for (guint i = 0; i < addresses->len; i++)
    drop_known (self, i, g_ptr_array_index (addresses, i));
  search = ful_symbol_search_new_of (recorded, addresses);
  for (guint i = 0; i < addresses->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const GArray *of_lib = g_ptr_array_index (addresses, i);
      g_autoptr(FulSymbolResults) found = NULL;
      g_autoptr(FulLibSymbols) symbols = NULL;

      if (of_lib->len == 0)
        continue;
      symbols = ful_symbol_search_look_up (search, i, cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        break;
      found = complete (symbols->results, of_lib);
      ful_symbol_growth_add (self, i, found);
      has_found |= symbols->n_found > 0;
    }

  return has_found;
}

/* Returns: whether something was found: from then on each snapshot that is shown must be one of
 * ful_symbol_growth_apply() */
gboolean
ful_symbol_growth_has_names (FulSymbolGrowth *self)
{
  gboolean has_names;

  g_mutex_lock (&self->lock);
  has_names = self->n_news > 0;
  g_mutex_unlock (&self->lock);

  return has_names;
}

static void
append_rows (FulTableBuilder *builder,
             gconstpointer    table,
             guint            begin)
{
  const FulTable *from = table;
  guint n = from->n_rows - begin;
  guint row = ful_table_builder_append (builder, n);

  for (guint c = 0; c < from->klass->n_columns; c++)
    {
      gsize size = ful_type_get_size (from->buffers[c]->type);

      g_assert (builder->buffers[c]->type == from->buffers[c]->type);
      memcpy ((char *) builder->buffers[c]->data + row * size, (const char *) from->buffers[c]->data + begin * size, n * size);
    }
}

static void
publish (gpointer         table,
         FulTableBuilder *builder)
{
  gpointer *place = table;

  ful_table_unref (*place);
  *place = ful_table_builder_publish (builder);
  ful_table_builder_clear (builder);
}

/* The recorded sources, and those of names after them. */
static void
carry_sources (FulSymbolGrowth *self,
               FulProfile      *profile)
{
  FulTableBuilder sources;

  ful_table_builder_init_copy (&sources, profile->sources, 0);
  append_rows (&sources, self->last->sources, self->n_sources);
  publish (&profile->sources, &sources);
}

/* The functions of the last snapshot, and those that were recorded since. @numbers: gets numbers for these */
static void
carry_funcs (FulSymbolGrowth *self,
             FulProfile      *profile,
             guint            n_sources,
             GArray          *numbers)
{
  guint first = numbers->len, n_recorded = profile->funcs->table.n_rows, n_last = self->last->funcs->table.n_rows;
  FulTableBuilder funcs;
  FulSourceIndex *source;

  ful_table_builder_init_copy (&funcs, self->last->funcs, n_recorded - first);
  append_rows (&funcs, profile->funcs, first);
  source = FUL_CELLS (&funcs, FUL_FUNC_SOURCE, gint32);
  for (guint i = 0; i < n_last; i++)
    if (source[i] >= (gint32) self->n_sources)
      source[i] += (gint32) (n_sources - self->n_sources);
  for (guint i = first; i < n_recorded; i++)
    {
      gint32 number = (gint32) (n_last + i - first);

      g_array_append_val (numbers, number);
    }
  publish (&profile->funcs, &funcs);
}

/* Returns: (transfer full): @recorded, whose functions have the numbers of the last snapshot. @numbers: (inout) */
static FulProfile *
renumber (FulSymbolGrowth *self,
          FulProfile      *recorded,
          GArray          *numbers)
{
  FulProfile *profile = ful_profile_new_snapshot (recorded);

  if (self->last == NULL)
    {
      for (gint32 i = 0; i < (gint32) recorded->funcs->table.n_rows; i++)
        g_array_append_val (numbers, i);
      return profile;
    }

  carry_sources (self, profile);
  carry_funcs (self, profile, recorded->sources->table.n_rows, numbers);
  ful_table_map_column (&profile->frames, FUL_FRAME_FUNC, (const gint32 *) (gpointer) numbers->data);
  if (profile->resources->func)
    ful_table_map_column (&profile->resources, FUL_RESOURCE_FUNC, (const gint32 *) (gpointer) numbers->data);
  profile->n_recorded_funcs = profile->funcs->table.n_rows - profile->resources->table.n_rows;

  return profile;
}

/* Returns: (transfer full): the last snapshot, as one of @profile */
static FulProfile *
adapt_last (FulSymbolGrowth *self,
            FulProfile      *profile)
{
  FulProfile *last = ful_profile_new_snapshot (profile);

  ful_table_unref (last->frames);
  last->frames = ful_table_ref (self->last->frames);
  last->shown_frames = ful_table_ref (self->last->shown_frames);

  return last;
}

static FulBuffer *
share (FulBuffer *buffer)
{
  return buffer ? ful_buffer_ref (buffer) : NULL;
}

static void
replace (gpointer place,
         gpointer table)
{
  ful_table_unref (*(gpointer *) place);
  *(gpointer *) place = ful_table_ref (table);
}

/* Returns: (transfer full): @recorded, whose stacks are those of the last snapshot */
static FulProfile *
share_tables (FulSymbolGrowth *self,
              FulProfile      *recorded)
{
  FulProfile *profile = ful_profile_new_snapshot (recorded), *last = self->last;

  replace (&profile->frames, last->frames);
  replace (&profile->funcs, last->funcs);
  replace (&profile->resources, last->resources);
  replace (&profile->native_symbols, last->native_symbols);
  replace (&profile->sources, last->sources);
  profile->n_recorded_funcs = last->n_recorded_funcs;
  profile->n_strings = MAX (recorded->n_strings, last->n_strings);
  profile->shown_stacks = ful_table_ref (last->shown_stacks);
  profile->shown_frames = ful_table_ref (last->shown_frames);
  profile->shown_of_stack = share (last->shown_of_stack);
  profile->first_replacement = share (last->first_replacement);
  profile->replacements = share (last->replacements);
  profile->stack_serial = last->stack_serial;

  return profile;
}

/* Returns: (transfer full): the results for the libraries of @recorded. @out_news: how often they changed */
static GPtrArray *
copy_results (FulSymbolGrowth *self,
              FulProfile      *recorded,
              guint           *out_news)
{
  GPtrArray *copy = g_ptr_array_new_full (recorded->libs->len + 1, free_results);

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < recorded->libs->len; i++)
    {
      gboolean has_found = i < self->results->len && g_array_index (self->has_found, gboolean, i);

      g_ptr_array_add (copy, has_found ? ful_symbol_results_ref (g_ptr_array_index (self->results, i)) : NULL);
    }
  *out_news = self->n_news;
  g_mutex_unlock (&self->lock);

  return copy;
}

/**
 * ful_symbol_growth_apply:
 * @recorded: a snapshot with all rows of those before it
 * @error: %G_IO_ERROR_CANCELLED: then nothing has changed
 *
 * Functions have the numbers of the result of the last call; before the first call those of @recorded. One call at a
 * time.
 *
 * Returns: (transfer full): @recorded with the names so far, of which it still says that there may be more
 */
FulProfile *
ful_symbol_growth_apply (FulSymbolGrowth  *self,
                         FulProfile       *recorded,
                         GCancellable     *cancellable,
                         GError          **error)
{
  guint n_news;
  g_autoptr(GPtrArray) results = copy_results (self, recorded, &n_news);
  g_autoptr(GArray) numbers = g_array_copy (self->numbers);
  g_autoptr(FulProfile) profile = NULL, last = NULL;
  FulProfile *named;

  if (self->last && self->last_news == n_news && self->last_stacks == recorded->stack_serial)
    return share_tables (self, recorded);

  profile = renumber (self, recorded, numbers);
  last = self->last ? adapt_last (self, profile) : NULL;
  named = ful_symbolicate (profile, (FulSymbolResults *const *) results->pdata, last, NULL, cancellable, error);
  if (named == NULL)
    return NULL;

  named->symbolicated = recorded->symbolicated;
  g_array_unref (self->numbers);
  self->numbers = g_steal_pointer (&numbers);
  self->n_sources = recorded->sources->table.n_rows;
  self->last_stacks = recorded->stack_serial;
  self->last_news = n_news;
  g_set_object (&self->last, named);

  return named;
}
