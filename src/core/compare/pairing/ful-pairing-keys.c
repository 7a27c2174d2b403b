/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the functions of all runs are recognised by, each key once, and which sides have it (compare.md 2.1). Keys that
 * differ in their position only are a group. */

#include "config.h"

#include "ful-pairing-private.h"

#include "base/ful-interner.h"
#include "base/ful-string-table.h"

static gint32
add (FulPairing *self,
     FulSide     side,
     const char *name,
     const char *library,
     const char *file,
     FulKeyKind  kind,
     gint32      line,
     gint32      column)
{
  const gint32 tuple[] = { ful_string_table_intern (self->strings, name, -1), ful_string_table_intern (self->strings, library, -1),
                           ful_string_table_intern (self->strings, file, -1), kind };
  guint group = ful_interner_intern (self->group_numbers, tuple), key;

  if (group == self->groups->len)
    {
      FulPairingGroup new = { tuple[0], tuple[1], tuple[2], kind, FALSE, (gint32) self->keys->len };

      g_array_append_val (self->groups, new);
    }
  if (g_array_index (self->groups, FulPairingGroup, group).is_merged)
    line = column = FUL_NONE;

  key = ful_interner_intern (self->key_numbers, (gint32[]) { (gint32) group, line, column }) + 1;
  if (key == self->keys->len)
    {
      FulPairingKey new = { (gint32) group, line, column, { FALSE } };

      g_array_append_val (self->keys, new);
    }
  g_array_index (self->keys, FulPairingKey, key).is_on[side] = TRUE;

  return (gint32) key;
}

/**
 * ful_pairing_add:
 * @side: which side has the function
 * @key: what it is recognised by
 *
 * Returns: number of the key
 */
gint32
ful_pairing_add (FulPairing       *self,
                 FulSide           side,
                 const FulFuncKey *key)
{
  return add (self, side, key->name, key->library, key->file, key->is_js ? FUL_KEY_JS : FUL_KEY_NATIVE, key->line, key->column);
}

/**
 * ful_pairing_add_name:
 * @name: name of what is no function, and pairs with an equal name only
 *
 * Returns: number of its key
 */
gint32
ful_pairing_add_name (FulPairing *self,
                      FulSide     side,
                      const char *name)
{
  return add (self, side, name, "", "", FUL_KEY_NAME, FUL_NONE, FUL_NONE);
}

/**
 * ful_pairing_add_key:
 * @key: from ful_pairing_get_key(); its sides do not matter
 *
 * Returns: number of the key
 */
gint32
ful_pairing_add_key (FulPairing         *self,
                     FulSide             side,
                     const FulPairedKey *key)
{
  return add (self, side, key->name, key->library, key->file, key->kind, key->line, key->column);
}

/**
 * ful_pairing_get_key:
 * @key: number of a key
 * @out_key: (out): the key; its texts live as long as @self
 */
void
ful_pairing_get_key (const FulPairing *self,
                     gint32            key,
                     FulPairedKey     *out_key)
{
  const FulPairingKey *row = &g_array_index (self->keys, FulPairingKey, key);
  const FulPairingGroup *group = &g_array_index (self->groups, FulPairingGroup, row->group);

  *out_key = (FulPairedKey) { ful_string_table_get (self->strings, group->name), ful_string_table_get (self->strings, group->library),
                              ful_string_table_get (self->strings, group->file), group->kind, row->line, row->column,
                              { row->is_on[FUL_BEFORE], row->is_on[FUL_AFTER] } };
}

/**
 * ful_pairing_copy:
 *
 * O(keys).
 *
 * Returns: (transfer full): the same keys; there are no items before ful_pairing_pair()
 */
FulPairing *
ful_pairing_copy (const FulPairing *self)
{
  FulPairing *copy = ful_pairing_new ();

  for (gint32 i = 1; i < (gint32) self->keys->len; i++)
    {
      FulPairedKey key;

      ful_pairing_get_key (self, i, &key);
      for (FulSide side = 0; side < FUL_N_SIDES; side++)
        if (key.is_on[side])
          ful_pairing_add_key (copy, side, &key);
    }

  return copy;
}

/**
 * ful_pairing_get_n_keys:
 *
 * Returns: one more than the greatest number of a key
 */
guint
ful_pairing_get_n_keys (const FulPairing *self)
{
  return self->keys->len;
}

gboolean
ful_pairing_is_unnamed_group (const FulPairing *self,
                              gint32            group)
{
  const FulPairingGroup *of = &g_array_index (self->groups, FulPairingGroup, group);

  return of->kind == FUL_KEY_NATIVE && g_str_equal (ful_string_table_get (self->strings, of->name), FUL_UNNAMED_CODE);
}

/**
 * ful_pairing_is_unnamed:
 *
 * Returns: whether @key is the code without names of a library
 */
gboolean
ful_pairing_is_unnamed (const FulPairing *self,
                        gint32            key)
{
  return ful_pairing_is_unnamed_group (self, g_array_index (self->keys, FulPairingKey, key).group);
}

/**
 * ful_pairing_merge_positions:
 *
 * Lets script functions that differ in their position only be one key when they are added again, as if ful_pairing_pair () had
 * merged them all.
 *
 * Returns: whether there are any
 */
gboolean
ful_pairing_merge_positions (FulPairing *self)
{
  gboolean any = FALSE;

  for (gint32 i = 1; i < (gint32) self->keys->len; i++)
    {
      FulPairingGroup *group = &g_array_index (self->groups, FulPairingGroup, g_array_index (self->keys, FulPairingKey, i).group);

      group->is_merged |= group->first_key != i;
      any |= group->is_merged;
    }

  return any;
}

/**
 * ful_pairing_get_first_merged:
 *
 * Returns: the first of the keys that are one item with @key whatever their position is; %FUL_NONE if its position counts
 */
gint32
ful_pairing_get_first_merged (const FulPairing *self,
                              gint32            key)
{
  const FulPairingGroup *group = &g_array_index (self->groups, FulPairingGroup, g_array_index (self->keys, FulPairingKey, key).group);

  return group->is_merged ? group->first_key : FUL_NONE;
}
