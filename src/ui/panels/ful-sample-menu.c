/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The menu of a call node, the same in every panel that shows samples. */

#include "config.h"

#include "ful-sample-menu.h"

#include "ful-transform-foot.h"

#include "base/ful-format.h"
#include "stacks/ful-func-kind.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-node-transform.h"

#include <glib/gi18n.h>

/**
 * ful_sample_menu_dup_accel:
 *
 * Returns: (transfer full) (nullable): the key of a transform as gtk_accelerator_parse() reads it
 */
char *
ful_sample_menu_dup_accel (const FulTransformKind *kind)
{
  if (!kind->accelerator)
    return NULL;

  return g_strdup_printf ("%s%c", g_ascii_isupper (kind->accelerator) ? "<Shift>" : "",
                          g_ascii_tolower (kind->accelerator));
}

static void
append_transform (GMenu                  *menu,
                  GPtrArray              *transforms,
                  const FulTransformKind *kind,
                  FulTransform           *transform,
                  FulCallTree            *tree,
                  const char             *action,
                  GVariant               *target)
{
  g_autofree char *whole = ful_node_transform_label (transform, tree);
  g_autofree char *label = ful_format_label (whole, "");
  g_autofree char *accel = ful_sample_menu_dup_accel (kind);
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  if (accel)
    g_menu_item_set_attribute (item, "accel", "s", accel);
  g_menu_append_item (menu, item);
  g_ptr_array_add (transforms, ful_transform_ref (transform));
}

/**
 * ful_sample_menu_append_library:
 * @menu: the menu of something that names a function
 * @func: a function of @profile
 *
 * Adds what says whose code its library is, if that can be said.
 */
void
ful_sample_menu_append_library (GMenu        *menu,
                                FulProfile   *profile,
                                FulFuncIndex  func)
{
  gboolean is_own;
  const char *library = ful_func_kinds_get_library (profile, func, &is_own);
  g_autoptr(GMenuItem) item = NULL;

  if (library == NULL)
    return;

  item = g_menu_item_new (is_own ? _("This _Library Is Not My Own Code") : _("This _Library Is My Own Code"), NULL);
  g_menu_item_set_action_and_target (item, "view.set-own-library", "(sb)", library, !is_own);
  g_menu_append_item (menu, item);
}

/**
 * ful_sample_menu_append_query:
 * @menu: gets the entry that copies what the panel shows as a command, if one answers that
 */
void
ful_sample_menu_append_query (GMenu *menu)
{
  /* Not Q: the key of a window that was just closed may still be held. */
  g_autoptr(GMenuItem) item = g_menu_item_new (_("Copy as Quer_y"), "view.copy-query");

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

/* The place of a FulTransformFoot. */
static void
append_foot (GMenu *menu)
{
  g_autoptr(GMenu) section = g_menu_new ();
  g_autoptr(GMenuItem) item = g_menu_item_new (NULL, NULL);

  g_menu_item_set_attribute (item, "custom", "s", FUL_TRANSFORM_FOOT_ID);
  g_menu_append_item (section, item);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/**
 * ful_sample_menu_new:
 * @tree: (nullable): the tree that is shown; needed with @node
 * @node: the selected call node, or %FUL_NONE
 * @implementation: the frames that are shown
 * @panel_menu: (nullable): the entries of the panel
 * @transforms: (element-type FulTransform): to which those of the first entries are added
 *
 * Returns: (transfer full): the menu of a call node, with a foot below its transforms
 */
GMenuModel *
ful_sample_menu_new (FulCallTree       *tree,
                     FulCallNodeIndex   node,
                     FulImplementation  implementation,
                     GMenuModel        *panel_menu,
                     GPtrArray         *transforms)
{
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) changes = g_menu_new ();
  g_autoptr(GMenu) copies = g_menu_new ();
  g_autoptr(GMenu) options = g_menu_new ();
  g_autoptr(GMenu) ways = g_menu_new ();
  g_autoptr(GMenuItem) heaviest = NULL;
  g_autoptr(GMenuItem) source = NULL;

  for (guint i = 0; node != FUL_NONE && i < n_kinds; i++)
    {
      g_autoptr(FulTransform) transform = ful_node_transform_new (kinds[i], tree, node, implementation);

      if (transform)
        append_transform (changes, transforms, kinds[i], transform, tree, "node.transform",
                          g_variant_new_string (kinds[i]->name));
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (changes));
  if (transforms->len > 0)
    append_foot (menu);
  source = g_menu_item_new (_("Show S_ource"), "panel.show-source");
  g_menu_item_set_attribute (source, "accel", "s", "Return");
  g_menu_append_item (ways, source);
  heaviest = g_menu_item_new (_("Select _Heaviest Stack"), "panel.heaviest-stack");
  g_menu_item_set_attribute (heaviest, "accel", "s", "e");
  g_menu_append_item (ways, heaviest);
  if (node != FUL_NONE)
    ful_sample_menu_append_library (ways, tree->profile, ful_call_tree_get_func (tree, node));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (ways));
  if (panel_menu)
    g_menu_append_section (menu, NULL, panel_menu);
  g_menu_append (options, _("_Fold Unnamed Frames"), "options.fold-unnamed");
  g_menu_append (options, _("Samples as _Times"), "options.samples-as-times");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (options));
  g_menu_append (copies, _("Copy Function _Name"), "panel.copy-name");
  g_menu_append (copies, _("Copy _Stack"), "panel.copy-stack");
  ful_sample_menu_append_query (copies);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));

  return G_MENU_MODEL (menu);
}

/**
 * ful_sample_menu_new_for_func:
 * @tree: any tree with the function
 * @node: a call node of the function
 * @transforms: (element-type FulTransform): to which those of the first entries are added
 *
 * Returns: (transfer full): the menu of a function, without entries for a call node, with a foot below its transforms
 */
GMenuModel *
ful_sample_menu_new_for_func (FulCallTree       *tree,
                              FulCallNodeIndex   node,
                              FulImplementation  implementation,
                              GPtrArray         *transforms)
{
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);
  FulFuncIndex func = ful_call_tree_get_func (tree, node);
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) changes = g_menu_new ();
  g_autoptr(GMenu) others = g_menu_new ();
  g_autoptr(GMenuItem) select = g_menu_item_new (_("_Select Function"), NULL);
  g_autoptr(GMenuItem) source = g_menu_item_new (_("Show S_ource"), NULL);
  g_autoptr(GMenuItem) copy = g_menu_item_new (_("Copy Function _Name"), NULL);

  for (guint i = 0; i < n_kinds; i++)
    {
      g_autoptr(FulTransform) transform = ful_node_transform_new (kinds[i], tree, node, implementation);

      if (transform && !(kinds[i]->parameters & (FUL_TRANSFORM_PATH | FUL_TRANSFORM_CATEGORY)))
        append_transform (changes, transforms, kinds[i], transform, tree, "function.transform",
                          g_variant_new ("(si)", kinds[i]->name, func));
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (changes));
  append_foot (menu);
  g_menu_item_set_action_and_target (select, "function.select", "i", func);
  g_menu_append_item (others, select);
  g_menu_item_set_action_and_target (source, "view.show-source", "i", func);
  g_menu_item_set_attribute (source, "accel", "s", "Return");
  g_menu_append_item (others, source);
  ful_sample_menu_append_library (others, tree->profile, func);
  g_menu_item_set_action_and_target (copy, "function.copy-name", "i", func);
  g_menu_append_item (others, copy);
  ful_sample_menu_append_query (others);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));

  return G_MENU_MODEL (menu);
}
