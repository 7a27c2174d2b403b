/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-share-bar.h"
#include "draw/ful-color-scheme.h"
#include "ful-swatch.h"

#define HEIGHT 5
#define RADIUS 3

/* Opacity of the part that is not filled. */
#define TROUGH 0.1f

struct _FulShareBar
{
  GtkWidget             parent_instance;

  const FulCategoryHue *hue;     /* (nullable): %NULL for the accent colour */
  double                share;   /* 0 to 1 */
};

G_DEFINE_FINAL_TYPE (FulShareBar, ful_share_bar, GTK_TYPE_WIDGET)

static void
ful_share_bar_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
}

static void
append_part (GtkSnapshot   *snapshot,
             float          x,
             float          width,
             float          height,
             const GdkRGBA *color)
{
  GskRoundedRect box;

  gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (x, 0, width, height), MIN (RADIUS, width / 2));
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, color, &box.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
ful_share_bar_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulShareBar *self = FUL_SHARE_BAR (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  float filled = (float) (width * self->share);
  GdkRGBA trough, fill;

  gtk_style_context_get_color (context, &trough);
  trough.alpha *= TROUGH;
  if (self->hue)
    fill = ful_color_scheme_to_rgba (self->hue->schemes[ful_color_scheme_current ()].strong);
  else if (!gtk_style_context_lookup_color (context, "accent_bg_color", &fill))
    gtk_style_context_get_color (context, &fill);

  append_part (snapshot, 0, width, height, &trough);
  if (filled > 0)
    append_part (snapshot, gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? width - filled : 0, filled, height,
                 &fill);
}

static void
ful_share_bar_class_init (FulShareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ful_share_bar_measure;
  widget_class->snapshot = ful_share_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_share_bar_init (FulShareBar *self)
{
}

GtkWidget *
ful_share_bar_new (void)
{
  return g_object_new (FUL_TYPE_SHARE_BAR, NULL);
}

/**
 * ful_share_bar_set:
 * @color: (nullable): colour word of a category
 * @share: 0 to 1
 */
void
ful_share_bar_set (FulShareBar *self,
                   const char  *color,
                   double       share)
{
  g_return_if_fail (FUL_IS_SHARE_BAR (self));

  self->hue = color ? ful_category_hue_lookup (color) : NULL;
  self->share = CLAMP (share, 0, 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
