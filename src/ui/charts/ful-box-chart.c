/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart as a widget: its content and geometry. ful-box-chart-draw.c draws it,
 * ful-box-chart-input.c handles input. */

#include "config.h"

#include "ful-box-chart-private.h"

#include <math.h>

/* Narrowest view of a layout that is not over time, as a share of it. */
#define NARROWEST_SHARE 1e-9

G_DEFINE_FINAL_TYPE (FulBoxChart, ful_box_chart, FUL_TYPE_CHART)

int
ful_box_chart_get_row_height (FulBoxChart *self)
{
  return ful_chart_get_line (FUL_CHART (self), NULL) + 6;
}

int
ful_box_chart_get_timings_height (FulBoxChart *self)
{
  return self->timings ? (int) self->timings->n_lanes * ful_box_chart_get_row_height (self) : 0;
}

int
ful_box_chart_get_row_y (FulBoxChart *self,
                         guint        row)
{
  if (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM)
    {
      int height = MAX (gtk_widget_get_height (GTK_WIDGET (self)), (int) self->n_rows * ful_box_chart_get_row_height (self));

      return height - (int) (row + 1) * ful_box_chart_get_row_height (self);
    }

  return ful_box_chart_get_timings_height (self) + (int) row * ful_box_chart_get_row_height (self);
}

gint64
ful_box_chart_find_row (FulBoxChart *self,
                        double       y)
{
  gint64 row;

  if (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM)
    row = (gint64) floor ((MAX (gtk_widget_get_height (GTK_WIDGET (self)), (int) self->n_rows * ful_box_chart_get_row_height (self)) - y) /
                          ful_box_chart_get_row_height (self));
  else
    row = (gint64) floor ((y - ful_box_chart_get_timings_height (self)) / ful_box_chart_get_row_height (self));

  return row >= 0 && row < self->n_rows ? row : -1;
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
                          ? ful_box_chart_get_timings_height (self) + (int) self->n_rows * ful_box_chart_get_row_height (self)
                          : 0;
}

static void
ful_box_chart_dispose (GObject *object)
{
  FulBoxChart *self = FUL_BOX_CHART (object);

  g_clear_pointer (&self->layout, ful_box_layout_unref);
  g_clear_pointer (&self->labeler, ful_marker_labeler_free);
  g_clear_pointer (&self->timings, ful_marker_lanes_unref);
  g_clear_pointer (&self->matches, g_free);
  g_clear_pointer (&self->effect, ful_transform_effect_unref);
  g_clear_pointer (&self->gone, g_free);
  g_clear_pointer (&self->column_edges, g_free);
  g_clear_pointer (&self->notes, ful_note_index_unref);

  G_OBJECT_CLASS (ful_box_chart_parent_class)->dispose (object);
}

static gboolean
ful_box_chart_get_place_of_cursor (FulChart      *chart,
                                   FulChartPlace *out_place)
{
  FulBoxChart *self = FUL_BOX_CHART (chart);
  gint64 timing = ful_box_chart_get_timing (self);

  out_place->height = ful_box_chart_get_row_height (self);
  if (timing >= 0)
    {
      const FulMarkerList *list = self->timings->list;

      out_place->start = list->start[timing];
      out_place->end = fmax (list->start[timing], list->end[timing]);
      out_place->y = (int) self->cursor_lane * ful_box_chart_get_row_height (self);
      return TRUE;
    }
  if (!ful_box_chart_get_cursor (self, &out_place->start, &out_place->end))
    return FALSE;

  out_place->y = ful_box_chart_get_row_y (self, (guint) self->cursor_row);

  return TRUE;
}

static gboolean
ful_box_chart_is_aligned (FulChart *chart)
{
  return (FUL_BOX_CHART (chart)->flags & FUL_BOX_CHART_ALIGNED) != 0;
}

static void
ful_box_chart_class_init (FulBoxChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  FulChartClass *chart_class = FUL_CHART_CLASS (klass);

  object_class->dispose = ful_box_chart_dispose;
  widget_class->measure = ful_box_chart_measure;
  widget_class->snapshot = ful_box_chart_snapshot;
  chart_class->is_aligned = ful_box_chart_is_aligned;
  chart_class->get_cursor = ful_box_chart_get_place_of_cursor;
  chart_class->point = ful_box_chart_point;
  chart_class->press = ful_box_chart_press;
  chart_class->press_key = ful_box_chart_press_key;
  chart_class->fill_strip = ful_box_chart_fill_strip;

  gtk_widget_class_set_css_name (widget_class, "boxchart");
}

static void
ful_box_chart_init (FulBoxChart *self)
{
  self->cursor_row = self->cursor_box = self->hovered_row = self->hovered_box = self->hovered_timing = -1;
  self->cursor_lane = -1;
}

GtkWidget *
ful_box_chart_new (void)
{
  return g_object_new (FUL_TYPE_BOX_CHART, NULL);
}

/**
 * ful_box_chart_set_layout:
 * @layout: the boxes
 * @range: (nullable): the time that the chart spans, absolute ms; %NULL for the extent of the boxes
 * @flags: how
 *
 * The view is kept if the span is the same.
 */
void
ful_box_chart_set_layout (FulBoxChart        *self,
                          FulBoxLayout       *layout,
                          const FulTimeRange *range,
                          FulBoxChartFlags    flags)
{
  double start = range ? range->start : layout->start;
  double end = range ? range->end : layout->end;

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
  g_clear_pointer (&self->effect, ful_transform_effect_unref);
  g_clear_pointer (&self->gone, g_free);
  g_clear_pointer (&self->column_edges, g_free);
  ful_chart_drop_strips (FUL_CHART (self));
  ful_chart_set_span (FUL_CHART (self), start, end, range ? FUL_CHART_NARROWEST_MS : (end - start) * NARROWEST_SHARE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ful_box_chart_set_timings:
 * @timings: (nullable): user timings
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
 * Returns: the marker that the cursor is on, or -1; ful_box_chart_get_node() is the last node
 */
gint64
ful_box_chart_get_timing (FulBoxChart *self)
{
  return self->cursor_lane < 0 ? -1 : (gint64) self->timings->lanes[self->cursor_lane].markers[self->cursor_marker];
}

/**
 * ful_box_chart_get_place:
 *
 * Returns: the position of the cursor; zeros without one
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
 * @matches: (nullable): for each function whether it matches the search; %NULL dims nothing
 */
void
ful_box_chart_set_matches (FulBoxChart  *self,
                           const guint8 *matches)
{
  g_clear_pointer (&self->matches, g_free);
  if (matches && self->layout)
    self->matches = g_memdup2 (matches, MAX (self->layout->tree->nodes->n_funcs, 1));
  ful_chart_drop_strips (FUL_CHART (self));
}

/**
 * ful_box_chart_set_effect:
 * @effect: (nullable): of a transform on the call nodes of the layout, which is not one of callers; boxes that would go are dimmed
 */
void
ful_box_chart_set_effect (FulBoxChart        *self,
                          FulTransformEffect *effect)
{
  if (effect == self->effect)
    return;

  g_clear_pointer (&self->effect, ful_transform_effect_unref);
  if (effect && self->layout)
    self->effect = ful_transform_effect_ref (effect);
  ful_chart_drop_strips (FUL_CHART (self));
}

/**
 * ful_box_chart_set_gone:
 * @gone: (transfer full) (nullable) (array): of ful_layout_effect_list_gone() for the layout, whose boxes are dimmed
 */
void
ful_box_chart_set_gone (FulBoxChart *self,
                        guint8      *gone)
{
  if (gone == NULL && self->gone == NULL)
    return;

  g_free (self->gone);
  self->gone = gone;
  ful_chart_drop_strips (FUL_CHART (self));
}

/**
 * ful_box_chart_set_paint:
 * @paint: gives boxes colours and signs of their own
 * @owner: for @paint; lives as long as the chart
 */
void
ful_box_chart_set_paint (FulBoxChart *self,
                         FulBoxPaint  paint,
                         gpointer     owner)
{
  g_return_if_fail (FUL_IS_BOX_CHART (self));

  self->paint = paint;
  self->painter = owner;
  ful_chart_drop_strips (FUL_CHART (self));
}

/**
 * ful_box_chart_set_notes:
 * @notes: the boxes of functions that have a note are marked
 */
void
ful_box_chart_set_notes (FulBoxChart  *self,
                         FulNoteIndex *notes)
{
  ful_note_index_ref (notes);
  g_clear_pointer (&self->notes, ful_note_index_unref);
  self->notes = notes;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_box_chart_select_node:
 * @node: a node of the layout, or %FUL_NONE
 * @reveal: whether to scroll to it
 *
 * Moves the cursor to the first box of @node, unless it is on one of them. Emits no signal.
 */
void
ful_box_chart_select_node (FulBoxChart      *self,
                           FulCallNodeIndex  node,
                           gboolean          reveal)
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
          if (reveal)
            ful_chart_reveal_cursor (FUL_CHART (self));
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

/**
 * ful_box_chart_describe:
 * @name: the chart, and the item of the cursor
 * @description: position and numbers of the box
 * @value: numbers of the box
 *
 * Sets the accessible name and description of the chart. Of value and place, GTK
 * before 4.10 does not expose them for custom widgets, so @description has both.
 */
void
ful_box_chart_describe (FulBoxChart *self,
                        const char  *name,
                        const char  *description,
                        const char  *value)
{
  FulBoxChartPlace place = ful_box_chart_get_place (self);

  ful_chart_describe (FUL_CHART (self), name, description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value,
                                  GTK_ACCESSIBLE_PROPERTY_LEVEL, (int) place.level,
                                  -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_RELATION_POS_IN_SET, (int) place.position,
                                  GTK_ACCESSIBLE_RELATION_SET_SIZE, (int) place.size,
                                  -1);
}
