/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of boxes is a strip of pixels one high, stretched to the height of the
 * row: its price does not depend on the number of boxes (a strip of a row is
 * filled once for a view and kept while only the cursor moves). Boxes under a
 * pixel are merged: the search for the next one begins behind the pixel. */

#include "config.h"

#include "ful-box-chart.h"
#include "ful-label-cache.h"
#include "ful-swatch.h"

#include "base/ful-category-color.h"
#include "derive/markers/ful-marker-label.h"

#include <adwaita.h>
#include <math.h>

/* Measures of design.md, px. */
#define ROW_HEIGHT 20
#define BOX_HEIGHT 19
#define TEXT_PADDING 5
#define TEXT_MIN_WIDTH 24
#define BASELINE 14

/* No view is narrower than this share of the layout. */
#define NARROWEST_VIEW 1e-9

#define ZOOM_STEP 1.5
#define PAN_STEP 0.1

struct _FulBoxChart
{
  GtkWidget         parent_instance;

  FulBoxLayout     *layout;        /* (nullable) */
  FulBoxChartFlags  flags;
  guint             n_rows;        /* rows with boxes */
  FulMarkerLanes   *timings;       /* (nullable): rows before those, with the same times */
  FulMarkerLabeler *labeler;       /* of their markers */
  double            view_start;    /* in the unit of the layout */
  double            view_end;
  GArray           *views;         /* double pairs to go back to */

  GPtrArray        *strips;        /* GdkTexture or NULL, for each row */
  int               strip_width;   /* device px */
  FulLabelCache    *labels;
  guint8           *matches;       /* (nullable): for each function whether it is found */

  gint64            cursor_row;    /* -1: none */
  gint64            cursor_box;
  gint64            hovered_row;
  gint64            hovered_box;
  gint64            hovered_timing; /* a marker, or -1 */
  double            pointer_x;
  double            pointer_y;
  double            drag_start;    /* of the view when a drag began */
  double            drag_y;
};

G_DEFINE_FINAL_TYPE (FulBoxChart, ful_box_chart, GTK_TYPE_WIDGET)

enum
{
  CURSOR_MOVED,
  MENU,
  HOVERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
drop_strips (FulBoxChart *self)
{
  for (guint i = 0; i < self->strips->len; i++)
    g_clear_object (&g_ptr_array_index (self->strips, i));
}

static void
set_view (FulBoxChart *self,
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
  drop_strips (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Logical px from the left. */
static double
to_px (FulBoxChart *self,
       double       x)
{
  return (x - self->view_start) / (self->view_end - self->view_start) * gtk_widget_get_width (GTK_WIDGET (self));
}

static double
from_px (FulBoxChart *self,
         double       px)
{
  return self->view_start + px / gtk_widget_get_width (GTK_WIDGET (self)) * (self->view_end - self->view_start);
}

static int
get_timings_height (FulBoxChart *self)
{
  return self->timings ? (int) self->timings->n_lanes * ROW_HEIGHT : 0;
}

static int
get_row_y (FulBoxChart *self,
           guint        row)
{
  if (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM)
    {
      int height = MAX (gtk_widget_get_height (GTK_WIDGET (self)), (int) self->n_rows * ROW_HEIGHT);

      return height - (int) (row + 1) * ROW_HEIGHT;
    }

  return get_timings_height (self) + (int) row * ROW_HEIGHT;
}

static gint64
find_row (FulBoxChart *self,
          double       y)
{
  gint64 row;

  if (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM)
    row = (gint64) floor ((MAX (gtk_widget_get_height (GTK_WIDGET (self)), (int) self->n_rows * ROW_HEIGHT) - y) /
                          ROW_HEIGHT);
  else
    row = (gint64) floor ((y - get_timings_height (self)) / ROW_HEIGHT);

  return row >= 0 && row < self->n_rows ? row : -1;
}

static FulFuncIndex
get_func (FulBoxChart      *self,
          FulCallNodeIndex  node)
{
  if (self->flags & FUL_BOX_CHART_OVER_TIME)
    return self->layout->tree->nodes->func[node];

  return ful_call_tree_get_func (self->layout->tree, node);
}

static const FulCategoryColor *
get_color (FulBoxChart      *self,
           FulCallNodeIndex  node)
{
  FulCallTree *tree = self->layout->tree;
  FulCategoryIndex category;
  gint32 subcategory;

  if (tree->inverted && !(self->flags & FUL_BOX_CHART_OVER_TIME))
    ful_call_tree_get_category (tree, node, &category, &subcategory);
  else
    category = tree->nodes->category[node];

  return &ful_category_hue_lookup (ful_profile_get_category (tree->profile, category)->color)
            ->schemes[ful_color_scheme_current ()];
}

/* 0xRRGGBB as a pixel; at 35 % when it is not what is looked for. */
static guint32
to_pixel (guint32  rgb,
          gboolean dimmed)
{
  guint alpha = dimmed ? 89 : 255;
  guint r = (rgb >> 16 & 0xff) * alpha / 255, g = (rgb >> 8 & 0xff) * alpha / 255, b = (rgb & 0xff) * alpha / 255;

  return GUINT32_TO_LE (b | g << 8 | r << 16 | alpha << 24);
}

/* Where a row is looked at: the first box that ends behind @x, at or after @from. */
static guint
gallop (const FulBoxRow *row,
        guint            from,
        double           x)
{
  guint step = 1;
  guint low = from;

  while (low < row->n_boxes && row->end[low] <= x)
    {
      from = low + 1;
      low += step;
      step *= 2;
    }
  if (low > row->n_boxes)
    low = row->n_boxes;
  while (from < low)
    {
      guint middle = from + (low - from) / 2;

      if (row->end[middle] > x)
        low = middle;
      else
        from = middle + 1;
    }

  return from;
}

static GdkTexture *
fill_strip (FulBoxChart *self,
            guint        row_index,
            int          width)
{
  const FulBoxRow *row = &self->layout->rows[row_index];
  guint32 *pixels = g_new0 (guint32, (gsize) width);
  double scale = width / (self->view_end - self->view_start);
  int done = 0;
  g_autoptr(GBytes) bytes = NULL;

  for (guint i = ful_box_row_find_first (row, self->view_start); i < row->n_boxes && done < width; )
    {
      double left_px = (row->start[i] - self->view_start) * scale;
      double right_px = (row->end[i] - self->view_start) * scale;
      int left = (int) floor (MAX (left_px, 0));
      int right = (int) lround (MIN (right_px, width));
      guint32 pixel;

      if (left_px >= width)
        break;

      left = MAX (left, done);
      right = MAX (right, left + 1);
      if (right > width || (right <= done))
        right = MIN (MAX (right, done), width);
      if (left < right)
        {
          gboolean dimmed = self->matches && !self->matches[get_func (self, row->node[i])];
          int gap = right - left > 3 ? 1 : 0;

          pixel = to_pixel (get_color (self, row->node[i])->fill, dimmed);
          for (int x = left; x < right - gap; x++)
            pixels[x] = pixel;
          done = right;
        }

      i = gallop (row, i + 1, self->view_start + done / scale);
    }

  bytes = g_bytes_new_take (pixels, (gsize) width * sizeof *pixels);

  return gdk_memory_texture_new (width, 1, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, (gsize) width * sizeof *pixels);
}

static void
draw_text (FulBoxChart            *self,
           GtkSnapshot            *snapshot,
           FulCallNodeIndex        node,
           guint32                 rgb,
           double                  left,
           double                  right,
           int                     y)
{
  GdkRGBA color = ful_color_scheme_to_rgba (rgb);
  FulFuncIndex func = get_func (self, node);

  left = MAX (left, 0);
  right = MIN (right, gtk_widget_get_width (GTK_WIDGET (self)));
  if (right - left < TEXT_MIN_WIDTH)
    return;
  if (self->matches && !self->matches[func])
    color.alpha = 0.5f;
  ful_label_cache_draw (self->labels, snapshot, ful_profile_get_func_name (self->layout->tree->profile, func),
                        &color, left + TEXT_PADDING, y + BASELINE, right - left - 2 * TEXT_PADDING);
}

/* The labels of a row. Only boxes that are wide enough are visited. */
static void
draw_labels (FulBoxChart *self,
             GtkSnapshot *snapshot,
             guint        row_index,
             int          y)
{
  const FulBoxRow *row = &self->layout->rows[row_index];
  double unit = (self->view_end - self->view_start) / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);

  for (guint i = ful_box_row_find_first (row, self->view_start); i < row->n_boxes && row->start[i] < self->view_end; )
    {
      if (row->end[i] - row->start[i] >= TEXT_MIN_WIDTH * unit)
        {
          draw_text (self, snapshot, row->node[i], get_color (self, row->node[i])->text_on_fill,
                     to_px (self, row->start[i]), to_px (self, row->end[i]), y);
          i++;
          continue;
        }

      /* A narrow box: none before the next pixel can be wider. */
      i = gallop (row, i + 1, row->end[i] + unit);
    }
}

/* A hovered or selected box in its strong colour. */
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
  GdkRGBA rgba;
  GskRoundedRect outline;
  int y;

  if (row < 0 || box < 0 || row >= self->n_rows || box >= self->layout->rows[row].n_boxes)
    return;

  boxes = &self->layout->rows[row];
  color = get_color (self, boxes->node[box]);
  left = MAX (floor (to_px (self, boxes->start[box])), -2);
  right = MIN (MAX (to_px (self, boxes->end[box]), left + 1), gtk_widget_get_width (GTK_WIDGET (self)) + 2);
  y = get_row_y (self, (guint) row);
  if (right <= left)
    return;

  rgba = ful_color_scheme_to_rgba (color->strong);
  gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT ((float) left, (float) y, (float) (right - left), BOX_HEIGHT));
  draw_text (self, snapshot, boxes->node[box], color->text_on_strong, left, right, y);

  rgba = ful_color_scheme_to_rgba (is_cursor ? color->text_on_strong : color->border);
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT ((float) left, (float) y, (float) (right - left), BOX_HEIGHT), 1);
  if (is_cursor && gtk_widget_has_focus (GTK_WIDGET (self)) && right - left > 4)
    gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 2, 2, 2, 2 }, (GdkRGBA[4]) { rgba, rgba, rgba, rgba });
  else if (right - left > 3)
    gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 1, 1, 1, 1 }, (GdkRGBA[4]) { rgba, rgba, rgba, rgba });
}

static const FulCategoryColor *
get_timing_color (FulBoxChart *self)
{
  FulProfile *profile = self->timings->list->profile;
  FulCategory *category = ful_profile_get_category (profile, 0);

  for (guint i = 0; i < profile->categories->len; i++)
    if (g_str_equal (ful_profile_get_category (profile, i)->name, "JavaScript"))
      category = ful_profile_get_category (profile, i);

  return &ful_category_hue_lookup (category->color)->schemes[ful_color_scheme_current ()];
}

/* A row of what the page measured itself. The search for the next marker begins
 * behind the pixel that is filled. */
static void
draw_timings (FulBoxChart *self,
              GtkSnapshot *snapshot,
              guint        lane,
              int          y)
{
  const FulMarkerList *list = self->timings->list;
  const FulMarkerLane *timings = &self->timings->lanes[lane];
  const FulCategoryColor *color = get_timing_color (self);
  guint i = ful_marker_lanes_find_first (self->timings, lane, self->view_start);

  while (i < timings->n_markers && list->start[timings->markers[i]] < self->view_end)
    {
      guint marker = timings->markers[i];
      double left = MAX (floor (to_px (self, list->start[marker])), 0);
      double right = to_px (self, fmin (fmax (list->start[marker], list->end[marker]), self->view_end));
      gboolean is_hovered = marker == self->hovered_timing;
      GdkRGBA fill = ful_color_scheme_to_rgba (is_hovered ? color->strong : color->fill);

      right = MAX (floor (right), left + 1);
      gtk_snapshot_append_color (snapshot, &fill,
                                 &GRAPHENE_RECT_INIT ((float) left, (float) y,
                                                      (float) (right - left > 3 ? right - left - 1 : right - left),
                                                      BOX_HEIGHT));
      if (right - left >= TEXT_MIN_WIDTH)
        {
          GdkRGBA text = ful_color_scheme_to_rgba (is_hovered ? color->text_on_strong : color->text_on_fill);
          g_autofree char *name = ful_marker_labeler_get (self->labeler, marker, FUL_MARKER_LABEL_CHART);

          ful_label_cache_draw (self->labels, snapshot, name, &text, left + TEXT_PADDING, y + BASELINE,
                                right - left - 2 * TEXT_PADDING);
        }
      i = MAX (i + 1, ful_marker_lanes_find_first (self->timings, lane, from_px (self, right)));
    }
}

/* The part of the widget that is on screen, from the scrolled window around it. */
static void
get_visible_y (FulBoxChart *self,
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
ful_box_chart_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulBoxChart *self = FUL_BOX_CHART (widget);
  int width = gtk_widget_get_width (widget);
  int device_width = width * gtk_widget_get_scale_factor (widget);
  double top, bottom;

  if (!self->layout || width <= 0)
    return;

  if (device_width != self->strip_width)
    {
      drop_strips (self);
      self->strip_width = device_width;
    }

  get_visible_y (self, &top, &bottom);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, (float) top, (float) width, (float) (bottom - top)));
  for (guint lane = 0; self->timings && lane < self->timings->n_lanes; lane++)
    draw_timings (self, snapshot, lane, (int) lane * ROW_HEIGHT);
  for (guint row = 0; row < self->n_rows; row++)
    {
      int y = get_row_y (self, row);

      if (y + ROW_HEIGHT < top || y > bottom)
        continue;

      if (!g_ptr_array_index (self->strips, row))
        g_ptr_array_index (self->strips, row) = fill_strip (self, row, device_width);
      gtk_snapshot_append_texture (snapshot, g_ptr_array_index (self->strips, row),
                                   &GRAPHENE_RECT_INIT (0, (float) y, (float) width, BOX_HEIGHT));
      draw_labels (self, snapshot, row, y);
    }
  draw_strong (self, snapshot, self->hovered_row, self->hovered_box, FALSE);
  draw_strong (self, snapshot, self->cursor_row, self->cursor_box, TRUE);
  gtk_snapshot_pop (snapshot);
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
                          ? get_timings_height (self) + (int) self->n_rows * ROW_HEIGHT
                          : 0;
}

/* Brings the cursor into view. */
static void
scroll_to_cursor (FulBoxChart *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  const FulBoxRow *row;
  double start, end, length;
  int y;

  if (self->cursor_row < 0)
    return;

  row = &self->layout->rows[self->cursor_row];
  start = row->start[self->cursor_box];
  end = row->end[self->cursor_box];
  length = self->view_end - self->view_start;
  if (end <= self->view_start || start >= self->view_end)
    set_view (self, (start + end - length) / 2, (start + end + length) / 2);

  y = get_row_y (self, (guint) self->cursor_row);
  if (scrolled)
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                               y - ROW_HEIGHT, y + 2 * ROW_HEIGHT);
}

static void
take_cursor (FulBoxChart *self,
             gint64       row,
             gint64       box)
{
  if (row < 0 || box < 0)
    return;

  self->cursor_row = row;
  self->cursor_box = box;
  scroll_to_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CURSOR_MOVED], 0);
}

/* The widest box of the next row within the box of the cursor, the first of equal ones. */
static void
move_to_child (FulBoxChart *self)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  double start = row->start[self->cursor_box], end = row->end[self->cursor_box];
  const FulBoxRow *next;
  gint64 widest = -1;

  if (self->cursor_row + 1 >= self->n_rows)
    return;

  next = &self->layout->rows[self->cursor_row + 1];
  for (guint i = ful_box_row_find_first (next, start); i < next->n_boxes && next->start[i] < end; i++)
    if (widest < 0 || next->end[i] - next->start[i] > next->end[widest] - next->start[widest])
      widest = i;
  take_cursor (self, self->cursor_row + 1, widest);
}

static void
move_to_parent (FulBoxChart *self)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  double middle = (row->start[self->cursor_box] + row->end[self->cursor_box]) / 2;

  if (self->cursor_row > 0)
    take_cursor (self, self->cursor_row - 1, ful_box_row_find (&self->layout->rows[self->cursor_row - 1], middle));
}

static void
move_to_sibling (FulBoxChart *self,
                 int          direction)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  gint64 box = self->cursor_box + direction;

  if (box < 0 || box >= row->n_boxes)
    return;

  if (!(self->flags & FUL_BOX_CHART_OVER_TIME) &&
      ful_call_tree_get_parent (self->layout->tree, row->node[box]) !=
      ful_call_tree_get_parent (self->layout->tree, row->node[self->cursor_box]))
    return;
  take_cursor (self, self->cursor_row, box);
}

static void
push_view (FulBoxChart *self,
           double       start,
           double       end)
{
  g_array_append_val (self->views, self->view_start);
  g_array_append_val (self->views, self->view_end);
  set_view (self, start, end);
}

static gboolean
pop_view (FulBoxChart *self)
{
  double start, end;

  if (self->views->len < 2)
    return FALSE;

  start = g_array_index (self->views, double, self->views->len - 2);
  end = g_array_index (self->views, double, self->views->len - 1);
  g_array_set_size (self->views, self->views->len - 2);
  set_view (self, start, end);

  return TRUE;
}

static void
zoom_into_box (FulBoxChart *self,
               gint64       row,
               gint64       box)
{
  const FulBoxRow *boxes = &self->layout->rows[row];

  push_view (self, boxes->start[box], boxes->end[box]);
}

static void
zoom_about (FulBoxChart *self,
            double       at,
            double       factor)
{
  set_view (self, at - (at - self->view_start) / factor, at + (self->view_end - at) / factor);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulBoxChart           *self)
{
  gboolean up_is_child = (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM) != 0;
  gboolean has_control = (modifiers & GDK_CONTROL_MASK) != 0;
  double length = self->view_end - self->view_start;

  if (!self->layout || (modifiers & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_equal:
      ful_box_chart_zoom (self, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ful_box_chart_zoom (self, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      return pop_view (self) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (keyval == GDK_KEY_F10 && !(modifiers & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      g_signal_emit (self, signals[MENU], 0,
                     self->cursor_row >= 0 ? MAX (to_px (self, self->layout->rows[self->cursor_row].start[self->cursor_box]), 0) : 0,
                     self->cursor_row >= 0 ? (double) get_row_y (self, (guint) self->cursor_row) + ROW_HEIGHT : 0.0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (has_control)
        {
          double delta = (keyval == GDK_KEY_Left ? -PAN_STEP : PAN_STEP) * length;

          set_view (self, self->view_start + delta, self->view_end + delta);
          return GDK_EVENT_STOP;
        }
      break;
    default:
      break;
    }

  if (has_control || self->n_rows == 0)
    return GDK_EVENT_PROPAGATE;

  if (self->cursor_row < 0)
    {
      if (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down && keyval != GDK_KEY_Left && keyval != GDK_KEY_Right)
        return GDK_EVENT_PROPAGATE;
      take_cursor (self, 0, self->layout->rows[0].n_boxes > 0 ? 0 : -1);
      return GDK_EVENT_STOP;
    }

  switch (keyval)
    {
    case GDK_KEY_Up:
      (up_is_child ? move_to_child : move_to_parent) (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
      (up_is_child ? move_to_parent : move_to_child) (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
      move_to_sibling (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
      move_to_sibling (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_space:
      zoom_into_box (self, self->cursor_row, self->cursor_box);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
find_at (FulBoxChart *self,
         double       x,
         double       y,
         gint64      *out_row,
         gint64      *out_box)
{
  *out_row = self->layout ? find_row (self, y) : -1;
  *out_box = *out_row >= 0 ? ful_box_row_find (&self->layout->rows[*out_row], from_px (self, x)) : -1;
  if (*out_box < 0)
    *out_row = -1;
}

/* The marker at a point, or -1; a pixel beside it is close enough. */
static gint64
find_timing (FulBoxChart *self,
             double       x,
             double       y)
{
  const FulMarkerLane *lane;
  guint row, i;

  if (!self->timings || y < 0 || y >= get_timings_height (self))
    return -1;

  row = (guint) (y / ROW_HEIGHT);
  lane = &self->timings->lanes[row];
  i = ful_marker_lanes_find_first (self->timings, row, from_px (self, x - 1));
  if (i == lane->n_markers || self->timings->list->start[lane->markers[i]] > from_px (self, x + 1))
    return -1;

  return lane->markers[i];
}

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           FulBoxChart              *self)
{
  gint64 row, box, timing;

  self->pointer_x = x;
  self->pointer_y = y;
  find_at (self, x, y, &row, &box);
  timing = find_timing (self, x, y);
  if (row != self->hovered_row || box != self->hovered_box || timing != self->hovered_timing)
    {
      self->hovered_timing = timing;
      self->hovered_row = row;
      self->hovered_box = box;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  g_signal_emit (self, signals[HOVERED], 0);
}

static void
leave_cb (GtkEventControllerMotion *controller,
          FulBoxChart              *self)
{
  self->hovered_row = self->hovered_box = self->hovered_timing = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[HOVERED], 0);
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            FulBoxChart     *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  gint64 row, box;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  find_at (self, x, y, &row, &box);
  if (row >= 0)
    take_cursor (self, row, box);
  if (button == GDK_BUTTON_SECONDARY && row >= 0)
    g_signal_emit (self, signals[MENU], 0, x, y);
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2 && row >= 0)
    zoom_into_box (self, row, box);
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2)
    pop_view (self);
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               FulBoxChart    *self)
{
  double bottom;

  self->drag_start = self->view_start;
  get_visible_y (self, &self->drag_y, &bottom);
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                FulBoxChart    *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  double length = self->view_end - self->view_start;
  double delta = -dx / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1) * length;

  if (fabs (dx) < 3 && fabs (dy) < 3)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  set_view (self, self->drag_start + delta, self->drag_start + delta + length);
  if (scrolled)
    {
      GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));

      /* The chart moves with the adjustment, and so does the place that dy counts from. */
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) - dy);
    }
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           FulBoxChart              *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double length = self->view_end - self->view_start;

  if (!self->layout)
    return GDK_EVENT_PROPAGATE;

  if (modifiers & GDK_CONTROL_MASK)
    {
      zoom_about (self, from_px (self, self->pointer_x), pow (ZOOM_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    {
      dx = dy;
      dy = 0;
    }
  if (dx == 0)
    return GDK_EVENT_PROPAGATE;

  set_view (self, self->view_start + dx * PAN_STEP * length, self->view_end + dx * PAN_STEP * length);
  return GDK_EVENT_STOP;
}

static void
ful_box_chart_dispose (GObject *object)
{
  FulBoxChart *self = FUL_BOX_CHART (object);

  drop_strips (self);
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

  signals[CURSOR_MOVED] = g_signal_new ("cursor-moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MENU] = g_signal_new ("menu", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[HOVERED] = g_signal_new ("hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "boxchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
colors_changed_cb (FulBoxChart *self)
{
  drop_strips (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ful_box_chart_init (FulBoxChart *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->strips = g_ptr_array_new ();
  self->views = g_array_new (FALSE, FALSE, sizeof (double));
  self->labels = ful_label_cache_new (GTK_WIDGET (self));
  self->cursor_row = self->cursor_box = self->hovered_row = self->hovered_box = self->hovered_timing = -1;

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));

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
  drop_strips (self);
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
  self->hovered_timing = -1;
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
 * ful_box_chart_set_search:
 * @search: (nullable): what is looked for
 * @matches: (nullable): for each function whether it is found; %NULL dims nothing
 */
void
ful_box_chart_set_search (FulBoxChart     *self,
                          const FulSearch *search,
                          const guint8    *matches)
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

  self->cursor_row = self->cursor_box = -1;
  for (guint row = 0; node != FUL_NONE && row < self->n_rows; row++)
    {
      gint64 box = ful_box_row_find_node (&self->layout->rows[row], node);

      if (box >= 0)
        {
          self->cursor_row = row;
          self->cursor_box = box;
          scroll_to_cursor (self);
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
  return self->cursor_row < 0 ? FUL_NONE : self->layout->rows[self->cursor_row].node[self->cursor_box];
}

gboolean
ful_box_chart_get_cursor (FulBoxChart *self,
                          double      *out_start,
                          double      *out_end)
{
  if (self->cursor_row < 0)
    return FALSE;

  *out_start = self->layout->rows[self->cursor_row].start[self->cursor_box];
  *out_end = self->layout->rows[self->cursor_row].end[self->cursor_box];
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
  *out_node = row->node[self->hovered_box];
  *out_start = row->start[self->hovered_box];
  *out_end = row->end[self->hovered_box];

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
 * @value: its numbers and place
 *
 * What assistive tools say of the chart.
 */
void
ful_box_chart_describe (FulBoxChart *self,
                        const char  *name,
                        const char  *value)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, value,
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
  zoom_about (self, at, factor);
}

/**
 * ful_box_chart_reset_zoom:
 *
 * Shows all.
 */
void
ful_box_chart_reset_zoom (FulBoxChart *self)
{
  g_array_set_size (self->views, 0);
  if (self->layout)
    set_view (self, self->layout->start, self->layout->end);
}
