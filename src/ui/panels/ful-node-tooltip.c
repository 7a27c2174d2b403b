/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tooltip of charts for the call node under the pointer (call-tree.md 10): name and
 * number, origin, then the categories with bars, largest first. */

#include "config.h"

#include "ful-node-tooltip.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"
#include "widgets/marks/ful-share-bar.h"
#include "widgets/marks/ful-swatch.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_CATEGORIES 8

static GtkWidget *
append_label (GtkWidget  *box,
              const char *text,
              const char *css_class)
{
  g_autofree char *shown = ful_format_label (text, "");
  GtkWidget *label = gtk_label_new (shown);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 52);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static void
append_fact (GtkWidget        *box,
             const FulFigures *figures,
             const char       *name,
             double            weight,
             double            whole)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *number = ful_figures_format (figures, weight);
  g_autofree char *percent = ful_format_percent (whole != 0 ? weight / whole : 0);
  g_autofree char *text = g_strdup_printf ("%s (%s)", number, percent);
  GtkWidget *label = append_label (row, name, "dim-label");

  gtk_widget_set_size_request (label, 92, -1);
  append_label (row, text, NULL);
  gtk_box_append (GTK_BOX (box), row);
}

typedef struct
{
  FulCategoryIndex category;
  double           weight;
} Part;

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  double left = fabs (((const Part *) a)->weight), right = fabs (((const Part *) b)->weight);

  return (left < right) - (left > right);
}

static void
append_categories (GtkWidget              *box,
                   FulCallTree            *tree,
                   const FulNodeBreakdown *breakdown)
{
  g_autoptr(GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  GtkWidget *grid = gtk_grid_new ();
  double whole = 0;

  for (guint c = 0; c < tree->profile->categories->len; c++)
    {
      Part part = { (FulCategoryIndex) c, 0 };

      for (guint cell = breakdown->first_cell[c]; cell < breakdown->first_cell[c + 1]; cell++)
        part.weight += breakdown->total_by_category[cell];
      whole += fabs (part.weight);
      if (part.weight != 0)
        g_array_append_val (parts, part);
    }
  g_array_sort (parts, compare_parts);

  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  for (guint i = 0; i < MIN (parts->len, MAX_CATEGORIES); i++)
    {
      Part part = g_array_index (parts, Part, i);
      FulCategory *category = ful_profile_get_category (tree->profile, part.category);
      GtkWidget *swatch = ful_swatch_new ();
      g_autofree char *shown_name = ful_format_label (category->name, "");
      GtkWidget *name = gtk_label_new (shown_name);
      GtkWidget *bar = ful_share_bar_new ();
      g_autofree char *percent = ful_format_percent (fabs (part.weight) / whole);
      GtkWidget *share = gtk_label_new (percent);

      ful_swatch_set_color (FUL_SWATCH (swatch), category->color);
      gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
      gtk_label_set_xalign (GTK_LABEL (name), 0);
      ful_share_bar_set (FUL_SHARE_BAR (bar), category->color, fabs (part.weight) / whole);
      gtk_widget_set_size_request (bar, 80, -1);
      gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
      gtk_label_set_xalign (GTK_LABEL (share), 1);
      gtk_grid_attach (GTK_GRID (grid), swatch, 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), name, 1, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), bar, 2, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), share, 3, (int) i, 1, 1);
    }
  gtk_box_append (GTK_BOX (box), grid);
}

/**
 * ful_node_describe_total:
 * @figures: those of @tree
 *
 * Returns: (transfer full): "37%, 12 samples of 33 samples"
 */
char *
ful_node_describe_total (FulCallTree      *tree,
                         FulCallNodeIndex  node,
                         const FulFigures *figures)
{
  double weight = ful_call_tree_get_total (tree, node);
  g_autofree char *percent = ful_format_percent (tree->root_total != 0 ? weight / tree->root_total : 0);
  g_autofree char *total = ful_figures_format (figures, weight);
  g_autofree char *whole = ful_figures_format (figures, tree->root_total);

  /* Translators: a share, a part and the whole: "37%, 12 samples of 33 samples" */
  return g_strdup_printf (_("%s, %s of %s"), percent, total, whole);
}

/**
 * ful_node_describe:
 * @tree: a call tree
 * @func: the function of the node
 * @category: its category
 * @headline: its numbers
 *
 * Returns: (transfer full): all of it in one line; each text as by ful_format_label()
 */
char *
ful_node_describe (FulCallTree      *tree,
                   FulFuncIndex      func,
                   FulCategoryIndex  category,
                   const char       *headline)
{
  g_autofree char *whole_origin = ful_func_get_origin (tree->profile, func);
  g_autofree char *name = ful_format_label (ful_profile_get_shown_name (tree->profile, func), "");
  g_autofree char *category_name = ful_format_label (ful_profile_get_category (tree->profile, category)->name, "");
  g_autofree char *origin = ful_format_label (whole_origin, "");

  return g_strjoin (" · ", name, headline, category_name, *origin ? origin : NULL, NULL);
}

/**
 * ful_node_tooltip_new:
 * @tree: a call tree
 * @figures: those of @tree
 * @func: the function of the node
 * @category: its category
 * @headline: the number next to the name
 * @breakdown: (nullable): the numbers of the node
 *
 * Returns: (transfer floating): the tooltip
 */
GtkWidget *
ful_node_tooltip_new (FulCallTree            *tree,
                      const FulFigures       *figures,
                      FulFuncIndex            func,
                      FulCategoryIndex        category,
                      const char             *headline,
                      const FulNodeBreakdown *breakdown)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  g_autofree char *origin = ful_func_get_origin (tree->profile, func);

  gtk_widget_set_hexpand (append_label (title, ful_profile_get_shown_name (tree->profile, func), "heading"), TRUE);
  append_label (title, headline, "heading");
  gtk_box_append (GTK_BOX (box), title);
  if (*origin)
    append_label (box, origin, "caption");
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));

  if (breakdown)
    {
      append_fact (box, figures, _("Total"), breakdown->total, breakdown->root_time);
      append_fact (box, figures, _("Self"), breakdown->self, breakdown->root_time);
      append_categories (box, tree, breakdown);
    }
  else
    {
      append_label (box, ful_profile_get_category (tree->profile, category)->name, NULL);
    }

  return box;
}
