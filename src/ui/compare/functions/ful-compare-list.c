/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A button for each group of verdicts, and the list. */

#include "config.h"

#include "ful-compare-list.h"

#include "ful-compare-menu.h"
#include "ful-compare-wings-pane.h"

#include "base/ful-format.h"
#include "calltree/ful-callers-pane.h"
#include "compare/change/ful-change-color.h"
#include "compare/change/ful-compare-columns.h"
#include "compare/pairing/ful-pairing.h"
#include "lists/ful-column-sorter.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-model.h"
#include "lists/ful-row-view.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-option-bar.h"
#include "widgets/ful-paned-share.h"
#include "widgets/ful-tooltip.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

/* The column that the list is sorted by at first. */
#define DIFFERENCE 3

struct _FulCompareList
{
  GtkWidget           parent_instance;

  FulCompareDocument *document;
  FulCompareColumns   columns;
  GPtrArray          *rows;      /* (nullable) (element-type FulComparedRow): of the answer of @columns */
  gboolean            of_markers;
  FulComparedTable    measure;   /* of markers */
  FulCompareOrder     order;
  gboolean            descending;
  gint32              item;      /* the selected one, or FUL_NONE */

  GtkWidget          *box;
  GtkWidget          *groups[FUL_N_COMPARE_GROUPS];
  GtkWidget          *measures;  /* (nullable): of markers */
  GtkWidget          *wings_check;   /* (nullable): of functions */
  GtkStack           *stack;     /* of the list, and @none */
  GtkWidget          *none;
  FulCompareWingsPane *wings;    /* (nullable): of functions */
  GtkWidget          *count;
  GtkColumnView      *list;
  FulRowModel        *model;
};

G_DEFINE_FINAL_TYPE (FulCompareList, ful_compare_list, GTK_TYPE_WIDGET)

static guint selected_signal;

static const FulComparedRow *
row_at (gpointer owner,
        guint    position)
{
  FulCompareList *self = owner;

  return self->rows && position < self->rows->len ? self->rows->pdata[position] : NULL;
}

static const FulPairedItem *
get_item (FulCompareList *self,
          gint32          item)
{
  return ful_pairing_get_item (ful_compared_runs_get_pairing (self->columns.answer->runs, self->columns.table), item);
}

static gboolean
fill_name (gpointer   owner,
           guint      column,
           guint      position,
           GtkWidget *cell)
{
  FulCompareList *self = owner;
  const FulComparedRow *row = row_at (self, position);
  const FulPairedItem *item;
  g_autofree char *text = NULL;
  const char *place;

  if (row == NULL)
    return FALSE;

  item = get_item (self, row->item);
  place = ful_compare_columns_get_place (self->columns.answer, self->columns.table, row);
  text = g_strdup_printf (*place != '\0' ? "%s%s  —  %s" : "%s%s", ful_change_color_get_sign (ful_compare_group_of (row)), item->name, place);
  ful_row_cell_set (cell, NULL, text);
  ful_compare_columns_describe (&self->columns, cell, row, item->name);

  return TRUE;
}

static guint
get_groups (FulCompareList *self)
{
  guint groups = 0;

  for (guint i = 0; i < FUL_N_COMPARE_GROUPS; i++)
    if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->groups[i])))
      groups |= 1u << i;

  return groups ? groups : ~0u;
}

/* A bar is as long as the greatest difference. */
static double
get_scale (const FulComparison *list)
{
  return list && list->rows->len > 0 ? fabs (g_array_index (list->rows, FulComparedRow, 0).change.difference) : 0;
}

static gint64
find_item (FulCompareList *self,
           gint32          item)
{
  for (guint i = 0; self->rows && i < self->rows->len; i++)
    if (((const FulComparedRow *) self->rows->pdata[i])->item == item)
      return i;

  return -1;
}

static void
name_groups (FulCompareList *self)
{
  for (guint i = 0; i < FUL_N_COMPARE_GROUPS; i++)
    {
      gboolean is_speed = self->columns.answer == NULL || ful_compare_answer_is_speed (self->columns.answer, self->columns.table);
      const char *title = ful_change_color_get_title (i, is_speed);
      g_autofree char *label = g_strconcat (ful_change_color_get_sign (i), title, NULL);

      gtk_button_set_label (GTK_BUTTON (self->groups[i]), label);
      ful_control_set_name (self->groups[i], title);
    }
}

/* Returns: (transfer full): "3 of 12 functions" */
static char *
dup_count (FulCompareList      *self,
           const FulComparison *list)
{
  guint n = list->rows->len;

  return g_strdup_printf (self->of_markers ? ngettext ("%u of %u name", "%u of %u names", n)
                                           : ngettext ("%u of %u function", "%u of %u functions", n), self->rows->len, n);
}

static void
update (FulCompareList *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);
  FulComparedTable table = ful_compare_list_get_table (self);
  const FulComparison *list = answer ? answer->lists[table] : NULL;
  gboolean reset = answer != self->columns.answer || table != self->columns.table;
  g_autofree char *count = NULL;

  g_clear_pointer (&self->rows, g_ptr_array_unref);
  ful_compare_columns_set_answer (&self->columns, answer, table, get_scale (list));
  name_groups (self);
  gtk_stack_set_visible_child (self->stack, answer && list == NULL ? self->none : gtk_widget_get_first_child (GTK_WIDGET (self->stack)));
  if (list)
    self->rows = ful_compare_answer_list (answer, table, get_groups (self), self->order, self->descending);
  ful_row_model_set_selected (self->model, find_item (self, self->item));
  ful_row_model_set_rows (self->model, self->rows ? self->rows->len : 0, reset);
  ful_row_model_refresh (self->model);
  if (list)
    count = dup_count (self, list);
  ful_data_label_set (self->count, count ? count : "");
  if (self->wings)
    ful_compare_wings_pane_show (self->wings, answer, answer ? self->item : FUL_NONE);
}

static void
sorter_changed_cb (FulCompareList *self)
{
  /* By column; the bar is the difference. */
  static const FulCompareOrder orders[] = {
    FUL_COMPARE_ORDER_NAME, FUL_COMPARE_ORDER_BEFORE, FUL_COMPARE_ORDER_AFTER, FUL_COMPARE_ORDER_DIFFERENCE,
    FUL_COMPARE_ORDER_DIFFERENCE, FUL_COMPARE_ORDER_RATIO, FUL_COMPARE_ORDER_VERDICT,
  };
  guint column;
  gboolean descending;

  if (!ful_column_sorter_get (self->list, &column, &descending) || column >= G_N_ELEMENTS (orders))
    return;

  self->order = orders[column];
  self->descending = descending;
  update (self);
}

static void
make_sortable (FulCompareList *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->list);
  g_autoptr(GtkColumnViewColumn) difference = g_list_model_get_item (columns, DIFFERENCE);

  ful_column_sorter_install (self->list, g_list_model_get_n_items (columns));
  ful_column_sorter_prefer_descending (self->list, DIFFERENCE - 2, DIFFERENCE + 3);
  gtk_column_view_sort_by_column (self->list, difference, GTK_SORT_DESCENDING);
  self->descending = TRUE;
  g_signal_connect_object (gtk_column_view_get_sorter (self->list), "changed", G_CALLBACK (sorter_changed_cb), self, G_CONNECT_SWAPPED);
}

/* Items of another answer have other numbers. Returns: the selected one, or FUL_NONE */
static gint32
find_again (FulCompareList         *self,
            const FulCompareAnswer *answer)
{
  if (self->item == FUL_NONE || answer == NULL || self->columns.answer == NULL)
    return FUL_NONE;

  return self->of_markers ? ful_compare_answer_find_marker (answer, get_item (self, self->item)->name)
                          : ful_compare_answer_find_item (answer, self->columns.answer->row_of_item[self->item]);
}

static void
document_changed_cb (FulCompareList *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  if (answer == self->columns.answer && ful_compare_list_get_table (self) == self->columns.table)
    return;

  if (answer != self->columns.answer)
    self->item = find_again (self, answer);
  update (self);
}

static void
measure_chosen_cb (FulCompareList *self)
{
  guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->measures));

  self->measure = FUL_COMPARED_MARKER_TOTAL + (FulComparedTable) chosen;
  update (self);
  g_signal_emit (self, selected_signal, 0, self->item);
}

static void
select_cb (FulCompareList *self,
           gint64          row)
{
  const FulComparedRow *compared = row < 0 ? NULL : row_at (self, (guint) row);

  ful_row_model_set_selected (self->model, row);
  if (compared == NULL || compared->item == self->item)
    return;

  self->item = compared->item;
  if (self->wings)
    ful_compare_wings_pane_show (self->wings, self->columns.answer, self->item);
  g_signal_emit (self, selected_signal, 0, self->item);
}

static void
ful_compare_list_dispose (GObject *object)
{
  FulCompareList *self = FUL_COMPARE_LIST (object);

  ful_compare_columns_clear (&self->columns);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_compare_list_parent_class)->dispose (object);
}

static gboolean
ful_compare_list_grab_focus (GtkWidget *widget)
{
  FulCompareList *self = FUL_COMPARE_LIST (widget);

  if (self->rows == NULL || self->rows->len == 0)
    return gtk_widget_grab_focus (self->groups[0]);
  if (ful_row_model_get_selected (self->model) < 0)
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->model), 0, TRUE);
  ful_row_cursor_show (self->list, (guint) ful_row_model_get_selected (self->model), TRUE);

  return TRUE;
}

static void
ful_compare_list_class_init (FulCompareListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_list_dispose;
  widget_class->grab_focus = ful_compare_list_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  selected_signal = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_INT);
}

static void
add_measures (FulCompareList *self,
              FulOptionBar   *bar)
{
  /* In the order of FulComparedTable. */
  const char *const measures[] = { _("Total time"), _("Count"), _("Mean"), _("Median"), NULL };

  self->measures = gtk_drop_down_new_from_strings (measures);
  ful_control_set_name (self->measures, _("Measure of markers"));
  ful_tooltip_set_text (self->measures, _("Measure of markers"));
  g_signal_connect_object (self->measures, "notify::selected", G_CALLBACK (measure_chosen_cb), self, G_CONNECT_SWAPPED);
  ful_option_bar_keep (bar, self->measures);
}

static GtkWidget *
create_bar (FulCompareList *self)
{
  static const char *const tooltips[FUL_N_COMPARE_GROUPS] = {
    [FUL_COMPARE_MORE] = N_("Show what is slower, or more"),
    [FUL_COMPARE_LESS] = N_("Show what is faster, or less"),
    [FUL_COMPARE_NEW] = N_("Show what only the runs after have"),
    [FUL_COMPARE_GONE] = N_("Show what only the runs before have"),
    [FUL_COMPARE_SAME] = N_("Show what is the same within the margin"),
    [FUL_COMPARE_UNCLEAR] = N_("Show differences that noise explains"),
    [FUL_COMPARE_FEW] = N_("Show what was seen fewer than 10 times"),
  };
  FulOptionBar *bar = g_object_new (FUL_TYPE_OPTION_BAR, NULL);

  for (guint i = 0; i < FUL_N_COMPARE_GROUPS; i++)
    {
      self->groups[i] = gtk_toggle_button_new ();
      ful_tooltip_describe (self->groups[i], _(tooltips[i]));
      g_signal_connect_swapped (self->groups[i], "toggled", G_CALLBACK (update), self);
      ful_option_bar_append (bar, self->groups[i]);
    }
  if (self->of_markers)
    add_measures (self, bar);
  else
    {
      self->wings_check = ful_callers_pane_check_new ();
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->wings_check), TRUE);
      ful_option_bar_append (bar, self->wings_check);
    }
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_add_css_class (self->count, "numeric");
  ful_option_bar_keep (bar, self->count);
  gtk_widget_add_css_class (GTK_WIDGET (bar), "filter-bar");
  gtk_widget_add_css_class (GTK_WIDGET (bar), "groups");

  return GTK_WIDGET (bar);
}

static void
ful_compare_list_init (FulCompareList *self)
{
  self->item = FUL_NONE;
  self->measure = FUL_COMPARED_MARKER_TOTAL;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
create_none (FulCompareList *self)
{
  self->none = adw_status_page_new ();
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->none), "view-list-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (self->none), _("No Markers to Compare"));
  adw_status_page_set_description (ADW_STATUS_PAGE (self->none), _("A side has none in its range that this measure counts."));
  /* What it scrolls takes no focus, which it would have no name for. */
  gtk_widget_set_focusable (gtk_widget_get_first_child (self->none), FALSE);
  gtk_stack_add_child (self->stack, self->none);
}

/* The list above the wings. */
static GtkWidget *
create_paned (FulCompareList *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL), *wings = ful_compare_wings_pane_new ();

  self->wings = FUL_COMPARE_WINGS_PANE (wings);
  ful_paned_set_share (GTK_PANED (paned), FUL_CALLERS_PANE_SHARE);
  gtk_paned_set_start_child (GTK_PANED (paned), GTK_WIDGET (self->stack));
  gtk_paned_set_end_child (GTK_PANED (paned), wings);
  g_object_bind_property (self->wings_check, "active", wings, "visible", G_BINDING_SYNC_CREATE);

  return paned;
}

static void
activate_cb (FulCompareList *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "compare.show-source", NULL);
}

static void
create_list (FulCompareList *self)
{
  self->model = ful_row_model_new ();
  self->list = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->of_markers ? _("Markers") : _("Functions"), -1);
  if (self->of_markers)
    ful_row_column_append (self->list, _("Marker"), _("Name of the markers"), 0, FUL_ROW_CELL_TEXT, 0, fill_name, self);
  else
    ful_row_column_append (self->list, _("Function"), _("Name of the function, and its file or library"), 0, FUL_ROW_CELL_TEXT, 0,
                           fill_name, self);
  ful_compare_columns_append (&self->columns, self->list, row_at, self);
  make_sortable (self);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "compare");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_child (self->stack, ful_row_view_new (self->list));
  ful_compare_columns_follow (&self->columns, self->list);
  create_none (self);
  gtk_box_append (GTK_BOX (self->box), self->of_markers ? GTK_WIDGET (self->stack) : create_paned (self));
  gtk_column_view_set_model (self->list, GTK_SELECTION_MODEL (self->model));
  ful_row_model_follow (self->model, GTK_SCROLLABLE (self->list));
  g_signal_connect_object (self->model, "select", G_CALLBACK (select_cb), self, G_CONNECT_SWAPPED);
  if (!self->of_markers)
    g_signal_connect_object (self->list, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  ful_compare_menu_add_to (self->list);
}

/**
 * ful_compare_list_new:
 * @document: what is compared
 * @of_markers: whether rows are names of markers, not functions
 *
 * Returns: (transfer floating): the panel
 */
GtkWidget *
ful_compare_list_new (FulCompareDocument *document,
                      gboolean            of_markers)
{
  FulCompareList *self = g_object_new (FUL_TYPE_COMPARE_LIST, NULL);

  self->document = g_object_ref (document);
  self->of_markers = of_markers;
  gtk_box_append (GTK_BOX (self->box), create_bar (self));
  create_list (self);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * ful_compare_list_reveal:
 * @item: one of the answer
 *
 * Selects it and brings it on screen; if the filters hide it they are cleared.
 */
void
ful_compare_list_reveal (FulCompareList *self,
                         gint32          item)
{
  gint64 row;

  g_return_if_fail (FUL_IS_COMPARE_LIST (self));

  self->item = item;
  for (guint i = 0; find_item (self, item) < 0 && i < FUL_N_COMPARE_GROUPS; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->groups[i]), FALSE);
  update (self);
  row = find_item (self, item);
  if (row >= 0)
    ful_row_cursor_show (self->list, (guint) row, TRUE);
}

/**
 * ful_compare_list_get_item:
 *
 * Returns: the selected item of the answer, or %FUL_NONE
 */
gint32
ful_compare_list_get_item (FulCompareList *self)
{
  return self->item;
}

/**
 * ful_compare_list_get_table:
 *
 * Returns: the values that are shown
 */
FulComparedTable
ful_compare_list_get_table (FulCompareList *self)
{
  return self->of_markers ? self->measure : ful_compare_document_get_table (self->document);
}

gboolean
ful_compare_list_get_busy (FulCompareList *self)
{
  return self->wings && ful_compare_wings_pane_get_busy (self->wings);
}

/**
 * ful_compare_list_dup_rows:
 *
 * Returns: (transfer full): the rows of the list as lines, with tabs between the cells
 */
char *
ful_compare_list_dup_rows (FulCompareList *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; self->rows && i < self->rows->len; i++)
    {
      g_autofree char *line = ful_compare_columns_dup_line (&self->columns, self->rows->pdata[i]);

      g_string_append (text, line);
    }

  return g_string_free (text, FALSE);
}
