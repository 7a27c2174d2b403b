/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-category-legend.h"

#include "base/ful-format.h"
#include "document/ful-document.h"
#include "document/view/ful-view-state.h"
#include "model/ful-profile.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-tooltip.h"
#include "widgets/marks/ful-swatch.h"

#include <glib/gi18n.h>

#define MAX_ENTRIES 12

/* px */
#define SPACING 4

struct _FulCategoryLegend
{
  GtkWidget         parent_instance;

  FulAnalysis      *analysis;
  FulNodeBreakdown *shown;      /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulCategoryLegend, ful_category_legend, GTK_TYPE_WIDGET)

typedef struct
{
  guint  category;
  double weight;
} Share;

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  const Share *x = a, *y = b;

  return x->weight != y->weight ? (x->weight > y->weight ? -1 : 1) : x->category < y->category ? -1 : 1;
}

static void
clicked_cb (GtkWidget         *button,
            FulCategoryLegend *self)
{
  ful_analysis_toggle_category (self->analysis, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "category")));
}

static GtkWidget *
add_entry (FulCategoryLegend *self)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 5);
  GtkWidget *swatch = ful_swatch_new ();

  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (content), swatch);
  gtk_box_append (GTK_BOX (content), gtk_label_new (NULL));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));

  return button;
}

static void
set_entry (GtkWidget         *button,
           const FulCategory *category,
           const Share       *share,
           double             sum)
{
  GtkWidget *swatch = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (button)));
  g_autofree char *percent = ful_format_percent (share->weight / sum);
  g_autofree char *name = ful_format_label (category->name, "");
  g_autofree char *text = g_strdup_printf ("%s %s", name, percent);
  g_autofree char *tooltip = g_strdup_printf (_("Focus on Category “%s”"), name);

  ful_swatch_set_color (FUL_SWATCH (swatch), category->color);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (swatch)), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  ful_tooltip_set_text (button, tooltip);
  g_object_set_data (G_OBJECT (button), "category", GINT_TO_POINTER (share->category));
}

static void
update (FulCategoryLegend *self)
{
  FulNodeBreakdown *breakdown = ful_analysis_get_breakdown (self->analysis);
  FulDocument *document = ful_analysis_get_document (self->analysis);
  FulProfile *profile = ful_document_get_profile (document);
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (self));
  g_autoptr(GArray) shares = g_array_new (FALSE, FALSE, sizeof (Share));

  /* A profile of one category has nothing to tell apart, and the overview has all threads. */
  gtk_widget_set_visible (GTK_WIDGET (self), profile->categories->len > 1 &&
                                             g_strcmp0 (ful_document_get_view_state (document)->panel, FUL_PANEL_OVERVIEW) != 0);
  if (breakdown == self->shown)
    return;

  g_clear_pointer (&self->shown, ful_node_breakdown_unref);
  self->shown = breakdown ? ful_node_breakdown_ref (breakdown) : NULL;
  for (guint i = 0; breakdown && i < MIN (profile->categories->len, breakdown->n_categories); i++)
    if (breakdown->root_by_category[i] > 0)
      g_array_append_vals (shares, &(Share) { i, breakdown->root_by_category[i] }, 1);
  g_array_sort (shares, compare_shares);

  for (guint i = 0; i < MIN (shares->len, MAX_ENTRIES); i++)
    {
      const Share *share = &g_array_index (shares, Share, i);

      button = button ? button : add_entry (self);
      set_entry (button, ful_profile_get_category (profile, share->category), share, breakdown->root_time);
      button = gtk_widget_get_next_sibling (button);
    }
  while (button)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (button);

      gtk_widget_unparent (button);
      button = next;
    }
}

/* As wide as it gets: the entries that fit are shown. */
static void
ful_category_legend_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      int child_natural;

      gtk_widget_measure (child, orientation, -1, NULL, &child_natural, NULL, NULL);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        *minimum = *natural = MAX (*natural, child_natural);
      else
        *natural += SPACING + child_natural;
    }
}

static void
ful_category_legend_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      int natural;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
      gtk_widget_set_child_visible (child, x + natural <= width);
      gtk_accessible_update_state (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_STATE_HIDDEN, x + natural > width, -1);
      gtk_widget_size_allocate (child, &(GtkAllocation) { is_rtl ? width - x - natural : x, 0, natural, height }, -1);
      x += natural + SPACING;
    }
}

static void
ful_category_legend_dispose (GObject *object)
{
  FulCategoryLegend *self = FUL_CATEGORY_LEGEND (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_pointer (&self->shown, ful_node_breakdown_unref);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_category_legend_parent_class)->dispose (object);
}

static void
ful_category_legend_class_init (FulCategoryLegendClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_category_legend_dispose;
  widget_class->measure = ful_category_legend_measure;
  widget_class->size_allocate = ful_category_legend_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "categorylegend");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ful_category_legend_init (FulCategoryLegend *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Categories"), -1);
}

/**
 * ful_category_legend_set_analysis:
 *
 * Call it once.
 */
void
ful_category_legend_set_analysis (FulCategoryLegend *self,
                                  FulAnalysis       *analysis)
{
  g_return_if_fail (FUL_IS_CATEGORY_LEGEND (self));
  g_return_if_fail (self->analysis == NULL);

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
