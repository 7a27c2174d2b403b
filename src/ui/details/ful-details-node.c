/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Semantics: call-tree.md 10. */

#include "config.h"

#include "ful-details-node.h"

#include "ful-category-strip.h"
#include "ful-details-rows.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"
#include "model/ful-thread-names.h"
#include "plots/ful-time-ruler.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_LABELS 20
#define MAX_CHILDREN 5
#define MAX_CALLERS 3

/* Weight of a category or, with @subcategory not 0, of a part of it. */
typedef struct
{
  guint  category;
  guint  subcategory;
  double weight;
} Share;

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  const Share *x = a;
  const Share *y = b;

  if (fabs (x->weight) != fabs (y->weight))
    return fabs (x->weight) > fabs (y->weight) ? -1 : 1;
  if (x->category != y->category)
    return x->category < y->category ? -1 : 1;

  return x->subcategory < y->subcategory ? -1 : x->subcategory > y->subcategory;
}

static char *
format_weight (const FulFigures *figures,
               double            weight)
{
  if (weight == 0 || figures->type == FUL_WEIGHT_TYPE_BYTES || (figures->type == FUL_WEIGHT_TYPE_SAMPLES && figures->word == NULL))
    return ful_figures_format_number (figures, weight);

  return ful_figures_format (figures, weight);
}

static void
add_cost (GtkWidget        *list,
          const FulFigures *figures,
          const char       *name,
          double            weight,
          double            root)
{
  g_autofree char *percent = ful_format_percent (root != 0 ? weight / root : 0);
  g_autofree char *value = format_weight (figures, weight);

  ful_details_add_row (list, NULL, name, percent, value, FALSE, -1);
}

/* The named parts of a category; a single part has no more information than the
 * category. */
static void
add_parts (GtkWidget              *list,
           FulCallTree            *tree,
           const FulFigures       *figures,
           const FulNodeBreakdown *breakdown,
           const double           *weights,
           guint                   category,
           double                  sum)
{
  FulCategory *info = ful_profile_get_category (tree->profile, category);
  guint first = breakdown->first_cell[category];
  guint n_parts = breakdown->first_cell[category + 1] - first;
  g_autoptr(GArray) parts = g_array_new (FALSE, FALSE, sizeof (Share));

  for (guint i = 0; i < n_parts; i++)
    if (weights[first + i] != 0)
      g_array_append_vals (parts, &(Share) { category, i, weights[first + i] }, 1);

  if (parts->len < 2)
    return;

  g_array_sort (parts, compare_shares);
  for (guint i = 0; i < parts->len; i++)
    {
      Share *part = &g_array_index (parts, Share, i);
      g_autofree char *percent = ful_format_percent (part->weight / sum);
      g_autofree char *value = format_weight (figures, part->weight);

      ful_details_add_row (list, NULL, info->subcategories[part->subcategory], percent, value, TRUE, -1);
    }
}

static char *
dup_time (const FulNodeTimes *times,
          FulProfile         *profile,
          double              time)
{
  return ful_time_ruler_format (profile->time_is_bytes, time, (times->range.end - times->range.start) / FUL_WHEN_N_BINS / 10);
}

/* From the first sample to the last one; @is_old: of another node, until there are newer ones. */
static void
add_extent (GtkWidget          *list,
            FulProfile         *profile,
            const FulNodeTimes *times,
            gboolean            is_old)
{
  g_autofree char *first = NULL, *last = NULL, *value = NULL;

  if (!is_old && !isnan (times->first))
    {
      first = dup_time (times, profile, times->first);
      last = dup_time (times, profile, times->last);
      value = g_str_equal (first, last) ? g_strdup (first) : g_strdup_printf (_("%s – %s"), first, last);
    }
  ful_details_add_row (list, NULL, _("When"), NULL, value ? value : "…", FALSE, -1);
}

static GtkWidget *
make_scale (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *scale = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (box), ful_category_strip_new ());
  gtk_box_append (GTK_BOX (box), scale);
  gtk_widget_set_direction (scale, GTK_TEXT_DIR_LTR);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_widget_add_css_class (label, "strip-edge");
      gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
      gtk_label_set_xalign (GTK_LABEL (label), (float) i);
      gtk_widget_set_hexpand (label, TRUE);
      gtk_box_append (GTK_BOX (scale), label);
    }
  gtk_widget_add_css_class (box, "detail-row");

  return box;
}

static void
fill_strip (FulCategoryStrip     *strip,
            FulProfile           *profile,
            const FulNodeTimes   *times,
            const FulViewOptions *options)
{
  double length = times->range.end - times->range.start;

  ful_category_strip_clear (strip, FUL_WHEN_N_BINS);
  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    for (guint c = 0; c < times->n_categories; c++)
      {
        double share = times->shares[bin * times->n_categories + c];

        if (share > 0)
          ful_category_strip_add (strip, bin, ful_profile_get_category (profile, (FulCategoryIndex) c)->color, share);
      }
  if (options->has_preview && length > 0)
    ful_category_strip_set_range (strip, (options->preview.start - times->range.start) / length,
                                  (options->preview.end - times->range.start) / length);
}

/* In the committed range. Its place stays while newer times come. */
static void
add_when (GtkWidget            *box,
          FulProfile           *profile,
          const FulNodeTimes   *times,
          const FulViewOptions *options)
{
  GtkWidget *list = ful_details_add_group (box, _("When, by category"));
  GtkWidget *row = ful_details_take (list, "strip");
  g_autofree char *start = dup_time (times, profile, times->range.start);
  g_autofree char *end = dup_time (times, profile, times->range.end);
  g_autofree char *name = g_strdup_printf (_("%s – %s"), start, end);
  GtkWidget *content, *scale;

  if (row == NULL)
    {
      row = ful_details_add (list, make_scale (), "strip");
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      gtk_widget_set_focusable (row, FALSE);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  content = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));
  scale = gtk_widget_get_last_child (content);
  fill_strip (FUL_CATEGORY_STRIP (gtk_widget_get_first_child (content)), profile, times, options);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (scale)), start);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (scale)), end);
}

static void
add_categories (GtkWidget              *box,
                FulCallTree            *tree,
                const FulFigures       *figures,
                const FulNodeBreakdown *breakdown,
                const char             *title,
                const double           *weights)
{
  guint n_categories = tree->profile->categories->len;
  g_autoptr(GArray) shares = g_array_new (FALSE, FALSE, sizeof (Share));
  double sum = 0;
  GtkWidget *list;

  for (guint category = 0; category < n_categories; category++)
    {
      Share share = { category, 0, 0 };

      for (guint i = breakdown->first_cell[category]; i < breakdown->first_cell[category + 1]; i++)
        share.weight += weights[i];

      sum += fabs (share.weight);
      if (share.weight != 0)
        g_array_append_val (shares, share);
    }
  if (shares->len == 0)
    return;

  g_array_sort (shares, compare_shares);
  list = ful_details_add_group (box, title);
  for (guint i = 0; i < shares->len; i++)
    {
      Share *share = &g_array_index (shares, Share, i);
      FulCategory *info = ful_profile_get_category (tree->profile, share->category);
      g_autofree char *percent = ful_format_percent (share->weight / sum);
      g_autofree char *value = format_weight (figures, share->weight);

      ful_details_add_row (list, info->color, info->name, percent, value, FALSE, fabs (share->weight) / sum);
      add_parts (list, tree, figures, breakdown, weights, share->category, sum);
    }
}

static void
add_threads (GtkWidget              *box,
             FulCallTree            *tree,
             const FulFigures       *figures,
             const FulThreadSet     *threads,
             const FulNodeBreakdown *breakdown)
{
  GtkWidget *list = ful_details_add_group (box, _("Threads"));
  g_auto(GStrv) names = ful_thread_names_new (tree->profile->threads);

  for (guint i = 0; i < threads->n_threads; i++)
    {
      double share = breakdown->total != 0 ? breakdown->total_by_thread[i] / breakdown->total : 0;
      g_autofree char *percent = ful_format_percent (share);
      g_autofree char *value = format_weight (figures, breakdown->total_by_thread[i]);

      ful_details_add_row (list, NULL, names[threads->threads[i]], percent, value, FALSE, share);
    }
}

/* Of samples that have them. Values of a label may be as many as samples: those with little weight are left out. */
static void
add_labels (GtkWidget              *box,
            const FulFigures       *figures,
            const FulNodeBreakdown *breakdown)
{
  GtkWidget *list;

  if (breakdown->labels->len == 0)
    return;

  list = ful_details_add_group (box, _("Labels"));
  for (guint i = 0; i < MIN (breakdown->labels->len, MAX_LABELS); i++)
    {
      const FulLabelWeight *label = &g_array_index (breakdown->labels, FulLabelWeight, i);
      double share = breakdown->total != 0 ? label->weight / breakdown->total : 0;
      g_autofree char *percent = ful_format_percent (share);
      g_autofree char *value = format_weight (figures, label->weight);

      ful_details_add_row (list, NULL, label->label, percent, value, FALSE, fabs (share));
    }
}

/* One that is chosen selects the node. */
static void
add_node (GtkWidget        *list,
          FulCallTree      *tree,
          const FulFigures *figures,
          FulCallNodeIndex  node,
          double            root)
{
  FulCategoryIndex category;
  gint32 subcategory;
  g_autofree char *percent = ful_format_percent (root != 0 ? ful_call_tree_get_total (tree, node) / root : 0);
  g_autofree char *value = format_weight (figures, ful_call_tree_get_total (tree, node));

  ful_call_tree_get_category (tree, node, &category, &subcategory);
  ful_details_add_link (list, ful_profile_get_color (tree->profile, ful_call_tree_get_func (tree, node), category),
                        ful_call_tree_get_shown_name (tree, node), percent, value, "details.select-node", g_variant_new_uint32 ((guint32) node));
}

/* What is above and below in the tree, the heaviest first: callers and callees, or the other way round. */
static void
add_neighbours (GtkWidget        *box,
                FulCallTree      *tree,
                const FulFigures *figures,
                FulCallNodeIndex  node,
                double            root)
{
  const char *above = tree->inverted ? _("Calls") : _("Called From");
  const char *below = tree->inverted ? _("Called From") : _("Calls");
  FulCallNodeIndex parent = ful_call_tree_get_parent (tree, node);
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));

  if (parent != FUL_NONE)
    add_node (ful_details_add_group (box, above), tree, figures, parent, root);
  ful_call_tree_get_children (tree, node, children);
  if (children->len > 0)
    {
      GtkWidget *list = ful_details_add_group (box, below);

      for (guint i = 0; i < MIN (children->len, MAX_CHILDREN); i++)
        add_node (list, tree, figures, g_array_index (children, FulCallNodeIndex, i), root);
    }
}

/* Of a function, wherever they call it. */
static void
add_callers (GtkWidget              *box,
             FulCallTree            *tree,
             const FulFigures       *figures,
             const FulNodeBreakdown *breakdown)
{
  GtkWidget *list;

  if (breakdown->callers->len == 0)
    return;

  list = ful_details_add_group (box, _("Called From"));
  for (guint i = 0; i < MIN (breakdown->callers->len, MAX_CALLERS); i++)
    {
      const FulCallerWeight *caller = &g_array_index (breakdown->callers, FulCallerWeight, i);
      g_autofree char *percent = ful_format_percent (breakdown->root_time != 0 ? caller->weight / breakdown->root_time : 0);
      g_autofree char *value = format_weight (figures, caller->weight);

      ful_details_add_link (list, NULL, ful_profile_get_shown_name (tree->profile, caller->func), percent, value,
                            "details.select-func", g_variant_new_int32 (caller->func));
    }
}

/**
 * ful_details_fill_node:
 * @box: gets the rows
 * @derived: derived thread of @tree
 * @node: a node of @tree
 * @breakdown: its numbers
 * @times: (nullable): when it ran
 * @is_old: whether @times are of another node
 * @figures: those of @tree
 *
 * Shows the cost of a call node, and its neighbours.
 */
void
ful_details_fill_node (GtkWidget              *box,
                       FulDerivedThread       *derived,
                       FulCallTree            *tree,
                       FulCallNodeIndex        node,
                       const FulNodeBreakdown *breakdown,
                       const FulNodeTimes     *times,
                       gboolean                is_old,
                       const FulFigures       *figures)
{
  g_autofree char *origin = ful_func_get_origin (tree->profile, ful_call_tree_get_func (tree, node));
  FulThread *thread = ful_profile_get_thread (derived->profile, derived->threads->threads[0]);
  gboolean is_time = tree->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ||
                     (tree->weight_type == FUL_WEIGHT_TYPE_SAMPLES && tree->profile->has_times);
  GtkWidget *list, *place;

  ful_details_add_label (box, ful_call_tree_get_shown_name (tree, node), "title-4");
  place = ful_details_add_label (box, *origin ? origin : thread->name, "dim-label");
  gtk_label_set_selectable (GTK_LABEL (place), TRUE);

  list = ful_details_add_group (box, breakdown->is_of_func ? _("This function, everywhere") : _("This call path"));
  add_cost (list, figures, _("Total"), breakdown->total, breakdown->root_time);
  add_cost (list, figures, _("Self"), breakdown->self, breakdown->root_time);
  if (times)
    {
      add_extent (list, tree->profile, times, is_old);
      add_when (box, tree->profile, times, derived->options);
    }

  if (breakdown->has_total)
    add_categories (box, tree, figures, breakdown, is_time ? _("Where its time goes") : _("Total by category"),
                    breakdown->total_by_category);
  if (breakdown->has_self && breakdown->self != breakdown->total)
    add_categories (box, tree, figures, breakdown, is_time ? _("Where its own time goes") : _("Self by category"),
                    breakdown->self_by_category);
  if (breakdown->n_threads > 1)
    add_threads (box, tree, figures, derived->threads, breakdown);
  add_labels (box, figures, breakdown);
  if (breakdown->is_of_func)
    add_callers (box, tree, figures, breakdown);
  else
    add_neighbours (box, tree, figures, node, breakdown->root_time);
}
