/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Collapse a resource: consecutive calls of its functions become one function of
 * the resource. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "base/ful-buffer.h"
#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"

#include <glib/gi18n-lib.h>

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  const FulFuncTable *funcs = before->profile->funcs;
  guint n = before->frames->table.n_rows;
  FulBuffer *collapsed = ful_buffer_new (FUL_TYPE_I32, n);
  FulFuncIndex *func = collapsed->data;
  FulTransform values = *self;
  g_autoptr(FulFilteredStacks) renamed = NULL;
  g_autoptr(FulTransform) recursion = NULL;

  values.kind = &ful_transform_collapse_direct_recursion;
  values.func = ful_profile_get_resource_func (before->profile, self->resource);
  for (guint i = 0; i < n; i++)
    {
      func[i] = before->frames->func[i];
      if (funcs->resource[func[i]] == self->resource)
        func[i] = values.func;
    }

  renamed = ful_filtered_stacks_with_funcs (before, collapsed);
  recursion = ful_transform_new (&values);

  return recursion->kind->apply (recursion, renamed, cancellable, error);
}

static void
map_path (const FulTransform  *self,
          GArray              *path,
          FulProfile          *profile,
          FulPathCategoryFunc  get_categories,
          gpointer             data)
{
  FulFuncIndex collapsed = ful_profile_get_resource_func (profile, self->resource);

  for (guint i = 0; i < path->len; i++)
    {
      FulFuncIndex *func = &g_array_index (path, FulFuncIndex, i);

      if (profile->funcs->resource[*func] == self->resource)
        *func = collapsed;
    }
  ful_path_remove_repeats (path, collapsed);
}

const FulTransformKind ful_transform_collapse_resource = {
  .name = "collapse-resource",
  .url_key = "cr",
  .accelerator = 'C',
  .parameters = FUL_TRANSFORM_RESOURCE | FUL_TRANSFORM_IMPLEMENTATION,
  .action = N_("Collapse Library"),
  .crumb = N_("Collapse: %s"),
  .done = N_("Collapsed “%s”"),
  .undo = N_("Undo Collapse"),
  .nothing = N_("Nothing to collapse: no row is of “%s”"),
  .apply = apply,
  .map_path = map_path,
};
