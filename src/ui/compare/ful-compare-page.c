/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels share the selected function: the overview leads to it, and details are of it. What counts in all runs is the view of
 * a document of the functions of the comparison, so that filters, chips and history are those of any document. */

#include "config.h"

#include "ful-compare-page-private.h"

#include "base/ful-format.h"
#include "compare/document/ful-compare-answer.h"
#include "compare/document/text/ful-compare-view-text.h"
#include "document/ful-document-history.h"
#include "panels/ful-transform-bar.h"
#include "widgets/ful-em.h"
#include "widgets/ful-file-chooser.h"
#include "widgets/ful-tooltip-layer.h"

#include <glib/gi18n.h>

#define PROGRESS_MS 100

G_DEFINE_FINAL_TYPE (FulComparePage, ful_compare_page, GTK_TYPE_WIDGET)

/* On its own page, or where there is an answer of another view already beside that. */
static void
show_progress (FulComparePage *self)
{
  guint n, n_read = ful_compare_document_get_n_read (self->document, &n);
  const char *name = ful_compare_document_get_reading (self->document);
  g_autofree char *count = g_strdup_printf (ngettext ("%u of %u run", "%u of %u runs", n), n_read, n);
  g_autofree char *text = name ? g_strdup_printf ("%s · %s", count, name) : g_strdup (count);
  g_autofree char *shown = ful_format_label (text, "");
  g_autofree char *markup = g_markup_escape_text (shown, -1);

  if (ful_compare_document_get_answer (self->document))
    ful_compare_head_set_note (self->head, text);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->loading), markup);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), n > 0 ? (double) n_read / n : 0);
}

static gboolean
progress_cb (gpointer user_data)
{
  FulComparePage *self = user_data;

  ful_compare_document_show_read (self->document);
  show_progress (self);

  return G_SOURCE_CONTINUE;
}

static void
show_failure (FulComparePage *self,
              const GError   *error)
{
  g_autofree char *shown = ful_format_label (error->message, "\n");
  g_autofree char *markup = g_markup_escape_text (shown, -1);

  adw_status_page_set_description (ADW_STATUS_PAGE (self->failure), markup);
}

static void
view_changed_cb (FulComparePage *self)
{
  ful_compare_document_set_options (self->document, ful_document_get_options (self->view));
}

static gboolean
apply_view (FulComparePage  *self,
            const char      *text,
            GError         **error)
{
  g_autoptr(FulViewOptions) options = ful_compare_view_read_options (text, ful_document_get_profile (self->view), error);

  if (options == NULL)
    return FALSE;
  ful_document_set_view_state (self->view, ful_view_state_new (options));

  return TRUE;
}

static void
apply_pending (FulComparePage *self)
{
  g_autofree char *text = g_steal_pointer (&self->pending);
  g_autoptr(GError) error = NULL;

  if (text && !apply_view (self, text, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", error->message);
}

static void
show_view (FulComparePage *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  ful_filter_bar_set_busy (self->filter_bar, ful_compare_document_is_busy (self->document));
  if (answer == NULL)
    return;

  if (ful_document_get_profile (self->view) != answer->names)
    ful_document_take_profile (self->view, g_object_ref (answer->names));
  if (answer->runs->threads)
    ful_filter_bar_set_strategies (self->filter_bar, answer->runs->threads, answer->runs->strategy);
  apply_pending (self);
}

/* Details are of what is selected in the panel; the overview selects nothing. */
void
ful_compare_page_show_details (FulComparePage *self)
{
  const char *id = ful_panel_stack_get_visible_id (self->panels);
  FulComparedTable table = ful_compare_document_get_table (self->document);
  const FulComparedRow *node = NULL;
  gint32 item = FUL_NONE;

  if (g_strcmp0 (id, FUL_COMPARE_PANEL_TREE) == 0)
    node = ful_compare_tree_get_row (self->tree);
  else if (g_strcmp0 (id, FUL_COMPARE_PANEL_FLAME) == 0)
    node = ful_compare_flame_get_row (self->flame);
  else if (g_strcmp0 (id, FUL_COMPARE_PANEL_FUNCTIONS) == 0)
    item = ful_compare_list_get_item (self->functions);
  else if (g_strcmp0 (id, FUL_COMPARE_PANEL_STACKS) == 0 || g_strcmp0 (id, FUL_COMPARE_PANEL_SOURCE) == 0)
    item = ful_compare_times_get_item (self->times);
  else if (g_strcmp0 (id, FUL_COMPARE_PANEL_MARKERS) == 0)
    {
      item = ful_compare_list_get_item (self->markers);
      table = ful_compare_list_get_table (self->markers);
    }
  if (node)
    item = node->item;
  ful_compare_details_set_item (self->details, table, item, node);
  if (item != FUL_NONE && !ful_compared_table_is_of_markers (table))
    ful_compare_times_select_item (self->times, item);
}

/* An answer stays until the next one is there. */
static void
update (FulComparePage *self)
{
  gboolean is_busy = ful_compare_document_is_busy (self->document);
  const GError *error = ful_compare_document_get_error (self->document);
  GtkWidget *shown = ful_compare_document_get_answer (self->document) ? GTK_WIDGET (self->flap)
                     : is_busy || error == NULL ? self->loading : self->failure;

  if (error)
    show_failure (self, error);
  if (is_busy)
    show_progress (self);
  show_view (self);
  ful_compare_page_show_details (self);
  gtk_stack_set_visible_child (self->stack, shown);
  if (is_busy && self->progress_id == 0)
    self->progress_id = g_timeout_add (PROGRESS_MS, progress_cb, self);
  if (!is_busy)
    g_clear_handle_id (&self->progress_id, g_source_remove);
}

/* AdwFlap cannot change in the middle of an allocation. */
static gboolean
fold_cb (gpointer user_data)
{
  FulComparePage *self = user_data;

  self->fold_id = 0;
  adw_flap_set_fold_policy (self->flap, self->is_wide ? ADW_FLAP_FOLD_POLICY_NEVER : ADW_FLAP_FOLD_POLICY_ALWAYS);

  return G_SOURCE_REMOVE;
}

static void
ful_compare_page_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  gtk_widget_measure (FUL_COMPARE_PAGE (widget)->box, orientation, for_size, minimum, natural, NULL, NULL);
  /* It follows once it is allocated so. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, ful_em (widget, FUL_EM_LEAST_WIDTH));
}

/* In a narrow window the details lie over the panel. */
static void
ful_compare_page_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);
  gboolean is_wide = ful_em_is_wide (widget, width);
  int least;

  if (is_wide != self->is_wide && self->fold_id == 0)
    self->fold_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_cb, self, NULL);
  self->is_wide = is_wide;
  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, MAX (width, least), height }, baseline);
}

/* Details that lie over the panel are shown on request. */
static void
folded_cb (FulComparePage *self)
{
  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_folded (self->flap));
}

static void
show_function_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);

  ful_panel_stack_set_visible_id (self->panels, FUL_COMPARE_PANEL_FUNCTIONS);
  ful_compare_list_reveal (self->functions, g_variant_get_int32 (parameter));
  ful_compare_page_show_details (self);
}

static void
exchange_action (GtkWidget  *widget,
                 const char *action,
                 GVariant   *parameter)
{
  ful_compare_document_exchange (FUL_COMPARE_PAGE (widget)->document);
}

static void
show_panel_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  ful_compare_page_show_panel (user_data, g_variant_get_uint32 (parameter));
}

static void
find_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  FulComparePage *self = user_data;

  ful_filter_bar_find (self->filter_bar);
}

static void
undo_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  ful_document_undo (FUL_COMPARE_PAGE (user_data)->view);
}

static void
redo_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  ful_document_redo (FUL_COMPARE_PAGE (user_data)->view);
}

static void
toggle_details_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  FulComparePage *self = user_data;

  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static void
commit_preview_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  ful_compare_times_commit (FUL_COMPARE_PAGE (user_data)->times);
}

static void
read_again_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  ful_compare_document_read (FUL_COMPARE_PAGE (user_data)->document);
}

static void
copy_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  FulComparePage *self = user_data;
  g_autofree char *text = ful_compare_page_dup_view (self, NULL);

  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("These sides have no text: they have no file, or transforms of their own"));
}

static void
save_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  ful_compare_page_save (user_data);
}

static const GActionEntry entries[] = {
  { "show-panel", show_panel_cb, "u" },
  { "find", find_cb },
  { "toggle-details", toggle_details_cb },
  { "commit-preview", commit_preview_cb },
  { "read-again", read_again_cb },
  { "copy", copy_cb },
  { "save", save_cb },
  { "undo", undo_cb },
  { "redo", redo_cb },
};

static void
ful_compare_page_dispose (GObject *object)
{
  FulComparePage *self = FUL_COMPARE_PAGE (object);

  g_clear_handle_id (&self->progress_id, g_source_remove);
  g_clear_handle_id (&self->fold_id, g_source_remove);
  g_clear_pointer (&self->pending, g_free);
  ful_file_chooser_drop (&self->chooser);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->times);
  g_clear_object (&self->document);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (ful_compare_page_parent_class)->dispose (object);
}

static void
ful_compare_page_class_init (FulComparePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_page_dispose;
  widget_class->measure = ful_compare_page_measure;
  widget_class->size_allocate = ful_compare_page_size_allocate;
  gtk_widget_class_install_action (widget_class, "compare.show-function", "i", show_function_action);
  gtk_widget_class_install_action (widget_class, "compare.exchange", NULL, exchange_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, 0, "view.commit-preview", NULL);
  ful_compare_page_class_add_actions (widget_class);
}

static void
ful_compare_page_init (FulComparePage *self)
{
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  ful_compare_page_add_keys (self);
}

static void
create_view (FulComparePage *self)
{
  g_autoptr(FulProfile) names = ful_compare_document_get_names (self->document);
  FulViewOptions *options = ful_compare_document_get_options (self->document);

  self->view = ful_document_new (names);
  if (!ful_view_options_equal (options, ful_document_get_options (self->view)))
    ful_document_set_view_state (self->view, ful_view_state_new (options));
  g_signal_connect_object (self->view, "notify::view-state", G_CALLBACK (view_changed_cb), self, G_CONNECT_SWAPPED);
}

static void
search_left_cb (FulComparePage *self)
{
  gtk_widget_grab_focus (ful_panel_stack_get_visible (self->panels));
}

static GtkWidget *
create_filter_bar (FulComparePage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->filter_bar = g_object_new (FUL_TYPE_FILTER_BAR, "hexpand", TRUE, NULL);
  ful_filter_bar_set_document (self->filter_bar, self->view);
  g_signal_connect_object (self->filter_bar, "left", G_CALLBACK (search_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (bar, "filter-bar");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->filter_bar));

  return bar;
}

/**
 * ful_compare_page_new:
 * @document: a comparison; begins to read it
 * @settings: (nullable): where source may be read
 *
 * Returns: (transfer floating): its page
 */
GtkWidget *
ful_compare_page_new (FulCompareDocument *document,
                      GSettings          *settings)
{
  FulComparePage *self = g_object_new (FUL_TYPE_COMPARE_PAGE, NULL);
  GtkWidget *layer = g_object_new (FUL_TYPE_TOOLTIP_LAYER, NULL);

  self->document = g_object_ref (document);
  self->times = ful_compare_times_new (document, settings);
  g_signal_connect_object (self->times, "selected", G_CALLBACK (ful_compare_page_show_details), self, G_CONNECT_SWAPPED);
  create_view (self);
  ful_compare_page_create_states (self);
  ful_compare_page_create_panels (self);
  g_signal_connect_object (self->flap, "notify::folded", G_CALLBACK (folded_cb), self, G_CONNECT_SWAPPED);
  self->head = FUL_COMPARE_HEAD (ful_compare_head_new (document));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->head));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (ful_transform_bar_new (self->view)));
  gtk_box_append (GTK_BOX (self->box), create_filter_bar (self));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_child (self->stack, self->loading);
  gtk_stack_add_child (self->stack, self->failure);
  gtk_stack_add_child (self->stack, GTK_WIDGET (self->flap));
  gtk_widget_set_parent (GTK_WIDGET (self->stack), layer);
  gtk_widget_set_vexpand (layer, TRUE);
  gtk_box_append (GTK_BOX (self->box), layer);
  g_signal_connect_object (document, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  ful_compare_document_read (document);

  return GTK_WIDGET (self);
}

/**
 * ful_compare_page_get_actions:
 *
 * Returns: (transfer none): the actions "view", for keys of the window
 */
GActionGroup *
ful_compare_page_get_actions (FulComparePage *self)
{
  g_return_val_if_fail (FUL_IS_COMPARE_PAGE (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/**
 * ful_compare_page_is_settled:
 *
 * Returns: whether the answer is shown, and nothing is being computed
 */
gboolean
ful_compare_page_is_settled (FulComparePage *self)
{
  g_return_val_if_fail (FUL_IS_COMPARE_PAGE (self), FALSE);

  return !ful_compare_document_is_busy (self->document) && ful_compare_document_get_answer (self->document) &&
         !ful_compare_tree_get_busy (self->tree) && !ful_compare_flame_get_busy (self->flame) &&
         !ful_compare_list_get_busy (self->functions) && !ful_compare_details_get_busy (self->details) &&
         !ful_compare_times_get_busy (self->times);
}

/**
 * ful_compare_page_set_view:
 * @text: a view of all runs
 * @error: why it is none, or which function is not in the runs
 *
 * Sets it now, or once the functions of the runs are known.
 */
gboolean
ful_compare_page_set_view (FulComparePage  *self,
                           const char      *text,
                           GError         **error)
{
  g_return_val_if_fail (FUL_IS_COMPARE_PAGE (self), FALSE);

  if (ful_compare_document_get_answer (self->document))
    return apply_view (self, text, error);

  g_free (self->pending);
  self->pending = g_strdup (text);

  return TRUE;
}

/**
 * ful_compare_page_choose_range:
 * @self: on screen
 *
 * Asks for the range after.
 */
void
ful_compare_page_choose_range (FulComparePage *self)
{
  g_return_if_fail (FUL_IS_COMPARE_PAGE (self));

  ful_compare_head_choose_range (self->head, FUL_AFTER);
}

/**
 * ful_compare_page_dup_view:
 * @folder: (nullable): where the text will be
 *
 * Returns: (transfer full) (nullable): the comparison as text; %NULL if it is of a profile that is open
 */
char *
ful_compare_page_dup_view (FulComparePage *self,
                           GFile          *folder)
{
  g_return_val_if_fail (FUL_IS_COMPARE_PAGE (self), NULL);

  return ful_compare_view_to_text (self->document, ful_document_get_options (self->view), folder);
}
