/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of functions by name, for charts whose siblings are in it (call-tree.md 8). It is that of the table, whatever the
 * range: sorted once, when it is asked for. */

#include "config.h"

#include "ful-name-ranks.h"

/* UTF-8 in the order of UTF-16 code units: characters beyond U+FFFF sort before
 * U+E000, since they begin with a surrogate. */
static int
compare_utf16 (const char *a,
               const char *b)
{
  while (*a == *b && *a != '\0')
    {
      a++;
      b++;
    }

  /* Four-byte characters (from 0xf0) sort before 0xee and 0xef. */
  if ((guchar) *a >= 0xee && (guchar) *b >= 0xee && ((guchar) *a >= 0xf0) != ((guchar) *b >= 0xf0))
    return (guchar) *a >= 0xf0 ? -1 : 1;

  return (int) (guchar) *a - (int) (guchar) *b;
}

static int
compare_funcs (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  FulProfile *profile = user_data;
  FulFuncIndex left = *(const FulFuncIndex *) a;
  FulFuncIndex right = *(const FulFuncIndex *) b;
  int order = profile->funcs->name[left] == profile->funcs->name[right]
                ? 0
                : compare_utf16 (ful_profile_get_func_name (profile, left), ful_profile_get_func_name (profile, right));

  return order != 0 ? order : (left > right) - (left < right);
}

static guint32 *
make (const FulCallNodeTable *nodes)
{
  g_autofree guint8 *used = g_new0 (guint8, MAX (nodes->n_funcs, 1));
  g_autoptr(GArray) funcs = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  guint32 *ranks = g_new0 (guint32, MAX (nodes->n_funcs, 1));

  for (guint i = 0; i < nodes->n_nodes; i++)
    if (!used[nodes->func[i]])
      {
        used[nodes->func[i]] = TRUE;
        g_array_append_val (funcs, nodes->func[i]);
      }
  g_array_sort_with_data (funcs, compare_funcs, nodes->profile);
  for (guint i = 0; i < funcs->len; i++)
    ranks[g_array_index (funcs, FulFuncIndex, i)] = i;

  return ranks;
}

/**
 * ful_call_node_table_get_name_ranks:
 *
 * O(call nodes + functions × log functions) the first time. Any thread may ask.
 *
 * Returns: (transfer none) (array): for each function that has a call node its place by name, equal names in the order of
 *   functions; lives as long as @self
 */
const guint32 *
ful_call_node_table_get_name_ranks (FulCallNodeTable *self)
{
  guint32 *ranks = g_atomic_pointer_get (&self->name_ranks);

  if (ranks)
    return ranks;

  ranks = make (self);
  if (g_atomic_pointer_compare_and_exchange (&self->name_ranks, NULL, ranks))
    return ranks;

  g_free (ranks);

  return g_atomic_pointer_get (&self->name_ranks);
}
