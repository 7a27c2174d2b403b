/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Transforms of what a comparison shows, for the view of all its runs: nodes of an answer have the numbers of its items, a
 * view those of all functions that any answer had. */

#include "config.h"

#include "ful-compare-transform.h"

#include "compare/pairing/ful-func-key.h"
#include "compare/pairing/ful-pairing.h"
#include "tree/ful-node-transform.h"

/* Returns: the library with that name in @names, or FUL_NONE */
static FulResourceIndex
find_resource (const FulProfile *names,
               const char       *name)
{
  for (guint i = 0; i < names->resources->table.n_rows; i++)
    if (g_str_equal (ful_profile_get_string ((FulProfile *) names, names->resources->name[i]), name))
      return (FulResourceIndex) i;

  return FUL_NONE;
}

/**
 * ful_compare_transform_new:
 * @kind: what to do
 * @tree: a tree of @answer
 * @node: a node of it
 * @implementation: which frames are shown
 *
 * O(depth of the node + libraries); of the recursions O(nodes).
 *
 * Returns: (transfer full) (nullable): the transform, of the functions of the answer's names; %NULL if it does not apply
 */
FulTransform *
ful_compare_transform_new (const FulCompareAnswer *answer,
                           const FulTransformKind *kind,
                           FulCallTree            *tree,
                           FulCallNodeIndex        node,
                           FulImplementation       implementation)
{
  g_autoptr(FulTransform) of_items = NULL;
  g_autoptr(FulTransform) mapped = NULL;
  FulTransform values;

  /* Comparisons do not know categories. */
  if (kind->parameters & FUL_TRANSFORM_CATEGORY)
    return NULL;
  of_items = ful_node_transform_new (kind, tree, node, implementation);
  mapped = of_items ? ful_transform_with_mapped_funcs (of_items, answer->row_of_item, tree->profile->funcs->table.n_rows) : NULL;
  if (mapped == NULL || !(kind->parameters & FUL_TRANSFORM_RESOURCE))
    return g_steal_pointer (&mapped);

  values = *mapped;
  values.resource = find_resource (answer->names, ful_profile_get_string (tree->profile, tree->profile->resources->name[of_items->resource]));

  return ful_transform_new (&values);
}

/* Of a recording whose functions are added to those of a comparison. */
typedef struct
{
  FulProfile   *profile;
  FulPairing   *pairing;
  FulFuncIndex *map;      /* of each function its key, then its row of the comparison; or FUL_NONE */
} Adoption;

static void
add_func (Adoption     *self,
          FulFuncIndex  func)
{
  FulFuncKey key;

  ful_func_key_init (&key, self->profile, func);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->map[func] = ful_pairing_add (self->pairing, side, &key);
  ful_func_key_clear (&key);
}

/* Adds what a transform names. Libraries are known by their functions. */
static void
add_subject (Adoption           *self,
             const FulTransform *transform)
{
  FulTransformParameters has = transform->kind->parameters;
  const FulFuncTable *funcs = self->profile->funcs;

  if (has & FUL_TRANSFORM_FUNC)
    add_func (self, transform->func);
  for (guint i = 0; i < transform->n_path; i++)
    add_func (self, transform->path[i]);
  for (guint i = 0; (has & FUL_TRANSFORM_RESOURCE) && i < funcs->table.n_rows; i++)
    if (funcs->resource[i] == transform->resource)
      {
        add_func (self, (FulFuncIndex) i);
        break;
      }
}

static FulTransform *
adopt (const Adoption     *self,
       FulProfile         *names,
       const FulTransform *transform)
{
  g_autoptr(FulTransform) mapped = ful_transform_with_mapped_funcs (transform, self->map, self->profile->funcs->table.n_rows);
  FulTransform values = *mapped;

  if (transform->kind->parameters & FUL_TRANSFORM_RESOURCE)
    values.resource = find_resource (names, ful_profile_get_string (self->profile, self->profile->resources->name[transform->resource]));
  for (guint i = 0; (transform->kind->parameters & FUL_TRANSFORM_CATEGORY) && i < names->categories->len; i++)
    if (g_str_equal (ful_profile_get_category (names, (FulCategoryIndex) i)->name,
                     ful_profile_get_category (self->profile, transform->category)->name))
      values.category = (FulCategoryIndex) i;

  return ful_transform_new (&values);
}

/**
 * ful_compare_transforms_adopt:
 * @names: of a comparison; gets what transforms name
 * @options: view of @profile
 * @profile: (nullable): %NULL if @options has no transforms
 *
 * O(functions of the profile).
 *
 * Returns: (transfer full) (element-type FulTransform): the transforms of a recording, of the functions of the comparison
 */
GPtrArray *
ful_compare_transforms_adopt (FulComparedNames     *names,
                              const FulViewOptions *options,
                              FulProfile           *profile)
{
  GPtrArray *transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_transform_unref);
  g_autoptr(FulPairing) pairing = NULL;
  g_autoptr(FulProfile) of_names = NULL;
  g_autofree FulFuncIndex *map = NULL;
  g_autofree FulFuncIndex *rows = NULL;
  Adoption self;

  if (profile == NULL || options->n_transforms == 0)
    return transforms;

  pairing = ful_pairing_new ();
  map = g_new (FulFuncIndex, profile->funcs->table.n_rows + 1);
  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    map[i] = FUL_NONE;
  self = (Adoption) { profile, pairing, map };
  for (guint i = 0; i < options->n_transforms; i++)
    add_subject (&self, options->transforms[i]);
  ful_pairing_pair (pairing);
  ful_compared_names_add_categories (names, profile);
  of_names = ful_compared_names_add (names, pairing, &rows);
  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    if (map[i] != FUL_NONE)
      map[i] = rows[ful_pairing_get_item_of (pairing, FUL_AFTER, map[i])];
  for (guint i = 0; i < options->n_transforms; i++)
    g_ptr_array_add (transforms, adopt (&self, of_names, options->transforms[i]));

  return transforms;
}
