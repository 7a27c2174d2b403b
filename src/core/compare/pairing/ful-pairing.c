/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which functions of two sides are the same (compare.md 2). First ful_pairing_add () for all functions of all runs, then
 * ful_pairing_pair (), which can be called again after more. Linear, but for script functions of one name in one file,
 * which are sorted. Keys and items are numbered from 1; 0 is the total of a view. One thread. */

#include "config.h"

#include "ful-pairing-private.h"

#include "base/ful-interner.h"
#include "base/ful-string-table.h"

FulPairing *
ful_pairing_new (void)
{
  FulPairing *self = g_new0 (FulPairing, 1);

  self->strings = ful_string_table_new ();
  self->group_numbers = ful_interner_new (4);
  self->groups = g_array_new (FALSE, TRUE, sizeof (FulPairingGroup));
  self->key_numbers = ful_interner_new (3);
  self->keys = g_array_new (FALSE, TRUE, sizeof (FulPairingKey));
  g_array_set_size (self->keys, 1);
  self->items = g_array_new (FALSE, TRUE, sizeof (FulPairedItem));
  self->item_group = g_array_new (FALSE, TRUE, sizeof (gint32));
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->item_of[side] = g_array_new (FALSE, TRUE, sizeof (gint32));

  return self;
}

void
ful_pairing_free (FulPairing *self)
{
  ful_string_table_unref (self->strings);
  ful_interner_free (self->group_numbers);
  g_array_unref (self->groups);
  ful_interner_free (self->key_numbers);
  g_array_unref (self->keys);
  g_array_unref (self->items);
  g_array_unref (self->item_group);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_array_unref (self->item_of[side]);
  g_free (self);
}

/* Returns: the item of a group and a position, a new one if need be */
static gint32
get_item (FulPairing  *self,
          FulInterner *numbers,
          gint32       group,
          gint32       a,
          gint32       b)
{
  guint item = ful_interner_intern (numbers, (gint32[]) { group, a, b }) + 1;

  if (item == self->items->len)
    {
      const FulPairingGroup *of = &g_array_index (self->groups, FulPairingGroup, group);
      const char *name = ful_string_table_get (self->strings, of->name);
      FulPairedItem new = { name, name, ful_string_table_get (self->strings, of->library),
                            ful_string_table_get (self->strings, of->file), .is_merged = of->is_merged,
                            .is_unnamed = ful_pairing_is_unnamed_group (self, group) };

      g_array_append_val (self->items, new);
      g_array_append_val (self->item_group, group);
    }

  return (gint32) item;
}

static void
set_item (FulPairing *self,
          FulSide     side,
          gint32      key,
          gint32      item)
{
  g_array_index (self->item_of[side], gint32, key) = item;
  g_array_index (self->items, FulPairedItem, item).is_on[side] = TRUE;
}

static int
compare_positions (gconstpointer a,
                   gconstpointer b,
                   gpointer      user_data)
{
  const FulPairing *self = user_data;
  const FulPairingKey *x = &g_array_index (self->keys, FulPairingKey, *(const gint32 *) a);
  const FulPairingKey *y = &g_array_index (self->keys, FulPairingKey, *(const gint32 *) b);

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;

  return x->column < y->column ? -1 : x->column > y->column;
}

/* Script functions of one name in one file: by position if that tells, or by their order in the file (compare.md 2.2). */
static void
pair_positions (FulPairing   *self,
                FulInterner  *numbers,
                const gint32 *keys,
                guint         n_keys)
{
  gint32 group = g_array_index (self->keys, FulPairingKey, keys[0]).group;
  guint n[FUL_N_SIDES] = { 0 }, n_both = 0, rank[FUL_N_SIDES] = { 0 };
  gboolean have_positions, have_ranks;

  for (guint i = 0; i < n_keys; i++)
    {
      const FulPairingKey *key = &g_array_index (self->keys, FulPairingKey, keys[i]);

      n[FUL_BEFORE] += key->is_on[FUL_BEFORE];
      n[FUL_AFTER] += key->is_on[FUL_AFTER];
      n_both += key->is_on[FUL_BEFORE] && key->is_on[FUL_AFTER];
    }
  have_positions = n_both == MIN (n[FUL_BEFORE], n[FUL_AFTER]);
  have_ranks = n[FUL_BEFORE] == n[FUL_AFTER];
  if (MAX (n[FUL_BEFORE], n[FUL_AFTER]) > 1 && !have_positions && !have_ranks)
    g_array_index (self->groups, FulPairingGroup, group).is_merged = TRUE;
  if (MAX (n[FUL_BEFORE], n[FUL_AFTER]) <= 1 || g_array_index (self->groups, FulPairingGroup, group).is_merged)
    have_positions = have_ranks = FALSE;

  for (guint i = 0; i < n_keys; i++)
    {
      const FulPairingKey *key = &g_array_index (self->keys, FulPairingKey, keys[i]);

      for (guint side = 0; side < FUL_N_SIDES; side++)
        if (key->is_on[side])
          set_item (self, side, keys[i],
                    have_positions ? get_item (self, numbers, group, key->line, key->column) :
                    have_ranks ? get_item (self, numbers, group, (gint32) rank[side]++, FUL_NONE) :
                    get_item (self, numbers, group, FUL_NONE, FUL_NONE));
    }
}

typedef struct
{
  gint32 item[FUL_N_SIDES];
  guint  n[FUL_N_SIDES];
} Candidates;

/* Pairs items of one side each, where only one of each side has the same short name in the same place; if @moved, in any
 * place (compare.md 2.3). @same: for each item of BEFORE that of AFTER */
static void
pair_rest (FulPairing *self,
           gboolean    moved,
           gint32     *same)
{
  g_autoptr(FulInterner) numbers = ful_interner_new (3);
  g_autoptr(GArray) candidates = g_array_new (FALSE, TRUE, sizeof (Candidates));

  for (gint32 i = 1; i < (gint32) self->items->len; i++)
    {
      FulPairedItem *item = &g_array_index (self->items, FulPairedItem, i);
      const FulPairingGroup *group = &g_array_index (self->groups, FulPairingGroup, g_array_index (self->item_group, gint32, i));
      FulSide side = item->is_on[FUL_AFTER] ? FUL_AFTER : FUL_BEFORE;
      g_autofree char *short_name = NULL;
      Candidates *of_name;
      guint number;

      if (item->is_on[FUL_BEFORE] == item->is_on[FUL_AFTER] || item->is_unnamed || group->kind == FUL_KEY_NAME || same[i] != i)
        continue;

      short_name = ful_func_key_get_short (item->name);
      number = ful_interner_intern (numbers, (gint32[]) { ful_string_table_intern (self->strings, short_name, -1),
                                                          moved ? FUL_NONE : group->kind == FUL_KEY_JS ? group->file : group->library,
                                                          group->kind });
      if (number == candidates->len)
        g_array_set_size (candidates, number + 1);
      of_name = &g_array_index (candidates, Candidates, number);
      of_name->item[side] = i;
      of_name->n[side]++;
    }

  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidates *of_name = &g_array_index (candidates, Candidates, i);
      FulPairedItem *before, *after;

      if (of_name->n[FUL_BEFORE] != 1 || of_name->n[FUL_AFTER] != 1)
        continue;

      before = &g_array_index (self->items, FulPairedItem, of_name->item[FUL_BEFORE]);
      after = &g_array_index (self->items, FulPairedItem, of_name->item[FUL_AFTER]);
      same[of_name->item[FUL_BEFORE]] = of_name->item[FUL_AFTER];
      after->how = moved ? FUL_PAIRED_MOVED : FUL_PAIRED_RELAXED;
      after->other_name = before->name;
      after->is_on[FUL_BEFORE] = TRUE;
    }
}

/**
 * ful_pairing_pair:
 *
 * Makes items of all keys that were added. Items of an earlier call are not valid any more.
 */
void
ful_pairing_pair (FulPairing *self)
{
  g_autoptr(FulInterner) numbers = ful_interner_new (3);
  g_autoptr(GArray) positions = g_array_new (FALSE, FALSE, sizeof (gint32));
  const gint32 *keys;
  g_autofree gint32 *same = NULL;

  g_array_set_size (self->items, 0);
  g_array_set_size (self->items, 1);
  g_array_set_size (self->item_group, 1);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_array_set_size (self->item_of[side], 0);
      g_array_set_size (self->item_of[side], self->keys->len);
    }

  for (gint32 i = 1; i < (gint32) self->keys->len; i++)
    {
      const FulPairingKey *key = &g_array_index (self->keys, FulPairingKey, i);

      if (g_array_index (self->groups, FulPairingGroup, key->group).kind == FUL_KEY_JS)
        {
          g_array_append_val (positions, i);
          continue;
        }
      for (guint side = 0; side < FUL_N_SIDES; side++)
        if (key->is_on[side])
          set_item (self, side, i, get_item (self, numbers, key->group, FUL_NONE, FUL_NONE));
    }

  g_array_sort_with_data (positions, compare_positions, self);
  keys = (const gint32 *) (gpointer) positions->data;
  for (guint i = 0, end; i < positions->len; i = end)
    {
      for (end = i + 1; end < positions->len; end++)
        if (g_array_index (self->keys, FulPairingKey, keys[end]).group != g_array_index (self->keys, FulPairingKey, keys[i]).group)
          break;
      pair_positions (self, numbers, keys + i, end - i);
    }

  same = g_new (gint32, self->items->len);
  for (guint i = 0; i < self->items->len; i++)
    same[i] = (gint32) i;
  pair_rest (self, FALSE, same);
  pair_rest (self, TRUE, same);
  for (guint i = 1; i < self->keys->len; i++)
    {
      gint32 *item = &g_array_index (self->item_of[FUL_BEFORE], gint32, i);

      *item = same[*item];
    }
}

/**
 * ful_pairing_get_n_items:
 *
 * Returns: one more than the greatest number of an item
 */
guint
ful_pairing_get_n_items (const FulPairing *self)
{
  return self->items->len;
}

/**
 * ful_pairing_get_item:
 * @item: from ful_pairing_get_item_of()
 *
 * Returns: the item; its texts live as long as @self
 */
const FulPairedItem *
ful_pairing_get_item (const FulPairing *self,
                      gint32            item)
{
  return &g_array_index (self->items, FulPairedItem, item);
}

/**
 * ful_pairing_get_item_of:
 * @key: a key of @side
 *
 * Returns: its item; several keys of a run may have the same, see ful_pairing_merges()
 */
gint32
ful_pairing_get_item_of (const FulPairing *self,
                         FulSide           side,
                         gint32            key)
{
  return g_array_index (self->item_of[side], gint32, key);
}

/**
 * ful_pairing_merges:
 *
 * Returns: whether keys that differ from @key in their position have become one item, and are one key when they are
 *   added again
 */
gboolean
ful_pairing_merges (const FulPairing *self,
                    gint32            key)
{
  const FulPairingKey *of = &g_array_index (self->keys, FulPairingKey, key);

  return of->line != FUL_NONE && g_array_index (self->groups, FulPairingGroup, of->group).is_merged;
}
