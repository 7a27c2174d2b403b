/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From names to functions. Several functions may have the same name; on a path the
 * functions before it resolve the ambiguity. */

#include "config.h"

#include "ful-transform-names.h"

#include "base/ful-hash.h"
#include "stacks/transforms/ful-transform-paths.h"

struct _FulFuncNames
{
  FulProfile   *profile;
  GHashTable   *first;   /* name → first function of that name, + 1 */
  FulFuncIndex *next;    /* the next function of the same name, or FUL_NONE */
};

/**
 * ful_func_names_new:
 *
 * O(functions).
 *
 * Returns: (transfer full): the names of @profile
 */
FulFuncNames *
ful_func_names_new (FulProfile *profile)
{
  FulFuncNames *self = g_new0 (FulFuncNames, 1);
  guint n = profile->funcs->table.n_rows;

  self->profile = g_object_ref (profile);
  self->first = g_hash_table_new (ful_hash_text, g_str_equal);
  self->next = g_new (FulFuncIndex, MAX (n, 1));
  for (guint i = n; i > 0; i--)
    {
      FulFuncIndex func = (FulFuncIndex) i - 1;
      gpointer name = (gpointer) ful_profile_get_func_name (profile, func);

      self->next[func] = GPOINTER_TO_INT (g_hash_table_lookup (self->first, name)) - 1;
      g_hash_table_insert (self->first, name, GINT_TO_POINTER (func + 1));
    }

  return self;
}

void
ful_func_names_free (FulFuncNames *self)
{
  g_clear_object (&self->profile);
  g_hash_table_unref (self->first);
  g_free (self->next);
  g_free (self);
}

/**
 * ful_func_names_find:
 * @name: a name
 * @out_n: (out) (optional): number of functions of that name
 *
 * Returns: the first function of that name, or %FUL_NONE
 */
FulFuncIndex
ful_func_names_find (FulFuncNames *self,
                     const char   *name,
                     guint        *out_n)
{
  FulFuncIndex first = GPOINTER_TO_INT (g_hash_table_lookup (self->first, name)) - 1;
  guint n = 0;

  for (FulFuncIndex func = first; func != FUL_NONE; func = self->next[func])
    n++;
  if (out_n)
    *out_n = n;

  return first;
}

/* Functions by an order number of their name on a path: 0 is on none of its levels. */
typedef struct
{
  guint32 *name;     /* of each function */
  guint32 *wanted;   /* of each level */
} Levels;

/* Numbers the names, so that stacks are compared by number. */
static gboolean
number_names (FulFuncNames        *self,
              const char * const  *names,
              guint                n_names,
              Levels              *levels)
{
  for (guint level = 0; level < n_names; level++)
    {
      FulFuncIndex first = ful_func_names_find (self, names[level], NULL);

      if (first == FUL_NONE)
        return FALSE;
      for (FulFuncIndex func = first; func != FUL_NONE; func = self->next[func])
        levels->name[func] = (guint32) first + 1;
      levels->wanted[level] = (guint32) first + 1;
    }

  return TRUE;
}

/* Fills in @path from the stack where it ends, upwards. */
static void
fill_path (FulFilteredStacks *stacks,
           const Levels      *levels,
           const guint8      *shown,
           FulStackIndex      stack,
           guint              n,
           FulFuncIndex      *path)
{
  while (n > 0)
    {
      FulFuncIndex func = ful_filtered_stacks_get_func (stacks, stack);

      if (ful_is_shown (shown, func, stacks->stacks->prefix[stack]) && levels->name[func] == levels->wanted[n - 1])
        path[--n] = func;
      stack = stacks->stacks->prefix[stack];
    }
}

static gboolean
find_from_root (FulFilteredStacks *stacks,
                const Levels      *levels,
                const guint8      *shown,
                const guint8      *used,
                guint              n_names,
                FulFuncIndex      *path)
{
  guint n = stacks->stacks->table.n_rows;
  g_autofree gint32 *matched = g_new (gint32, MAX (n, 1));

  for (FulStackIndex i = 0; i < (gint32) n; i++)
    {
      FulStackIndex prefix = stacks->stacks->prefix[i];
      FulFuncIndex func = ful_filtered_stacks_get_func (stacks, i);
      gint32 before = prefix == FUL_NONE ? 0 : matched[prefix];

      matched[i] = before;
      if (before == FUL_NO_MATCH || !ful_is_shown (shown, func, prefix))
        continue;

      matched[i] = before < (gint32) n_names && levels->name[func] == levels->wanted[before] ? before + 1
                                                                                         : FUL_NO_MATCH;
      if (matched[i] == (gint32) n_names && (used == NULL || used[i]))
        {
          fill_path (stacks, levels, shown, i, n_names, path);
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
find_from_leaf (FulFilteredStacks *stacks,
                const Levels      *levels,
                const guint8      *shown,
                const guint8      *used,
                guint              n_names,
                FulFuncIndex      *path)
{
  for (FulStackIndex i = 0; i < (gint32) stacks->stacks->table.n_rows; i++)
    {
      guint k = 0;

      if (used && !used[i])
        continue;

      for (FulStackIndex at = i; at != FUL_NONE && k < n_names; at = stacks->stacks->prefix[at])
        {
          FulFuncIndex func = ful_filtered_stacks_get_func (stacks, at);

          if (!ful_is_shown (shown, func, stacks->stacks->prefix[at]))
            continue;
          if (levels->name[func] != levels->wanted[k])
            break;
          path[k++] = func;
        }
      if (k == n_names)
        return TRUE;
    }

  return FALSE;
}

/**
 * ful_func_names_find_path:
 * @self: the names of the profile of @stacks
 * @stacks: the stacks to search
 * @used: (nullable) (array): for each stack whether a sample of the view passes through it (normal) or ends
 *   in it (inverted); those are preferred
 * @names: (array zero-terminated=1): at least one name, from the root on or, inverted, from the leaf on
 * @implementation: which functions count
 * @inverted: whether the path begins with a leaf
 * @path: (out caller-allocates): a function for each name
 *
 * Returns: whether the path exists
 */
gboolean
ful_func_names_find_path (FulFuncNames        *self,
                          FulFilteredStacks   *stacks,
                          const guint8        *used,
                          const char * const  *names,
                          FulImplementation    implementation,
                          gboolean             inverted,
                          FulFuncIndex        *path)
{
  guint n_names = g_strv_length ((char **) names);
  g_autofree guint8 *shown = ful_list_implementation_funcs (self->profile, implementation);
  g_autofree guint32 *name = g_new0 (guint32, MAX (self->profile->funcs->table.n_rows, 1));
  g_autofree guint32 *wanted = g_new0 (guint32, n_names);
  Levels levels = { name, wanted };

  if (!number_names (self, names, n_names, &levels))
    return FALSE;

  for (int pass = used ? 0 : 1; pass < 2; pass++)
    if ((inverted ? find_from_leaf : find_from_root) (stacks, &levels, shown, pass == 0 ? used : NULL, n_names, path))
      return TRUE;

  return FALSE;
}
