/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What threads did: weights by function, charged to own code, by category (insight.md 4). */

#include "config.h"

#include "ful-insight-sums.h"

#include "base/ful-table.h"
#include "model/ful-shared-tables.h"

#include <string.h>

/* Totals of so many keys are found at once: a bit each. */
#define MAX_KEYS 32

static void
key_sums_init (FulInsightKeySums *self,
               guint              n)
{
  self->weight = g_new0 (double, n);
  self->most = g_new0 (double, n);
  self->thread = g_new0 (gint32, n);
}

static void
key_sums_clear (FulInsightKeySums *self)
{
  g_free (self->weight);
  g_free (self->most);
  g_free (self->thread);
}

/**
 * ful_insight_sums_new:
 * @stacks: must live as long as the result
 *
 * Returns: (transfer full): sums of nothing
 */
FulInsightSums *
ful_insight_sums_new (const FulInsightStacks *stacks)
{
  FulInsightSums *self = g_new0 (FulInsightSums, 1);

  self->stacks = stacks;
  key_sums_init (&self->self, stacks->n_keys);
  key_sums_init (&self->script, stacks->n_keys);
  key_sums_init (&self->own, stacks->n_keys);
  self->category = g_new0 (double, stacks->weights->profile->categories->len);
  self->by_stack = g_new0 (double, MAX (stacks->stacks->table.n_rows, 1));
  self->scratch = g_new0 (double, MAX (stacks->n_keys, stacks->weights->profile->categories->len));
  self->touched = g_array_new (FALSE, FALSE, sizeof (FulInsightKey));

  return self;
}

void
ful_insight_sums_free (FulInsightSums *self)
{
  key_sums_clear (&self->self);
  key_sums_clear (&self->script);
  key_sums_clear (&self->own);
  g_free (self->category);
  g_free (self->by_stack);
  g_free (self->scratch);
  g_array_unref (self->touched);
  g_free (self);
}

/* What a sum is by. */
typedef enum
{
  BY_SELF,
  BY_SCRIPT,
  BY_OWN,
  BY_CATEGORY,
} By;

static gint32
get_place (const FulInsightStacks *stacks,
           By                      by,
           FulStackIndex           stack)
{
  switch (by)
    {
    case BY_SCRIPT:
      return stacks->script[stack];
    case BY_OWN:
      return stacks->own[stack];
    case BY_CATEGORY:
      return ful_stack_table_get_category (stacks->stacks, stack);
    case BY_SELF:
    default:
      return stacks->key[stack];
    }
}

/* Adds the weights of the stacks up in the scratch, and lists the places that have any.
 * Returns: the weight that has no place */
static double
gather (FulInsightSums *self,
        By              by)
{
  const FulInsightStacks *stacks = self->stacks;
  double without = 0;

  for (guint i = 0; i < stacks->n_touched; i++)
    {
      FulStackIndex stack = stacks->touched[i];
      double weight = stacks->weight[stack];
      gint32 place = get_place (stacks, by, stack);

      if (place == FUL_NONE)
        {
          without += weight;
          continue;
        }
      if (self->scratch[place] == 0)
        g_array_append_val (self->touched, place);
      self->scratch[place] += weight;
    }

  return without;
}

static void
clear_scratch (FulInsightSums *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    self->scratch[g_array_index (self->touched, gint32, i)] = 0;
  g_array_set_size (self->touched, 0);
}

/* Moves the scratch to sums, and notes which thread has most of each. */
static void
merge (FulInsightSums    *self,
       guint              thread,
       FulInsightKeySums *to)
{
  for (guint i = 0; i < self->touched->len; i++)
    {
      gint32 place = g_array_index (self->touched, gint32, i);
      double weight = self->scratch[place];

      to->weight[place] += weight;
      if (weight > to->most[place])
        {
          to->most[place] = weight;
          to->thread[place] = (gint32) thread;
        }
      self->scratch[place] = 0;
    }
  g_array_set_size (self->touched, 0);
}

/**
 * ful_insight_sums_add:
 * @thread: whose samples were added to the stacks
 *
 * Adds what the stacks have now, which each must have once: O(stacks with weight).
 */
void
ful_insight_sums_add (FulInsightSums *self,
                      guint           thread)
{
  const FulInsightStacks *stacks = self->stacks;

  gather (self, BY_SELF);
  merge (self, thread, &self->self);
  self->no_script += gather (self, BY_SCRIPT);
  merge (self, thread, &self->script);
  gather (self, BY_OWN);
  merge (self, thread, &self->own);

  for (guint i = 0; i < stacks->n_touched; i++)
    {
      FulStackIndex stack = stacks->touched[i];
      double weight = stacks->weight[stack];

      self->by_stack[stack] += weight;
      self->category[ful_stack_table_get_category (stacks->stacks, stack)] += weight;
      if (ful_insight_stacks_get_kind (stacks, stacks->key[stack]) == FUL_FUNC_KIND_UNNAMED)
        self->unnamed += weight;
    }
  self->seen += stacks->seen;
  self->n_weighty += stacks->n_weighty;
  self->n_rows += stacks->n_rows;
  self->has_callers |= stacks->has_callers;
  self->without_caller += stacks->without_caller;
}

/* Returns: the place with the greatest weight in the scratch, of equal ones the first; %FUL_NONE for none */
static gint32
find_most (const FulInsightSums *self,
           double               *out_weight)
{
  gint32 most = FUL_NONE;

  *out_weight = 0;
  for (guint i = 0; i < self->touched->len; i++)
    {
      gint32 place = g_array_index (self->touched, gint32, i);
      double weight = self->scratch[place];

      if (weight > *out_weight || (weight == *out_weight && most != FUL_NONE && place < most))
        {
          most = place;
          *out_weight = weight;
        }
    }

  return most;
}

/**
 * ful_insight_sums_tally:
 * @out_tally: (out): what was done mostly in the stacks as they are now
 */
void
ful_insight_sums_tally (FulInsightSums  *self,
                        FulInsightTally *out_tally)
{
  out_tally->seen = self->stacks->seen;
  gather (self, BY_OWN);
  out_tally->own = find_most (self, &out_tally->own_weight);
  clear_scratch (self);
  gather (self, BY_CATEGORY);
  out_tally->category = find_most (self, &out_tally->category_weight);
  clear_scratch (self);
}

typedef struct
{
  const FulInsightSums *self;
  const double         *weight;
} Order;

static int
compare_keys (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Order *order = data;
  FulInsightKey x = *(const FulInsightKey *) a, y = *(const FulInsightKey *) b;
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  if (order->weight[x] != order->weight[y])
    return order->weight[x] < order->weight[y] ? 1 : -1;

  left = ful_insight_stacks_dup_name (order->self->stacks, x);
  right = ful_insight_stacks_dup_name (order->self->stacks, y);

  return strcmp (left, right);
}

/**
 * ful_insight_sums_list:
 * @sums: those of @self
 * @least: share of all that a key has to have; greater than 0
 *
 * Returns: (transfer full) (element-type FulInsightKey): the keys with the greatest weights but those that are no code, the
 *   greatest first
 */
GArray *
ful_insight_sums_list (const FulInsightSums    *self,
                       const FulInsightKeySums *sums,
                       double                   least,
                       guint                    n_max)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (FulInsightKey));
  Order order = { self, sums->weight };

  for (guint i = 0; i < self->stacks->n_keys; i++)
    if (sums->weight[i] > 0 && sums->weight[i] >= least * self->seen &&
        ful_insight_stacks_get_kind (self->stacks, (FulInsightKey) i) != FUL_FUNC_KIND_META)
      g_array_append_val (keys, i);
  g_array_sort_with_data (keys, compare_keys, &order);
  g_array_set_size (keys, MIN (keys->len, n_max));

  return keys;
}

/**
 * ful_insight_sums_find_totals:
 * @keys: (array length=n_keys): at most 32
 * @totals: (out caller-allocates) (array length=n_keys): weight of the stacks that have the key anywhere
 *
 * One pass over stacks: a bit of each key says whether the stack or a caller has it.
 */
void
ful_insight_sums_find_totals (const FulInsightSums *self,
                              const FulInsightKey  *keys,
                              guint                 n_keys,
                              double               *totals)
{
  const FulInsightStacks *stacks = self->stacks;
  guint n = stacks->stacks->table.n_rows;
  g_autofree guint32 *bit_of_key = g_new0 (guint32, stacks->n_keys);
  g_autofree guint32 *bits = g_new (guint32, MAX (n, 1));

  g_assert (n_keys <= MAX_KEYS);
  for (guint k = 0; k < n_keys; k++)
    {
      bit_of_key[keys[k]] |= 1u << k;
      totals[k] = 0;
    }
  for (guint i = 0; i < n; i++)
    {
      FulStackIndex prefix = stacks->stacks->prefix[i];

      bits[i] = bit_of_key[stacks->key[i]] |
                (prefix == FUL_NONE ? 0 : bits[prefix]);
      for (guint32 left = self->by_stack[i] != 0 ? bits[i] : 0; left; left &= left - 1)
        totals[__builtin_ctz (left)] += self->by_stack[i];
    }
}

/**
 * ful_insight_sums_find_categories:
 * @keys: (array length=n_keys): at most 32
 * @of_scripts: whether stacks count for their innermost script or label, and not for their innermost function
 * @categories: (out caller-allocates) (array length=n_keys): the category with most of the weight of each; %FUL_NONE if there is none
 */
void
ful_insight_sums_find_categories (const FulInsightSums *self,
                                  const FulInsightKey  *keys,
                                  guint                 n_keys,
                                  gboolean              of_scripts,
                                  FulCategoryIndex     *categories)
{
  const FulInsightStacks *stacks = self->stacks;
  guint n_categories = stacks->weights->profile->categories->len;
  g_autofree gint8 *place = g_new (gint8, MAX (stacks->n_keys, 1));
  g_autofree double *weight = g_new0 (double, MAX ((gsize) n_keys * n_categories, 1));

  g_assert (n_keys <= MAX_KEYS);
  memset (place, -1, stacks->n_keys);
  for (guint k = 0; k < n_keys; k++)
    place[keys[k]] = (gint8) k;

  for (guint i = 0; i < stacks->stacks->table.n_rows; i++)
    {
      FulInsightKey key = of_scripts ? stacks->script[i] : stacks->key[i];

      if (self->by_stack[i] > 0 && key != FUL_NONE && place[key] >= 0)
        weight[(guint) place[key] * n_categories + (guint) ful_stack_table_get_category (stacks->stacks, (FulStackIndex) i)] += self->by_stack[i];
    }

  for (guint k = 0; k < n_keys; k++)
    {
      const double *row = weight + (gsize) k * n_categories;

      categories[k] = FUL_NONE;
      for (guint c = 0; c < n_categories; c++)
        if (row[c] > (categories[k] == FUL_NONE ? 0 : row[categories[k]]))
          categories[k] = (FulCategoryIndex) c;
    }
}
