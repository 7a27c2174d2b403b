/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was chosen last in this session, in any window. Main thread only. */

#include "config.h"

#include "ful-palette-used.h"

#define MAX_USED 5

static GPtrArray *used;   /* (nullable) (element-type FulPaletteItem): the last one is the newest */

static int
find (const FulPaletteItem *item)
{
  for (guint i = 0; used && i < used->len; i++)
    if (ful_palette_item_equal (g_ptr_array_index (used, i), item))
      return (int) i;

  return -1;
}

void
ful_palette_used_add (const FulPaletteItem *item)
{
  int place = find (item);

  if (used == NULL)
    used = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_palette_item_free);
  if (place >= 0)
    g_ptr_array_remove_index (used, (guint) place);
  else if (used->len == MAX_USED)
    g_ptr_array_remove_index (used, 0);
  g_ptr_array_add (used, ful_palette_item_copy (item));
}

/* Returns: 0 if it is none of the last five, else more the later it was chosen */
double
ful_palette_used_get_rank (const FulPaletteItem *item)
{
  return find (item) + 1;
}
