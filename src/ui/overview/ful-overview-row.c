/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-overview-row.h"

#include "ful-parts-bar.h"

#include "base/ful-format.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-tooltip.h"
#include "widgets/marks/ful-swatch.h"

#include <string.h>

/* px */
#define SPACING 8
#define BAR_WIDTH 90
#define BAR_HEIGHT 16

/* Characters that figures have room for, so that names begin one below the other. */
#define FIGURE_CHARS 7
#define SHARE_CHARS 6
/* Fewer are not shown of names and details where there is no room. */
#define LEAST_CHARS 4

struct _FulOverviewRow
{
  GtkButton  parent_instance;

  GtkWidget *dot;       /* of a finding */
  GtkWidget *bar;
  GtkWidget *figure;
  GtkWidget *share;
  GtkWidget *swatch;
  GtkWidget *name;
  GtkWidget *details;
  GtkWidget *chevron;
  gboolean   fills;     /* the width */
};

G_DEFINE_FINAL_TYPE (FulOverviewRow, ful_overview_row, GTK_TYPE_BUTTON)

static GtkWidget *
add_label (GtkWidget  *box,
           int         n_chars,
           float       xalign,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_width_chars (GTK_LABEL (label), n_chars);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static GtkWidget *
add_image (GtkWidget  *box,
           const char *icon_name)
{
  GtkWidget *image = g_object_new (GTK_TYPE_IMAGE, "icon-name", icon_name, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (image, "overview-icon");
  gtk_box_append (GTK_BOX (box), image);

  return image;
}

static void
ful_overview_row_class_init (FulOverviewRowClass *klass)
{
}

static void
ful_overview_row_init (FulOverviewRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);

  self->dot = add_image (box, "media-record-symbolic");
  self->bar = ful_parts_bar_new (BAR_WIDTH, BAR_HEIGHT);
  gtk_box_append (GTK_BOX (box), self->bar);
  self->figure = add_label (box, FIGURE_CHARS, 1, "numeric");
  self->share = add_label (box, SHARE_CHARS, 1, "numeric");
  self->swatch = ful_swatch_new ();
  gtk_box_append (GTK_BOX (box), self->swatch);
  self->name = add_label (box, LEAST_CHARS, 0, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  self->details = add_label (box, LEAST_CHARS, 1, "overview-details");
  gtk_label_set_ellipsize (GTK_LABEL (self->details), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->details), LEAST_CHARS);
  gtk_widget_set_hexpand (self->details, TRUE);
  self->chevron = add_image (box, "go-next-symbolic");

  gtk_button_set_child (GTK_BUTTON (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self), "overview-row");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self), "overview.follow");
}

/* @text: (nullable): %NULL hides it */
static void
set_text (GtkWidget  *label,
          const char *text)
{
  g_autofree char *shown = ful_format_label (text ? text : "", "");

  ful_data_label_set (label, shown);
  gtk_widget_set_visible (label, *shown != '\0');
}

static void
add_attribute (PangoAttrList  *list,
               PangoAttribute *attribute,
               guint           begin,
               guint           end)
{
  attribute->start_index = begin;
  attribute->end_index = end;
  pango_attr_list_insert (list, attribute);
}

/* The name, and its place after it, which is less important. */
static void
set_name (FulOverviewRow        *self,
          const FulOverviewLine *text)
{
  g_autofree char *name = ful_format_label (text->name, "");
  g_autofree char *place = ful_format_label (text->place ? text->place : "", "");
  g_autofree char *both = *place ? g_strconcat (name, "  ", place, NULL) : g_strdup (name);
  g_autofree char *joined = ful_format_label (both, "");
  PangoAttrList *list = pango_attr_list_new ();
  guint begin = (guint) strlen (ful_data_label_get_mark (self->name, joined)), n = begin + (guint) strlen (name);

  if (text->n_strong > 0)
    add_attribute (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD), 0, MIN (begin + text->n_strong, n));
  if (*place)
    {
      add_attribute (list, pango_attr_foreground_alpha_new (G_MAXUINT16 * 65 / 100), n, G_MAXUINT);
      add_attribute (list, pango_attr_scale_new (0.92), n, G_MAXUINT);
    }
  ful_data_label_set (self->name, joined);
  gtk_label_set_attributes (GTK_LABEL (self->name), list);
  ful_tooltip_set_text (self->name, joined);
  pango_attr_list_unref (list);
}

static void
set_class (GtkWidget  *widget,
           const char *css_class,
           gboolean    has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/**
 * ful_overview_row_new:
 * @part: what the row is of
 * @row: its number in it
 *
 * Returns: (transfer floating): a row that activates "overview.follow"
 */
GtkWidget *
ful_overview_row_new (FulOverviewPart part,
                      guint           row)
{
  FulOverviewRow *self = g_object_new (FUL_TYPE_OVERVIEW_ROW, NULL);
  gboolean is_finding = part == FUL_OVERVIEW_PART_FINDINGS;
  gboolean is_entry = part == FUL_OVERVIEW_PART_CATEGORIES || part == FUL_OVERVIEW_PART_LIBRARIES;

  gtk_actionable_set_action_target (GTK_ACTIONABLE (self), "(uu)", (guint) part, row);
  gtk_widget_set_visible (self->dot, is_finding);
  self->fills = !is_entry;
  if (is_finding)
    {
      /* A sentence is read to its end. */
      gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_NONE);
      gtk_label_set_wrap (GTK_LABEL (self->name), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (self->name), PANGO_WRAP_WORD_CHAR);
      gtk_widget_add_css_class (GTK_WIDGET (self), "finding");
    }
  if (is_entry)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "entry");
      gtk_label_set_width_chars (GTK_LABEL (self->share), -1);
      gtk_box_reorder_child_after (GTK_BOX (gtk_button_get_child (GTK_BUTTON (self))), self->share, self->name);
    }

  return GTK_WIDGET (self);
}

/**
 * ful_overview_row_set:
 * @text: what it shows
 */
void
ful_overview_row_set (FulOverviewRow        *self,
                      const FulOverviewLine *text)
{
  g_autofree char *sentence = ful_format_label (text->sentence, "");

  g_return_if_fail (FUL_IS_OVERVIEW_ROW (self));

  gtk_widget_set_visible (self->bar, text->length >= 0);
  if (text->length >= 0)
    ful_parts_bar_set (FUL_PARTS_BAR (self->bar), text->length, text->parts);
  set_text (self->figure, text->figure);
  set_text (self->share, text->share);
  set_class (self->figure, "heading", text->is_figure_strong);
  set_class (self->share, "error", text->is_failure);
  set_class (self->dot, "error", text->is_failure);
  set_class (self->dot, "warning", !text->is_failure);
  gtk_widget_set_visible (self->chevron, self->fills && !text->leads_nowhere);
  gtk_widget_set_visible (self->swatch, text->color != NULL);
  if (text->color)
    ful_swatch_set_color (FUL_SWATCH (self->swatch), text->color);
  set_name (self, text);
  set_text (self->details, text->details);
  /* Details give way to the name: what tells it from others is often at its end. */
  if (self->fills)
    gtk_widget_set_hexpand (self->name, !gtk_widget_get_visible (self->details));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence, -1);
}
