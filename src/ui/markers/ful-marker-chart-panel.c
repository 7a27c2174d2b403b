/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart of all markers, and that of the requests, in which each has a lane. The
 * cursor of the chart is the selected marker of the document. */

#include "config.h"

#include "ful-marker-chart-panel.h"
#include "ful-marker-chart.h"
#include "ful-marker-page.h"
#include "ful-marker-tooltip.h"
#include "ful-network-summary-pane.h"

#include "base/ful-format.h"
#include "charts/ful-chart-export.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-tooltip-layer.h"

#include <glib/gi18n.h>

struct _FulMarkerChartPanel
{
  GtkWidget       parent_instance;

  FulMarkerPage  *page;       /* around the chart */
  GtkWidget      *scrolled;
  FulMarkerChart *chart;
  FulNetworkSummaryPane *summary;   /* (nullable): of requests */
  FulMarkerView  *view;       /* (nullable): the view of the chart */
  gint64          hovered;    /* the marker of the tooltip, or -1 */
  FulMarkerList  *revealed_in; /* (nullable): list of the marker that was scrolled to last */
  gint64          revealed;    /* that marker, or -1 */
  const char     *title;
};

G_DEFINE_FINAL_TYPE (FulMarkerChartPanel, ful_marker_chart_panel, GTK_TYPE_WIDGET)

static void
describe_cursor (FulMarkerChartPanel *self)
{
  guint lane, place;
  gint64 marker = ful_marker_chart_get_cursor (self->chart, &lane, &place);
  g_autofree char *marker_name = NULL;
  g_autofree char *name = NULL;
  g_autofree char *line = NULL;
  g_autofree char *text = NULL;

  if (marker < 0)
    {
      ful_chart_describe (FUL_CHART (self->chart), self->title, _("Nothing is selected; arrow keys select a marker"));
      return;
    }

  marker_name = ful_format_label (ful_marker_list_get_name (self->view->list, (guint) marker), "");
  name = g_strdup_printf ("%s: %s", self->title, marker_name);
  line = ful_marker_describe (self->view->list, (guint) marker, self->view->zero);
  if (self->view->kind == FUL_MARKER_VIEW_NETWORK)
    /* Translators: number of the request, number of all, description */
    text = g_strdup_printf (_("%u of %u, %s"), lane + 1, self->view->lanes->n_lanes, line);
  else
    /* Translators: number of the lane, number of the marker in it, number of all, description */
    text = g_strdup_printf (_("lane %u, %u of %u, %s"), lane + 1, place + 1, self->view->lanes->lanes[lane].n_markers, line);
  ful_chart_describe (FUL_CHART (self->chart), name, text);
}

/* New rows, for example of another search, do not scroll to an unchanged selection. */
static void
selected_cb (FulMarkerChartPanel *self)
{
  gint64 selected = ful_marker_page_get_selected (self->page);
  gboolean is_other = selected != self->revealed || self->view->list != self->revealed_in;

  ful_marker_chart_select (self->chart, selected, is_other);
  if (is_other)
    {
      ful_marker_list_ref (self->view->list);
      g_clear_pointer (&self->revealed_in, ful_marker_list_unref);
      self->revealed_in = self->view->list;
      self->revealed = selected;
    }
  describe_cursor (self);
}

static void
changed_cb (FulMarkerChartPanel *self)
{
  FulMarkerView *view = ful_marker_page_get_view (self->page);

  ful_marker_view_ref (view);
  g_clear_pointer (&self->view, ful_marker_view_unref);
  self->view = view;
  ful_marker_chart_set_rows (self->chart, view->rows, &view->range);
  if (self->summary)
    ful_network_summary_pane_set_view (self->summary, view);
}

static void
cursor_moved_cb (FulMarkerChartPanel *self)
{
  guint lane, place;
  gint64 marker = ful_marker_chart_get_cursor (self->chart, &lane, &place);

  if (marker >= 0)
    ful_marker_page_select (self->page, (guint) marker);
  describe_cursor (self);
}

static void
activate_cb (FulMarkerChartPanel *self,
             guint                marker)
{
  ful_marker_page_zoom_to (self->page, marker);
}

static void
menu_cb (FulMarkerChart      *chart,
         double               x,
         double               y,
         FulMarkerChartPanel *self)
{
  ful_marker_page_popup (self->page, GTK_WIDGET (chart), x, y);
}

static void
hovered_cb (FulMarkerChartPanel *self)
{
  GtkWidget *chart = GTK_WIDGET (self->chart);
  double x, y;
  gint64 marker = ful_marker_chart_get_hovered (self->chart);
  g_autofree char *line = NULL;

  if (marker < 0)
    {
      self->hovered = -1;
      ful_tooltip_layer_leave (chart);
      ful_marker_page_set_hovered (self->page, NULL);
      return;
    }

  ful_chart_get_pointer (FUL_CHART (chart), &x, &y);
  ful_tooltip_layer_point (chart, x, y);
  if (marker == self->hovered)
    return;

  self->hovered = marker;
  line = ful_marker_describe (self->view->list, (guint) marker, self->view->zero);
  ful_marker_page_set_hovered (self->page, line);
  ful_tooltip_layer_fill (chart, ful_marker_tooltip_new (self->view->list, (guint) marker, self->view->zero));
}

static void
scrolled_cb (FulMarkerChartPanel *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

static void
ful_marker_chart_panel_dispose (GObject *object)
{
  FulMarkerChartPanel *self = FUL_MARKER_CHART_PANEL (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  if (self->summary)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->summary)));
  g_clear_pointer (&self->view, ful_marker_view_unref);
  g_clear_pointer (&self->revealed_in, ful_marker_list_unref);

  G_OBJECT_CLASS (ful_marker_chart_panel_parent_class)->dispose (object);
}

static void
ful_marker_chart_panel_class_init (FulMarkerChartPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_marker_chart_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
ful_marker_chart_panel_init (FulMarkerChartPanel *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->hovered = self->revealed = -1;
}

/* The whole chart, with its width on screen. */
static void
export_picture (FulMarkerChartPanel *self)
{
  FulChartPictureOptions options = { .kind = FUL_CHART_MARKERS };

  if (!self->view)
    return;

  options.width = (guint) gtk_widget_get_width (GTK_WIDGET (self->chart));
  options.timings = self->view->lanes;
  options.range = self->view->range;
  ful_chart_export_picture (GTK_WIDGET (self), self->view->kind == FUL_MARKER_VIEW_NETWORK ? "network" : "marker-chart", NULL,
                            &options);
}

static void
add_export (FulMarkerChartPanel *self)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr(GSimpleAction) export = g_simple_action_new ("export-picture", NULL);

  g_signal_connect_object (export, "activate", G_CALLBACK (export_picture), self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (export));
  gtk_widget_insert_action_group (GTK_WIDGET (self->page), "chart", G_ACTION_GROUP (group));
}

static GtkWidget *
create (FulAnalysis       *analysis,
        FulMarkerViewKind  kind,
        const char        *title)
{
  FulMarkerChartPanel *self = g_object_new (FUL_TYPE_MARKER_CHART_PANEL, NULL);

  self->title = title;
  self->chart = FUL_MARKER_CHART (ful_marker_chart_new (kind));
  self->scrolled = ful_chart_create_scrolled (FUL_CHART (self->chart));
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  if (kind == FUL_MARKER_VIEW_NETWORK)
    {
      self->summary = FUL_NETWORK_SUMMARY_PANE (ful_network_summary_pane_new ());
      gtk_widget_set_parent (GTK_WIDGET (self->summary), GTK_WIDGET (self));
    }
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), "value-changed",
                           G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->chart, "cursor-moved", G_CALLBACK (cursor_moved_cb), self);
  g_signal_connect_swapped (self->chart, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect (self->chart, "menu", G_CALLBACK (menu_cb), self);
  g_signal_connect_swapped (self->chart, "hovered", G_CALLBACK (hovered_cb), self);
  self->page = ful_marker_page_new (analysis, kind, GTK_WIDGET (self));
  ful_marker_page_add_control (self->page, ful_chart_create_zoom_button (FUL_CHART (self->chart), TRUE));
  ful_marker_page_add_control (self->page, ful_chart_create_zoom_button (FUL_CHART (self->chart), FALSE));
  ful_chart_share_view (FUL_CHART (self->chart), ful_analysis_get_document (analysis));
  g_signal_connect_object (self->page, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->page, "selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  add_export (self);
  describe_cursor (self);

  return GTK_WIDGET (self->page);
}

static GtkWidget *
create_marker_chart (FulAnalysis *analysis,
                     GSettings   *settings)
{
  return create (analysis, FUL_MARKER_VIEW_CHART, _("Marker Chart"));
}

static GtkWidget *
create_network (FulAnalysis *analysis,
                GSettings   *settings)
{
  return create (analysis, FUL_MARKER_VIEW_NETWORK, _("Network"));
}

const FulPanel ful_marker_chart_panel = {
  .id = FUL_PANEL_MARKER_CHART,
  .title = N_("Marker Chart"),
  .icon_name = "preferences-system-time-symbolic",
  .create = create_marker_chart,
  .has_picture = TRUE,
  .shows_markers = TRUE,
  .needs_times = TRUE,
};

const FulPanel ful_network_panel = {
  .id = FUL_PANEL_NETWORK,
  .title = N_("Network"),
  .icon_name = "network-wired-symbolic",
  .create = create_network,
  .has_picture = TRUE,
  .shows_markers = TRUE,
  .needs_times = TRUE,
};
