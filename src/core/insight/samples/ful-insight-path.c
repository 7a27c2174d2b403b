/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The heaviest path of a thread (insight.md 2): down from the root to the heaviest child, while it has half of all. */

#include "config.h"

#include "ful-insight-path.h"

#define SHARE 0.5

/* Stacks at the end of one path of keys. */
typedef struct
{
  FulInsightKey key;
  double        weight;
  GArray       *stacks;   /* FulStackIndex */
} Group;

/**
 * ful_insight_forest_new:
 * @stacks: must live as long as the result
 *
 * O(stacks).
 */
FulInsightForest *
ful_insight_forest_new (const FulInsightStacks *stacks)
{
  FulInsightForest *self = g_new (FulInsightForest, 1);
  guint n = stacks->stacks->table.n_rows;

  self->stacks = stacks;
  self->first_child = g_new (FulStackIndex, n + 1);
  self->next_sibling = g_new (FulStackIndex, MAX (n, 1));
  self->sum = g_new (double, MAX (n, 1));
  for (guint i = 0; i <= n; i++)
    self->first_child[i] = FUL_NONE;
  for (guint i = n; i-- > 0; )
    {
      FulStackIndex prefix = stacks->stacks->prefix[i];
      guint parent = prefix == FUL_NONE ? n : (guint) prefix;

      self->next_sibling[i] = self->first_child[parent];
      self->first_child[parent] = (FulStackIndex) i;
    }

  return self;
}

void
ful_insight_forest_free (FulInsightForest *self)
{
  g_free (self->first_child);
  g_free (self->next_sibling);
  g_free (self->sum);
  g_free (self);
}

void
ful_insight_path_clear (FulInsightPath *self)
{
  g_clear_pointer (&self->keys, g_array_unref);
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_array_unref (group->stacks);
  g_free (group);
}

/* Adds the children of stacks by their keys; further unnamed functions of the library that is left count as that one. */
static void
add_children (const FulInsightForest *self,
              GHashTable             *groups,
              FulInsightKey           key,
              GArray                 *todo)
{
  while (todo->len > 0)
    {
      FulStackIndex stack = g_array_index (todo, FulStackIndex, todo->len - 1);

      g_array_set_size (todo, todo->len - 1);
      for (FulStackIndex child = self->first_child[stack]; child != FUL_NONE; child = self->next_sibling[child])
        {
          FulInsightKey child_key = self->stacks->key[child];
          Group *group;

          if (self->sum[child] <= 0)
            continue;
          if (key != FUL_NONE && child_key == key && ful_insight_stacks_get_kind (self->stacks, key) == FUL_FUNC_KIND_UNNAMED)
            {
              g_array_append_val (todo, child);
              continue;
            }
          group = g_hash_table_lookup (groups, GINT_TO_POINTER (child_key));
          if (group == NULL)
            {
              group = g_new (Group, 1);
              *group = (Group) { child_key, 0, g_array_new (FALSE, FALSE, sizeof (FulStackIndex)) };
              g_hash_table_insert (groups, GINT_TO_POINTER (child_key), group);
            }
          group->weight += self->sum[child];
          g_array_append_val (group->stacks, child);
        }
    }
}

/* Returns: (transfer full) (nullable): the heaviest group below stacks, if it has enough */
static Group *
find_heaviest (const FulInsightForest *self,
               FulInsightKey           key,
               GArray                 *todo)
{
  g_autoptr(GHashTable) groups = g_hash_table_new_full (NULL, NULL, NULL, group_free);
  Group *heaviest = NULL, *group;
  GHashTableIter iter;

  add_children (self, groups, key, todo);
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &group))
    if (group->weight >= SHARE * self->stacks->seen &&
        (heaviest == NULL || group->weight > heaviest->weight ||
         (group->weight == heaviest->weight && group->key < heaviest->key)))
      heaviest = group;
  if (heaviest)
    g_hash_table_steal (groups, GINT_TO_POINTER (heaviest->key));

  return heaviest;
}

static void
sum_up (FulInsightForest *self)
{
  const FulInsightStacks *stacks = self->stacks;
  guint n = stacks->stacks->table.n_rows;

  for (guint i = 0; i < n; i++)
    self->sum[i] = stacks->weight[i];
  for (guint i = n; i-- > 0; )
    if (stacks->stacks->prefix[i] != FUL_NONE)
      self->sum[stacks->stacks->prefix[i]] += self->sum[i];
}

/* Returns: how much of the weight below the stacks is charged to own code */
static double
find_own_share (const FulInsightForest *self,
                const Group            *hot)
{
  const FulInsightStacks *stacks = self->stacks;
  guint n = stacks->stacks->table.n_rows;
  g_autofree guint8 *is_below = g_new0 (guint8, MAX (n, 1));
  double own = 0;

  for (guint i = 0; i < hot->stacks->len; i++)
    is_below[g_array_index (hot->stacks, FulStackIndex, i)] = TRUE;
  for (guint i = 0; i < n; i++)
    {
      FulStackIndex prefix = stacks->stacks->prefix[i];

      is_below[i] |= prefix != FUL_NONE && is_below[prefix];
      if (is_below[i] && stacks->own[i] != FUL_NONE)
        own += stacks->weight[i];
    }

  return own / hot->weight;
}

/**
 * ful_insight_forest_find_path:
 * @out_path: (out): the heaviest path of the samples that the stacks have now
 *
 * O(stacks).
 */
void
ful_insight_forest_find_path (FulInsightForest *self,
                              FulInsightPath   *out_path)
{
  g_autoptr(GArray) todo = g_array_new (FALSE, FALSE, sizeof (FulStackIndex));
  FulStackIndex roots = (FulStackIndex) self->stacks->stacks->table.n_rows;
  FulInsightKey key = FUL_NONE;
  Group *hot = NULL, *next;

  *out_path = (FulInsightPath) { g_array_new (FALSE, FALSE, sizeof (FulInsightKey)), 1, 0 };
  if (!(self->stacks->seen > 0))
    return;

  sum_up (self);
  g_array_append_val (todo, roots);
  while ((next = find_heaviest (self, key, todo)))
    {
      g_clear_pointer (&hot, group_free);
      hot = next;
      key = hot->key;
      g_array_append_val (out_path->keys, key);
      g_array_append_vals (todo, hot->stacks->data, hot->stacks->len);
    }
  if (hot)
    {
      out_path->share = hot->weight / self->stacks->seen;
      out_path->own_share = find_own_share (self, hot);
      group_free (hot);
    }
}
