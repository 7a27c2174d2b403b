/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows are reused: of a capture that runs they get other texts every few seconds, and the focus stays. */

#include "config.h"

#include "ful-overview-section.h"

#include "ful-overview-list.h"
#include "ful-overview-row.h"
#include "ful-overview-line.h"
#include "ful-parts-bar.h"

#include "widgets/ful-data-label.h"

#include <glib/gi18n.h>

/* px */
#define TITLE_SPACING 8
#define BAR_HEIGHT 14

struct _FulOverviewSection
{
  GtkWidget        parent_instance;

  FulOverviewPart  part;
  GtkWidget       *head;    /* (nullable): title and sum */
  GtkWidget       *title;   /* (nullable) */
  GtkWidget       *count;   /* (nullable) */
  GtkWidget       *frame;   /* around bar and rows */
  GtkWidget       *bar;     /* (nullable): of all categories */
  GtkWidget       *list;
};

G_DEFINE_FINAL_TYPE (FulOverviewSection, ful_overview_section, GTK_TYPE_WIDGET)

/* Not that of GtkWidget, which goes back to where the focus is before it leaves. */
static gboolean
ful_overview_section_focus (GtkWidget        *widget,
                            GtkDirectionType  direction)
{
  return gtk_widget_child_focus (FUL_OVERVIEW_SECTION (widget)->list, direction);
}

static gboolean
ful_overview_section_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (FUL_OVERVIEW_SECTION (widget)->list);
}

static void
ful_overview_section_dispose (GObject *object)
{
  FulOverviewSection *self = FUL_OVERVIEW_SECTION (object);

  g_clear_pointer (&self->head, gtk_widget_unparent);
  g_clear_pointer (&self->frame, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_overview_section_parent_class)->dispose (object);
}

static void
ful_overview_section_class_init (FulOverviewSectionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_overview_section_dispose;
  widget_class->focus = ful_overview_section_focus;
  widget_class->grab_focus = ful_overview_section_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "overviewsection");
}

static void
ful_overview_section_init (FulOverviewSection *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

static void
add_head (FulOverviewSection *self,
          const char         *title)
{
  GtkWidget *label = gtk_label_new (title);

  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, TITLE_SPACING);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "overview-title");
  gtk_box_append (GTK_BOX (self->head), label);
  self->title = label;
  self->count = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->count), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->count, "overview-details");
  gtk_box_append (GTK_BOX (self->head), self->count);
  gtk_widget_set_parent (self->head, GTK_WIDGET (self));
}

/**
 * ful_overview_section_new:
 * @title: (nullable): what is above it, and names the list
 *
 * Returns: (transfer floating): a section without rows
 */
GtkWidget *
ful_overview_section_new (FulOverviewPart  part,
                          const char      *title)
{
  FulOverviewSection *self = g_object_new (FUL_TYPE_OVERVIEW_SECTION, NULL);
  gboolean in_lines = part == FUL_OVERVIEW_PART_CATEGORIES || part == FUL_OVERVIEW_PART_LIBRARIES;

  self->part = part;
  if (part != FUL_OVERVIEW_PART_FINDINGS)
    add_head (self, title);
  self->frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->frame, "overview-frame");
  gtk_widget_set_overflow (self->frame, GTK_OVERFLOW_HIDDEN);
  if (part == FUL_OVERVIEW_PART_CATEGORIES)
    {
      self->bar = ful_parts_bar_new (0, BAR_HEIGHT);
      gtk_widget_add_css_class (self->bar, "overview-bar");
      gtk_box_append (GTK_BOX (self->frame), self->bar);
    }
  self->list = ful_overview_list_new (in_lines);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_box_append (GTK_BOX (self->frame), self->list);
  gtk_widget_set_parent (self->frame, GTK_WIDGET (self));
  gtk_widget_hide (GTK_WIDGET (self));

  return GTK_WIDGET (self);
}

static void
set_title (FulOverviewSection *self,
           const char         *title)
{
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
fill_head (FulOverviewSection *self,
           const FulOverview  *overview)
{
  g_autofree char *count = ful_overview_line_dup_sum (overview, self->part);

  if (self->count)
    ful_data_label_set (self->count, count ? count : "");
  if (self->bar)
    {
      ful_parts_bar_set (FUL_PARTS_BAR (self->bar), 1, overview->categories);
      set_title (self, g_str_equal (overview->unit, "ms") ? _("Where the Time Went") : _("Categories"));
    }
}

/**
 * ful_overview_section_fill:
 * @overview: what it shows from now on
 */
void
ful_overview_section_fill (FulOverviewSection *self,
                           const FulOverview  *overview)
{
  guint n_rows = ful_overview_line_count (overview, self->part);
  GtkWidget *row = gtk_widget_get_first_child (self->list);

  g_return_if_fail (FUL_IS_OVERVIEW_SECTION (self));

  for (guint i = 0; i < n_rows; i++)
    {
      g_auto(FulOverviewLine) text;

      if (row == NULL)
        {
          row = ful_overview_row_new (self->part, i);
          gtk_widget_set_parent (row, self->list);
        }
      ful_overview_line_init (&text, overview, self->part, i);
      ful_overview_row_set (FUL_OVERVIEW_ROW (row), &text);
      row = gtk_widget_get_next_sibling (row);
    }
  while (row)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (row);

      gtk_widget_unparent (row);
      row = next;
    }
  fill_head (self, overview);
  gtk_widget_set_visible (GTK_WIDGET (self), n_rows > 0);
}
