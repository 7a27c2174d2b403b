/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is not in files: the categories of stacks, the functions of resources, and what
 * stands for missing categories. */

#include "config.h"

#include "ful-profile-builder-private.h"

#include "ful-import-log.h"
#include "ful-shared-tables.h"

#include "base/ful-table.h"

#include <glib/gi18n-lib.h>

/* The substitute for a missing `meta.categories` (formats.md 2.4). */
static const struct { const char *name, *color; } default_categories[] = {
  { "Other", "grey" },        { "Idle", "transparent" },  { "Layout", "purple" },  { "JavaScript", "yellow" },
  { "GC / CC", "orange" },    { "Network", "lightblue" }, { "Graphics", "green" }, { "DOM", "blue" },
};

/**
 * ful_profile_builder_complete_categories:
 * @self: a builder
 *
 * Puts the categories of files without them in place of none, and finds the default and the idle one. They stay what
 * they are then: more categories may be appended, and no longer any looked for.
 */
void
ful_profile_builder_complete_categories (FulProfileBuilder *self)
{
  FulProfile *profile = self->profile;
  char *other[] = { (char *) "Other", NULL };

  if (profile->default_category != FUL_NONE)
    return;

  profile->has_categories = profile->categories->len > 0;
  if (!profile->has_categories)
    for (guint i = 0; i < G_N_ELEMENTS (default_categories); i++)
      g_ptr_array_add (profile->categories,
                       ful_category_new (default_categories[i].name, default_categories[i].color, other));

  for (guint i = 0; i < profile->categories->len; i++)
    {
      FulCategory *category = g_ptr_array_index (profile->categories, i);

      if (profile->default_category == FUL_NONE && g_str_equal (category->color, "grey"))
        profile->default_category = (FulCategoryIndex) i;
      if (profile->idle_category == FUL_NONE && g_str_equal (category->name, "Idle"))
        profile->idle_category = (FulCategoryIndex) i;
    }

  /* Formats of other tools have no grey one. */
  if (profile->default_category == FUL_NONE)
    profile->default_category = 0;
}

/* Stack categories (formats.md 6.1): the frame's own, else the caller's, else the default. */
static void
derive_stack_categories (FulProfileBuilder *self)
{
  guint first = self->stacks.n_published, n = self->stacks.n_rows;
  const gint32 *frame = FUL_CELLS (&self->stacks, FUL_STACK_FRAME, gint32);
  const gint32 *prefix = FUL_CELLS (&self->stacks, FUL_STACK_PREFIX, gint32);
  const gint32 *frame_category = FUL_CELLS (&self->frames, FUL_FRAME_CATEGORY, gint32);
  const gint32 *frame_subcategory = FUL_CELLS (&self->frames, FUL_FRAME_SUBCATEGORY, gint32);
  gint32 *category, *subcategory;

  ful_table_builder_add_column (&self->stacks, FUL_STACK_CATEGORY);
  ful_table_builder_add_column (&self->stacks, FUL_STACK_SUBCATEGORY);
  category = FUL_CELLS (&self->stacks, FUL_STACK_CATEGORY, gint32);
  subcategory = FUL_CELLS (&self->stacks, FUL_STACK_SUBCATEGORY, gint32);
  for (guint i = first; i < n; i++)
    {
      if (frame_category[frame[i]] != FUL_NONE)
        {
          category[i] = frame_category[frame[i]];
          subcategory[i] = MAX (frame_subcategory[frame[i]], 0);
        }
      else if (prefix[i] != FUL_NONE)
        {
          category[i] = category[prefix[i]];
          subcategory[i] = subcategory[prefix[i]];
        }
      else
        {
          category[i] = self->profile->default_category;
          subcategory[i] = 0;
        }
    }
}

/* A subcategory that its category does not have is replaced with the first, which is the category itself. */
static void
check_subcategories (FulProfileBuilder *self)
{
  const gint32 *category = FUL_CELLS (&self->frames, FUL_FRAME_CATEGORY, gint32);
  gint32 *subcategory = FUL_CELLS (&self->frames, FUL_FRAME_SUBCATEGORY, gint32);
  guint n_categories = self->profile->categories->len;
  g_autofree gint32 *n_subcategories = g_new (gint32, n_categories);

  for (guint i = 0; i < n_categories; i++)
    {
      FulCategory *c = g_ptr_array_index (self->profile->categories, i);

      n_subcategories[i] = (gint32) g_strv_length (c->subcategories);
    }

  for (guint i = self->frames.n_published; i < self->frames.n_rows; i++)
    {
      if (category[i] == FUL_NONE || subcategory[i] == FUL_NONE)
        continue;
      if (subcategory[i] >= 0 && subcategory[i] < n_subcategories[category[i]])
        continue;

      ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "shared.frameTable.subcategory", i, -1,
                          _("subcategory refers to missing one of its category; used the category"));
      subcategory[i] = 0;
    }
}

/**
 * ful_profile_builder_append_resource_funcs:
 *
 * Appends a function for each new resource, for when its functions are collapsed (transforms.md 1, stage 2). Functions
 * keep their numbers, so those of a profile that grows are among the recorded ones. Publishing does it; whoever needs
 * numbers that do not depend on when that is does it with each resource.
 */
void
ful_profile_builder_append_resource_funcs (FulProfileBuilder *self)
{
  guint first = self->n_resource_funcs;
  guint n = self->resources.n_rows - first;
  guint row = ful_table_builder_append (&self->funcs, n);
  const FulStringIndex *name = FUL_CELLS (&self->resources, FUL_RESOURCE_NAME, gint32);
  const gint32 *type = FUL_CELLS (&self->resources, FUL_RESOURCE_TYPE, gint32);
  FulFuncIndex *func;

  ful_table_builder_add_column (&self->resources, FUL_RESOURCE_FUNC);
  func = FUL_CELLS (&self->resources, FUL_RESOURCE_FUNC, gint32);
  self->n_resource_funcs = first + n;
  self->profile->n_recorded_funcs = row - first;
  for (guint i = first; i < first + n; i++, row++)
    {
      gboolean is_script = type[i] == FUL_RESOURCE_TYPE_ADDON || type[i] == FUL_RESOURCE_TYPE_WEBHOST ||
                           type[i] == FUL_RESOURCE_TYPE_OTHERHOST || type[i] == FUL_RESOURCE_TYPE_URL;

      FUL_CELLS (&self->funcs, FUL_FUNC_NAME, gint32)[row] = name[i];
      FUL_CELLS (&self->funcs, FUL_FUNC_IS_JS, guint8)[row] = is_script;
      FUL_CELLS (&self->funcs, FUL_FUNC_RELEVANT_FOR_JS, guint8)[row] = is_script;
      FUL_CELLS (&self->funcs, FUL_FUNC_RESOURCE, gint32)[row] = (gint32) i;
      func[i] = (FulFuncIndex) row;
    }
}

/* Computes what is not recorded, for rows that are not published. */
void
ful_profile_builder_derive_rows (FulProfileBuilder *self)
{
  ful_profile_builder_append_resource_funcs (self);
  check_subcategories (self);
  derive_stack_categories (self);
}
