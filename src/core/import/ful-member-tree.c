/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Paths as a tree, in two flat lists: all rows, and those that are shown. */

#include "config.h"

#include "ful-member-tree.h"

#include <string.h>

/* Deeper folders are part of the name: a path may have thousands. */
#define MAX_DEPTH 32

/* The separator is before all other characters, so that folders stay together. */
static int
compare_paths (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  GPtrArray *members = data;
  const guint8 *x = (const guint8 *) ((FulMember *) members->pdata[*(const guint *) a])->path;
  const guint8 *y = (const guint8 *) ((FulMember *) members->pdata[*(const guint *) b])->path;

  while (*x && *x == *y)
    x++, y++;

  return (*x == '/' ? 1 : *x ? *x + 1 : 0) - (*y == '/' ? 1 : *y ? *y + 1 : 0);
}

static void
add_row (FulMemberTree *self,
         const char    *name,
         gsize          n,
         guint          depth,
         gint32         member)
{
  FulMemberRow row = { g_strndup (name, n), depth, member, self->rows->len + 1, FALSE };

  g_array_append_val (self->rows, row);
}

/* Ends the open folders from @depth on. */
static void
close_folders (FulMemberTree *self,
               GArray        *open,
               guint          depth)
{
  for (guint i = depth; i < open->len; i++)
    g_array_index (self->rows, FulMemberRow, g_array_index (open, guint, i)).end = self->rows->len;
  g_array_set_size (open, depth);
}

static void
add_path (FulMemberTree *self,
          GArray        *open,
          const char    *path,
          gint32         member)
{
  const char *name = path, *slash;
  guint depth = 0;

  for (; (slash = strchr (name, '/')) && depth < MAX_DEPTH; name = slash + 1)
    {
      gsize n = (gsize) (slash - name);

      if (n == 0)
        continue;
      if (depth < open->len)
        {
          const char *known = g_array_index (self->rows, FulMemberRow, g_array_index (open, guint, depth)).name;

          if (strlen (known) != n || memcmp (known, name, n) != 0)
            close_folders (self, open, depth);
        }
      if (depth == open->len)
        {
          g_array_append_val (open, self->rows->len);
          add_row (self, name, n, depth, -1);
        }
      depth++;
    }
  close_folders (self, open, depth);
  add_row (self, name, strlen (name), depth, member);
}

static void
update_shown (FulMemberTree *self)
{
  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->rows->len; )
    {
      const FulMemberRow *row = &g_array_index (self->rows, FulMemberRow, i);

      g_array_append_val (self->shown, i);
      i = row->is_collapsed ? row->end : i + 1;
    }
}

/**
 * ful_member_tree_new:
 * @members: (element-type FulMember): files, in any order
 *
 * Returns: (transfer full): their tree, all of it shown
 */
FulMemberTree *
ful_member_tree_new (GPtrArray *members)
{
  FulMemberTree *self = g_new (FulMemberTree, 1);
  g_autofree guint *order = g_new (guint, members->len + 1);
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));   /* rows of the folders around the last row */

  self->rows = g_array_new (FALSE, FALSE, sizeof (FulMemberRow));
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < members->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) members->len, sizeof *order, compare_paths, members);
  for (guint i = 0; i < members->len; i++)
    add_path (self, open, ((FulMember *) members->pdata[order[i]])->path, (gint32) order[i]);
  close_folders (self, open, 0);
  update_shown (self);

  return self;
}

void
ful_member_tree_free (FulMemberTree *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    g_free (g_array_index (self->rows, FulMemberRow, i).name);
  g_array_unref (self->rows);
  g_array_unref (self->shown);
  g_free (self);
}

/**
 * ful_member_tree_get:
 * @position: number among the rows that are shown
 *
 * Returns: (transfer none) (nullable): the row, if there are so many
 */
const FulMemberRow *
ful_member_tree_get (FulMemberTree *self,
                     guint          position)
{
  return position < self->shown->len ? &g_array_index (self->rows, FulMemberRow, g_array_index (self->shown, guint, position)) : NULL;
}

/**
 * ful_member_tree_toggle:
 * @position: number of a folder among the rows that are shown
 *
 * Collapses or expands it.
 */
void
ful_member_tree_toggle (FulMemberTree *self,
                        guint          position)
{
  FulMemberRow *row = &g_array_index (self->rows, FulMemberRow, g_array_index (self->shown, guint, position));

  row->is_collapsed = !row->is_collapsed;
  update_shown (self);
}
