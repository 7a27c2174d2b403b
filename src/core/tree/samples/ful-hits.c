/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the lines of a source, or the addresses of a native symbol, cost (call-tree.md 12). A row counts once for each
 * value on its path, whatever how often it is there. */

#include "config.h"

#include "ful-hits.h"

#include "base/ful-hash.h"

#include <string.h>

/* A set of values: those of the parent and one more. */
typedef struct
{
  gint32 parent;   /* an earlier set, or -1 */
  gint32 value;    /* place in the list of hits */
  double weight;
} Set;

typedef struct
{
  FulFilteredStacks *stacks;
  const gint64      *value_of_frame;
  GArray            *hits;      /* FulHit, in order of first use */
  GHashTable        *places;    /* value → place + 1 */
  GArray            *sets;      /* Set */
  gint32            *set_of;    /* for each stack its set, or -1 */
  gint32            *self_of;   /* for each stack the hit that it ends in, or -1 */
} Collector;

static gint32
get_place (Collector *self,
           gint64     value)
{
  gpointer place = g_hash_table_lookup (self->places, &value);
  FulHit hit = { value, 0, 0 };

  if (place)
    return GPOINTER_TO_INT (place) - 1;

  g_array_append_val (self->hits, hit);
  g_hash_table_insert (self->places, g_memdup2 (&value, sizeof value), GUINT_TO_POINTER (self->hits->len));

  return (gint32) self->hits->len - 1;
}

static gboolean
has_value (const Collector *self,
           gint32           set,
           gint32           place)
{
  for (; set >= 0; set = g_array_index (self->sets, Set, set).parent)
    if (g_array_index (self->sets, Set, set).value == place)
      return TRUE;

  return FALSE;
}

static gboolean
collect_sets (Collector     *self,
              GCancellable  *cancellable,
              GError       **error)
{
  const FulStackTable *stacks = self->stacks->stacks;

  for (guint i = 0; i < stacks->table.n_rows; i++)
    {
      gint64 value = self->value_of_frame[stacks->frame[i]];
      gint32 set = stacks->prefix[i] == FUL_NONE ? -1 : self->set_of[stacks->prefix[i]];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      self->self_of[i] = -1;
      if (value != FUL_NONE)
        {
          self->self_of[i] = get_place (self, value);
          if (!has_value (self, set, self->self_of[i]))
            {
              Set more = { set, self->self_of[i], 0 };

              g_array_append_val (self->sets, more);
              set = (gint32) self->sets->len - 1;
            }
        }
      self->set_of[i] = set;
    }

  return TRUE;
}

static void
add_rows (Collector     *self,
          FulSampleRows *rows)
{
  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);
      double weight = rows->weight ? rows->weight[i] : 1;

      if (stack == FUL_NONE)
        continue;
      if (self->set_of[stack] >= 0)
        g_array_index (self->sets, Set, self->set_of[stack]).weight += weight;
      if (self->self_of[stack] >= 0)
        g_array_index (self->hits, FulHit, self->self_of[stack]).self += weight;
    }

  /* A set comes after its parent. */
  for (guint i = self->sets->len; i > 0; i--)
    {
      const Set *set = &g_array_index (self->sets, Set, i - 1);

      g_array_index (self->hits, FulHit, set->value).total += set->weight;
      if (set->parent >= 0)
        g_array_index (self->sets, Set, set->parent).weight += set->weight;
    }
}

static int
compare_hits (gconstpointer a,
              gconstpointer b)
{
  const FulHit *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

/**
 * ful_hits_new:
 * @stacks: stacks after all filters
 * @rows: the rows to count, of the same view
 * @value_of_frame: (array): for each frame of @stacks its value, or %FUL_NONE
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type FulHit): ascending; those that rows have
 */
GArray *
ful_hits_new (FulFilteredStacks  *stacks,
              FulSampleRows      *rows,
              const gint64       *value_of_frame,
              GCancellable       *cancellable,
              GError            **error)
{
  guint n = stacks->stacks->table.n_rows, n_used = 0;
  Collector self = { stacks, value_of_frame };
  gboolean ok;

  self.hits = g_array_new (FALSE, FALSE, sizeof (FulHit));
  self.places = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL);
  self.sets = g_array_new (FALSE, FALSE, sizeof (Set));
  self.set_of = g_new (gint32, MAX (n, 1));
  self.self_of = g_new (gint32, MAX (n, 1));
  ok = collect_sets (&self, cancellable, error);
  if (ok)
    {
      add_rows (&self, rows);
      for (guint i = 0; i < self.hits->len; i++)
        if (g_array_index (self.hits, FulHit, i).total != 0 || g_array_index (self.hits, FulHit, i).self != 0)
          g_array_index (self.hits, FulHit, n_used++) = g_array_index (self.hits, FulHit, i);
      g_array_set_size (self.hits, n_used);
      g_array_sort (self.hits, compare_hits);
    }
  else
    {
      g_clear_pointer (&self.hits, g_array_unref);
    }

  g_hash_table_unref (self.places);
  g_array_unref (self.sets);
  g_free (self.set_of);
  g_free (self.self_of);

  return self.hits;
}

/**
 * ful_hits_list_lines:
 * @source: a source of the profile
 *
 * Where there is a source map, positions in the original source count.
 *
 * Returns: (transfer full) (array): for each frame of @stacks its line in @source, or %FUL_NONE
 */
gint64 *
ful_hits_list_lines (FulFilteredStacks *stacks,
                     FulSourceIndex     source)
{
  const FulFrameTable *frames = stacks->frames;
  const FulFuncTable *funcs = stacks->profile->funcs;
  const FulSourceLocationTable *locations = stacks->profile->source_locations;
  gint64 *lines = g_new (gint64, MAX (frames->table.n_rows, 1));

  for (guint i = 0; i < frames->table.n_rows; i++)
    {
      FulFuncIndex func = frames->func[i];
      gint32 location = frames->original_location[i] != FUL_NONE ? frames->original_location[i] : funcs->original_location[func];
      FulSourceIndex own = location != FUL_NONE ? locations->source[location] : funcs->source[func];
      gint32 line = location != FUL_NONE ? locations->line[location] : frames->line[i] != FUL_NONE ? frames->line[i] : funcs->line[func];

      lines[i] = own == source && line > 0 ? line : FUL_NONE;
    }

  return lines;
}

/**
 * ful_hits_list_addresses:
 * @symbol: a native symbol of the profile
 *
 * Returns: (transfer full) (array): for each frame of @stacks its address if it is in @symbol, or %FUL_NONE
 */
gint64 *
ful_hits_list_addresses (FulFilteredStacks    *stacks,
                         FulNativeSymbolIndex  symbol)
{
  const FulFrameTable *frames = stacks->frames;
  gint64 *addresses = g_new (gint64, MAX (frames->table.n_rows, 1));

  for (guint i = 0; i < frames->table.n_rows; i++)
    addresses[i] = frames->native_symbol[i] == symbol ? frames->address[i] : FUL_NONE;

  return addresses;
}
