/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions, keys and menus of a page of samples. The selected call node is the one of the document, so
 * that menu and keys do the same whichever panel shows it. */

#include "config.h"

#include "ful-sample-page-private.h"

#include "ful-sample-menu.h"
#include "ful-transform-foot.h"

#include "base/ful-job.h"
#include "document/view/ful-view-state.h"
#include "tree/ful-call-tree-rows.h"
#include "widgets/ful-context-menu.h"

/* The selected node of the last tree, or FUL_NONE: also where no tree is on screen. */
static FulCallNodeIndex
find_node (FulSamplePage  *self,
           FulCallTree   **out_tree)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  *out_tree = ful_analysis_get_tree (self->analysis);
  if (!*out_tree || !ful_view_state_has_node (state) || gtk_stack_get_visible_child (self->stack) != self->body)
    return FUL_NONE;

  return ful_call_tree_find_path (*out_tree, state->path, state->n_path);
}

static void
push_transform (FulSamplePage          *self,
                const FulTransformKind *kind)
{
  FulCallTree *tree;

  if (find_node (self, &tree) == FUL_NONE || !ful_analysis_push_transform (self->analysis, kind))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
transform_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  push_transform (FUL_SAMPLE_PAGE (widget), ful_transform_kind_find (g_variant_get_string (parameter, NULL)));
}

/* Single keys act without a menu, on what the user sees: the first one scrolls there. */
static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulSamplePage         *self)
{
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);
  gunichar key = gdk_keyval_to_unicode (keyval);

  if (key == 0 || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_META_MASK)))
    return GDK_EVENT_PROPAGATE;

  for (guint i = 0; i < n_kinds; i++)
    if (kinds[i]->accelerator && (gunichar) kinds[i]->accelerator == key)
      {
        if (self->reveal && !self->reveal (self->panel))
          gtk_widget_error_bell (GTK_WIDGET (self));
        else
          push_transform (self, kinds[i]);
        return GDK_EVENT_STOP;
      }

  return GDK_EVENT_PROPAGATE;
}

static void
find_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_filter_bar_find (FUL_SAMPLE_PAGE (widget)->filter_bar);
}

static void
step_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_match_bar_step (FUL_SAMPLE_PAGE (widget)->matches, g_str_equal (action, "panel.next-match"));
}

typedef struct
{
  FulCallTree      *tree;
  FulCallNodeIndex  from;
  FulCallNodeIndex  node;   /* the result of the job */
} Descent;

static void
descent_free (gpointer data)
{
  Descent *descent = data;

  ful_call_tree_unref (descent->tree);
  g_free (descent);
}

static gboolean
descend (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Descent *descent = data;

  descent->node = ful_call_tree_find_heaviest (descent->tree, descent->from, cancellable, NULL);

  return TRUE;
}

static void
descended_cb (gpointer      owner,
              gpointer      data,
              const GError *error)
{
  FulSamplePage *self = owner;
  Descent *descent = data;
  g_autoptr(GArray) path = NULL;

  if (!self->document)
    return;

  if (descent->node == descent->from)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }

  path = ful_call_tree_get_path (descent->tree, descent->node);
  ful_document_select_path (self->document, (FulFuncIndex *) (gpointer) path->data, path->len);
}

/* To the end of the heaviest stack through the selected node. */
static void
heaviest_action (GtkWidget  *widget,
                 const char *action,
                 GVariant   *parameter)
{
  FulSamplePage *self = FUL_SAMPLE_PAGE (widget);
  FulCallTree *tree;
  FulCallNodeIndex from = find_node (self, &tree);
  Descent *descent;

  if (!tree)
    return;

  descent = g_new0 (Descent, 1);
  descent->tree = ful_call_tree_ref (tree);
  descent->from = from;
  ful_job_start (NULL, descend, descent, descent_free, descended_cb, self);
}

static void
toggle_invert_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  FulSamplePage *self = FUL_SAMPLE_PAGE (widget);

  ful_document_set_option (self->document, FUL_OPTION_INVERT, !ful_document_get_options (self->document)->invert);
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulSamplePage *self = FUL_SAMPLE_PAGE (widget);
  FulCallTree *tree;
  FulCallNodeIndex node = find_node (self, &tree);
  g_autoptr(GArray) path = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  if (node == FUL_NONE)
    return;

  if (g_str_equal (action, "panel.copy-name"))
    {
      gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), ful_call_tree_get_shown_name (tree, node));
      return;
    }

  /* The innermost function first, as debuggers print stacks. */
  path = ful_call_tree_get_path (tree, node);
  for (guint i = 0; i < path->len; i++)
    {
      guint at = tree->inverted ? i : path->len - 1 - i;

      g_string_append (text, ful_profile_get_shown_name (tree->profile, g_array_index (path, FulFuncIndex, at)));
      g_string_append_c (text, '\n');
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

static void
show_source_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulCallTree *tree;
  FulCallNodeIndex node = find_node (FUL_SAMPLE_PAGE (widget), &tree);

  if (node != FUL_NONE)
    gtk_widget_activate_action (widget, "view.show-source", "i", ful_call_tree_get_func (tree, node));
  else
    gtk_widget_error_bell (widget);
}

static void
func_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulSamplePage *self = FUL_SAMPLE_PAGE (widget);
  FulProfile *profile = ful_document_get_profile (self->document);

  if (g_str_equal (action, "function.copy-name"))
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                            ful_profile_get_shown_name (profile, g_variant_get_int32 (parameter)));
  else
    ful_analysis_select_func (self->analysis, g_variant_get_int32 (parameter));
}

static void
transform_func_action (GtkWidget  *widget,
                       const char *action,
                       GVariant   *parameter)
{
  FulSamplePage *self = FUL_SAMPLE_PAGE (widget);
  const FulTransformKind *kind;
  const char *name;
  FulFuncIndex func;

  g_variant_get (parameter, "(&si)", &name, &func);
  kind = ful_transform_kind_find (name);
  if (!ful_analysis_select_func (self->analysis, func) || !ful_analysis_push_transform (self->analysis, kind))
    gtk_widget_error_bell (widget);
}

/* @transforms: what the first entries do */
static void
popup (FulSamplePage *self,
       GMenuModel    *menu,
       GPtrArray     *transforms,
       GtkWidget     *over,
       double         x,
       double         y)
{
  GtkPopoverMenu *popover = ful_context_menu_new (GTK_WIDGET (self), menu, over, x, y);

  if (transforms->len > 0)
    ful_transform_foot_add (popover, transforms, self->preview, self->document);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/**
 * ful_sample_page_popup:
 * @over: a widget of the body
 * @x: where in @over
 * @y: likewise
 *
 * Shows the menu of the selected call node.
 */
void
ful_sample_page_popup (FulSamplePage *self,
                       GtkWidget     *over,
                       double         x,
                       double         y)
{
  FulCallTree *tree;
  FulCallNodeIndex node = find_node (self, &tree);
  g_autoptr(GPtrArray) transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_transform_unref);
  g_autoptr(GMenuModel) menu = ful_sample_menu_new (tree, node, ful_document_get_options (self->document)->implementation,
                                                    self->panel_menu, transforms);

  popup (self, menu, transforms, over, x, y);
}

/**
 * ful_sample_page_popup_func:
 * @tree: of @node, which need not be in the tree of the document
 *
 * Shows the menu of the function of a call node, as ful_sample_page_popup() does.
 */
void
ful_sample_page_popup_func (FulSamplePage    *self,
                            FulCallTree      *tree,
                            FulCallNodeIndex  node,
                            GtkWidget        *over,
                            double            x,
                            double            y)
{
  FulImplementation implementation = ful_document_get_options (self->document)->implementation;
  g_autoptr(GPtrArray) transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_transform_unref);
  g_autoptr(GMenuModel) menu = ful_sample_menu_new_for_func (tree, node, implementation, transforms);

  popup (self, menu, transforms, over, x, y);
}

static void
menu_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulSamplePage *self = FUL_SAMPLE_PAGE (widget);

  ful_sample_page_popup (self, self->menu_button, 0, gtk_widget_get_height (self->menu_button));
}

void
ful_sample_page_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "panel.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "panel.copy-name", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "panel.copy-stack", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "panel.show-source", NULL, show_source_action);
  gtk_widget_class_install_action (widget_class, "panel.toggle-invert", NULL, toggle_invert_action);
  gtk_widget_class_install_action (widget_class, "panel.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "panel.next-match", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "panel.previous-match", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "panel.heaviest-stack", NULL, heaviest_action);
  gtk_widget_class_install_action (widget_class, "node.transform", "s", transform_action);
  gtk_widget_class_install_action (widget_class, "function.transform", "(si)", transform_func_action);
  gtk_widget_class_install_action (widget_class, "function.select", "i", func_action);
  gtk_widget_class_install_action (widget_class, "function.copy-name", "i", func_action);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "panel.next-match", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, GDK_SHIFT_MASK, "panel.previous-match", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, 0, "panel.heaviest-stack", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_i, 0, "panel.toggle-invert", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "panel.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "panel.copy-name", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "panel.copy-stack", NULL);
}

void
ful_sample_page_add_keys (FulSamplePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
