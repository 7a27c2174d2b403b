/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A search over all kinds of names (insight.md 12). */

#include "config.h"

#include "ful-find-search.h"

#include "base/ful-types.h"

/* With fewer results, letters in order are enough. */
#define FEW 10

static void
clear_group (gpointer data)
{
  ful_find_match_free (((FulFindGroup *) data)->match);
}

static FulFindFit
get_fit (const FulFindGroup *group)
{
  return g_array_index (group->match->hits, FulFindHit, 0).fit;
}

static int
compare_groups (gconstpointer a,
                gconstpointer b)
{
  const FulFindGroup *x = a, *y = b;

  if (get_fit (x) != get_fit (y))
    return get_fit (x) < get_fit (y) ? -1 : 1;

  return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Returns: (transfer full) (nullable): groups in the order of the kinds; %NULL if it was cancelled */
static GArray *
match (FulFindNames *const *names,
       const FulFindQuery  *query,
       gboolean             loosely,
       guint                n_max,
       guint               *out_n_found,
       GCancellable        *cancellable,
       GError             **error)
{
  g_autoptr(GArray) groups = g_array_new (FALSE, FALSE, sizeof (FulFindGroup));

  g_array_set_clear_func (groups, clear_group);
  *out_n_found = 0;
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    {
      FulFindGroup group = { kind, NULL };

      if (names[kind] == NULL || (query->kind != FUL_NONE && query->kind != (gint32) kind))
        continue;
      group.match = ful_find_match_new (names[kind], query, loosely, n_max, cancellable, error);
      if (group.match == NULL)
        return NULL;
      *out_n_found += group.match->n_found;
      if (group.match->hits->len > 0)
        g_array_append_val (groups, group);
      else
        clear_group (&group);
    }

  return g_steal_pointer (&groups);
}

/**
 * ful_find_search:
 * @names: (array fixed-size=FUL_N_FIND_KINDS): names of each kind; those that are %NULL are not searched
 * @query: without words all names of its kind are found, or nothing without a kind
 * @n_max: hits to keep of each kind, at least 1
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(bytes of all names).
 *
 * Returns: (transfer full) (nullable) (element-type FulFindGroup): the kinds with hits, that with the best one first;
 *   %NULL if it was cancelled
 */
GArray *
ful_find_search (FulFindNames *const *names,
                 const FulFindQuery  *query,
                 guint                n_max,
                 GCancellable        *cancellable,
                 GError             **error)
{
  g_autoptr(GArray) groups = NULL;
  guint n_found;

  if (query->words->len == 0 && query->kind == FUL_NONE)
    return g_array_new (FALSE, FALSE, sizeof (FulFindGroup));

  groups = match (names, query, FALSE, n_max, &n_found, cancellable, error);
  if (groups && n_found < FEW && query->words->len == 1)
    {
      g_array_unref (groups);
      groups = match (names, query, TRUE, n_max, &n_found, cancellable, error);
    }
  if (groups)
    g_array_sort (groups, compare_groups);

  return g_steal_pointer (&groups);
}
