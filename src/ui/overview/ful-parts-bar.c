/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-parts-bar.h"

#include "draw/ful-color-scheme.h"

#define RADIUS 3
#define GAP 1

/* Opacity of the ground, and of a fill without categories. */
#define GROUND 0.06f
#define FILL 0.5f

/* px: narrower than that a bar says nothing. */
#define LEAST_WIDTH 20

typedef struct
{
  const FulCategoryHue *hue;
  double                share;
} Part;

struct _FulPartsBar
{
  GtkWidget  parent_instance;

  int        width;    /* natural size, px */
  int        height;
  double     length;   /* 0 to 1 */
  GArray    *parts;    /* Part; empty for one colour */
};

G_DEFINE_FINAL_TYPE (FulPartsBar, ful_parts_bar, GTK_TYPE_WIDGET)

static void
ful_parts_bar_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  FulPartsBar *self = FUL_PARTS_BAR (widget);

  *natural = orientation == GTK_ORIENTATION_VERTICAL ? self->height : self->width;
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? self->height : MIN (self->width, LEAST_WIDTH);
}

static void
append_part (FulPartsBar   *self,
             GtkSnapshot   *snapshot,
             float          start,
             float          end,
             const GdkRGBA *color)
{
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  float height = (float) gtk_widget_get_height (GTK_WIDGET (self));
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (is_rtl ? width - end : start, 0, end - start, height));
}

static void
append_parts (FulPartsBar *self,
              GtkSnapshot *snapshot,
              float        filled)
{
  double sum = 0, at = 0;

  for (guint i = 0; i < self->parts->len; i++)
    sum += g_array_index (self->parts, Part, i).share;
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);
      float start = (float) (filled * at / sum), end = (float) (filled * (at + part->share) / sum);
      GdkRGBA color = ful_color_scheme_to_rgba (part->hue->schemes[ful_color_scheme_current ()].strong);

      append_part (self, snapshot, start, i + 1 < self->parts->len ? MAX (end - GAP, start) : end, &color);
      at += part->share;
    }
}

static void
ful_parts_bar_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulPartsBar *self = FUL_PARTS_BAR (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  float filled = (float) (width * self->length);
  GdkRGBA ground, fill = ful_color_scheme_get_accent ();
  GskRoundedRect box;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &ground);
  ground.alpha *= GROUND;
  fill.alpha *= FILL;
  gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (0, 0, width, height), RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &ground, &box.bounds);
  if (self->parts->len > 0)
    append_parts (self, snapshot, filled);
  else if (filled > 0)
    append_part (self, snapshot, 0, filled, &fill);
  gtk_snapshot_pop (snapshot);
}

static void
ful_parts_bar_finalize (GObject *object)
{
  g_array_unref (FUL_PARTS_BAR (object)->parts);

  G_OBJECT_CLASS (ful_parts_bar_parent_class)->finalize (object);
}

static void
ful_parts_bar_class_init (FulPartsBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ful_parts_bar_finalize;
  widget_class->measure = ful_parts_bar_measure;
  widget_class->snapshot = ful_parts_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_parts_bar_init (FulPartsBar *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

/**
 * ful_parts_bar_new:
 * @width: natural width, px
 * @height: px
 */
GtkWidget *
ful_parts_bar_new (int width,
                   int height)
{
  FulPartsBar *self = g_object_new (FUL_TYPE_PARTS_BAR, NULL);

  self->width = width;
  self->height = height;

  return GTK_WIDGET (self);
}

/**
 * ful_parts_bar_set:
 * @length: of all, 0 to 1
 * @parts: (nullable) (element-type FulOverviewShare): categories, which share the length; %NULL for one colour
 */
void
ful_parts_bar_set (FulPartsBar  *self,
                   double        length,
                   const GArray *parts)
{
  g_return_if_fail (FUL_IS_PARTS_BAR (self));

  self->length = CLAMP (length, 0, 1);
  g_array_set_size (self->parts, 0);
  for (guint i = 0; parts && i < parts->len; i++)
    {
      const FulOverviewShare *share = &g_array_index (parts, FulOverviewShare, i);
      Part part = { ful_category_hue_lookup (share->color ? share->color : "grey"), share->share };

      if (part.share > 0)
        g_array_append_val (self->parts, part);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
