/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A chart as a widget, and where its cursor is; ful-chart-view.c has the part of it that is seen, ful-chart-draw.c draws
 * it, ful-chart-time.c the overlay, and ful-chart-input.c handles input. */

#include "config.h"

#include "ful-chart-private.h"
#include "ful-chart-time.h"

#include "widgets/ful-em.h"

#include <adwaita.h>

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (FulChart, ful_chart, GTK_TYPE_WIDGET)

guint ful_chart_signals[FUL_N_CHART_SIGNALS];

FulChartPrivate *
ful_chart_get_private (FulChart *self)
{
  return ful_chart_get_instance_private (self);
}

/**
 * ful_chart_create_scrolled:
 *
 * Returns: (transfer floating): a scrolled window with the chart in it, which the focus does not scroll: a viewport
 *   would scroll to the start of a focused widget taller than itself
 */
GtkWidget *
ful_chart_create_scrolled (FulChart *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *viewport = gtk_viewport_new (NULL, NULL);

  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), FALSE);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), GTK_WIDGET (self));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), viewport);
  gtk_widget_set_focusable (scrolled, FALSE);   /* the chart takes the focus */

  return scrolled;
}

/* (nullable) */
static GtkAdjustment *
get_vadjustment (FulChart *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);

  return scrolled ? gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)) : NULL;
}

/* Scrolls to the row of the cursor, once it has a position. */
static void
reveal_row (FulChart *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  GtkAdjustment *adjustment = get_vadjustment (self);
  FulChartPlace place;

  if (adjustment == NULL || !FUL_CHART_GET_CLASS (self)->get_cursor (self, &place))
    return;

  priv->must_reveal = place.y + place.height > gtk_widget_get_height (GTK_WIDGET (self));
  if (!priv->must_reveal)
    gtk_adjustment_clamp_page (adjustment, place.y - place.height, place.y + 2 * place.height);
}

static gboolean
reveal_cb (gpointer user_data)
{
  FulChart *self = user_data;

  ful_chart_get_private (self)->reveal_id = 0;
  reveal_row (self);

  return G_SOURCE_REMOVE;
}

/* An adjustment cannot be changed during the allocation that changes it. */
static void
ful_chart_size_allocate (GtkWidget *widget,
                         int        width,
                         int        height,
                         int        baseline)
{
  FulChartPrivate *priv = ful_chart_get_private (FUL_CHART (widget));

  gtk_widget_measure (priv->time, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (priv->time, &(GtkAllocation) { 0, 0, width, height }, -1);
  if (priv->must_reveal && priv->reveal_id == 0)
    priv->reveal_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, reveal_cb, widget, NULL);
}

static void
ful_chart_css_changed (GtkWidget         *widget,
                       GtkCssStyleChange *change)
{
  FulChartPrivate *priv = ful_chart_get_private (FUL_CHART (widget));

  GTK_WIDGET_CLASS (ful_chart_parent_class)->css_changed (widget, change);
  ful_label_cache_clear (ful_chart_get_labels (FUL_CHART (widget)));
  if (priv->line == 0)
    return;

  priv->line = 0;
  ful_chart_drop_strips (FUL_CHART (widget));
  gtk_widget_queue_resize (widget);
}

static void
ful_chart_dispose (GObject *object)
{
  FulChartPrivate *priv = ful_chart_get_private (FUL_CHART (object));

  g_clear_handle_id (&priv->draw_again_id, g_source_remove);
  g_clear_handle_id (&priv->reveal_id, g_source_remove);
  g_hash_table_remove_all (priv->strips);
  ful_chart_share_view (FUL_CHART (object), NULL);
  g_clear_pointer (&priv->time, gtk_widget_unparent);
  g_clear_pointer (&priv->labels, ful_label_cache_free);

  G_OBJECT_CLASS (ful_chart_parent_class)->dispose (object);
}

static void
ful_chart_finalize (GObject *object)
{
  FulChartPrivate *priv = ful_chart_get_private (FUL_CHART (object));

  g_free (priv->description);
  g_array_unref (priv->views);
  g_hash_table_unref (priv->strips);

  G_OBJECT_CLASS (ful_chart_parent_class)->finalize (object);
}

static void
ful_chart_class_init (FulChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = ful_chart_dispose;
  object_class->finalize = ful_chart_finalize;
  widget_class->css_changed = ful_chart_css_changed;
  widget_class->size_allocate = ful_chart_size_allocate;

  ful_chart_signals[FUL_CHART_CURSOR_MOVED] =
    g_signal_new ("cursor-moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  ful_chart_signals[FUL_CHART_MENU] =
    g_signal_new ("menu", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  ful_chart_signals[FUL_CHART_HOVERED] =
    g_signal_new ("hovered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ful_chart_init (FulChart *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  AdwStyleManager *style = adw_style_manager_get_default ();

  priv->views = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  priv->strips = ful_chart_strips_new ();
  priv->labels = ful_label_cache_new (GTK_WIDGET (self));

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  /* Time runs from left to right in every language. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  priv->time = ful_chart_time_new (self);
  gtk_widget_set_parent (priv->time, GTK_WIDGET (self));
  ful_chart_add_input (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (ful_chart_drop_strips), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (ful_chart_drop_strips), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self);
}

static gboolean
is_aligned (FulChart *self)
{
  FulChartClass *klass = FUL_CHART_GET_CLASS (self);

  return klass->is_aligned && klass->is_aligned (self);
}

/**
 * ful_chart_get_head_width:
 *
 * Returns: px before the chart
 */
int
ful_chart_get_head_width (FulChart *self)
{
  return is_aligned (self) ? ful_em_head_width (GTK_WIDGET (self), gtk_widget_get_width (GTK_WIDGET (self))) : 0;
}

/**
 * ful_chart_get_body_width:
 *
 * Returns: px that the view has; at least 1
 */
int
ful_chart_get_body_width (FulChart *self)
{
  int tail = is_aligned (self) ? ful_em_tail_width (GTK_WIDGET (self)) : 0;

  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - ful_chart_get_head_width (self) - tail, 1);
}

/* Px of the widget. */
double
ful_chart_to_px (FulChart *self,
                 double    x)
{
  const FulTimeRange *view = ful_chart_get_view (self);

  return ful_chart_get_head_width (self) +
         (x - view->start) / (view->end - view->start) * ful_chart_get_body_width (self);
}

double
ful_chart_from_px (FulChart *self,
                   double    px)
{
  const FulTimeRange *view = ful_chart_get_view (self);

  return view->start + (px - ful_chart_get_head_width (self)) / ful_chart_get_body_width (self) *
                         (view->end - view->start);
}

/**
 * ful_chart_get_axis:
 *
 * Only for a chart that shares the view of a document.
 */
void
ful_chart_get_axis (FulChart    *self,
                    FulTimeAxis *out_axis)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  *out_axis = (FulTimeAxis) {
    .left = ful_chart_get_head_width (self),
    .width = ful_chart_get_body_width (self),
    .window = ful_time_range_shift (priv->view, -ful_document_get_root_range (priv->document).start),
  };
}

/* The part of the widget that is on screen, from the scrolled window around it. */
void
ful_chart_get_visible_y (FulChart *self,
                         double   *out_top,
                         double   *out_bottom)
{
  GtkAdjustment *adjustment = get_vadjustment (self);

  *out_top = adjustment ? gtk_adjustment_get_value (adjustment) : 0;
  *out_bottom = adjustment ? *out_top + gtk_adjustment_get_page_size (adjustment)
                           : gtk_widget_get_height (GTK_WIDGET (self));
}

void
ful_chart_get_pointer (FulChart *self,
                       double   *out_x,
                       double   *out_y)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  *out_x = priv->pointer_x;
  *out_y = priv->pointer_y;
}

/**
 * ful_chart_reveal_cursor:
 *
 * Scrolls to the cursor, with a row before and after it. A shared view is not
 * changed by a new chart.
 */
void
ful_chart_reveal_cursor (FulChart *self)
{
  const FulTimeRange *view = ful_chart_get_view (self);
  double length = view->end - view->start;
  FulChartPlace place;

  if (!FUL_CHART_GET_CLASS (self)->get_cursor (self, &place))
    return;

  if (!ful_chart_get_private (self)->is_new && (place.end < view->start || place.start > view->end))
    ful_chart_set_view (self, (place.start + place.end - length) / 2, (place.start + place.end + length) / 2);
  reveal_row (self);
}

/**
 * ful_chart_sees_cursor:
 *
 * Returns: whether some of the box of the cursor is on screen, or there is none
 */
gboolean
ful_chart_sees_cursor (FulChart *self)
{
  const FulTimeRange *view = ful_chart_get_view (self);
  FulChartPlace place;
  double top, bottom;

  if (!FUL_CHART_GET_CLASS (self)->get_cursor (self, &place))
    return TRUE;

  ful_chart_get_visible_y (self, &top, &bottom);

  return place.end >= view->start && place.start <= view->end && place.y + place.height > top && place.y < bottom;
}

/**
 * ful_chart_move_cursor:
 * @by_key: whether the cursor may be out of sight
 *
 * To be called when the user moved the cursor: shows it and emits "cursor-moved".
 */
void
ful_chart_move_cursor (FulChart *self,
                       gboolean  by_key)
{
  if (by_key)
    ful_chart_reveal_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, ful_chart_signals[FUL_CHART_CURSOR_MOVED], 0);
}

void
ful_chart_open_menu (FulChart *self,
                     double    x,
                     double    y)
{
  g_signal_emit (self, ful_chart_signals[FUL_CHART_MENU], 0, x, y);
}

/**
 * ful_chart_get_line:
 * @out_ascent: (out) (optional): px from the top of a line to its baseline
 *
 * Returns: px of a line of text, the basis of row heights
 */
int
ful_chart_get_line (FulChart *self,
                    int      *out_ascent)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  if (priv->line == 0)
    {
      PangoFontMetrics *metrics = pango_context_get_metrics (gtk_widget_get_pango_context (GTK_WIDGET (self)), NULL, NULL);

      priv->ascent = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics));
      priv->line = MAX (priv->ascent + PANGO_PIXELS_CEIL (pango_font_metrics_get_descent (metrics)), 1);
      pango_font_metrics_unref (metrics);
    }
  if (out_ascent)
    *out_ascent = priv->ascent;

  return priv->line;
}

/**
 * ful_chart_get_labels:
 *
 * Returns: (transfer none): texts in the font of the chart
 */
FulLabelCache *
ful_chart_get_labels (FulChart *self)
{
  return ful_chart_get_private (self)->labels;
}
