/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions that any answer of a comparison had, as those of a profile without rows, which only grows: transforms of
 * the view are of this profile, and are resolved in each run by what functions are recognised by (compare.md 2.1). Adding
 * is O(keys and items of a pairing), resolving O(functions of the run), each under a lock. */

#include "config.h"

#include "ful-compared-names.h"

#include "base/ful-hash.h"
#include "compare/pairing/ful-func-key.h"
#include "compare/pairing/ful-item-funcs.h"
#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"
#include "stacks/transforms/ful-transforms.h"

#include <string.h>

struct _FulComparedNames
{
  GMutex             lock;                /* of all below */
  FulProfileBuilder *builder;
  FulItemFuncs       funcs;
  GHashTable        *row_of_item;         /* text → row + 1 */
  GHashTable        *row_of[FUL_N_SIDES]; /* text of a key → row + 1 */
  FulProfile        *profile;
};

/* Returns: (transfer full): what a function is found by; positions of script functions differ between recordings */
static char *
make_text (const char *name,
           const char *library,
           const char *file)
{
  return g_strjoin ("\n", name ? name : "", library ? library : "", file ? file : "", NULL);
}

/**
 * ful_compared_names_new:
 *
 * Returns: (transfer full): no function
 */
FulComparedNames *
ful_compared_names_new (void)
{
  FulComparedNames *self = g_atomic_rc_box_new0 (FulComparedNames);

  g_mutex_init (&self->lock);
  self->builder = ful_profile_builder_new ();
  ful_profile_builder_add_thread (self->builder);
  ful_item_funcs_init (&self->funcs, self->builder);
  self->row_of_item = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->row_of[side] = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  self->profile = ful_profile_builder_publish (self->builder, NULL);

  return self;
}

FulComparedNames *
ful_compared_names_ref (FulComparedNames *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulComparedNames *self = data;

  g_clear_object (&self->profile);
  ful_item_funcs_clear (&self->funcs);
  ful_profile_builder_free (self->builder);
  g_hash_table_unref (self->row_of_item);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_hash_table_unref (self->row_of[side]);
  g_mutex_clear (&self->lock);
}

void
ful_compared_names_unref (FulComparedNames *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static FulFuncIndex
add_item (FulComparedNames    *self,
          const FulPairedItem *item)
{
  char *text = make_text (item->name, item->library, item->file);
  guint row = GPOINTER_TO_UINT (g_hash_table_lookup (self->row_of_item, text));

  if (row > 0)
    {
      g_free (text);
      return (FulFuncIndex) row - 1;
    }

  row = (guint) ful_item_funcs_append (&self->funcs, item) + 1;
  g_hash_table_insert (self->row_of_item, text, GUINT_TO_POINTER (row));

  return (FulFuncIndex) row - 1;
}

/**
 * ful_compared_names_add:
 * @pairing: what both sides have
 * @out_rows: (out) (transfer full) (array): the row of each item of @pairing
 *
 * Adds what is new. A name of one side that is paired otherwise now is found as it is paired last.
 *
 * Returns: (transfer full): a profile with all functions so far
 */
FulProfile *
ful_compared_names_add (FulComparedNames  *self,
                        const FulPairing  *pairing,
                        FulFuncIndex     **out_rows)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  guint n_items = ful_pairing_get_n_items (pairing), n_keys = ful_pairing_get_n_keys (pairing);
  FulFuncIndex *rows = g_new (FulFuncIndex, MAX (n_items, 1));

  for (guint i = 0; i < n_items; i++)
    rows[i] = add_item (self, ful_pairing_get_item (pairing, (gint32) i));
  for (guint i = 1; i < n_keys; i++)
    {
      FulPairedKey key;

      ful_pairing_get_key (pairing, (gint32) i, &key);
      for (FulSide side = 0; side < FUL_N_SIDES; side++)
        if (key.is_on[side])
          g_hash_table_replace (self->row_of[side], make_text (key.name, key.library, key.file),
                                GINT_TO_POINTER (rows[ful_pairing_get_item_of (pairing, side, (gint32) i)] + 1));
    }
  g_clear_object (&self->profile);
  self->profile = ful_profile_builder_publish (self->builder, NULL);
  *out_rows = rows;

  return g_object_ref (self->profile);
}

/* Returns: the category with that name, or FUL_NONE */
static FulCategoryIndex
find_category (FulProfile *profile,
               const char *name)
{
  for (guint i = 0; i < profile->categories->len; i++)
    if (g_str_equal (ful_profile_get_category (profile, (FulCategoryIndex) i)->name, name))
      return (FulCategoryIndex) i;

  return FUL_NONE;
}

/**
 * ful_compared_names_add_categories:
 * @profile: a recording
 *
 * Adds what is new, for transforms that are about categories.
 */
void
ful_compared_names_add_categories (FulComparedNames *self,
                                   FulProfile       *profile)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_autoptr(GPtrArray) categories = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_category_free);
  GPtrArray *lists[] = { self->builder->profile->categories, profile->categories };
  guint n_before = lists[0]->len;

  for (guint list = 0; list < G_N_ELEMENTS (lists); list++)
    for (guint i = 0; i < lists[list]->len; i++)
      {
        const FulCategory *category = g_ptr_array_index (lists[list], i);

        if (list == 0 || find_category (self->builder->profile, category->name) == FUL_NONE)
          g_ptr_array_add (categories, ful_category_new (category->name, category->color, category->subcategories));
      }
  if (categories->len == n_before)
    return;

  /* Profiles that were published share the list. */
  g_ptr_array_unref (self->builder->profile->categories);
  self->builder->profile->categories = g_ptr_array_ref (categories);
  g_clear_object (&self->profile);
  self->profile = ful_profile_builder_publish (self->builder, NULL);
}

/**
 * ful_compared_names_get_profile:
 *
 * Returns: (transfer full): a profile with all functions so far
 */
FulProfile *
ful_compared_names_get_profile (FulComparedNames *self)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return g_object_ref (self->profile);
}

/**
 * ful_compared_names_dup_old_name:
 * @row: a function
 *
 * O(functions).
 *
 * Returns: (transfer full) (nullable): its name in the runs before, if it has another one there
 */
char *
ful_compared_names_dup_old_name (FulComparedNames *self,
                                 FulFuncIndex      row)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const char *name = ful_profile_get_func_name (self->profile, row);
  char *first = NULL;
  GHashTableIter iter;
  gpointer text, found;

  g_hash_table_iter_init (&iter, self->row_of[FUL_BEFORE]);
  while (g_hash_table_iter_next (&iter, &text, &found))
    {
      g_autofree char *other = g_strndup (text, strcspn (text, "\n"));

      if (GPOINTER_TO_INT (found) - 1 != row || g_str_equal (other, name) || (first && strcmp (first, other) < 0))
        continue;
      g_free (first);
      first = g_steal_pointer (&other);
    }

  return first;
}

/**
 * ful_compared_names_exchange:
 *
 * What was added of one side is of the other one.
 */
void
ful_compared_names_exchange (FulComparedNames *self)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GHashTable *before = self->row_of[FUL_BEFORE];

  self->row_of[FUL_BEFORE] = self->row_of[FUL_AFTER];
  self->row_of[FUL_AFTER] = before;
}

/* Of a run, what transforms need: for each function its row. */
typedef struct
{
  FulProfile      *profile;
  FulProfile      *names;
  GArray          *row_of_func;
  FulViewOptions  *view;
} Resolution;

static void
push (Resolution         *self,
      const FulTransform *values)
{
  g_autoptr(FulTransform) transform = ful_transform_new (values);
  g_autoptr(FulViewOptions) before = g_steal_pointer (&self->view);

  self->view = ful_view_options_push_transform (before, transform);
}

/* Of each library of that name. */
static gboolean
push_resources (Resolution         *self,
                const FulTransform *transform)
{
  const char *name = ful_profile_get_string (self->names, self->names->resources->name[transform->resource]);
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->row_of_func->len; i++)
    {
      FulFuncIndex row = g_array_index (self->row_of_func, FulFuncIndex, i);
      FulResourceIndex resource = self->profile->funcs->resource[i];
      FulTransform values = *transform;

      if (row == FUL_NONE || resource == FUL_NONE || self->names->funcs->resource[row] == FUL_NONE ||
          !g_str_equal (ful_profile_get_string (self->names, self->names->resources->name[self->names->funcs->resource[row]]), name) ||
          !g_hash_table_add (seen, GINT_TO_POINTER (resource + 1)))
        continue;
      values.resource = resource;
      push (self, &values);
    }

  return g_hash_table_size (seen) > 0;
}

static gboolean
push_category (Resolution         *self,
               const FulTransform *transform)
{
  FulTransform values = *transform;

  values.category = find_category (self->profile, ful_profile_get_category (self->names, transform->category)->name);
  if (values.category == FUL_NONE)
    return FALSE;
  push (self, &values);

  return TRUE;
}

/* Of all functions that are this item, where one after the other is the same as all at once. */
static gboolean
push_funcs (Resolution         *self,
            const FulTransform *transform)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->row_of_func->len; i++)
    if (g_array_index (self->row_of_func, FulFuncIndex, i) == transform->func)
      {
        FulTransform values = *transform;

        values.func = (FulFuncIndex) i;
        push (self, &values);
        found = TRUE;
      }

  return found;
}

static gboolean
resolve_one (Resolution         *self,
             const FulFuncIndex *main_funcs,
             FulTransform       *transform)
{
  g_autoptr(FulTransform) mapped = NULL;

  if (transform->kind->parameters & FUL_TRANSFORM_RESOURCE)
    return push_resources (self, transform);
  if (transform->kind->parameters & FUL_TRANSFORM_CATEGORY)
    return push_category (self, transform);
  if (transform->kind == &ful_transform_merge_function || transform->kind == &ful_transform_drop_function ||
      transform->kind == &ful_transform_collapse_function_subtree)
    return push_funcs (self, transform);

  mapped = ful_transform_with_mapped_funcs (transform, main_funcs, self->names->funcs->table.n_rows);
  if (mapped == NULL)
    return FALSE;
  push (self, mapped);

  return TRUE;
}

/**
 * ful_compared_names_find_rows:
 * @side: of the run
 * @renames: (nullable): old → new name of functions of the run
 * @profile: the run
 *
 * Returns: (transfer full) (element-type FulFuncIndex): for each function of @profile its row, or %FUL_NONE
 */
GArray *
ful_compared_names_find_rows (FulComparedNames *self,
                              FulSide           side,
                              GHashTable       *renames,
                              FulProfile       *profile)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));

  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    {
      FulFuncKey key;
      const char *name;
      g_autofree char *text = NULL;
      FulFuncIndex row;

      ful_func_key_init (&key, profile, (FulFuncIndex) i);
      name = renames ? g_hash_table_lookup (renames, key.name) : NULL;
      text = make_text (name ? name : key.name, key.library, key.file);
      row = GPOINTER_TO_INT (g_hash_table_lookup (self->row_of[side], text)) - 1;
      g_array_append_val (rows, row);
      ful_func_key_clear (&key);
    }

  return rows;
}

/**
 * ful_compared_names_list_funcs:
 * @names: of ful_compared_names_get_profile()
 * @row_of_func: of ful_compared_names_find_rows(), for @profile
 *
 * O(stacks).
 *
 * Returns: (transfer full) (array): for each row of @names the function of the run, the one on most stacks if several are one item;
 *   or %FUL_NONE
 */
FulFuncIndex *
ful_compared_names_list_funcs (FulProfile   *names,
                               const GArray *row_of_func,
                               FulProfile   *profile)
{
  const FulStackTable *stacks = profile->stacks;
  g_autofree guint *n_stacks = g_new0 (guint, row_of_func->len + 1);
  guint n_rows = names->funcs->table.n_rows;
  FulFuncIndex *funcs = g_new (FulFuncIndex, n_rows + 1);

  for (guint i = 0; i < stacks->table.n_rows; i++)
    {
      FulFuncIndex func = profile->frames->func[stacks->frame[i]];

      if (func != FUL_NONE)
        n_stacks[func]++;
    }
  for (guint i = 0; i < n_rows; i++)
    funcs[i] = FUL_NONE;
  for (guint i = 0; i < row_of_func->len; i++)
    {
      FulFuncIndex row = g_array_index (row_of_func, FulFuncIndex, i);

      if (row != FUL_NONE && (funcs[row] == FUL_NONE || n_stacks[i] > n_stacks[funcs[row]]))
        funcs[row] = (FulFuncIndex) i;
    }

  return funcs;
}

/**
 * ful_compared_names_resolve:
 * @side: of the run
 * @options: view of the run, to which transforms are added
 * @transforms: (array length=n_transforms): of the profile of @self
 * @renames: (nullable): old → new name of functions of the run
 * @profile: the run
 * @is_found: (array length=n_transforms): set where the run has the subject of a transform
 *
 * Returns: (transfer full): the view with those transforms whose subject the run has
 */
FulViewOptions *
ful_compared_names_resolve (FulComparedNames      *self,
                            FulSide                side,
                            const FulViewOptions  *options,
                            FulTransform * const  *transforms,
                            guint                  n_transforms,
                            GHashTable            *renames,
                            FulProfile            *profile,
                            guint8                *is_found)
{
  g_autoptr(GArray) row_of_func = NULL;
  g_autoptr(FulProfile) names = NULL;
  g_autofree FulFuncIndex *main_funcs = NULL;
  Resolution resolution = { profile, NULL, NULL, ful_view_options_copy (options) };

  ful_compared_names_add_categories (self, profile);
  if (n_transforms == 0)
    return resolution.view;

  names = ful_compared_names_get_profile (self);
  row_of_func = ful_compared_names_find_rows (self, side, renames, profile);

  resolution.names = names;
  resolution.row_of_func = row_of_func;
  main_funcs = ful_compared_names_list_funcs (names, row_of_func, profile);
  for (guint i = 0; i < n_transforms; i++)
    if (!transforms[i]->enabled || resolve_one (&resolution, main_funcs, transforms[i]))
      is_found[i] = TRUE;

  return resolution.view;
}
