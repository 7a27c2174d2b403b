/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart as a widget: what it shows and where. It is drawn in
 * ful-box-chart-draw.c, and ful-box-chart-input.c listens to the user. */

#include "config.h"

#include "ful-box-chart-private.h"

#include <adwaita.h>
#include <math.h>

/* No view is narrower than this share of the layout. */
#define NARROWEST_VIEW 1e-9

G_DEFINE_FINAL_TYPE (FulBoxChart, ful_box_chart, GTK_TYPE_WIDGET)

guint ful_box_chart_signals[FUL_N_BOX_CHART_SIGNALS];

void
ful_box_chart_set_view (FulBoxChart *self,
                        double       start,
                        double       end)
{
  FulBoxLayout *layout = self->layout;
  double whole = layout ? layout->end - layout->start : 0;
  double length = CLAMP (end - start, whole * NARROWEST_VIEW, whole);

  if (!layout)
    return;

  start = CLAMP (start, layout->start, layout->end - length);
  if (self->view_start == start && self->view_end == start + length)
    return;

  self->view_start = start;
  self->view_end = start + length;
  g_clear_pointer (&self->column_edges, g_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Logical px from the left. */
double
ful_box_chart_to_px (FulBoxChart *self,
                     double       x)
{
  return (x - self->view_start) / (self->view_end - self->view_start) * gtk_widget_get_width (GTK_WIDGET (self));
}

double
ful_box_chart_from_px (FulBoxChart *self,
                       double       px)
{
  return self->view_start + px / gtk_widget_get_width (GTK_WIDGET (self)) * (self->view_end - self->view_start);
}

int
ful_box_chart_get_timings_height (FulBoxChart *self)
{
  return self->timings ? (int) self->timings->n_lanes * FUL_BOX_CHART_ROW_HEIGHT : 0;
}

int
ful_box_chart_get_row_y (FulBoxChart *self,
                         guint        row)
{
  if (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM)
    {
      int height = MAX (gtk_widget_get_height (GTK_WIDGET (self)), (int) self->n_rows * FUL_BOX_CHART_ROW_HEIGHT);

      return height - (int) (row + 1) * FUL_BOX_CHART_ROW_HEIGHT;
    }

  return ful_box_chart_get_timings_height (self) + (int) row * FUL_BOX_CHART_ROW_HEIGHT;
}

gint64
ful_box_chart_find_row (FulBoxChart *self,
                        double       y)
{
  gint64 row;

  if (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM)
    row = (gint64) floor ((MAX (gtk_widget_get_height (GTK_WIDGET (self)), (int) self->n_rows * FUL_BOX_CHART_ROW_HEIGHT) - y) /
                          FUL_BOX_CHART_ROW_HEIGHT);
  else
    row = (gint64) floor ((y - ful_box_chart_get_timings_height (self)) / FUL_BOX_CHART_ROW_HEIGHT);

  return row >= 0 && row < self->n_rows ? row : -1;
}

/* The part of the widget that is on screen, from the scrolled window around it. */
void
ful_box_chart_get_visible_y (FulBoxChart *self,
                             double      *out_top,
                             double      *out_bottom)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = scrolled ? gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)) : NULL;

  *out_top = adjustment ? gtk_adjustment_get_value (adjustment) : 0;
  *out_bottom = adjustment ? *out_top + gtk_adjustment_get_page_size (adjustment)
                           : gtk_widget_get_height (GTK_WIDGET (self));
}

static void
ful_box_chart_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  FulBoxChart *self = FUL_BOX_CHART (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL
                          ? ful_box_chart_get_timings_height (self) + (int) self->n_rows * FUL_BOX_CHART_ROW_HEIGHT
                          : 0;
}

static void
ful_box_chart_dispose (GObject *object)
{
  FulBoxChart *self = FUL_BOX_CHART (object);

  ful_box_chart_drop_strips (self);
  g_clear_handle_id (&self->draw_again_id, g_source_remove);
  g_clear_pointer (&self->layout, ful_box_layout_unref);
  g_clear_pointer (&self->labeler, ful_marker_labeler_free);
  g_clear_pointer (&self->timings, ful_marker_lanes_unref);
  g_clear_pointer (&self->labels, ful_label_cache_free);
  g_clear_pointer (&self->matches, g_free);

  G_OBJECT_CLASS (ful_box_chart_parent_class)->dispose (object);
}

static void
ful_box_chart_finalize (GObject *object)
{
  FulBoxChart *self = FUL_BOX_CHART (object);

  g_ptr_array_unref (self->strips);
  g_array_unref (self->views);

  G_OBJECT_CLASS (ful_box_chart_parent_class)->finalize (object);
}

static void
ful_box_chart_css_changed (GtkWidget         *widget,
                           GtkCssStyleChange *change)
{
  FulBoxChart *self = FUL_BOX_CHART (widget);

  GTK_WIDGET_CLASS (ful_box_chart_parent_class)->css_changed (widget, change);
  ful_label_cache_clear (self->labels);
}

static void
ful_box_chart_class_init (FulBoxChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ful_box_chart_dispose;
  object_class->finalize = ful_box_chart_finalize;
  widget_class->measure = ful_box_chart_measure;
  widget_class->snapshot = ful_box_chart_snapshot;
  widget_class->css_changed = ful_box_chart_css_changed;

  ful_box_chart_signals[FUL_BOX_CHART_CURSOR_MOVED] =
    g_signal_new ("cursor-moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
  ful_box_chart_signals[FUL_BOX_CHART_MENU] =
    g_signal_new ("menu", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  ful_box_chart_signals[FUL_BOX_CHART_HOVERED] =
    g_signal_new ("hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "boxchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
colors_changed_cb (FulBoxChart *self)
{
  ful_box_chart_drop_strips (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ful_box_chart_init (FulBoxChart *self)
{
  self->strips = g_ptr_array_new ();
  self->views = g_array_new (FALSE, FALSE, sizeof (double));
  self->labels = ful_label_cache_new (GTK_WIDGET (self));
  self->cursor_row = self->cursor_box = self->hovered_row = self->hovered_box = self->hovered_timing = -1;
  self->cursor_lane = -1;

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  ful_box_chart_add_input (self);

  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (colors_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", G_CALLBACK (colors_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self);
}

GtkWidget *
ful_box_chart_new (void)
{
  return g_object_new (FUL_TYPE_BOX_CHART, NULL);
}

/**
 * ful_box_chart_set_layout:
 * @layout: what to draw
 * @flags: how
 *
 * The view stays if the layout spans the same.
 */
void
ful_box_chart_set_layout (FulBoxChart      *self,
                          FulBoxLayout     *layout,
                          FulBoxChartFlags  flags)
{
  gboolean same_span = self->layout && self->layout->start == layout->start && self->layout->end == layout->end;

  g_return_if_fail (FUL_IS_BOX_CHART (self));

  if (self->layout == layout && self->flags == flags)
    return;

  ful_box_layout_ref (layout);
  g_clear_pointer (&self->layout, ful_box_layout_unref);
  self->layout = layout;
  self->flags = flags;
  self->n_rows = layout->n_rows;
  while (self->n_rows > 0 && layout->rows[self->n_rows - 1].n_boxes == 0)
    self->n_rows--;
  self->cursor_row = self->cursor_box = self->hovered_row = self->hovered_box = -1;
  g_clear_pointer (&self->matches, g_free);
  ful_box_chart_drop_strips (self);
  g_ptr_array_set_size (self->strips, (int) self->n_rows);
  if (!same_span)
    {
      g_array_set_size (self->views, 0);
      self->view_start = layout->start;
      self->view_end = layout->end > layout->start ? layout->end : layout->start + 1;
    }

  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ful_box_chart_set_timings:
 * @timings: (nullable): what the page measured itself
 *
 * Draws rows of markers before those of a layout in absolute ms with the root on top (call-tree.md 9).
 */
void
ful_box_chart_set_timings (FulBoxChart    *self,
                           FulMarkerLanes *timings)
{
  g_return_if_fail (FUL_IS_BOX_CHART (self));

  g_clear_pointer (&self->labeler, ful_marker_labeler_free);
  g_clear_pointer (&self->timings, ful_marker_lanes_unref);
  if (timings)
    {
      self->timings = ful_marker_lanes_ref (timings);
      self->labeler = ful_marker_labeler_new (timings->list);
    }
  self->hovered_timing = self->cursor_lane = -1;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ful_box_chart_get_hovered_timing:
 *
 * Returns: the marker under the pointer, or -1
 */
gint64
ful_box_chart_get_hovered_timing (FulBoxChart *self)
{
  return self->hovered_timing;
}

/**
 * ful_box_chart_get_timing:
 *
 * Returns: the marker that the cursor is on, or -1; the node of ful_box_chart_get_node() is where it came from
 */
gint64
ful_box_chart_get_timing (FulBoxChart *self)
{
  return self->cursor_lane < 0 ? -1 : (gint64) self->timings->lanes[self->cursor_lane].markers[self->cursor_marker];
}

/**
 * ful_box_chart_get_place:
 *
 * Returns: where the cursor is; zeros if it is nowhere
 */
FulBoxChartPlace
ful_box_chart_get_place (FulBoxChart *self)
{
  if (self->cursor_lane >= 0)
    return (FulBoxChartPlace) { (guint) self->cursor_lane + 1, self->cursor_marker + 1,
                                self->timings->lanes[self->cursor_lane].n_markers };
  if (self->cursor_row >= 0)
    return (FulBoxChartPlace) { (guint) self->cursor_row + 1, (guint) self->cursor_box + 1,
                                self->layout->rows[self->cursor_row].n_boxes };

  return (FulBoxChartPlace) { 0 };
}

/**
 * ful_box_chart_set_matches:
 * @matches: (nullable): for each function whether it is found; %NULL dims nothing
 */
void
ful_box_chart_set_matches (FulBoxChart  *self,
                           const guint8 *matches)
{
  g_clear_pointer (&self->matches, g_free);
  if (matches && self->layout)
    self->matches = g_memdup2 (matches, MAX (self->layout->tree->nodes->n_funcs, 1));
  colors_changed_cb (self);
}

/**
 * ful_box_chart_select_node:
 * @node: a node of the layout, or %FUL_NONE
 *
 * Puts the cursor on the first box of @node, unless it is on one already. No signal.
 */
void
ful_box_chart_select_node (FulBoxChart      *self,
                           FulCallNodeIndex  node)
{
  if (!self->layout || node == ful_box_chart_get_node (self))
    return;

  self->cursor_row = self->cursor_box = self->cursor_lane = -1;
  for (guint row = 0; node != FUL_NONE && row < self->n_rows; row++)
    {
      gint64 box = ful_box_row_find_node (&self->layout->rows[row], node);

      if (box >= 0)
        {
          self->cursor_row = row;
          self->cursor_box = box;
          ful_box_chart_scroll_to_cursor (self);
          break;
        }
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_box_chart_get_node:
 *
 * Returns: the node of the cursor, or %FUL_NONE
 */
FulCallNodeIndex
ful_box_chart_get_node (FulBoxChart *self)
{
  return self->cursor_row < 0 ? FUL_NONE : self->layout->rows[self->cursor_row].boxes[self->cursor_box].node;
}

gboolean
ful_box_chart_get_cursor (FulBoxChart *self,
                          double      *out_start,
                          double      *out_end)
{
  const FulBoxRow *row;

  if (self->cursor_row < 0)
    return FALSE;

  row = &self->layout->rows[self->cursor_row];
  *out_start = ful_box_row_get_start (row, (guint) self->cursor_box);
  *out_end = ful_box_row_get_end (row, (guint) self->cursor_box);

  return TRUE;
}

/**
 * ful_box_chart_get_hovered:
 *
 * Returns: whether the pointer is over a box
 */
gboolean
ful_box_chart_get_hovered (FulBoxChart      *self,
                           FulCallNodeIndex *out_node,
                           double           *out_start,
                           double           *out_end)
{
  const FulBoxRow *row;

  if (self->hovered_row < 0)
    return FALSE;

  row = &self->layout->rows[self->hovered_row];
  *out_node = row->boxes[self->hovered_box].node;
  *out_start = ful_box_row_get_start (row, self->hovered_box);
  *out_end = ful_box_row_get_end (row, self->hovered_box);

  return TRUE;
}

void
ful_box_chart_get_pointer (FulBoxChart *self,
                           double      *out_x,
                           double      *out_y)
{
  *out_x = self->pointer_x;
  *out_y = self->pointer_y;
}

/**
 * ful_box_chart_describe:
 * @name: the chart, and what the cursor is on
 * @description: its place and numbers
 * @value: its numbers
 *
 * What assistive tools say of the chart. Of value and place, GTK before 4.10 tells
 * AT-SPI nothing for widgets that are none of its own, so that @description has both.
 */
void
ful_box_chart_describe (FulBoxChart *self,
                        const char  *name,
                        const char  *description,
                        const char  *value)
{
  FulBoxChartPlace place = ful_box_chart_get_place (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value,
                                  GTK_ACCESSIBLE_PROPERTY_LEVEL, (int) place.level,
                                  -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_RELATION_POS_IN_SET, (int) place.position,
                                  GTK_ACCESSIBLE_RELATION_SET_SIZE, (int) place.size,
                                  -1);
}

/**
 * ful_box_chart_zoom:
 * @factor: above 1 zooms in
 *
 * Zooms about the cursor, or the middle.
 */
void
ful_box_chart_zoom (FulBoxChart *self,
                    double       factor)
{
  double start, end;
  double at = (self->view_start + self->view_end) / 2;

  if (ful_box_chart_get_cursor (self, &start, &end) && start < self->view_end && end > self->view_start)
    at = CLAMP ((start + end) / 2, self->view_start, self->view_end);
  ful_box_chart_zoom_about (self, at, factor);
}
