/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The axis goes from the least to the greatest value of both sides. Of more than 100 runs the first ones are drawn. */

#include "config.h"

#include "ful-run-dots.h"

#include "ful-change-color.h"

#include "compare/change/ful-change.h"

/* px */
#define LINE_HEIGHT 18
#define SIZE 8
#define MEAN_WIDTH 2

#define MAX_DOTS 100
#define AXIS_ALPHA 0.15f
#define DOT_ALPHA 0.7f

struct _FulRunDots
{
  GtkWidget  parent_instance;

  GArray    *values[FUL_N_SIDES];   /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulRunDots, ful_run_dots, GTK_TYPE_WIDGET)

static void
ful_run_dots_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? FUL_N_SIDES * LINE_HEIGHT : 0;
}

static gboolean
find_extent (FulRunDots *self,
             double     *low,
             double     *high)
{
  *low = G_MAXDOUBLE;
  *high = -G_MAXDOUBLE;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; self->values[side] && i < self->values[side]->len; i++)
      {
        *low = MIN (*low, g_array_index (self->values[side], double, i));
        *high = MAX (*high, g_array_index (self->values[side], double, i));
      }

  return *low <= *high;
}

static void
append_dot (GtkSnapshot   *snapshot,
            float          x,
            float          y,
            const GdkRGBA *color)
{
  GskRoundedRect dot;

  gsk_rounded_rect_init_from_rect (&dot, &GRAPHENE_RECT_INIT (x - SIZE / 2.0f, y - SIZE / 2.0f, SIZE, SIZE), SIZE / 2.0f);
  gtk_snapshot_push_rounded_clip (snapshot, &dot);
  gtk_snapshot_append_color (snapshot, color, &dot.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
ful_run_dots_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  FulRunDots *self = FUL_RUN_DOTS (widget);
  float width = (float) gtk_widget_get_width (widget);
  double low, high, sum;
  GdkRGBA ink, axis;

  if (!find_extent (self, &low, &high))
    return;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &ink);
  axis = ink;
  axis.alpha *= AXIS_ALPHA;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      GdkRGBA color = ful_change_color_get (side == FUL_BEFORE ? -3 : 3);
      float y = ((float) side + 0.5f) * LINE_HEIGHT;
      guint n = self->values[side]->len;

      color.alpha = DOT_ALPHA;
      gtk_snapshot_append_color (snapshot, &axis, &GRAPHENE_RECT_INIT (0, y - 0.5f, width, 1));
      sum = 0;
      for (guint i = 0; i < n; i++)
        {
          double value = g_array_index (self->values[side], double, i);
          double share = high > low ? (value - low) / (high - low) : 0.5;

          sum += share / n;
          if (i < MAX_DOTS)
            append_dot (snapshot, SIZE / 2.0f + (float) share * (width - SIZE), y, &color);
        }
      gtk_snapshot_append_color (snapshot, &ink, &GRAPHENE_RECT_INIT (SIZE / 2.0f + (float) sum * (width - SIZE) - MEAN_WIDTH / 2.0f,
                                                                      y - SIZE, MEAN_WIDTH, 2 * SIZE));
    }
}

static void
ful_run_dots_dispose (GObject *object)
{
  FulRunDots *self = FUL_RUN_DOTS (object);

  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&self->values[side], g_array_unref);

  G_OBJECT_CLASS (ful_run_dots_parent_class)->dispose (object);
}

static void
ful_run_dots_class_init (FulRunDotsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_run_dots_dispose;
  widget_class->measure = ful_run_dots_measure;
  widget_class->snapshot = ful_run_dots_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_run_dots_init (FulRunDots *self)
{
}

GtkWidget *
ful_run_dots_new (void)
{
  return g_object_new (FUL_TYPE_RUN_DOTS, NULL);
}

/**
 * ful_run_dots_set:
 * @before: (element-type double): a value for each run
 * @after: (element-type double): likewise
 */
void
ful_run_dots_set (FulRunDots   *self,
                  const GArray *before,
                  const GArray *after)
{
  const GArray *values[] = { before, after };

  g_return_if_fail (FUL_IS_RUN_DOTS (self));

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_array_ref ((GArray *) values[side]);
      g_clear_pointer (&self->values[side], g_array_unref);
      self->values[side] = (GArray *) values[side];
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
