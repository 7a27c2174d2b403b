/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Left is less and right is more, in either direction of the text: the axis is one of numbers. A part beyond the scale is cut
 * off. Gone is hatched by its sign alone: the bar is too low for lines. */

#include "config.h"

#include "ful-change-bar.h"

#include "ful-change-color.h"

#include "draw/ful-color-scheme.h"

#include <math.h>

/* px */
#define WIDTH 96
#define HEIGHT 16
#define BAR_HEIGHT 10
#define CAP_HEIGHT 7

/* Opacity of the zero, and of the whisker. */
#define ZERO_ALPHA 0.25f
#define WHISKER_ALPHA 0.75f

struct _FulChangeBar
{
  GtkWidget parent_instance;

  double    value;      /* shares of the half width: -1 to 1 */
  double    low;
  double    high;
  gboolean  has_interval;
  int       step;
};

G_DEFINE_FINAL_TYPE (FulChangeBar, ful_change_bar, GTK_TYPE_WIDGET)

static void
ful_change_bar_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : WIDTH;
}

static gboolean
is_high_contrast (void)
{
  FulColorScheme scheme = ful_color_scheme_current ();

  return scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK || scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_LIGHT;
}

static void
ful_change_bar_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  FulChangeBar *self = FUL_CHANGE_BAR (widget);
  float half = (float) gtk_widget_get_width (widget) / 2, middle = (float) gtk_widget_get_height (widget) / 2;
  float x = half + (float) MIN (self->value, 0) * half, width = (float) ABS (self->value) * half;
  float low = half + (float) self->low * half, high = half + (float) self->high * half;
  GdkRGBA bar = ful_change_color_get (self->step), line;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &line);
  gtk_snapshot_append_color (snapshot, &bar, &GRAPHENE_RECT_INIT (x, middle - BAR_HEIGHT / 2.0f, width, BAR_HEIGHT));
  if (is_high_contrast () && width >= 2)
    {
      GskRoundedRect outline;

      gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (x, middle - BAR_HEIGHT / 2.0f, width, BAR_HEIGHT), 0);
      gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 1, 1, 1, 1 }, (GdkRGBA[4]) { line, line, line, line });
    }

  line.alpha *= is_high_contrast () ? 1 : WHISKER_ALPHA;
  if (self->has_interval)
    gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (low, middle - 0.5f, MAX (high - low, 1), 1));
  if (self->has_interval && self->low > -1)
    gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (low, middle - CAP_HEIGHT / 2.0f, 1, CAP_HEIGHT));
  if (self->has_interval && self->high < 1)
    gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (high - 1, middle - CAP_HEIGHT / 2.0f, 1, CAP_HEIGHT));
  line.alpha = is_high_contrast () ? 1 : ZERO_ALPHA;
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (half - 0.5f, 0, 1, 2 * middle));
}

static void
ful_change_bar_class_init (FulChangeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ful_change_bar_measure;
  widget_class->snapshot = ful_change_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_change_bar_init (FulChangeBar *self)
{
}

GtkWidget *
ful_change_bar_new (void)
{
  return g_object_new (FUL_TYPE_CHANGE_BAR, "valign", GTK_ALIGN_CENTER, NULL);
}

/**
 * ful_change_bar_set:
 * @scale: difference at either end; greater than 0, or nothing is drawn
 */
void
ful_change_bar_set (FulChangeBar         *self,
                    const FulComparedRow *row,
                    double                scale)
{
  g_return_if_fail (FUL_IS_CHANGE_BAR (self));

  scale = scale > 0 ? scale : INFINITY;
  self->value = CLAMP (row->change.difference / scale, -1, 1);
  self->has_interval = !isnan (row->change.interval[0]);
  self->low = CLAMP (row->change.interval[0] / scale, -1, 1);
  self->high = CLAMP (row->change.interval[1] / scale, -1, 1);
  self->step = ful_change_color_get_step (row);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
