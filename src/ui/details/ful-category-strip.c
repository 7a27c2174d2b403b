/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bars from the bottom, of a part for each category. Time runs from left to right in any text direction, as in the tracks. What is outside of the marked range is dimmed, as in the column "When". */

#include "config.h"

#include "ful-category-strip.h"

#include "base/ful-category-color.h"
#include "draw/ful-color-scheme.h"

#define HEIGHT 40
#define GAP 1
/* What has any part of a bin is seen. */
#define LEAST_HEIGHT 1.5f
#define OUTSIDE 0.35f

typedef struct
{
  const FulCategoryHue *hue;
  guint                 bin;
  float                 from, to;   /* share of the height, from the bottom */
} Part;

struct _FulCategoryStrip
{
  GtkWidget  parent_instance;

  guint      n_bins;
  GArray    *parts;        /* Part: of a bin together, from the bottom up */
  double     start, end;   /* what is marked, as shares of the width */
};

G_DEFINE_FINAL_TYPE (FulCategoryStrip, ful_category_strip, GTK_TYPE_WIDGET)

static void
ful_category_strip_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
}

static gboolean
is_outside (FulCategoryStrip *self,
            guint             bin)
{
  return bin + 1 <= self->start * self->n_bins || bin >= self->end * self->n_bins;
}

static void
ful_category_strip_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  FulCategoryStrip *self = FUL_CATEGORY_STRIP (widget);
  float width = (float) gtk_widget_get_width (widget) / (float) MAX (self->n_bins, 1);
  float height = (float) gtk_widget_get_height (widget);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);
      float top = height - height * part->to, bottom = height - height * part->from;
      GdkRGBA color = ful_color_scheme_to_rgba (part->hue->schemes[ful_color_scheme_current ()].strong);

      if (part->from == 0)
        top = MIN (top, height - LEAST_HEIGHT);
      if (is_outside (self, part->bin))
        color.alpha *= OUTSIDE;
      gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) part->bin * width, top, MAX (width - GAP, 1), bottom - top));
    }
}

static void
ful_category_strip_finalize (GObject *object)
{
  g_array_unref (FUL_CATEGORY_STRIP (object)->parts);

  G_OBJECT_CLASS (ful_category_strip_parent_class)->finalize (object);
}

static void
ful_category_strip_class_init (FulCategoryStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ful_category_strip_finalize;
  widget_class->measure = ful_category_strip_measure;
  widget_class->snapshot = ful_category_strip_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_category_strip_init (FulCategoryStrip *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  self->end = 1;
}

GtkWidget *
ful_category_strip_new (void)
{
  return g_object_new (FUL_TYPE_CATEGORY_STRIP, NULL);
}

/**
 * ful_category_strip_clear:
 * @n_bins: number of the parts of the time from now on
 *
 * All of the time is marked then.
 */
void
ful_category_strip_clear (FulCategoryStrip *self,
                          guint             n_bins)
{
  g_return_if_fail (FUL_IS_CATEGORY_STRIP (self));

  self->n_bins = n_bins;
  g_array_set_size (self->parts, 0);
  self->start = 0;
  self->end = 1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_category_strip_add:
 * @bin: a part of the time, not before that of the last call
 * @color: colour word of a category
 * @share: its share of the bin, more than 0; those of a bin are 1 in all at most
 */
void
ful_category_strip_add (FulCategoryStrip *self,
                        guint             bin,
                        const char       *color,
                        double            share)
{
  const Part *last;
  float from;

  g_return_if_fail (FUL_IS_CATEGORY_STRIP (self));
  g_return_if_fail (bin < self->n_bins);

  last = self->parts->len > 0 ? &g_array_index (self->parts, Part, self->parts->len - 1) : NULL;
  from = last && last->bin == bin ? last->to : 0;
  g_array_append_vals (self->parts, &(Part) { ful_category_hue_lookup (color), bin, from, MIN (from + (float) share, 1) }, 1);
}

/**
 * ful_category_strip_set_range:
 * @start: where the marked range begins, as a share of the time, with @end
 */
void
ful_category_strip_set_range (FulCategoryStrip *self,
                              double            start,
                              double            end)
{
  g_return_if_fail (FUL_IS_CATEGORY_STRIP (self));

  self->start = start;
  self->end = end;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
