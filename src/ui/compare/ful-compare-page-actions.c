/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with the selected function or node of a comparison, and with what is shown. */

#include "config.h"

#include "ful-compare-page-private.h"

#include "compare/change/ful-change.h"
#include "compare/document/text/ful-compare-command.h"
#include "compare/document/ful-compare-transform.h"
#include "compare/document/text/ful-compare-view-text.h"
#include "compare/document/ful-compared-part.h"
#include "compare/functions/ful-compare-menu.h"
#include "compare/functions/ful-pair-dialog.h"
#include "compare/pairing/ful-pairing.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-call-tree.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-context-menu.h"
#include "widgets/ful-file-chooser.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* A node of a tree of the answer, or a function, which one of its nodes stands for; or markers. */
typedef struct
{
  FulCompareAnswer *answer;
  FulCallTree      *tree;
  FulCallNodeIndex  node;      /* FUL_NONE: nothing is selected */
  gboolean          is_func;
  const char       *marker;    /* (nullable): their name */
} Selection;

/* O(nodes) for a function. */
static Selection
get_selection (FulComparePage *self)
{
  Selection selection = { ful_compare_document_get_answer (self->document), NULL, FUL_NONE };
  const char *id = ful_panel_stack_get_visible_id (self->panels);
  gint32 item;

  if (selection.answer == NULL)
    return selection;

  if (g_strcmp0 (id, FUL_COMPARE_PANEL_TREE) == 0)
    selection.node = ful_compare_tree_get_node (self->tree, &selection.tree);
  else if (g_strcmp0 (id, FUL_COMPARE_PANEL_FLAME) == 0)
    selection.node = ful_compare_flame_get_node (self->flame, &selection.tree);
  else if (g_strcmp0 (id, FUL_COMPARE_PANEL_FUNCTIONS) == 0 || g_strcmp0 (id, FUL_COMPARE_PANEL_STACKS) == 0 ||
           g_strcmp0 (id, FUL_COMPARE_PANEL_SOURCE) == 0)
    {
      item = g_strcmp0 (id, FUL_COMPARE_PANEL_FUNCTIONS) == 0 ? ful_compare_list_get_item (self->functions)
                                                              : ful_compare_times_get_item (self->times);
      selection.tree = selection.answer->tree->tree;
      selection.is_func = TRUE;
      for (guint i = 0; item != FUL_NONE && selection.node == FUL_NONE && i < selection.tree->nodes->n_nodes; i++)
        if (selection.tree->nodes->func[i] == item)
          selection.node = (FulCallNodeIndex) i;
    }
  else if (g_strcmp0 (id, FUL_COMPARE_PANEL_MARKERS) == 0)
    {
      item = ful_compare_list_get_item (self->markers);
      selection.marker = item == FUL_NONE ? NULL : ful_pairing_get_item (selection.answer->runs->marker_names, item)->name;
    }
  /* A panel may still show the last answer. */
  if (selection.tree != selection.answer->tree->tree && selection.tree != selection.answer->tree->inverted)
    selection.node = FUL_NONE;

  return selection;
}

/* Returns: (transfer none) (nullable): the name before of the selected function, if the user paired it */
static const char *
find_old_name (FulComparePage  *self,
               const Selection *selection)
{
  FulFuncIndex item = ful_call_tree_get_func (selection->tree, selection->node);

  return ful_compare_document_find_old_name (self->document, ful_pairing_get_item (selection->answer->runs->pairing, item)->name);
}

static void
pair_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);
  Selection selection = get_selection (self);

  if (selection.node != FUL_NONE)
    ful_pair_dialog_present (GTK_WINDOW (gtk_widget_get_root (widget)), self->document,
                             (gint32) ful_call_tree_get_func (selection.tree, selection.node));
}

static void
unpair_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);
  Selection selection = get_selection (self);
  const char *old = selection.node == FUL_NONE ? NULL : find_old_name (self, &selection);

  if (old)
    ful_compare_document_pair (self->document, old, NULL);
}

static void
copy (GtkWidget  *widget,
      const char *text,
      const char *done)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  gtk_widget_activate_action (widget, "win.toast", "s", done);
}

static void
copy_command_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);
  gboolean is_of_markers = g_strcmp0 (ful_panel_stack_get_visible_id (self->panels), FUL_COMPARE_PANEL_MARKERS) == 0;
  g_autofree char *command = ful_compare_command_new (self->document, ful_compare_list_get_table (is_of_markers ? self->markers
                                                                                                                         : self->functions));

  if (command)
    copy (widget, command, _("Command copied"));
  else
    gtk_widget_activate_action (widget, "win.toast", "s", _("There is no command for these sides"));
}

static void
copy_rows_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);
  const char *id = ful_panel_stack_get_visible_id (self->panels);
  g_autofree char *rows = g_strcmp0 (id, FUL_COMPARE_PANEL_TREE) == 0 ? ful_compare_tree_dup_rows (self->tree)
                          : ful_compare_list_dup_rows (g_strcmp0 (id, FUL_COMPARE_PANEL_MARKERS) == 0 ? self->markers : self->functions);

  copy (widget, rows, _("Rows copied"));
}

static void
push_transform (FulComparePage         *self,
                const FulTransformKind *kind)
{
  Selection selection = get_selection (self);
  g_autoptr(FulTransform) transform = NULL;
  g_autofree char *done = NULL;

  if (selection.node != FUL_NONE && !(selection.is_func && (kind->parameters & FUL_TRANSFORM_PATH)))
    transform = ful_compare_transform_new (selection.answer, kind, selection.tree, selection.node,
                                           ful_document_get_options (self->view)->implementation);
  if (transform == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }

  ful_document_push_transform (self->view, transform, NULL, 0);
  done = ful_transform_say (transform, selection.answer->names, kind->done);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", done);
}

static void
transform_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  push_transform (FUL_COMPARE_PAGE (widget), ful_transform_kind_find (g_variant_get_string (parameter, NULL)));
}

static void
find_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_filter_bar_find (FUL_COMPARE_PAGE (widget)->filter_bar);
}

static void
toggle_invert_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);

  ful_document_set_option (self->view, FUL_OPTION_INVERT, !ful_document_get_options (self->view)->invert);
}

static void
menu_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);
  Selection selection = get_selection (self);
  g_autoptr(GMenuModel) menu = NULL;
  double x, y;

  g_variant_get (parameter, "(dd)", &x, &y);
  if ((selection.node == FUL_NONE && selection.marker == NULL) ||
      !gtk_widget_translate_coordinates (GTK_WIDGET (gtk_widget_get_root (widget)), widget, x, y, &x, &y))
    return;

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      const FulComparedPart *part = ful_compare_document_get_parts (self->document, side)->pdata[0];

      gtk_widget_action_set_enabled (widget, side == FUL_BEFORE ? "compare.open-before" : "compare.open-after", part->file != NULL);
    }
  menu = selection.marker ? ful_compare_menu_new_for_marker ()
         : ful_compare_menu_new (selection.answer, selection.tree, selection.node, selection.is_func,
                                 ful_document_get_options (self->view)->implementation, find_old_name (self, &selection) != NULL);
  ful_context_menu_popup (widget, menu, widget, x, y);
}

static void
show_selected_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  Selection selection = get_selection (FUL_COMPARE_PAGE (widget));

  if (selection.node != FUL_NONE)
    gtk_widget_activate_action (widget, "compare.show-function", "i", (gint32) ful_call_tree_get_func (selection.tree, selection.node));
}

static void
show_source_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);

  if (get_selection (self).node == FUL_NONE)
    return;

  ful_panel_stack_set_visible_id (self->panels, FUL_COMPARE_PANEL_SOURCE);
  gtk_widget_grab_focus (ful_panel_stack_get_visible (self->panels));
}

/* Functions from the root to the selected node, with their names on a side. */
static GPtrArray *
list_path (FulComparePage  *self,
           const Selection *selection,
           FulSide          side)
{
  g_autoptr(GArray) path = ful_call_tree_get_path (selection->tree, selection->node);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < path->len; i++)
    {
      guint at = selection->tree->inverted ? path->len - 1 - i : i;
      const FulPairedItem *item = ful_pairing_get_item (selection->answer->runs->pairing, g_array_index (path, FulFuncIndex, at));

      const char *old = side == FUL_BEFORE ? ful_compare_document_find_old_name (self->document, item->name) : NULL;

      g_ptr_array_add (names, (gpointer) (old ? old : side == FUL_BEFORE && item->other_name ? item->other_name : item->name));
    }

  return names;
}

/* Returns: (transfer full): a view of a run with what is selected */
static char *
dup_view (FulComparePage  *self,
          const Selection *selection,
          FulSide          side)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) node = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "panel");
  json_builder_add_string_value (builder, selection->marker ? FUL_PANEL_MARKER_TABLE : FUL_PANEL_CALL_TREE);
  if (selection->marker)
    {
      g_autofree char *search = g_strconcat ("name:", selection->marker, NULL);

      json_builder_set_member_name (builder, "markerSearch");
      json_builder_add_string_value (builder, search);
    }
  else
    {
      g_autoptr(GPtrArray) path = list_path (self, selection, side);

      json_builder_set_member_name (builder, "path");
      json_builder_begin_array (builder);
      for (guint i = 0; i < path->len; i++)
        json_builder_add_string_value (builder, path->pdata[i]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
  node = json_builder_get_root (builder);

  return json_to_string (node, FALSE);
}

/* The first run of a side as a document of its own, with the same node or markers. */
static void
open_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulComparePage *self = FUL_COMPARE_PAGE (widget);
  FulSide side = g_str_equal (action, "compare.open-before") ? FUL_BEFORE : FUL_AFTER;
  const FulComparedPart *part = ful_compare_document_get_parts (self->document, side)->pdata[0];
  Selection selection = get_selection (self);
  g_autofree char *uri = NULL;
  g_autofree char *view = NULL;

  if ((selection.node == FUL_NONE && selection.marker == NULL) || part->file == NULL)
    return;

  view = dup_view (self, &selection, side);
  uri = g_file_get_uri (part->file);
  gtk_widget_activate_action (widget, "win.open-view", "(ss)", uri, view);
}

static void
copy_name_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  Selection selection = get_selection (FUL_COMPARE_PAGE (widget));

  if (selection.marker)
    copy (widget, selection.marker, _("Name copied"));
  else if (selection.node != FUL_NONE)
    copy (widget, ful_call_tree_get_shown_name (selection.tree, selection.node), _("Name copied"));
}

/* As other panels do, the function that ran first. */
static void
copy_stack_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  Selection selection = get_selection (FUL_COMPARE_PAGE (widget));
  g_autoptr(GPtrArray) path = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  if (selection.node == FUL_NONE)
    return;

  path = list_path (FUL_COMPARE_PAGE (widget), &selection, FUL_AFTER);
  for (guint i = path->len; i-- > 0; )
    g_string_append_printf (text, "%s\n", (const char *) path->pdata[i]);
  copy (widget, text->str, _("Stack copied"));
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulComparePage) self = user_data;
  g_autoptr(GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", error->message);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("Comparison saved"));
}

static void
chosen_cb (FulComparePage *self,
           int             response)
{
  g_autoptr(GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFile) folder = NULL;
  g_autofree char *text = NULL;
  g_autoptr(GBytes) bytes = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  folder = g_file_get_parent (file);
  text = ful_compare_page_dup_view (self, folder);
  if (text == NULL)
    return;
  bytes = g_bytes_new (text, strlen (text));
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, saved_cb, g_object_ref (self));
}

/* Asks where to save which files are compared, and how. */
void
ful_compare_page_save (FulComparePage *self)
{
  g_autofree char *text = ful_compare_page_dup_view (self, NULL);
  g_autofree char *name = g_strconcat (_("Comparison"), FUL_COMPARE_VIEW_SUFFIX, NULL);

  if (text == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("These sides have no text: they have no file, or transforms of their own"));
      return;
    }
  if (self->chooser)
    return;

  self->chooser = ful_file_chooser_new (_("Save Comparison As"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* Single keys act without a menu. */
static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulComparePage        *self)
{
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);
  gunichar key = gdk_keyval_to_unicode (keyval);

  if (key == 0 || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_META_MASK)))
    return GDK_EVENT_PROPAGATE;

  for (guint i = 0; i < n_kinds; i++)
    if (kinds[i]->accelerator && (gunichar) kinds[i]->accelerator == key)
      {
        push_transform (self, kinds[i]);
        return GDK_EVENT_STOP;
      }

  return GDK_EVENT_PROPAGATE;
}

void
ful_compare_page_add_keys (FulComparePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

void
ful_compare_page_class_add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "compare.copy-command", NULL, copy_command_action);
  gtk_widget_class_install_action (widget_class, "compare.copy-rows", NULL, copy_rows_action);
  gtk_widget_class_install_action (widget_class, "compare.copy-name", NULL, copy_name_action);
  gtk_widget_class_install_action (widget_class, "compare.copy-stack", NULL, copy_stack_action);
  gtk_widget_class_install_action (widget_class, "compare.transform", "s", transform_action);
  gtk_widget_class_install_action (widget_class, "compare.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "compare.toggle-invert", NULL, toggle_invert_action);
  gtk_widget_class_install_action (widget_class, "compare.menu", "(dd)", menu_action);
  gtk_widget_class_install_action (widget_class, "compare.show-selected", NULL, show_selected_action);
  gtk_widget_class_install_action (widget_class, "compare.show-source", NULL, show_source_action);
  gtk_widget_class_install_action (widget_class, "compare.pair", NULL, pair_action);
  gtk_widget_class_install_action (widget_class, "compare.unpair", NULL, unpair_action);
  gtk_widget_class_install_action (widget_class, "compare.open-before", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "compare.open-after", NULL, open_action);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_i, 0, "compare.toggle-invert", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "compare.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "compare.copy-name", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "compare.copy-stack", NULL);
}
