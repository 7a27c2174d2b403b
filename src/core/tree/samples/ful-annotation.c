/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-annotation.h"

#include "ful-hits.h"

static FulSourceIndex
get_source (FulProfile   *profile,
            FulFuncIndex  func)
{
  gint32 location;

  g_assert ((guint) func < profile->funcs->table.n_rows);

  location = profile->funcs->original_location[func];

  return location != FUL_NONE ? profile->source_locations->source[location] : profile->funcs->source[func];
}

/* For each frame its native symbol, if it is of the function. */
static gint64 *
list_symbols (FulFilteredStacks *stacks,
              FulFuncIndex       func)
{
  const FulFrameTable *frames = stacks->frames;
  gint64 *symbols = g_new (gint64, MAX (frames->table.n_rows, 1));

  for (guint i = 0; i < frames->table.n_rows; i++)
    symbols[i] = frames->func[i] == func ? frames->native_symbol[i] : FUL_NONE;

  return symbols;
}

static const FulHit *
find_hottest (GArray   *hits,
              gboolean  by_self)
{
  const FulHit *best = NULL;

  for (guint i = 0; i < hits->len; i++)
    {
      const FulHit *hit = &g_array_index (hits, FulHit, i);

      if (best == NULL || (by_self && hit->self != best->self ? hit->self > best->self : hit->total > best->total))
        best = hit;
    }

  return best;
}

/* Whether the code of a frame is in @func: it is of @func, or inlined into a native symbol of it. */
static gboolean
is_inside (const FulFrameTable *frames,
           guint                frame,
           FulFuncIndex         func,
           GHashTable          *symbols)
{
  return frames->func[frame] == func ||
         (frames->native_symbol[frame] != FUL_NONE &&
          g_hash_table_contains (symbols, GINT_TO_POINTER (frames->native_symbol[frame])));
}

/* Of lines that other functions of the file have too. */
static gboolean
count_lines (FulAnnotation      *self,
             FulFilteredStacks  *stacks,
             FulSampleRows      *rows,
             GCancellable       *cancellable,
             GError            **error)
{
  g_autofree gint64 *values = ful_hits_list_lines (stacks, self->source);
  g_autoptr(GHashTable) symbols = g_hash_table_new (NULL, NULL);
  const FulFrameTable *frames = stacks->frames;
  g_autoptr(GArray) own = NULL;
  const FulHit *hottest;

  self->lines = ful_hits_new (stacks, rows, values, cancellable, error);
  if (self->lines == NULL)
    return FALSE;

  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->func[i] == self->func && frames->native_symbol[i] != FUL_NONE && frames->inline_depth[i] == 0)
      g_hash_table_add (symbols, GINT_TO_POINTER (frames->native_symbol[i]));
  for (guint i = 0; i < frames->table.n_rows; i++)
    if (!is_inside (frames, i, self->func, symbols))
      values[i] = FUL_NONE;
  own = ful_hits_new (stacks, rows, values, cancellable, error);
  if (own == NULL)
    return FALSE;

  hottest = find_hottest (own, TRUE);
  self->line = (guint) (hottest ? hottest->value : MAX (stacks->profile->funcs->line[self->func], 0));

  return TRUE;
}

/**
 * ful_annotation_new:
 * @stacks: stacks after all filters
 * @rows: the rows to count, of the same view
 * @func: a function
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): what its code costs
 */
FulAnnotation *
ful_annotation_new (FulFilteredStacks  *stacks,
                    FulSampleRows      *rows,
                    FulFuncIndex        func,
                    GCancellable       *cancellable,
                    GError            **error)
{
  g_autoptr(FulAnnotation) self = g_new0 (FulAnnotation, 1);
  g_autofree gint64 *symbols = list_symbols (stacks, func);

  self->func = func;
  self->source = get_source (stacks->profile, func);
  if (self->source == FUL_NONE)
    self->lines = g_array_new (FALSE, FALSE, sizeof (FulHit));
  else if (!count_lines (self, stacks, rows, cancellable, error))
    return NULL;
  self->symbols = ful_hits_new (stacks, rows, symbols, cancellable, error);

  return self->symbols ? g_steal_pointer (&self) : NULL;
}

/* Returns: number of the symbol with the greatest total, of several the first; 0 without symbols */
guint
ful_annotation_find_hottest_symbol (FulAnnotation *self)
{
  const FulHit *best = find_hottest (self->symbols, FALSE);

  return best ? (guint) (best - &g_array_index (self->symbols, FulHit, 0)) : 0;
}

void
ful_annotation_free (FulAnnotation *self)
{
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->symbols, g_array_unref);
  g_free (self);
}
