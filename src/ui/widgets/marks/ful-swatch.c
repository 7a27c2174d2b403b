/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A square of 10 px, rounded, with a border. Decoration: the category is named next
 * to it. */

#include "config.h"

#include "ful-swatch.h"
#include "draw/ful-color-scheme.h"
#include "ful-note-dot.h"

#define SIZE 10
#define RADIUS 3

struct _FulSwatch
{
  GtkWidget             parent_instance;

  const FulCategoryHue *hue;
  gboolean              is_noted;
};

G_DEFINE_FINAL_TYPE (FulSwatch, ful_swatch, GTK_TYPE_WIDGET)

static void
ful_swatch_measure (GtkWidget      *widget,
                    GtkOrientation  orientation,
                    int             for_size,
                    int            *minimum,
                    int            *natural,
                    int            *minimum_baseline,
                    int            *natural_baseline)
{
  *minimum = *natural = SIZE;
}

static void
ful_swatch_snapshot (GtkWidget   *widget,
                     GtkSnapshot *snapshot)
{
  FulSwatch *self = FUL_SWATCH (widget);
  const FulCategoryColor *color;
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  GdkRGBA strong, border;
  GskRoundedRect box;

  if (!self->hue)
    return;

  color = &self->hue->schemes[ful_color_scheme_current ()];
  strong = ful_color_scheme_to_rgba (color->strong);
  border = ful_color_scheme_to_rgba (color->border);

  gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT ((width - SIZE) / 2, (height - SIZE) / 2, SIZE, SIZE),
                                   RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &strong, &box.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &box, (const float[]) { 1, 1, 1, 1 },
                              (const GdkRGBA[]) { border, border, border, border });
  if (self->is_noted)
    ful_note_dot_draw (snapshot, (width + SIZE - FUL_NOTE_DOT_SIZE) / 2,
                       (height - SIZE - FUL_NOTE_DOT_SIZE) / 2);
}

static void
ful_swatch_class_init (FulSwatchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ful_swatch_measure;
  widget_class->snapshot = ful_swatch_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_swatch_init (FulSwatch *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
ful_swatch_new (void)
{
  return g_object_new (FUL_TYPE_SWATCH, NULL);
}

/**
 * ful_swatch_set_color:
 * @color: a colour word of the format
 */
void
ful_swatch_set_color (FulSwatch  *self,
                      const char *color)
{
  const FulCategoryHue *hue = ful_category_hue_lookup (color);

  if (self->hue == hue)
    return;

  self->hue = hue;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_swatch_set_noted:
 * @is_noted: whether there is a note on it, shown as a dot in the corner
 */
void
ful_swatch_set_noted (FulSwatch *self,
                      gboolean   is_noted)
{
  if (self->is_noted == is_noted)
    return;

  self->is_noted = is_noted;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
