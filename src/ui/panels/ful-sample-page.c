/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is around a panel of samples; its actions, keys and menus are in ful-sample-page-actions.c. */

#include "config.h"

#include "ful-sample-page-private.h"

#include "ful-status-label.h"
#include "ful-transform-bar.h"

#include "tree/ful-figures.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* ms. Most drags begin with a range that is too short for a sample: the empty page
 * would flash. */
#define EMPTY_DELAY_MS 150

G_DEFINE_FINAL_TYPE (FulSamplePage, ful_sample_page, GTK_TYPE_WIDGET)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

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

  ful_sample_page_install_actions (widget_class);
}

static void
ful_sample_page_init (FulSamplePage *self)
{
  ful_sample_page_add_keys (self);
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
