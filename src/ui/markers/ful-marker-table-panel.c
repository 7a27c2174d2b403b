/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A million rows (see FulRowModel) cost only the order of the markers; texts are
 * made for those on screen (markers.md 6). */

#include "config.h"

#include "ful-marker-table-panel.h"

#include "ful-marker-field-columns.h"
#include "ful-marker-fields-button.h"
#include "ful-marker-page.h"
#include "ful-marker-statistics-pane.h"
#include "ful-marker-table-model.h"

#include "document/ful-document-markers.h"
#include "document/notes/ful-note-index.h"
#include "document/notes/ful-note.h"
#include "document/view/ful-view-state.h"
#include "lists/ful-column-sorter.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-view.h"
#include "markers/find/ful-marker-table-column.h"
#include "markers/find/ful-marker-order.h"
#include "markers/list/ful-marker-label.h"
#include "model/ful-profile.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

struct _FulMarkerTablePanel
{
  GtkWidget         parent_instance;

  FulMarkerPage    *page;       /* around the table */
  GtkWidget        *paned;      /* @list and @statistics */
  FulMarkerStatisticsPane *statistics;
  gboolean          unsettled;  /* rows are on their way */
  FulMarkerTableModel *model;
  FulMarkerLabeler *labeler;    /* (nullable): of the list that is shown */
  FulMarkerView    *view_shown; /* (nullable) */
  GtkWidget        *list;       /* around @view */
  GtkColumnView    *view;
  GtkColumnViewColumn *columns[FUL_N_MARKER_COLUMNS];   /* owned by the view; NULL if it has no title */
  char             *sort_shown; /* (nullable): the order that the titles of columns show */
  FulMarkerFieldColumns *fields;
  GtkWidget        *fields_button;
  gboolean          follow;     /* scroll to the selected row when all rows are there */
};

G_DEFINE_FINAL_TYPE (FulMarkerTablePanel, ful_marker_table_panel, GTK_TYPE_WIDGET)

/* The marker of a row, or -1. */
static gint64
get_marker (FulMarkerTablePanel *self,
            guint                row)
{
  return self->view_shown && row < self->view_shown->markers->len
           ? (gint64) g_array_index (self->view_shown->markers, guint, row)
           : -1;
}

/* The title of the note on a marker, or NULL. */
static const char *
find_note (FulMarkerTablePanel *self,
           guint                marker)
{
  FulDocument *document = ful_marker_page_get_document (self->page);
  FulMarkerList *list = self->view_shown->list;
  const FulNote *note = ful_note_index_find_marker (ful_document_get_note_index (document), list->thread[marker],
                                                    ful_marker_list_get_name (list, marker),
                                                    list->start[marker] - ful_document_get_root_range (document).start);

  return note ? note->name : NULL;
}

/* The texts of the cells of a row, for assistive tools. */
static void
describe_row (FulMarkerTablePanel *self,
              GtkWidget           *cell,
              guint                marker,
              const char          *details)
{
  const char *note = find_note (self, marker);
  FulMarkerList *list = self->view_shown->list;
  g_autofree char *start = ful_marker_format_start (list, marker, self->view_shown->zero);
  g_autofree char *duration = ful_marker_format_duration (list, marker);
  g_autofree char *note_text = note ? g_strdup_printf (_(", note: %s"), note) : NULL;
  g_autofree char *rest = g_strconcat (details, note_text, NULL);
  g_autofree char *text = NULL;

  /* Translators: start of a marker, duration, description */
  text = *duration ? g_strdup_printf (_("at %s, %s long, %s"), start, duration, rest)
                   : g_strdup_printf (_("at %s, %s"), start, rest);
  ful_row_cell_describe (cell, ful_marker_list_get_name (list, marker), text);
}

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  FulMarkerTablePanel *self = owner;
  gint64 marker = get_marker (self, position);
  FulMarkerList *list;
  g_autofree char *text = NULL;

  if (marker < 0)
    return FALSE;

  list = self->view_shown->list;
  text = ful_marker_table_column_dup_text (column, self->labeler, list, (guint) marker, self->view_shown->zero);
  ful_row_cell_set (cell,
                    column == FUL_MARKER_COLUMN_NAME ? ful_profile_get_category (list->profile, list->category[marker])->color : NULL,
                    text);
  if (column == FUL_MARKER_COLUMN_NAME)
    ful_row_cell_set_note (cell, find_note (self, (guint) marker));
  if (column == FUL_MARKER_COLUMN_DETAILS)
    describe_row (self, cell, (guint) marker, text);

  return TRUE;
}

static FulRowCell
get_kind (guint column)
{
  if (column == FUL_MARKER_COLUMN_NAME)
    return FUL_ROW_CELL_SWATCH;
  if (column == FUL_MARKER_COLUMN_DETAILS)
    return FUL_ROW_CELL_DIM;

  return ful_marker_table_column_get (column)->get_number ? FUL_ROW_CELL_NUMBER : FUL_ROW_CELL_TEXT;
}

static void
add_columns (FulMarkerTablePanel *self)
{
  for (guint i = 0; i < FUL_N_MARKER_COLUMNS; i++)
    {
      const FulMarkerTableColumn *column = ful_marker_table_column_get (i);

      if (column->title == NULL)
        continue;
      self->columns[i] = ful_row_column_append (self->view, _(column->title), _(column->tooltip), column->width,
                                                get_kind (i), i, fill, self);
      if (ful_marker_table_column_is_sortable (i))
        ful_column_sorter_add (self->columns[i], i);
    }
}

static void
scroll_to (FulMarkerTablePanel *self,
           gint64               row,
           gboolean             focus)
{
  if (row < 0)
    return;

  ful_row_cursor_show (self->view, (guint) row, focus);
}

/* The row of the selected marker, or -1. */
static gint64
find_selected (FulMarkerTablePanel *self)
{
  gint64 selected = ful_marker_page_get_selected (self->page);

  for (guint i = 0; selected >= 0 && i < self->view_shown->markers->len; i++)
    if (g_array_index (self->view_shown->markers, guint, i) == selected)
      return i;

  return -1;
}

static void
selected_cb (FulMarkerTablePanel *self)
{
  gint64 now = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));
  gint64 row;

  if (self->view_shown == NULL || (now >= 0 && get_marker (self, (guint) now) == ful_marker_page_get_selected (self->page)))
    return;

  row = find_selected (self);
  ful_marker_table_model_select (self->model, row);
  scroll_to (self, row, FALSE);
}

static void
update_busy (FulMarkerTablePanel *self)
{
  ful_marker_page_set_busy (self->page, self->unsettled || ful_marker_statistics_pane_get_busy (self->statistics));
}

/* Statistics are of the selected markers, if they are several. */
static void
selection_cb (FulMarkerTablePanel *self)
{
  g_autoptr(FulMarkerView) selection = ful_marker_table_model_dup_selection (self->model);

  ful_marker_page_set_selection (self->page, selection);
  ful_marker_statistics_pane_set_view (self->statistics, selection ? selection : self->view_shown);
}

/* A name in the statistics: its markers alone. */
static void
name_activated_cb (FulMarkerTablePanel *self,
                   const char          *name)
{
  g_autofree char *search = g_strconcat ("name:", name, NULL);

  ful_document_set_marker_text (ful_marker_page_get_document (self->page), FUL_MARKER_TEXT_SEARCH, search);
}

static void
changed_cb (FulMarkerTablePanel *self)
{
  FulMarkerView *view = ful_marker_page_get_view (self->page);
  gboolean reset = self->view_shown == NULL || self->view_shown->list != view->list;

  if (reset)
    {
      g_clear_pointer (&self->labeler, ful_marker_labeler_free);
      self->labeler = ful_marker_labeler_new (view->list);
    }
  g_clear_pointer (&self->view_shown, ful_marker_view_unref);
  self->view_shown = ful_marker_view_ref (view);
  ful_marker_field_columns_set_view (self->fields, view);
  self->follow = self->follow || reset;
  ful_marker_table_model_set_view (self->model, view, find_selected (self));
  ful_marker_fields_button_set_view (self->fields_button, view);
  self->unsettled = TRUE;
  update_busy (self);
}

static void
settled_cb (FulMarkerTablePanel *self)
{
  if (self->follow)
    scroll_to (self, ful_row_model_get_selected (FUL_ROW_MODEL (self->model)), FALSE);
  self->follow = FALSE;
  self->unsettled = FALSE;
  update_busy (self);
}

static void
select_cb (FulMarkerTablePanel *self,
           gint64               row)
{
  gint64 marker = row >= 0 ? get_marker (self, (guint) row) : -1;

  if (marker >= 0)
    ful_marker_page_select (self->page, (guint) marker);
}

static void
activate_cb (FulMarkerTablePanel *self,
             guint                row)
{
  gint64 marker = get_marker (self, row);

  if (marker >= 0)
    ful_marker_page_zoom_to (self->page, (guint) marker);
}

static FulViewState *
get_state (FulMarkerTablePanel *self)
{
  return ful_document_get_view_state (ful_marker_page_get_document (self->page));
}

static gboolean
is_same_key (const FulMarkerSortKey *a,
             const FulMarkerSortKey *b)
{
  return a->field == b->field && (a->field || a->column == b->column);
}

/* The column that was clicked last has priority, then those that were clicked before. */
static void
sorter_changed_cb (FulMarkerTablePanel *self)
{
  g_autoptr(GArray) keys = NULL;
  g_autofree char *text = NULL;
  FulMarkerSortKey key = { 0 };
  guint column;

  if (!ful_column_sorter_get (self->view, &column, &key.descending))
    return;

  key.field = ful_marker_field_columns_get_key (self->fields, column);
  if (key.field == NULL)
    key.column = column;
  keys = ful_marker_sort_parse (get_state (self)->marker_sort);
  if (is_same_key (&g_array_index (keys, FulMarkerSortKey, 0), &key))
    {
      if (g_array_index (keys, FulMarkerSortKey, 0).descending == key.descending)
        return;
    }
  else if (column == FUL_MARKER_COLUMN_DURATION && !key.descending)
    {
      /* Long ones come first by default. */
      gtk_column_view_sort_by_column (self->view, self->columns[FUL_MARKER_COLUMN_DURATION], GTK_SORT_DESCENDING);
      return;
    }

  for (guint i = 0; i < keys->len; i++)
    if (is_same_key (&g_array_index (keys, FulMarkerSortKey, i), &key))
      g_array_remove_index (keys, i--);
  g_array_prepend_val (keys, key);
  text = ful_marker_sort_to_text (keys);
  ful_document_set_marker_text (ful_marker_page_get_document (self->page), FUL_MARKER_TEXT_SORT, text);
}

/* The head of the column that decides has an arrow. */
static void
show_sort (FulMarkerTablePanel *self)
{
  g_autoptr(GArray) keys = ful_marker_sort_parse (get_state (self)->marker_sort);
  const FulMarkerSortKey *key = &g_array_index (keys, FulMarkerSortKey, 0);

  gtk_column_view_sort_by_column (self->view,
                                  key->field ? ful_marker_field_columns_find (self->fields, key->field)
                                             : self->columns[key->column],
                                  key->descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/* Columns and their order are those of the document. */
static void
state_changed_cb (FulMarkerTablePanel *self)
{
  const char *sort = get_state (self)->marker_sort;

  ful_marker_field_columns_set_keys (self->fields, get_state (self)->marker_columns);
  if (g_strcmp0 (sort, self->sort_shown) == 0)
    return;

  g_free (self->sort_shown);
  self->sort_shown = g_strdup (sort);
  show_sort (self);
}

/* Selects the row at a point, unless it is one of several selected ones. */
static void
menu_pressed_cb (GtkGestureClick     *gesture,
                 int                  n_press,
                 double               x,
                 double               y,
                 FulMarkerTablePanel *self)
{
  gint64 row = ful_row_cursor_pick (self->view, x, y);

  if (row < 0)
    return;

  if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->model), (guint) row))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->model), (guint) row, TRUE);
  ful_marker_page_popup (self->page, GTK_WIDGET (self->view), x, y);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulMarkerTablePanel   *self)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));
  GtkWidget *row = selected >= 0 ? ful_row_cursor_find_row (self->view, (guint) selected) : NULL;

  if (keyval != GDK_KEY_Menu && (keyval != GDK_KEY_F10 || !(modifiers & GDK_SHIFT_MASK)))
    return GDK_EVENT_PROPAGATE;

  ful_marker_page_popup (self->page, row ? row : GTK_WIDGET (self->view), 40, 20);

  return GDK_EVENT_STOP;
}

/* The table takes the focus at the selected row, or at its top. */
static void
ful_marker_table_panel_dispose (GObject *object)
{
  FulMarkerTablePanel *self = FUL_MARKER_TABLE_PANEL (object);

  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_pointer (&self->labeler, ful_marker_labeler_free);
  g_clear_pointer (&self->view_shown, ful_marker_view_unref);
  g_clear_pointer (&self->fields, ful_marker_field_columns_free);
  g_clear_pointer (&self->sort_shown, g_free);

  G_OBJECT_CLASS (ful_marker_table_panel_parent_class)->dispose (object);
}

static void
ful_marker_table_panel_class_init (FulMarkerTablePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_marker_table_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ful_marker_table_panel_init (FulMarkerTablePanel *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->model = ful_marker_table_model_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Markers"), -1);
  add_columns (self);
  self->fields = ful_marker_field_columns_new (self->view, self->columns[FUL_MARKER_COLUMN_DETAILS], FUL_N_MARKER_COLUMNS);
  self->list = ful_row_view_new (self->view);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->model));
  ful_row_model_follow (FUL_ROW_MODEL (self->model), GTK_SCROLLABLE (self->view));
  self->statistics = FUL_MARKER_STATISTICS_PANE (ful_marker_statistics_pane_new ());
  gtk_widget_hide (GTK_WIDGET (self->statistics));
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), self->list);
  gtk_paned_set_end_child (GTK_PANED (self->paned), GTK_WIDGET (self->statistics));
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  g_signal_connect_object (self->statistics, "notify::busy", G_CALLBACK (update_busy), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->statistics, "name-activated", G_CALLBACK (name_activated_cb), self, G_CONNECT_SWAPPED);

  g_signal_connect_object (self->model, "select", G_CALLBACK (select_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "selection", G_CALLBACK (selection_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "settled", G_CALLBACK (settled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (sorter_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (menu_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
}

static void
add_statistics_button (FulMarkerTablePanel *self,
                       GSettings           *settings)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), gtk_label_new (_("Statistics")));
  gtk_widget_add_css_class (button, "flat");
  ful_tooltip_describe (button, _("Statistics of these markers"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Statistics"), -1);
  g_object_bind_property (button, "active", self->statistics, "visible", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  if (settings)
    g_settings_bind (settings, "show-marker-statistics", button, "active", G_SETTINGS_BIND_DEFAULT);
  ful_marker_page_add_control (self->page, button);
}

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings)
{
  FulMarkerTablePanel *self = g_object_new (FUL_TYPE_MARKER_TABLE_PANEL, NULL);

  self->page = ful_marker_page_new (analysis, FUL_MARKER_VIEW_TABLE, GTK_WIDGET (self));
  add_statistics_button (self, settings);
  self->fields_button = ful_marker_fields_button_new (ful_marker_page_get_document (self->page));
  ful_marker_page_add_control (self->page, self->fields_button);
  g_signal_connect_object (self->page, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->page, "selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_marker_page_get_document (self->page), "notify::notes", G_CALLBACK (ful_row_model_refresh),
                           self->model, G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_marker_page_get_document (self->page), "notify::view-state", G_CALLBACK (state_changed_cb),
                           self, G_CONNECT_SWAPPED);
  state_changed_cb (self);

  return GTK_WIDGET (self->page);
}

const FulPanel ful_marker_table_panel = {
  .id = FUL_PANEL_MARKER_TABLE,
  .title = N_("Marker Table"),
  .icon_name = "mark-location-symbolic",
  .create = create,
  .shows_markers = TRUE,
  .needs_times = TRUE,
};
