/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bar is drawn in the colour of the widget, with less opacity; the label has
 * its own colour in the style sheet. */

#include "config.h"

#include "ful-level-label.h"

#include <math.h>

#define RADIUS 3
#define BAR_ALPHA 0.16

struct _FulLevelLabel
{
  GtkWidget  parent_instance;

  GtkWidget *label;
  double     share;   /* 0 to 1 */
};

G_DEFINE_FINAL_TYPE (FulLevelLabel, ful_level_label, GTK_TYPE_WIDGET)

static void
ful_level_label_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  FulLevelLabel *self = FUL_LEVEL_LABEL (widget);
  int width = gtk_widget_get_width (widget);
  double length = self->share * width;

  if (length >= 1)
    {
      gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
      GskRoundedRect box;
      GdkRGBA color;

      gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
      color.alpha *= BAR_ALPHA;
      gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (rtl ? width - length : 0, 0, length,
                                                                  gtk_widget_get_height (widget)), RADIUS);
      gtk_snapshot_push_rounded_clip (snapshot, &box);
      gtk_snapshot_append_color (snapshot, &color, &box.bounds);
      gtk_snapshot_pop (snapshot);
    }

  gtk_widget_snapshot_child (widget, self->label, snapshot);
}

static void
ful_level_label_dispose (GObject *object)
{
  FulLevelLabel *self = FUL_LEVEL_LABEL (object);

  g_clear_pointer (&self->label, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_level_label_parent_class)->dispose (object);
}

static void
ful_level_label_class_init (FulLevelLabelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_level_label_dispose;
  widget_class->snapshot = ful_level_label_snapshot;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "levellabel");
}

static void
ful_level_label_init (FulLevelLabel *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 1);
  gtk_widget_add_css_class (self->label, "numeric");
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
}

GtkWidget *
ful_level_label_new (void)
{
  return g_object_new (FUL_TYPE_LEVEL_LABEL, NULL);
}

/**
 * ful_level_label_set:
 * @text: the figure
 * @share: length of the bar; its sign does not matter
 * @struck: whether the text is struck out
 */
void
ful_level_label_set (FulLevelLabel *self,
                     const char    *text,
                     double         share,
                     gboolean       struck)
{
  PangoAttrList *attributes = struck ? pango_attr_list_new () : NULL;

  if (struck)
    pango_attr_list_insert (attributes, pango_attr_strikethrough_new (TRUE));
  gtk_label_set_attributes (GTK_LABEL (self->label), attributes);
  g_clear_pointer (&attributes, pango_attr_list_unref);
  gtk_label_set_label (GTK_LABEL (self->label), text);
  self->share = isfinite (share) ? CLAMP (fabs (share), 0, 1) : 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
