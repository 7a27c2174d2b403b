/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selected call node is the one of the document, so that menu and keys do the
 * same whichever panel shows it. */

#include "config.h"

#include "ful-sample-page.h"
#include "ful-empty-page.h"
#include "ful-filter-bar.h"
#include "ful-match-bar.h"
#include "ful-sample-menu.h"
#include "ful-status-label.h"
#include "ful-transform-bar.h"
#include "ful-transform-foot.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-figures.h"
#include "tree/ful-node-transform.h"
#include "widgets/ful-context-menu.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* ms. Most drags begin with a range that is too short for a sample: the empty page
 * would flash. */
#define EMPTY_DELAY_MS 150

struct _FulSamplePage
{
  GtkWidget      parent_instance;

  FulAnalysis   *analysis;
  FulDocument   *document;
  FulTransformPreview *preview;
  GSettings     *settings;    /* (nullable): of the panel */
  gboolean       body_busy;
  int            n_pending;   /* see ful_sample_page_add_pending() */
  gconstpointer  nodes;       /* of the tree that the hovered row is of; only compared */
  guint          empty_id;    /* timeout until the empty page is shown */

  GtkWidget     *body;
  FulSelectionReveal reveal;   /* (nullable) */
  gpointer       panel;        /* (unowned): for that; it is in @body */
  FulFilterBar  *filter_bar;
  GtkWidget     *menu_button;
  FulEmptyPage  *empty_page;
  GtkStack      *stack;
  GtkLabel      *hovered;     /* describes the item under the pointer */
  FulMatchBar   *matches;
  GSimpleAction *fold;        /* whether functions without names are folded */
  GSimpleAction *as_times;    /* whether samples are shown as times */
  GMenuModel    *panel_menu;  /* (nullable): the entries of the panel in the menu */
};

G_DEFINE_FINAL_TYPE (FulSamplePage, ful_sample_page, GTK_TYPE_WIDGET)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

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

static gboolean
is_busy (FulSamplePage *self)
{
  return self->body_busy || self->empty_id != 0 || ful_analysis_get_busy (self->analysis);
}

static void
busy_changed_cb (FulSamplePage *self)
{
  ful_filter_bar_set_busy (self->filter_bar, is_busy (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static gboolean
waited_cb (gpointer user_data)
{
  FulSamplePage *self = user_data;

  self->empty_id = 0;
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->empty_page));
  busy_changed_cb (self);

  return G_SOURCE_REMOVE;
}

static void
as_times_cb (GSimpleAction *action,
             GVariant      *value,
             FulSamplePage *self)
{
  ful_document_set_samples_as_times (self->document, g_variant_get_boolean (value));
}

static void
update_as_times (FulSamplePage *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);

  g_simple_action_set_enabled (self->as_times, tree && ful_figures_can_be_times (tree));
  g_simple_action_set_state (self->as_times, g_variant_new_boolean (ful_document_get_samples_as_times (self->document)));
}

static void
analysis_changed_cb (FulSamplePage *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  gboolean is_empty = tree && tree->root_total == 0;
  gboolean may_wait = gtk_stack_get_visible_child (self->stack) == self->body &&
                      ful_document_get_options (self->document)->has_preview;

  /* The row or box under the pointer is another one. */
  if (is_empty || (tree && tree->nodes != self->nodes))
    ful_sample_page_set_hovered (self, NULL);
  self->nodes = tree ? tree->nodes : NULL;
  update_as_times (self);
  ful_filter_bar_set_error (self->filter_bar, ful_analysis_get_error (self->analysis));
  /* Before it is shown: loads its fonts in a separate frame. */
  if (is_empty)
    ful_empty_page_explain (self->empty_page, self->document, ful_analysis_get_thread (self->analysis));
  if (!is_empty || !may_wait)
    {
      g_clear_handle_id (&self->empty_id, g_source_remove);
      gtk_stack_set_visible_child (self->stack, is_empty ? GTK_WIDGET (self->empty_page) : self->body);
    }
  else if (self->empty_id == 0)
    {
      self->empty_id = g_timeout_add (EMPTY_DELAY_MS, waited_cb, self);
    }
  busy_changed_cb (self);
}

static void
fold_cb (GSimpleAction *action,
         GVariant      *value,
         FulSamplePage *self)
{
  ful_document_set_option (self->document, FUL_OPTION_FOLD_UNNAMED, g_variant_get_boolean (value));
}

static void
state_changed_cb (FulSamplePage *self)
{
  gboolean fold = ful_document_get_options (self->document)->fold_unnamed;

  g_simple_action_set_state (self->fold, g_variant_new_boolean (fold));
}

static void
add_options (FulSamplePage *self)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();

  self->fold = g_simple_action_new_stateful ("fold-unnamed", NULL, g_variant_new_boolean (FALSE));
  g_signal_connect_object (self->fold, "change-state", G_CALLBACK (fold_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->fold));
  self->as_times = g_simple_action_new_stateful ("samples-as-times", NULL, g_variant_new_boolean (FALSE));
  g_signal_connect_object (self->as_times, "change-state", G_CALLBACK (as_times_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->as_times));
  g_signal_connect_object (self->document, "notify::samples-as-times", G_CALLBACK (update_as_times), self, G_CONNECT_SWAPPED);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "options", G_ACTION_GROUP (group));
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
}

/* The focus of the page is that of its body. */
static gboolean
ful_sample_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (gtk_stack_get_visible_child (FUL_SAMPLE_PAGE (widget)->stack), GTK_DIR_TAB_FORWARD);
}

static void
ful_sample_page_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, is_busy (FUL_SAMPLE_PAGE (object)) || FUL_SAMPLE_PAGE (object)->n_pending > 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_sample_page_dispose (GObject *object)
{
  FulSamplePage *self = FUL_SAMPLE_PAGE (object);
  GtkWidget *child;

  g_clear_handle_id (&self->empty_id, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->panel_menu);
  g_clear_object (&self->fold);
  g_clear_object (&self->as_times);
  g_clear_object (&self->settings);
  g_clear_object (&self->preview);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_sample_page_parent_class)->dispose (object);
}

static void
ful_sample_page_class_init (FulSamplePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ful_sample_page_get_property;
  object_class->dispose = ful_sample_page_dispose;
  widget_class->grab_focus = ful_sample_page_grab_focus;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (FUL_TYPE_FILTER_BAR);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

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

static void
ful_sample_page_init (FulSamplePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/**
 * ful_sample_page_new:
 * @analysis: the analysis of the panel
 * @body: the panel
 *
 * Returns: (transfer floating): the page
 */
FulSamplePage *
ful_sample_page_new (FulAnalysis *analysis,
                     GtkWidget   *body)
{
  FulSamplePage *self = g_object_new (FUL_TYPE_SAMPLE_PAGE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar;
  GtkWidget *described;

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->preview = ful_transform_preview_new (analysis);
  self->body = body;

  self->filter_bar = g_object_new (FUL_TYPE_FILTER_BAR, "hexpand", TRUE, NULL);
  self->menu_button = gtk_button_new_from_icon_name ("view-more-symbolic");
  gtk_widget_add_css_class (self->menu_button, "flat");
  ful_tooltip_describe (self->menu_button, _("Actions for the selected function"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Actions"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->menu_button), "panel.menu");

  self->empty_page = g_object_new (FUL_TYPE_EMPTY_PAGE, NULL);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_child (self->stack, body);
  gtk_stack_add_child (self->stack, GTK_WIDGET (self->empty_page));

  gtk_box_append (GTK_BOX (box), GTK_WIDGET (ful_transform_bar_new (self->document)));
  bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_add_css_class (bar, "filter-bar");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->filter_bar));
  gtk_box_append (GTK_BOX (bar), self->menu_button);
  gtk_box_append (GTK_BOX (box), bar);
  described = ful_status_label_new (GTK_WIDGET (self->stack), &self->hovered);
  gtk_widget_set_vexpand (described, TRUE);
  gtk_box_append (GTK_BOX (box), described);
  self->matches = ful_match_bar_new (analysis);
  gtk_widget_add_css_class (GTK_WIDGET (self->matches), "status-line");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->matches));
  gtk_widget_set_parent (box, GTK_WIDGET (self));

  ful_filter_bar_set_analysis (self->filter_bar, analysis);
  add_options (self);
  g_signal_connect_swapped (self->filter_bar, "left", G_CALLBACK (gtk_widget_grab_focus), self);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "notify::busy", G_CALLBACK (busy_changed_cb), self, G_CONNECT_SWAPPED);
  analysis_changed_cb (self);

  return self;
}

FulDocument *
ful_sample_page_get_document (FulSamplePage *self)
{
  return self->document;
}

/**
 * ful_sample_page_get_preview:
 *
 * Returns: (transfer none): what an entry of the menu would do
 */
FulTransformPreview *
ful_sample_page_get_preview (FulSamplePage *self)
{
  return self->preview;
}

/**
 * ful_sample_page_get_settings:
 *
 * Returns: (transfer none) (nullable): the settings of the panel
 */
GSettings *
ful_sample_page_get_settings (FulSamplePage *self)
{
  return self->settings;
}

/**
 * ful_sample_page_set_settings:
 * @settings: (nullable): for lists of the panel; before these get the page
 */
void
ful_sample_page_set_settings (FulSamplePage *self,
                              GSettings     *settings)
{
  g_set_object (&self->settings, settings);
}

/**
 * ful_sample_page_add_control:
 * @control: (transfer floating): an option of the panel
 *
 * Adds an option next to the filters.
 */
void
ful_sample_page_add_control (FulSamplePage *self,
                             GtkWidget     *control)
{
  ful_filter_bar_add_option (self->filter_bar, control);
}

/**
 * ful_sample_page_set_busy:
 * @busy: whether the body shows less than the analysis has
 */
void
ful_sample_page_set_busy (FulSamplePage *self,
                          gboolean       busy)
{
  self->body_busy = busy;
  busy_changed_cb (self);
}

/**
 * ful_sample_page_set_reveal:
 * @reveal: for keys that change what is selected
 * @panel: the panel, in the body
 */
void
ful_sample_page_set_reveal (FulSamplePage      *self,
                            FulSelectionReveal  reveal,
                            gpointer            panel)
{
  self->reveal = reveal;
  self->panel = panel;
}

/**
 * ful_sample_page_add_pending:
 * @n: 1 or -1
 *
 * Adds to the number of small jobs of the body, as those for a screenful of strips: the panel is busy, but does not tell
 * the user.
 */
void
ful_sample_page_add_pending (FulSamplePage *self,
                             int            n)
{
  self->n_pending += n;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/**
 * ful_sample_page_set_hovered:
 * @text: (nullable): description of the row or box under the pointer
 *
 * Shows it in a corner of the panel.
 */
void
ful_sample_page_set_hovered (FulSamplePage *self,
                             const char    *text)
{
  ful_status_label_set_text (self->hovered, text);
}

/**
 * ful_sample_page_set_menu:
 * @menu: the entries of the panel in the menu of a call node
 */
void
ful_sample_page_set_menu (FulSamplePage *self,
                          GMenuModel    *menu)
{
  g_set_object (&self->panel_menu, menu);
}
