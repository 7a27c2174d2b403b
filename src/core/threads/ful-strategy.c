/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Summary strategies: which table feeds the numbers, and which of its rows
 * count at which stack (call-tree.md 4). */

#include "config.h"

#include "ful-strategy.h"

#include <string.h>

/**
 * ful_strategy_resolve:
 * @chosen: the strategy of the options
 * @threads: the whole thread set, before any range
 *
 * Returns: @chosen, or its substitute when the threads lack the data for it
 */
FulStrategy
ful_strategy_resolve (FulStrategy         chosen,
                      const FulThreadSet *threads)
{
  switch (chosen)
    {
    case FUL_STRATEGY_JS_ALLOCATIONS:
      return threads->js_allocations ? chosen : FUL_STRATEGY_TIMING;
    case FUL_STRATEGY_NATIVE_ALLOCATIONS:
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES:
      return threads->native_allocations ? chosen : FUL_STRATEGY_TIMING;
    case FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS:
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY:
      if (threads->native_allocations == NULL)
        return FUL_STRATEGY_TIMING;
      return threads->native_allocations->memory_address ? chosen : FUL_STRATEGY_NATIVE_ALLOCATIONS;
    case FUL_STRATEGY_TIMING:
    default:
      if (threads->n_samples == 0 && threads->native_allocations && threads->native_allocations->table.n_rows > 0)
        return FUL_STRATEGY_NATIVE_ALLOCATIONS;
      return FUL_STRATEGY_TIMING;
    }
}

/**
 * ful_strategy_list_useful:
 * @thread: a thread
 *
 * Returns: (transfer full) (element-type FulStrategy): the strategies to offer, timing always first
 */
GArray *
ful_strategy_list_useful (FulThread *thread)
{
  GArray *strategies = g_array_new (FALSE, FALSE, sizeof (FulStrategy));
  FulStrategy timing = FUL_STRATEGY_TIMING;
  FulStrategy js = FUL_STRATEGY_JS_ALLOCATIONS;
  FulStrategy native[] = { FUL_STRATEGY_NATIVE_ALLOCATIONS, FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES };
  FulStrategy by_address[] = { FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS, FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY };

  g_array_append_val (strategies, timing);
  if (thread->js_allocations)
    g_array_append_val (strategies, js);
  if (thread->native_allocations)
    {
      g_array_append_vals (strategies, native, G_N_ELEMENTS (native));
      if (thread->native_allocations->memory_address)
        g_array_append_vals (strategies, by_address, G_N_ELEMENTS (by_address));
    }

  return strategies;
}

/* Address → the last allocation there that is not freed yet. */
static inline guint
address_hash (gconstpointer key)
{
  guint64 bits;

  memcpy (&bits, key, sizeof bits);
  bits *= 0x9e3779b97f4a7c15u;

  return (guint) (bits >> 32);
}

static void
match_frees (const FulAllocationTable *allocations,
             const FulStackIndex      *from,
             guint                     begin,
             guint                     end,
             gboolean                  retained,
             FulStackIndex            *stack)
{
  g_autoptr(GHashTable) open = g_hash_table_new (address_hash, g_double_equal);

  for (guint i = begin; i < end; i++)
    {
      gpointer address = (gpointer) &allocations->memory_address[i];
      gpointer row;

      if (!(allocations->weight[i] < 0))
        {
          g_hash_table_replace (open, address, GUINT_TO_POINTER (i));
          stack[i - begin] = retained ? from[i] : FUL_NONE;
          continue;
        }

      stack[i - begin] = FUL_NONE;
      if (!g_hash_table_lookup_extended (open, address, NULL, &row))
        continue;

      if (retained)
        stack[GPOINTER_TO_UINT (row) - begin] = FUL_NONE;
      else
        stack[i - begin] = from[GPOINTER_TO_UINT (row)];
      g_hash_table_remove (open, address);
    }
}

/**
 * ful_strategy_rewrite:
 * @strategy: a native strategy, resolved
 * @allocations: the native allocations
 * @from: the stacks of @allocations; %FUL_NONE for those that a filter removed, which are matched too
 * @begin: first row; allocations outside of the rows are unknown
 * @end: one past the last row
 *
 * Returns: (transfer full) (array): for each row the stack it counts at, or %FUL_NONE
 */
FulStackIndex *
ful_strategy_rewrite (FulStrategy               strategy,
                      const FulAllocationTable *allocations,
                      const FulStackIndex      *from,
                      guint                     begin,
                      guint                     end)
{
  FulStackIndex *stack = g_new (FulStackIndex, MAX (end - begin, 1));

  switch (strategy)
    {
    case FUL_STRATEGY_NATIVE_ALLOCATIONS:
      for (guint i = begin; i < end; i++)
        stack[i - begin] = allocations->weight[i] > 0 ? from[i] : FUL_NONE;
      break;
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES:
      for (guint i = begin; i < end; i++)
        stack[i - begin] = allocations->weight[i] < 0 ? from[i] : FUL_NONE;
      break;
    case FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS:
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY:
      match_frees (allocations, from, begin, end, strategy == FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS, stack);
      break;
    case FUL_STRATEGY_TIMING:
    case FUL_STRATEGY_JS_ALLOCATIONS:
    default:
      g_assert_not_reached ();
    }

  return stack;
}
