/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A call tree with the columns of two sides. The keys are those of call trees: Right and Left open and close, * opens all. */

#include "config.h"

#include "ful-compare-tree.h"

#include "ful-compare-menu.h"

#include "base/ful-format.h"
#include "calltree/ful-call-tree-model.h"
#include "calltree/ful-function-cell.h"
#include "compare/change/ful-change-color.h"
#include "compare/change/ful-compare-columns.h"
#include "compare/ful-comparison-tree.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-view.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

struct _FulCompareTree
{
  GtkWidget           parent_instance;

  FulCompareDocument *document;  /* (nullable): of a wing */
  FulDocument        *view;      /* likewise */
  FulWing             wing;
  FulCompareWings    *wings;     /* (nullable): of a wing */
  FulComparisonTree  *trees;     /* (nullable): of @wings, or of the answer of @columns */
  FulCompareColumns   columns;

  FulComparedRow      inverted_row;   /* the last one that @row_at gave of the inverted tree */

  GtkWidget          *box;
  GtkColumnView      *list;
  FulCallTreeModel   *model;
};

G_DEFINE_FINAL_TYPE (FulCompareTree, ful_compare_tree, GTK_TYPE_WIDGET)

static guint selected_signal;

/* What the row of the model is of may be the tree of the answer before. A row of the inverted tree lives until the next call. */
static const FulComparedRow *
row_at (gpointer owner,
        guint    position)
{
  FulCompareTree *self = owner;
  const FulCallTreeRow *row = ful_call_tree_model_get_row (self->model, position);

  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);

  if (row == NULL || self->trees == NULL)
    return NULL;
  if (tree == self->trees->tree)
    return ful_comparison_tree_get_row (self->trees, row->node);
  if (tree != self->trees->inverted)
    return NULL;

  ful_comparison_tree_get_inverted_row (self->trees, row->node, &self->inverted_row);

  return &self->inverted_row;
}

static gint32
get_item (FulCompareTree *self)
{
  const FulComparedRow *row = ful_compare_tree_get_row (self);

  return row ? row->item : FUL_NONE;
}

static void
go_to (FulCompareTree *self,
       gint64          position)
{
  if (position < 0)
    return;

  ful_call_tree_model_select (self->model, position);
  ful_row_cursor_go (self->list, (guint) position, TRUE);
}

static void
toggled_cb (FulFunctionCell *cell,
            FulCompareTree  *self)
{
  gint64 position = -1;

  for (GtkWidget *widget = GTK_WIDGET (cell); widget && position < 0; widget = gtk_widget_get_parent (widget))
    position = ful_row_row_get_position (widget);
  if (position < 0)
    return;

  go_to (self, position);
  ful_call_tree_model_toggle (self->model, (guint) position);
}

static GtkWidget *
get_function_cell (FulCompareTree *self,
                   GtkWidget      *bin)
{
  GtkWidget *cell = gtk_widget_get_first_child (bin);

  if (cell == NULL)
    {
      cell = ful_function_cell_new ();
      gtk_widget_set_hexpand (cell, TRUE);
      g_signal_connect_object (cell, "toggled", G_CALLBACK (toggled_cb), self, 0);
      gtk_box_append (GTK_BOX (bin), cell);
    }

  return cell;
}

static gboolean
fill_name (gpointer   owner,
           guint      column,
           guint      position,
           GtkWidget *bin)
{
  FulCompareTree *self = owner;
  const FulComparedRow *row = row_at (self, position);
  const FulCallTreeRow *shown = ful_call_tree_model_get_row (self->model, position);
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  GtkWidget *cell = get_function_cell (self, bin);
  g_autofree char *name = NULL;
  g_autofree char *signed_name = NULL;
  g_autofree char *place = NULL;
  g_autofree char *level = NULL;
  gboolean has_children, expanded;

  if (row == NULL)
    return FALSE;

  name = ful_format_label (ful_call_tree_get_shown_name (tree, shown->node), "");
  signed_name = g_strconcat (ful_change_color_get_sign (ful_compare_group_of (row)), name, NULL);
  place = ful_format_label (ful_compare_columns_get_place (self->columns.answer, FUL_COMPARED_NODES, row), "");
  has_children = ful_call_tree_has_children (tree, shown->node);
  expanded = has_children && ful_call_tree_model_is_expanded (self->model, position);
  ful_function_cell_set (FUL_FUNCTION_CELL (cell), signed_name, NULL, NULL, "grey", FALSE, shown->depth, has_children, expanded);
  ful_function_cell_set_origin (FUL_FUNCTION_CELL (cell), place, NULL);
  ful_tooltip_set_text (cell, name);
  /* Translators: name of a function, its level in the tree, and whether it is open */
  level = g_strdup_printf (_("%s, level %d%s"), name, shown->depth + 1, !has_children ? "" : expanded ? _(", expanded") : _(", collapsed"));
  ful_compare_columns_describe (&self->columns, bin, row, level);

  return TRUE;
}

static void
show_tree (FulCompareTree *self)
{
  gboolean is_inverted = ful_document_get_options (self->view)->invert;

  if (self->trees)
    ful_call_tree_model_set_tree (self->model, is_inverted ? self->trees->inverted : self->trees->tree, NULL, TRUE);
}

static void
view_changed_cb (FulCompareTree *self)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);

  if (tree && (tree->inverted != NULL) != ful_document_get_options (self->view)->invert)
    show_tree (self);
}

static void
update (FulCompareTree *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  if (answer == self->columns.answer)
    return;

  self->trees = answer ? answer->tree : NULL;
  ful_compare_columns_set_answer (&self->columns, answer, FUL_COMPARED_NODES, answer ? answer->tree->greatest : 0);
  show_tree (self);
}

static void
node_selected_cb (FulCompareTree *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    g_signal_emit (self, selected_signal, 0, get_item (self));
}

static void
move_sideways (FulCompareTree *self,
               gboolean        inwards)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));
  const FulCallTreeRow *row = selected < 0 ? NULL : ful_call_tree_model_get_row (self->model, (guint) selected);
  gboolean is_open;

  if (row == NULL)
    return;

  is_open = ful_call_tree_model_is_expanded (self->model, (guint) selected) &&
            ful_call_tree_has_children (ful_call_tree_model_get_tree (self->model), row->node);
  if (is_open && inwards)
    go_to (self, selected + 1);
  else if (is_open)
    ful_call_tree_model_collapse (self->model, (guint) selected);
  else if (inwards)
    ful_call_tree_model_expand (self->model, (guint) selected);
  else
    go_to (self, ful_call_tree_model_find_parent (self->model, (guint) selected));
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulCompareTree        *self)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_sideways (self, !rtl);
      return GDK_EVENT_STOP;

    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_sideways (self, rtl);
      return GDK_EVENT_STOP;

    case GDK_KEY_asterisk:
    case GDK_KEY_KP_Multiply:
      if (selected >= 0)
        ful_call_tree_model_expand_all (self->model, (guint) selected);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
ful_compare_tree_dispose (GObject *object)
{
  FulCompareTree *self = FUL_COMPARE_TREE (object);

  ful_compare_columns_clear (&self->columns);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_pointer (&self->wings, ful_compare_wings_unref);
  self->trees = NULL;
  g_clear_object (&self->document);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (ful_compare_tree_parent_class)->dispose (object);
}

static gboolean
ful_compare_tree_grab_focus (GtkWidget *widget)
{
  FulCompareTree *self = FUL_COMPARE_TREE (widget);

  ful_row_cursor_show (self->list, (guint) MAX (ful_row_model_get_selected (FUL_ROW_MODEL (self->model)), 0), TRUE);

  return TRUE;
}

static void
ful_compare_tree_class_init (FulCompareTreeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_tree_dispose;
  widget_class->grab_focus = ful_compare_tree_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  selected_signal = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_INT);
}

static void
ful_compare_tree_init (FulCompareTree *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->model = ful_call_tree_model_new ();
  self->list = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Call tree"), -1);
  ful_row_column_append (self->list, _("Function"), _("Callers above, what they call below"), 0, FUL_ROW_CELL_BIN, 0, fill_name, self);
  ful_compare_columns_append (&self->columns, self->list, row_at, self);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "compare");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), ful_row_view_new (self->list));
  ful_compare_columns_follow (&self->columns, self->list);
  gtk_column_view_set_model (self->list, GTK_SELECTION_MODEL (self->model));
  ful_row_model_follow (FUL_ROW_MODEL (self->model), GTK_SCROLLABLE (self->list));
  g_signal_connect_object (self->model, "node-selected", G_CALLBACK (node_selected_cb), self, G_CONNECT_SWAPPED);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
}

static void
activate_cb (FulCompareTree *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "compare.show-source", NULL);
}

/**
 * ful_compare_tree_new:
 * @document: what is compared
 * @view: whether the tree is inverted
 *
 * Returns: (transfer floating): the panel
 */
GtkWidget *
ful_compare_tree_new (FulCompareDocument *document,
                      FulDocument        *view)
{
  FulCompareTree *self = g_object_new (FUL_TYPE_COMPARE_TREE, NULL);

  self->document = g_object_ref (document);
  self->view = g_object_ref (view);
  ful_compare_menu_add_to (self->list);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::view-state", G_CALLBACK (view_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

static void
activated_cb (FulCompareTree *self)
{
  gint32 item = get_item (self);

  if (item != FUL_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), "compare.show-function", "i", item);
}

/**
 * ful_compare_tree_new_wing:
 *
 * Returns: (transfer floating): a list without rows; a row that is activated leads to its function
 */
GtkWidget *
ful_compare_tree_new_wing (FulWing wing)
{
  FulCompareTree *self = g_object_new (FUL_TYPE_COMPARE_TREE, NULL);

  self->wing = wing;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  wing == FUL_WING_CALLERS ? _("Callers") : _("Callees"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

/**
 * ful_compare_tree_set_wings:
 * @self: of ful_compare_tree_new_wing()
 * @wings: (nullable)
 */
void
ful_compare_tree_set_wings (FulCompareTree  *self,
                            FulCompareWings *wings)
{
  FulCompareWings *last = self->wings;

  self->wings = wings ? ful_compare_wings_ref (wings) : NULL;
  self->trees = wings ? wings->trees[self->wing] : NULL;
  ful_compare_columns_set_answer (&self->columns, wings ? wings->answer : NULL, FUL_COMPARED_NODES, self->trees ? self->trees->greatest : 0);
  if (self->trees)
    ful_call_tree_model_set_tree (self->model, self->trees->tree, NULL, TRUE);
  g_clear_pointer (&last, ful_compare_wings_unref);
}

/**
 * ful_compare_tree_get_row:
 *
 * Returns: (nullable): the selected node, until the next call
 */
const FulComparedRow *
ful_compare_tree_get_row (FulCompareTree *self)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));

  return selected < 0 ? NULL : row_at (self, (guint) selected);
}

/**
 * ful_compare_tree_get_node:
 * @out_tree: (out) (transfer none) (nullable): the tree of the node, of the answer
 *
 * Returns: the selected node, or %FUL_NONE
 */
FulCallNodeIndex
ful_compare_tree_get_node (FulCompareTree  *self,
                           FulCallTree    **out_tree)
{
  *out_tree = ful_call_tree_model_get_tree (self->model);

  return ful_compare_tree_get_row (self) == NULL ? FUL_NONE : ful_call_tree_model_get_selected_node (self->model);
}

gboolean
ful_compare_tree_get_busy (FulCompareTree *self)
{
  return ful_call_tree_model_get_busy (self->model);
}

/**
 * ful_compare_tree_dup_rows:
 *
 * Returns: (transfer full): the rows that are open, as lines with tabs between the cells; names are indented
 */
char *
ful_compare_tree_dup_rows (FulCompareTree *self)
{
  GString *text = g_string_new (NULL);
  const FulComparedRow *row;

  for (guint i = 0; (row = row_at (self, i)); i++)
    {
      g_autofree char *line = ful_compare_columns_dup_line (&self->columns, row);

      g_string_append_printf (text, "%*s%s", 2 * ful_call_tree_model_get_row (self->model, i)->depth, "", line);
    }

  return g_string_free (text, FALSE);
}
