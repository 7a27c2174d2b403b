/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which lines two texts have in common, as diff(1) finds them: the fewest lines are left out (E. Myers, An O(ND) difference
 * algorithm, 1986). O((lines + changes) × changes) after what both begin and end with; with more changes than MAX_CHANGES there is
 * nothing else in common. */

#include "config.h"

#include "ful-line-diff.h"

#include "base/ful-hash.h"

#include <string.h>

#define MAX_CHANGES 1500

/* The lines between those that both begin and end with. */
typedef struct
{
  const guint *lines;
  const guint *others;
  int          n;
  int          m;
} Middle;

/* Numbers lines: equal ones have the same. */
static guint *
number_lines (const GPtrArray *lines,
              GHashTable      *numbers)
{
  guint *numbered = g_new (guint, MAX (lines->len, 1));

  for (guint i = 0; i < lines->len; i++)
    {
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, lines->pdata[i]));

      if (number == 0)
        {
          number = g_hash_table_size (numbers) + 1;
          g_hash_table_insert (numbers, lines->pdata[i], GUINT_TO_POINTER (number));
        }
      numbered[i] = number;
    }

  return numbered;
}

/* Of the diagonal @k, k = line - other, with @d changes: the furthest line; @last: those with d - 1, from -d + 1 to d - 1. */
static int
step (const int *last,
      int        d,
      int        k)
{
  const int *at = last + d - 1;

  if (d == 0)
    return 0;
  if (k == -d || (k != d && at[k - 1] < at[k + 1]))
    return at[k + 1];

  return at[k - 1] + 1;
}

/* Returns: (transfer full) (nullable) (element-type gint*): for each number of changes, how far each diagonal gets; NULL if there
 * are too many changes */
static GPtrArray *
find_path (const Middle *middle)
{
  g_autoptr(GPtrArray) path = g_ptr_array_new_with_free_func (g_free);

  for (int d = 0; d <= MIN (middle->n + middle->m, MAX_CHANGES); d++)
    {
      int *furthest = g_new0 (int, 2 * d + 1);

      for (int k = -d; k <= d; k += 2)
        {
          int line = step (d > 0 ? path->pdata[d - 1] : NULL, d, k);

          while (line < middle->n && line - k < middle->m && middle->lines[line] == middle->others[line - k])
            line++;
          furthest[k + d] = line;
          if (line >= middle->n && line - k >= middle->m)
            {
              g_ptr_array_add (path, furthest);
              return g_steal_pointer (&path);
            }
        }
      g_ptr_array_add (path, furthest);
    }

  return NULL;
}

/* Goes back along the path; what it passes on a diagonal is in both. */
static void
match (const Middle    *middle,
       const GPtrArray *path,
       gint            *matches,
       int              n_before)
{
  int line = middle->n, other = middle->m;

  for (int d = (int) path->len - 1; d >= 0; d--)
    {
      int k = line - other;
      int first = step (d > 0 ? path->pdata[d - 1] : NULL, d, k);

      while (line > first)
        matches[--line] = n_before + --other;
      /* The change itself: a line alone, or one of the others. */
      if (d > 0)
        {
          const int *at = (const int *) path->pdata[d - 1] + d - 1;

          if (k == -d || (k != d && at[k - 1] < at[k + 1]))
            other--;
          else
            line--;
        }
    }
}

/**
 * ful_line_diff_new:
 * @lines: (element-type utf8): a text
 * @others: (element-type utf8): another one
 *
 * Returns: (transfer full) (element-type gint): for each of @lines the same one of @others, ascending, or -1
 */
GArray *
ful_line_diff_new (const GPtrArray *lines,
                   const GPtrArray *others)
{
  g_autoptr(GHashTable) numbers = g_hash_table_new (ful_hash_text, g_str_equal);
  g_autofree guint *numbered = number_lines (lines, numbers);
  g_autofree guint *others_numbered = number_lines (others, numbers);
  g_autoptr(GPtrArray) path = NULL;
  GArray *matches = g_array_sized_new (FALSE, FALSE, sizeof (gint), lines->len);
  guint least = MIN (lines->len, others->len), n_before = 0, n_after = 0;
  Middle middle;

  g_array_set_size (matches, lines->len);
  memset (matches->data, 0xff, matches->len * sizeof (gint));
  for (; n_before < least && numbered[n_before] == others_numbered[n_before]; n_before++)
    g_array_index (matches, gint, n_before) = (gint) n_before;
  for (; n_after < least - n_before && numbered[lines->len - 1 - n_after] == others_numbered[others->len - 1 - n_after]; n_after++)
    g_array_index (matches, gint, lines->len - 1 - n_after) = (gint) (others->len - 1 - n_after);

  middle = (Middle) { numbered + n_before, others_numbered + n_before, (int) (lines->len - n_before - n_after),
                      (int) (others->len - n_before - n_after) };
  path = find_path (&middle);
  if (path)
    match (&middle, path, &g_array_index (matches, gint, n_before), (int) n_before);

  return matches;
}
