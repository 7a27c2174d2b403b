/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The axis goes from the first to the last bin that a side has; both sides have the same scale. */

#include "config.h"

#include "ful-duration-steps.h"

#include "ful-change-color.h"

#include "base/ful-format.h"
#include "compare/change/ful-change.h"
#include "compare/runs/ful-duration-bins.h"

#include <math.h>

/* px */
#define STEPS_HEIGHT 64
#define LINE_WIDTH 2

#define AXIS_ALPHA 0.3f

struct _FulDurationSteps
{
  GtkWidget    parent_instance;

  GArray      *bins[FUL_N_SIDES];   /* (nullable) (element-type double): as ful_compare_answer_get_durations() has them */
  PangoLayout *ends[2];             /* texts of the ends of the axis */
};

G_DEFINE_FINAL_TYPE (FulDurationSteps, ful_duration_steps, GTK_TYPE_WIDGET)

static int
get_text_height (FulDurationSteps *self)
{
  int height;

  pango_layout_get_pixel_size (self->ends[0], NULL, &height);

  return height;
}

static void
ful_duration_steps_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  FulDurationSteps *self = FUL_DURATION_STEPS (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? STEPS_HEIGHT + get_text_height (self) : 0;
}

/* Returns: FALSE if no side has a marker */
static gboolean
find_extent (FulDurationSteps *self,
             guint            *first,
             guint            *end,
             double           *highest)
{
  *first = FUL_DURATION_BINS;
  *end = 0;
  *highest = 0;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; self->bins[side] && i < FUL_DURATION_BINS; i++)
      if (g_array_index (self->bins[side], double, i) > 0)
        {
          *first = MIN (*first, i);
          *end = MAX (*end, i + 1);
          *highest = MAX (*highest, g_array_index (self->bins[side], double, i));
        }

  return *first < *end;
}

static void
append_steps (GtkSnapshot   *snapshot,
              const double  *bins,
              guint          n,
              double         highest,
              float          width,
              gboolean       fills,
              const GdkRGBA *color)
{
  float last = STEPS_HEIGHT;

  for (guint i = 0; i <= n; i++)
    {
      float x = roundf (width * (float) i / (float) n), right = roundf (width * (float) (i + 1) / (float) n);
      float y = i < n ? (float) (STEPS_HEIGHT * (1 - bins[i] / highest)) : STEPS_HEIGHT;

      if (fills && i < n)
        gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (x, y, right - x, STEPS_HEIGHT - y));
      if (!fills && y != last)
        gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (MIN (x, width - LINE_WIDTH), MIN (y, last), LINE_WIDTH,
                                                                         ABS (y - last) + (y > last ? 0 : LINE_WIDTH)));
      if (!fills && i < n)
        gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (x, MIN (y, STEPS_HEIGHT - LINE_WIDTH), right - x, LINE_WIDTH));
      last = y;
    }
}

static void
append_end (FulDurationSteps *self,
            GtkSnapshot      *snapshot,
            guint             end,
            const GdkRGBA    *color)
{
  int width;

  pango_layout_get_pixel_size (self->ends[end], &width, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (end == 0 ? 0 : (float) (gtk_widget_get_width (GTK_WIDGET (self)) - width),
                                                          STEPS_HEIGHT));
  gtk_snapshot_append_layout (snapshot, self->ends[end], color);
  gtk_snapshot_restore (snapshot);
}

static void
ful_duration_steps_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  FulDurationSteps *self = FUL_DURATION_STEPS (widget);
  float width = (float) gtk_widget_get_width (widget);
  guint first, end;
  double highest;
  GdkRGBA ink, axis, after = ful_change_color_get (3);

  if (!find_extent (self, &first, &end, &highest))
    return;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &ink);
  axis = ink;
  axis.alpha *= AXIS_ALPHA;
  if (self->bins[FUL_AFTER])
    append_steps (snapshot, &g_array_index (self->bins[FUL_AFTER], double, first), end - first, highest, width, TRUE, &after);
  gtk_snapshot_append_color (snapshot, &axis, &GRAPHENE_RECT_INIT (0, STEPS_HEIGHT - 1, width, 1));
  if (self->bins[FUL_BEFORE])
    append_steps (snapshot, &g_array_index (self->bins[FUL_BEFORE], double, first), end - first, highest, width, FALSE, &ink);
  for (guint i = 0; i < G_N_ELEMENTS (self->ends); i++)
    append_end (self, snapshot, i, &ink);
}

static void
ful_duration_steps_dispose (GObject *object)
{
  FulDurationSteps *self = FUL_DURATION_STEPS (object);

  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&self->bins[side], g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->ends); i++)
    g_clear_object (&self->ends[i]);

  G_OBJECT_CLASS (ful_duration_steps_parent_class)->dispose (object);
}

static void
ful_duration_steps_class_init (FulDurationStepsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_duration_steps_dispose;
  widget_class->measure = ful_duration_steps_measure;
  widget_class->snapshot = ful_duration_steps_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_duration_steps_init (FulDurationSteps *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "caption");
  for (guint i = 0; i < G_N_ELEMENTS (self->ends); i++)
    self->ends[i] = gtk_widget_create_pango_layout (GTK_WIDGET (self), "0");
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
ful_duration_steps_new (void)
{
  return g_object_new (FUL_TYPE_DURATION_STEPS, NULL);
}

/**
 * ful_duration_steps_set:
 * @before: (element-type double): markers in each bin of durations
 * @after: (element-type double): likewise
 */
void
ful_duration_steps_set (FulDurationSteps *self,
                        GArray           *before,
                        GArray           *after)
{
  GArray *bins[] = { before, after };
  guint ends[2];
  double highest;

  g_return_if_fail (FUL_IS_DURATION_STEPS (self));

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_array_ref (bins[side]);
      g_clear_pointer (&self->bins[side], g_array_unref);
      self->bins[side] = bins[side];
    }
  if (find_extent (self, &ends[0], &ends[1], &highest))
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      {
        g_autofree char *text = ful_format_duration (ful_duration_bins_get_least (ends[i]));

        pango_layout_set_text (self->ends[i], text, -1);
      }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
