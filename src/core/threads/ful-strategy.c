/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Summary strategies: which table feeds the numbers, and which of its rows
 * count at which stack (call-tree.md 4). */

#include "config.h"

#include "ful-strategy.h"

#include "ful-cpu-time.h"

#include "base/ful-hash.h"
#include "model/ful-sample-type.h"


/**
 * ful_strategy_from_sample_type:
 * @name: of a sample type, which threads need not have; it is kept until the program ends
 *
 * Returns: the strategy that sums the values of that type
 */
FulStrategy
ful_strategy_from_sample_type (const char *name)
{
  return (FulStrategy) (FUL_N_STRATEGIES + g_quark_from_string (name));
}

/**
 * ful_strategy_get_sample_type:
 *
 * Returns: (nullable): the name of the sample type that is summed; %NULL for other strategies
 */
const char *
ful_strategy_get_sample_type (FulStrategy strategy)
{
  return strategy > FUL_N_STRATEGIES ? g_quark_to_string ((GQuark) (strategy - FUL_N_STRATEGIES)) : NULL;
}

/**
 * ful_strategy_is_of_samples:
 *
 * Returns: whether it sums the samples, not the allocations
 */
gboolean
ful_strategy_is_of_samples (FulStrategy strategy)
{
  return strategy == FUL_STRATEGY_TIMING || strategy == FUL_STRATEGY_CPU || strategy > FUL_N_STRATEGIES;
}

/**
 * ful_strategy_resolve:
 * @chosen: the strategy of the options
 * @threads: the whole thread set, before any range
 *
 * Returns: @chosen, or its substitute when the threads lack the data for it; timing is the default sample type
 */
FulStrategy
ful_strategy_resolve (FulStrategy         chosen,
                      const FulThreadSet *threads)
{
  const char *sample_type = ful_strategy_get_sample_type (chosen);
  const FulSampleType *by_default = ful_sample_types_get_default (threads->sample_types);

  if (by_default)
    return sample_type && ful_sample_types_find (threads->sample_types, sample_type)
             ? chosen : ful_strategy_from_sample_type (by_default->name);

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
    case FUL_STRATEGY_CPU:
      if (ful_cpu_time_is_known (threads))
        return chosen;
      /* fall through */
    case FUL_STRATEGY_TIMING:
    default:
      if (threads->n_samples == 0 && threads->native_allocations && threads->native_allocations->table.n_rows > 0)
        return FUL_STRATEGY_NATIVE_ALLOCATIONS;
      return FUL_STRATEGY_TIMING;
    }
}

/**
 * ful_strategy_list_useful:
 * @threads: one thread or several
 *
 * Returns: (transfer full) (element-type FulStrategy): the strategies to offer: the sample types; without any,
 *   timing and then others
 */
GArray *
ful_strategy_list_useful (const FulThreadSet *threads)
{
  GArray *strategies = g_array_new (FALSE, FALSE, sizeof (FulStrategy));
  FulStrategy timing = FUL_STRATEGY_TIMING;
  FulStrategy cpu = FUL_STRATEGY_CPU;
  FulStrategy js = FUL_STRATEGY_JS_ALLOCATIONS;
  FulStrategy native[] = { FUL_STRATEGY_NATIVE_ALLOCATIONS, FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES };
  FulStrategy by_address[] = { FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS, FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY };

  for (guint i = 0; threads->sample_types && i < threads->sample_types->len; i++)
    {
      const FulSampleType *type = g_ptr_array_index (threads->sample_types, i);
      FulStrategy strategy = ful_strategy_from_sample_type (type->name);

      g_array_append_val (strategies, strategy);
    }
  if (strategies->len > 0)
    return strategies;

  g_array_append_val (strategies, timing);
  if (ful_cpu_time_is_known (threads))
    g_array_append_val (strategies, cpu);
  if (threads->js_allocations)
    g_array_append_val (strategies, js);
  if (threads->native_allocations)
    {
      g_array_append_vals (strategies, native, G_N_ELEMENTS (native));
      if (threads->native_allocations->memory_address)
        g_array_append_vals (strategies, by_address, G_N_ELEMENTS (by_address));
    }

  return strategies;
}

static void
match_frees (const FulAllocationTable *allocations,
             const FulStackIndex      *from,
             guint                     begin,
             guint                     end,
             gboolean                  retained,
             FulStackIndex            *stack)
{
  /* Address → the last allocation there that is not freed yet. */
  g_autoptr(GHashTable) open = g_hash_table_new (ful_hash_double, g_double_equal);

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
    case FUL_STRATEGY_CPU:
    case FUL_STRATEGY_JS_ALLOCATIONS:
    default:
      g_assert_not_reached ();
    }

  return stack;
}
