/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Boxes in pixels: positions, texts and colours. */

#include "config.h"

#include "ful-picture-private.h"

#include "base/ful-format.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-schema.h"
#include "model/ful-profile.h"
#include "tree/ful-call-tree.h"

#include <math.h>

/* The place of names before a chart of markers, px. */
static guint
get_head (const FulPicture *self)
{
  return self->options->kind == FUL_CHART_MARKERS ? MIN (FUL_PICTURE_HEAD, self->options->width / 2) : 0;
}

/* In px, never outside of the chart. */
static double
get_x (const FulPicture *self,
       double            value)
{
  double start = self->layout ? self->layout->start : self->options->range.start;
  double end = self->layout ? self->layout->end : self->options->range.end;
  double head = get_head (self);
  double x = head + (value - start) / (end - start) * (self->options->width - head);

  return x > head ? MIN (x, self->options->width) : head;
}

/* Returns: the lane of markers that @row is, or NULL */
static const FulMarkerLane *
get_lane (const FulPicture *self,
          guint             row)
{
  return row < self->n_timings ? &self->options->timings->lanes[row] : NULL;
}

static const FulBoxRow *
get_boxes (const FulPicture *self,
           guint             row)
{
  return &self->layout->rows[row - self->n_timings];
}

/* Where a box of a row begins and ends, in the unit of the layout. */
static void
get_span (const FulPicture *self,
          guint             row,
          guint             box,
          double           *out_start,
          double           *out_end)
{
  const FulMarkerLane *lane = get_lane (self, row);

  if (lane)
    {
      const FulMarkerList *list = self->options->timings->list;

      *out_start = list->start[lane->markers[box]];
      *out_end = fmax (*out_start, list->end[lane->markers[box]]);
      return;
    }

  *out_start = ful_box_row_get_start (get_boxes (self, row), box);
  *out_end = ful_box_row_get_end (get_boxes (self, row), box);
}

/**
 * ful_picture_place_row:
 * @row: a row
 *
 * Boxes of a pixel and more have edges at whole pixels and a gap of one after
 * them; narrower ones share the pixel in which they begin.
 *
 * Returns: (transfer full) (element-type FulPictureBox): the boxes to draw, at most one of them for each pixel
 *   that is not of a wide box
 */
GArray *
ful_picture_place_row (const FulPicture *self,
                       guint             row)
{
  const FulMarkerLane *lane = get_lane (self, row);
  guint n = lane ? lane->n_markers : get_boxes (self, row)->n_boxes;
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (FulPictureBox));
  gint64 shared = -1;      /* the pixel that the last box shares with others */
  double widest = 0;

  /* The lanes of a name follow each other. */
  if (get_head (self) > 0 && (row == 0 || !g_str_equal (get_lane (self, row - 1)->name, lane->name)))
    {
      FulPictureBox name = { 0, get_head (self) - 1, 0, 0 };

      g_array_append_val (boxes, name);
    }

  for (guint i = 0; i < n; i++)
    {
      double start, end, left, right;
      FulPictureBox box = { .box = i, .n_boxes = 1 };
      FulPictureBox *last;

      get_span (self, row, i, &start, &end);
      left = get_x (self, start);
      right = get_x (self, end);
      if (right - left >= 1)
        {
          box.x = (guint) round (left);
          box.width = MAX ((guint) round (right) - box.x, 2) - 1;
          shared = -1;
          g_array_append_val (boxes, box);
          continue;
        }

      box.x = MIN ((guint) left, self->options->width - 1);
      box.width = 1;
      if (shared != box.x)
        {
          shared = box.x;
          widest = right - left;
          g_array_append_val (boxes, box);
          continue;
        }

      last = &g_array_index (boxes, FulPictureBox, boxes->len - 1);
      last->n_boxes++;
      if (right - left > widest)
        {
          widest = right - left;
          last->box = i;
        }
    }

  return boxes;
}

/* The height of what is above the chart. */
static guint
get_top (const FulPicture *self)
{
  return self->options->tracks ? self->options->tracks->height + FUL_PICTURE_ROW : 0;
}

/* Flame graphs grow from below, unless they are inverted or their root is on top. */
guint
ful_picture_get_y (const FulPicture *self,
                   guint             row)
{
  gboolean from_below = self->options->kind == FUL_CHART_FLAME_GRAPH && !self->layout->tree->inverted &&
                        !self->options->root_on_top;

  return get_top (self) + (from_below ? self->n_rows - 1 - row : row) * FUL_PICTURE_ROW;
}

/* At least a row: no format has empty pictures. */
guint
ful_picture_get_height (const FulPicture *self)
{
  return get_top (self) + MAX (self->n_rows, 1) * FUL_PICTURE_ROW;
}

/* Returns: (transfer full): the name in the box, valid UTF-8 */
char *
ful_picture_get_text (const FulPicture    *self,
                      guint                row,
                      const FulPictureBox *box)
{
  const FulMarkerLane *lane = get_lane (self, row);
  FulCallTree *tree;
  FulCallNodeIndex node;
  FulFuncIndex func;

  if (box->n_boxes == 0)
    return g_utf8_make_valid (lane->name, -1);
  if (lane)
    {
      g_autofree char *label = ful_marker_labeler_get (self->labeler, lane->markers[box->box], FUL_MARKER_LABEL_CHART);

      return g_utf8_make_valid (label, -1);
    }

  tree = self->layout->tree;
  node = get_boxes (self, row)->boxes[box->box].node;
  func = self->options->kind == FUL_CHART_FLAME_GRAPH ? ful_call_tree_get_func (tree, node) : tree->nodes->func[node];

  return g_utf8_make_valid (ful_profile_get_shown_name (tree->profile, func), -1);
}

/* Returns: (transfer full): the share of a box in a flame graph, its duration in a stack chart */
static char *
get_extent (const FulPicture *self,
            guint             row,
            guint             box)
{
  const FulBoxLayout *layout = self->layout;
  double start, end;

  get_span (self, row, box, &start, &end);
  if (self->options->kind == FUL_CHART_FLAME_GRAPH)
    return ful_format_percent (end - start);

  if (!get_lane (self, row))
    ful_box_layout_get_times (layout, start, end, &start, &end);
  if ((layout ? layout->tree->profile : self->options->timings->list->profile)->time_is_bytes)
    {
      g_autofree char *number = ful_format_number (end - start, 1, 0);

      return g_strconcat (number, " B", NULL);
    }

  return ful_format_duration (end - start);
}

/* Returns: (transfer full): the tooltip of the box: name, number of other boxes, and extent */
char *
ful_picture_get_title (const FulPicture    *self,
                       guint                row,
                       const FulPictureBox *box)
{
  g_autofree char *name = ful_picture_get_text (self, row, box);
  g_autofree char *extent = NULL;

  if (box->n_boxes == 0)
    return g_steal_pointer (&name);

  extent = get_extent (self, row, box->box);
  if (box->n_boxes > 1)
    return g_strdup_printf ("%s, %s (+%u)", name, extent, box->n_boxes - 1);

  return g_strdup_printf ("%s, %s", name, extent);
}

const FulCategoryColor *
ful_picture_get_color (const FulPicture    *self,
                       guint                row,
                       const FulPictureBox *box)
{
  static const FulCategoryColor dark_on_light = { .fill = 0xffffff, .text_on_fill = 0x2e3436 };
  static const FulCategoryColor light_on_dark = { .fill = 0x1e1e1e, .text_on_fill = 0xeeeeec };
  FulCallTree *tree = self->layout ? self->layout->tree : NULL;
  FulCategoryIndex category;
  gint32 subcategory;

  if (box->n_boxes == 0)
    return self->background == light_on_dark.fill ? &light_on_dark : &dark_on_light;
  if (self->options->kind == FUL_CHART_MARKERS)
    return &ful_marker_lanes_get_hue (self->options->timings, row, get_lane (self, row)->markers[box->box])
              ->schemes[self->options->scheme];
  if (row < self->n_timings)
    category = ful_marker_lanes_get_timing_category (self->options->timings);
  else if (self->options->kind == FUL_CHART_FLAME_GRAPH)
    ful_call_tree_get_category (tree, get_boxes (self, row)->boxes[box->box].node, &category, &subcategory);
  else
    category = ful_call_node_table_get_category (tree->nodes, get_boxes (self, row)->boxes[box->box].node);

  return &ful_category_hue_lookup (ful_profile_get_category (tree->profile, category)->color)
           ->schemes[self->options->scheme];
}
