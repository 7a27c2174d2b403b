/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows are places (see FulPlaceModel): a million of them cost nothing but the order
 * of the markers, and texts are made for those on screen (markers.md 6). */

#include "config.h"

#include "ful-marker-table-panel.h"
#include "ful-column-sorter.h"
#include "ful-marker-page.h"
#include "ful-place-model.h"

#include "derive/markers/ful-marker-label.h"
#include "widgets/ful-swatch.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

/* Longer details are cut. */
#define MAX_DETAILS 500

/* Frames to wait for a row that was scrolled to. */
#define FOCUS_TRIES 4

enum { START, DURATION, NAME, DETAILS, N_COLUMNS };

struct _FulMarkerTablePanel
{
  GtkWidget         parent_instance;

  FulMarkerPage    *page;       /* around the table */
  FulPlaceModel    *model;
  FulMarkerLabeler *labeler;    /* (nullable): of the list that is shown */
  FulMarkerView    *view_shown; /* (nullable) */
  GtkWidget        *scrolled;
  GtkColumnView    *view;
  GtkColumnViewColumn *columns[N_COLUMNS];   /* owned by the view */
  FulMarkerSortKey  keys[FUL_N_MARKER_ORDERS];
  guint             n_keys;
  gboolean          follow;     /* the selected row comes into sight when all are there */
  gint64            focus_row;  /* to be focused when it is there */
  guint             focus_tick;
  int               focus_tries;
};

G_DEFINE_FINAL_TYPE (FulMarkerTablePanel, ful_marker_table_panel, GTK_TYPE_WIDGET)

/* The marker of a row, or -1. */
static gint64
get_marker (FulMarkerTablePanel *self,
            guint           row)
{
  return self->view_shown && row < self->view_shown->markers->len
           ? (gint64) g_array_index (self->view_shown->markers, guint, row)
           : -1;
}

static char *
dup_details (FulMarkerTablePanel *self,
             guint           marker)
{
  char *details = ful_marker_labeler_get (self->labeler, marker, FUL_MARKER_LABEL_TABLE);

  if (g_utf8_strlen (details, -1) > MAX_DETAILS)
    {
      char *cut;

      *g_utf8_offset_to_pointer (details, MAX_DETAILS) = '\0';
      cut = g_strconcat (details, "…", NULL);
      g_free (details);
      details = cut;
    }

  return details;
}

/* The widget of the row that a cell is in. */
static GtkWidget *
get_row_widget (GtkWidget *cell)
{
  GtkWidget *parent = gtk_widget_get_parent (cell);

  return parent ? gtk_widget_get_parent (parent) : NULL;
}

/* The row is what assistive tools land on: it says all that its cells show. */
static void
describe_row (FulMarkerTablePanel *self,
              GtkWidget      *cell,
              guint           marker,
              const char     *details)
{
  FulMarkerList *list = self->view_shown->list;
  GtkWidget *row = get_row_widget (cell);
  g_autofree char *start = ful_marker_format_start (list, marker, self->view_shown->zero);
  g_autofree char *duration = ful_marker_format_duration (list, marker);
  g_autofree char *text = NULL;

  if (row == NULL)
    return;

  /* Translators: when a marker begins, how long it lasts, what it is about */
  text = *duration ? g_strdup_printf (_("at %s, %s long, %s"), start, duration, details)
                   : g_strdup_printf (_("at %s, %s"), start, details);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, ful_marker_list_get_name (list, marker),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
fill_cell (FulMarkerTablePanel *self,
           GtkListItem    *list_item,
           guint           column)
{
  FulPlaceItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *child = gtk_list_item_get_child (list_item);
  gint64 marker = get_marker (self, ful_place_item_get_position (item));
  FulMarkerList *list;
  g_autofree char *text = NULL;
  GtkWidget *swatch, *label;

  /* A place whose row went and that will go as well. */
  gtk_widget_set_opacity (child, marker >= 0 ? 1 : 0);
  if (marker < 0)
    return;

  list = self->view_shown->list;
  switch (column)
    {
    case START:
      text = ful_marker_format_start (list, (guint) marker, self->view_shown->zero);
      gtk_label_set_label (GTK_LABEL (child), text);
      break;
    case DURATION:
      text = ful_marker_format_duration (list, (guint) marker);
      gtk_label_set_label (GTK_LABEL (child), text);
      break;
    case NAME:
      swatch = gtk_widget_get_first_child (child);
      label = gtk_widget_get_last_child (child);
      ful_swatch_set_color (FUL_SWATCH (swatch), ful_profile_get_category (list->profile, list->category[marker])->color);
      gtk_label_set_label (GTK_LABEL (label), ful_marker_list_get_name (list, (guint) marker));
      ful_tooltip_set_text (label, ful_marker_list_get_name (list, (guint) marker));
      break;
    case DETAILS:
    default:
      text = dup_details (self, (guint) marker);
      gtk_label_set_label (GTK_LABEL (child), text);
      ful_tooltip_set_text (child, text);
      g_object_set_data_full (G_OBJECT (get_row_widget (child)), "item", g_object_ref (item), g_object_unref);
      describe_row (self, child, (guint) marker, text);
      break;
    }
}

static guint
get_column (GtkListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *list_item,
          FulMarkerTablePanel     *self)
{
  guint column = get_column (factory);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column <= DURATION ? 1 : 0);
  if (column <= DURATION)
    gtk_widget_add_css_class (label, "numeric");
  else
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (column == DETAILS)
    {
      gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
      gtk_widget_add_css_class (label, "dim-label");
    }
  if (column == NAME)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

      gtk_box_append (GTK_BOX (box), ful_swatch_new ());
      gtk_box_append (GTK_BOX (box), label);
      gtk_list_item_set_child (list_item, box);
      return;
    }
  gtk_list_item_set_child (list_item, label);
}

static void
item_changed_cb (FulPlaceItem *item,
                 GtkListItem  *list_item)
{
  GtkListItemFactory *factory = g_object_get_data (G_OBJECT (list_item), "factory");

  fill_cell (g_object_get_data (G_OBJECT (factory), "table"), list_item, get_column (factory));
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item,
         FulMarkerTablePanel     *self)
{
  g_object_set_data (G_OBJECT (list_item), "factory", factory);
  g_signal_connect (gtk_list_item_get_item (list_item), "changed", G_CALLBACK (item_changed_cb), list_item);
  fill_cell (self, list_item, get_column (factory));
}

static void
unbind_cb (GtkListItemFactory *factory,
           GtkListItem        *list_item,
           FulMarkerTablePanel     *self)
{
  GtkWidget *child = gtk_list_item_get_child (list_item);
  GtkWidget *row = child ? get_row_widget (child) : NULL;

  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (list_item), item_changed_cb, list_item);
  if (row == NULL || get_column (factory) != DETAILS)
    return;

  /* The view keeps some for later. */
  g_object_set_data (G_OBJECT (row), "item", NULL);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static void
add_columns (FulMarkerTablePanel *self)
{
  static const struct { const char *title; int width; } descriptions[N_COLUMNS] = {
    [START] = { N_("Start"), 95 }, [DURATION] = { N_("Duration"), 100 }, [NAME] = { N_("Name"), 220 },
    [DETAILS] = { N_("Details"), -1 },
  };

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column = gtk_column_view_column_new (_(descriptions[i].title), factory);

      g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (i));
      g_object_set_data (G_OBJECT (factory), "table", self);
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), self);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (descriptions[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, descriptions[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (self->view, column);
      self->columns[i] = column;
      g_object_unref (column);
    }
}

/* The widget of a row that is on screen, or NULL. */
static GtkWidget *
find_row_widget (FulMarkerTablePanel *self,
                 guint           position)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  for (GtkWidget *row = gtk_widget_get_first_child (list); row; row = gtk_widget_get_next_sibling (row))
    {
      FulPlaceItem *item = g_object_get_data (G_OBJECT (row), "item");

      if (item && ful_place_item_get_position (item) == position && gtk_widget_get_mapped (row))
        return row;
    }

  return NULL;
}

/* A row that was scrolled to is made with the next layout. */
static gboolean
focus_tick_cb (GtkWidget     *widget,
               GdkFrameClock *frame_clock,
               gpointer       user_data)
{
  FulMarkerTablePanel *self = FUL_MARKER_TABLE_PANEL (widget);
  GtkWidget *row = find_row_widget (self, (guint) self->focus_row);

  if (row)
    gtk_widget_grab_focus (row);
  if (!row && self->focus_tries-- > 0)
    return G_SOURCE_CONTINUE;

  self->focus_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
scroll_to (FulMarkerTablePanel *self,
           gint64          row,
           gboolean        focus)
{
  if (row < 0)
    return;

  gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->view)), "list.scroll-to-item", "u", (guint) row);
  if (!focus)
    return;

  self->focus_row = row;
  self->focus_tries = FOCUS_TRIES;
  if (self->focus_tick == 0)
    self->focus_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), focus_tick_cb, NULL, NULL);
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
  gint64 now = ful_place_model_get_selected (self->model);
  gint64 row;

  if (self->view_shown == NULL || (now >= 0 && get_marker (self, (guint) now) == ful_marker_page_get_selected (self->page)))
    return;

  row = find_selected (self);
  ful_place_model_set_selected (self->model, row);
  scroll_to (self, row, FALSE);
}

static void
changed_cb (FulMarkerTablePanel *self)
{
  FulMarkerView *view = ful_marker_page_get_view (self->page);
  gboolean afresh = self->view_shown == NULL || self->view_shown->list != view->list;

  if (afresh)
    {
      g_clear_pointer (&self->labeler, ful_marker_labeler_free);
      self->labeler = ful_marker_labeler_new (view->list);
    }
  g_clear_pointer (&self->view_shown, ful_marker_view_unref);
  self->view_shown = ful_marker_view_ref (view);
  self->follow = self->follow || afresh;
  ful_place_model_set_selected (self->model, find_selected (self));
  ful_place_model_set_rows (self->model, view->markers->len, afresh);
  ful_marker_page_set_busy (self->page, TRUE);
}

static void
settled_cb (FulMarkerTablePanel *self)
{
  if (self->follow)
    scroll_to (self, ful_place_model_get_selected (self->model), FALSE);
  self->follow = FALSE;
  ful_marker_page_set_busy (self->page, FALSE);
}

static void
select_cb (FulMarkerTablePanel *self,
           gint64          row)
{
  gint64 marker = row >= 0 ? get_marker (self, (guint) row) : -1;

  if (marker >= 0)
    ful_marker_page_select (self->page, (guint) marker);
}

static void
activate_cb (FulMarkerTablePanel *self,
             guint           row)
{
  gint64 marker = get_marker (self, row);

  if (marker >= 0)
    ful_marker_page_zoom_to (self->page, (guint) marker);
}

/* The column that was clicked last decides; where it does not, those that were clicked before. */
static void
sorter_changed_cb (FulMarkerTablePanel *self)
{
  FulMarkerSortKey keys[FUL_N_MARKER_ORDERS];
  guint column, n = 0;
  gboolean descending;

  if (!ful_column_sorter_get (self->view, &column, &descending))
    return;

  /* Long ones are wanted first. */
  if (column == DURATION && !descending && (self->n_keys == 0 || self->keys[0].order != FUL_MARKER_ORDER_DURATION))
    {
      gtk_column_view_sort_by_column (self->view, self->columns[DURATION], GTK_SORT_DESCENDING);
      return;
    }

  keys[n++] = (FulMarkerSortKey) { (FulMarkerOrder) column, descending };
  for (guint i = 0; i < self->n_keys; i++)
    if (self->keys[i].order != (FulMarkerOrder) column)
      keys[n++] = self->keys[i];
  memcpy (self->keys, keys, n * sizeof *keys);
  self->n_keys = n;
  ful_marker_page_sort (self->page, keys, n);
}

/* What is under a point becomes the selected row. */
static void
menu_pressed_cb (GtkGestureClick *gesture,
                 int              n_press,
                 double           x,
                 double           y,
                 FulMarkerTablePanel  *self)
{
  GtkWidget *view = GTK_WIDGET (self->view);

  for (GtkWidget *widget = gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT); widget && widget != view;
       widget = gtk_widget_get_parent (widget))
    {
      FulPlaceItem *item = g_object_get_data (G_OBJECT (widget), "item");

      if (item)
        gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->model), ful_place_item_get_position (item), TRUE);
    }
  ful_marker_page_popup (self->page, view, x, y);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulMarkerTablePanel        *self)
{
  gint64 selected = ful_place_model_get_selected (self->model);
  GtkWidget *row = selected >= 0 ? find_row_widget (self, (guint) selected) : NULL;

  if (keyval != GDK_KEY_Menu && (keyval != GDK_KEY_F10 || !(modifiers & GDK_SHIFT_MASK)))
    return GDK_EVENT_PROPAGATE;

  ful_marker_page_popup (self->page, row ? row : GTK_WIDGET (self->view), 40, 20);

  return GDK_EVENT_STOP;
}

/* The table takes the focus at the selected row, or at its top. */
static gboolean
ful_marker_table_panel_focus (GtkWidget        *widget,
                        GtkDirectionType  direction)
{
  FulMarkerTablePanel *self = FUL_MARKER_TABLE_PANEL (widget);
  gint64 selected = ful_place_model_get_selected (self->model);

  if (direction == GTK_DIR_TAB_FORWARD && !gtk_widget_get_focus_child (widget) &&
      g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0)
    {
      if (selected < 0)
        select_cb (self, 0);
      scroll_to (self, MAX (selected, 0), TRUE);
      return TRUE;
    }

  return GTK_WIDGET_CLASS (ful_marker_table_panel_parent_class)->focus (widget, direction);
}

static void
ful_marker_table_panel_dispose (GObject *object)
{
  FulMarkerTablePanel *self = FUL_MARKER_TABLE_PANEL (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_pointer (&self->labeler, ful_marker_labeler_free);
  g_clear_pointer (&self->view_shown, ful_marker_view_unref);

  G_OBJECT_CLASS (ful_marker_table_panel_parent_class)->dispose (object);
}

static void
ful_marker_table_panel_class_init (FulMarkerTablePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_marker_table_panel_dispose;
  widget_class->focus = ful_marker_table_panel_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ful_marker_table_panel_init (FulMarkerTablePanel *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->model = ful_place_model_new ();
  self->scrolled = gtk_scrolled_window_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Markers"), -1);
  add_columns (self);
  ful_column_sorter_install (self->view, FUL_N_MARKER_ORDERS);
  gtk_column_view_sort_by_column (self->view, self->columns[START], GTK_SORT_ASCENDING);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->view));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->model));
  ful_place_model_follow (self->model, GTK_SCROLLABLE (self->view));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));

  g_signal_connect_object (self->model, "select", G_CALLBACK (select_cb), self, G_CONNECT_SWAPPED);
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

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings)
{
  FulMarkerTablePanel *self = g_object_new (FUL_TYPE_MARKER_TABLE_PANEL, NULL);

  self->page = ful_marker_page_new (analysis, FUL_MARKER_VIEW_TABLE, GTK_WIDGET (self));
  g_signal_connect_object (self->page, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->page, "selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self->page);
}

const FulPanel ful_marker_table_panel = {
  .id = "marker-table",
  .title = N_("Marker Table"),
  .icon_name = "mark-location-symbolic",
  .create = create,
  .shows_markers = TRUE,
};
