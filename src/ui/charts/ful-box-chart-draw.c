/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drawing of a chart. */

#include "config.h"

#include "ful-box-chart-private.h"

#include "ful-chart.h"
#include "ful-label-cache.h"

#include "base/ful-category-color.h"
#include "charts/ful-box-layout.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-schema.h"
#include "model/ful-profile.h"
#include "tree/ful-call-tree.h"
#include "draw/ful-color-scheme.h"

#include <glib/gi18n.h>
#include <math.h>

/* Width at the right end of a box for the note sign, px. */
#define DOT_MARGIN 10

/* Baseline of the text of a row, px from its top. */
static int
get_baseline (FulBoxChart *self)
{
  int ascent;

  ful_chart_get_line (FUL_CHART (self), &ascent);

  return ascent + 2;
}

FulFuncIndex
ful_box_chart_get_func (FulBoxChart      *self,
                        FulCallNodeIndex  node)
{
  if (self->flags & FUL_BOX_CHART_OVER_TIME)
    return self->layout->tree->nodes->func[node];

  return ful_call_tree_get_func (self->layout->tree, node);
}

/* Less for a function that does not match the search, and for a call that a transform would remove. */
float
ful_box_chart_get_opacity (FulBoxChart      *self,
                           FulCallNodeIndex  node)
{
  return (self->matches && !self->matches[ful_box_chart_get_func (self, node)]) ||
         (self->effect && ful_transform_effect_removes_call (self->effect, node)) || (self->gone && self->gone[node]) ? 0.35f : 1;
}

const FulCategoryColor *
ful_box_chart_get_color (FulBoxChart      *self,
                         FulCallNodeIndex  node)
{
  FulCallTree *tree = self->layout->tree;
  FulCategoryIndex category;
  gint32 subcategory;
  const char *sign;
  gboolean is_hatched;

  if (self->paint)
    return self->paint (self->painter, node, &sign, &is_hatched);
  if (tree->inverted && !(self->flags & FUL_BOX_CHART_OVER_TIME))
    ful_call_tree_get_category (tree, node, &category, &subcategory);
  else
    category = ful_call_node_table_get_category (tree->nodes, node);

  return &ful_category_hue_lookup (ful_profile_get_color (tree->profile, ful_box_chart_get_func (self, node), category))
            ->schemes[ful_color_scheme_current ()];
}

/* Draws the name of a function, its note sign, and lines over its box. */
static void
draw_label (FulBoxChart            *self,
            GtkSnapshot            *snapshot,
            FulCallNodeIndex        node,
            guint32                 rgb,
            double                  left,
            double                  right,
            int                     y)
{
  GdkRGBA color = ful_color_scheme_to_rgba (rgb);
  FulFuncIndex func = ful_box_chart_get_func (self, node);
  const char *name = ful_profile_get_shown_name (self->layout->tree->profile, func), *sign = "";
  gboolean is_hatched = FALSE;
  g_autofree char *signed_name = NULL;

  if (ful_box_chart_get_opacity (self, node) < 1)
    color.alpha = 0.5f;
  if (self->paint)
    self->paint (self->painter, node, &sign, &is_hatched);
  if (is_hatched)
    ful_chart_draw_hatch (FUL_CHART (self), snapshot, &color, left, right, y, ful_box_chart_get_row_height (self) - 1);
  if (*sign != '\0')
    signed_name = g_strconcat (sign, name, NULL);
  ful_chart_draw_text (FUL_CHART (self), snapshot, signed_name ? signed_name : name, &color, left, right, y + get_baseline (self));
  if (right - left > DOT_MARGIN && self->notes && ful_note_index_find_func (self->notes, func))
    ful_chart_draw_dot (FUL_CHART (self), snapshot, right - DOT_MARGIN, y + 2);
}

/* Boxes with a name, which the strip leaves out. */
static void
draw_wide (FulBoxChart         *self,
           GtkSnapshot         *snapshot,
           const FulChartStrip *strip,
           guint                row_index,
           int                  y)
{
  const FulBoxRow *row = &self->layout->rows[row_index];

  for (guint i = 0; i < strip->wide->len; i++)
    {
      guint box = g_array_index (strip->wide, guint, i);
      FulCallNodeIndex node = row->boxes[box].node;
      const FulCategoryColor *color = ful_box_chart_get_color (self, node);
      double left = ful_chart_to_px (FUL_CHART (self), ful_box_row_get_start (row, box));
      double right = ful_chart_to_px (FUL_CHART (self), ful_box_row_get_end (row, box));
      GdkRGBA fill = ful_color_scheme_to_rgba (color->fill);

      fill.alpha = ful_box_chart_get_opacity (self, node);
      ful_chart_draw_box (FUL_CHART (self), snapshot, &fill, left, right, y, ful_box_chart_get_row_height (self) - 1);
      draw_label (self, snapshot, node, color->text_on_fill, left, right, y);
    }
}

/* Draws a hovered or selected box in its strong colour. */
static void
draw_strong (FulBoxChart *self,
             GtkSnapshot *snapshot,
             gint64       row,
             gint64       box,
             gboolean     is_cursor)
{
  const FulBoxRow *boxes;
  const FulCategoryColor *color;
  double left, right;
  int y;

  if (row < 0 || box < 0 || row >= self->n_rows || box >= self->layout->rows[row].n_boxes)
    return;

  boxes = &self->layout->rows[row];
  color = ful_box_chart_get_color (self, boxes->boxes[box].node);
  left = floor (ful_chart_to_px (FUL_CHART (self), ful_box_row_get_start (boxes, box)));
  right = MAX (ful_chart_to_px (FUL_CHART (self), ful_box_row_get_end (boxes, box)), left + 1);
  y = ful_box_chart_get_row_y (self, (guint) row);
  ful_chart_draw_strong (FUL_CHART (self), snapshot, color, left, right, y, ful_box_chart_get_row_height (self) - 1, is_cursor);
  draw_label (self, snapshot, boxes->boxes[box].node, color->text_on_strong, left, right, y);
}

static const FulCategoryColor *
get_timing_color (FulBoxChart *self)
{
  FulCategoryIndex index = ful_marker_lanes_get_timing_category (self->timings);
  FulCategory *category = ful_profile_get_category (self->timings->list->profile, index);

  return &ful_category_hue_lookup (category->color)->schemes[ful_color_scheme_current ()];
}

/* A row of user timings. The search for the next marker begins after the pixel that
 * is filled. */
static void
draw_timings (FulBoxChart *self,
              GtkSnapshot *snapshot,
              guint        lane,
              int          y)
{
  FulChart *chart = FUL_CHART (self);
  const FulMarkerList *list = self->timings->list;
  const FulMarkerLane *timings = &self->timings->lanes[lane];
  const FulCategoryColor *color = get_timing_color (self);
  const FulTimeRange *view = ful_chart_get_view (chart);
  int box_height = ful_box_chart_get_row_height (self) - 1;
  guint i = ful_marker_lanes_find_first (self->timings, lane, view->start);

  while (i < timings->n_markers && list->start[timings->markers[i]] < view->end)
    {
      guint marker = timings->markers[i];
      double left = MAX (floor (ful_chart_to_px (chart, list->start[marker])), ful_chart_get_head_width (chart));
      double right = ful_chart_to_px (chart, fmin (fmax (list->start[marker], list->end[marker]), view->end));
      gboolean has_cursor = marker == ful_box_chart_get_timing (self);
      gboolean is_strong = marker == self->hovered_timing || has_cursor;
      GdkRGBA fill = ful_color_scheme_to_rgba (color->fill);

      right = MAX (floor (right), left + 1);
      if (is_strong)
        ful_chart_draw_strong (chart, snapshot, color, left, right, y, box_height, has_cursor);
      else
        ful_chart_draw_box (chart, snapshot, &fill, left, right, y, box_height);
      if (right - left >= FUL_CHART_TEXT_MIN_WIDTH)
        {
          GdkRGBA text = ful_color_scheme_to_rgba (is_strong ? color->text_on_strong : color->text_on_fill);
          g_autofree char *name = ful_marker_labeler_get (self->labeler, marker, FUL_MARKER_LABEL_CHART);

          ful_chart_draw_text (chart, snapshot, name, &text, left, right, y + get_baseline (self));
        }
      i = MAX (i + 1, ful_marker_lanes_find_first (self->timings, lane, ful_chart_from_px (chart, right)));
    }
}

/* The heads of rows, before the first one of a kind, and a line between head and picture. */
static void
draw_head (FulBoxChart *self,
           GtkSnapshot *snapshot,
           double       top,
           double       bottom)
{
  FulLabelCache *labels = ful_chart_get_labels (FUL_CHART (self));
  int width = ful_chart_get_head_width (FUL_CHART (self));
  int y = ful_box_chart_get_timings_height (self);
  g_autofree char *depth = NULL;
  GdkRGBA color, line;

  if (width == 0)
    return;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  line = color;
  line.alpha *= 0.08f;
  color.alpha *= 0.6f;
  if (self->timings && self->timings->n_lanes > 0)
    ful_label_cache_draw (labels, snapshot, _("User Timings"), &color, 14, get_baseline (self), width - 22);
  if (self->n_rows > 0)
    {
      depth = g_strdup_printf (ngettext ("Stacks, depth %u", "Stacks, depth %u", self->n_rows), self->n_rows);
      ful_label_cache_draw (labels, snapshot, depth, &color, 14, y + get_baseline (self), width - 22);
    }
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT ((float) width - 1, (float) top, 1, (float) (bottom - top)));
}

void
ful_box_chart_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulBoxChart *self = FUL_BOX_CHART (widget);
  int width = gtk_widget_get_width (widget);
  int row_height = ful_box_chart_get_row_height (self);
  double top, bottom;

  if (!self->layout || width <= 0)
    return;

  ful_chart_begin_frame (FUL_CHART (self));
  ful_chart_get_visible_y (FUL_CHART (self), &top, &bottom);
  draw_head (self, snapshot, top, bottom);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT ((float) ful_chart_get_head_width (FUL_CHART (self)), (float) top,
                                                         (float) ful_chart_get_body_width (FUL_CHART (self)),
                                                         (float) (bottom - top)));
  for (guint lane = (guint) (top / row_height); self->timings && lane < self->timings->n_lanes; lane++)
    {
      int y = (int) lane * row_height;

      if (y > bottom)
        break;
      draw_timings (self, snapshot, lane, y);
    }
  for (guint row = 0; row < self->n_rows; row++)
    {
      int y = ful_box_chart_get_row_y (self, row);

      if (y + row_height < top || y > bottom)
        continue;

      draw_wide (self, snapshot, ful_chart_draw_strip (FUL_CHART (self), snapshot, row, y, row_height - 1), row, y);
    }
  draw_strong (self, snapshot, self->hovered_row, self->hovered_box, FALSE);
  draw_strong (self, snapshot, self->cursor_row, self->cursor_box, self->cursor_lane < 0);
  gtk_snapshot_pop (snapshot);
  ful_chart_draw_time (FUL_CHART (self), snapshot);
}
