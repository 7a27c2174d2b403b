/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A flame graph of both sides. Boxes are as wide as one of four values; of nodes that this value is 0 of there is none. */

#include "config.h"

#include "ful-compare-flame.h"

#include "ful-compare-menu.h"

#include "base/ful-job.h"
#include "charts/ful-box-chart.h"
#include "charts/ful-box-layout.h"
#include "charts/ful-chart.h"
#include "compare/change/ful-change-color.h"
#include "compare/change/ful-compare-columns.h"
#include "compare/ful-change-text.h"
#include "compare/ful-comparison-tree.h"
#include "panels/ful-status-label.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

typedef enum
{
  WIDTH_AFTER,
  WIDTH_BEFORE,
  WIDTH_LARGER,
  WIDTH_DIFFERENCE,
} Width;

struct _FulCompareFlame
{
  GtkWidget           parent_instance;

  FulCompareDocument *document;
  FulCompareAnswer   *answer;     /* (nullable): that is shown */
  FulCompareAnswer   *wanted;     /* (nullable): of the job */
  FulJob             *job;        /* (nullable) */
  guint               place_id;

  GtkWidget          *box;
  GtkWidget          *width;
  FulBoxChart        *chart;
  GtkAdjustment      *vadjustment;
  GtkLabel           *status;
};

G_DEFINE_FINAL_TYPE (FulCompareFlame, ful_compare_flame, GTK_TYPE_WIDGET)

static guint selected_signal;

typedef struct
{
  FulCallTree  *tree;
  FulBoxLayout *layout;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_call_tree_unref (job->tree);
  g_clear_pointer (&job->layout, ful_box_layout_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->layout = ful_flame_layout_new (job->tree, cancellable, error);

  return job->layout != NULL;
}

static const FulCategoryColor *
paint (gpointer          owner,
       FulCallNodeIndex  node,
       const char      **sign,
       gboolean         *is_hatched)
{
  FulCompareFlame *self = owner;
  const FulComparedRow *row = ful_comparison_tree_get_row (self->answer->tree, node);

  *sign = row ? ful_change_color_get_sign (ful_compare_group_of (row)) : "";
  *is_hatched = row && ful_compare_group_of (row) == FUL_COMPARE_GONE;

  return ful_change_color_get_box (row ? ful_change_color_get_step (row) : 0);
}

/* Returns: (transfer full): what happened to a node */
static char *
describe (FulCompareFlame  *self,
          FulCallNodeIndex  node,
          gboolean          with_name)
{
  const FulComparedRow *row = ful_comparison_tree_get_row (self->answer->tree, node);
  const char *unit = self->answer->unit;
  g_autofree char *before = ful_change_text_value (row->change.mean[FUL_BEFORE], unit);
  g_autofree char *after = ful_change_text_value (row->change.mean[FUL_AFTER], unit);
  g_autofree char *change = ful_change_text_relative (&row->change, unit);
  g_autofree char *interval = ful_change_text_interval (&row->change, unit);
  g_autofree char *verdict = ful_compare_columns_dup_verdict (self->answer, FUL_COMPARED_NODES, row);
  /* Translators: values before and after, the change with its interval, and what can be concluded */
  g_autofree char *text = g_strdup_printf (_("%s → %s, %s (%s), %s"), before, after, change, interval, verdict);

  return with_name ? g_strdup_printf ("%s: %s", ful_call_tree_get_shown_name (self->answer->tree->tree, node), text)
                   : g_steal_pointer (&text);
}

static void
hovered_cb (FulCompareFlame *self)
{
  FulCallNodeIndex node;
  double start, end;
  g_autofree char *text = ful_box_chart_get_hovered (self->chart, &node, &start, &end) ? describe (self, node, TRUE) : NULL;

  ful_status_label_set_text (self->status, text);
}

static void
describe_cursor (FulCompareFlame *self)
{
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);
  g_autofree char *text = node == FUL_NONE ? NULL : describe (self, node, FALSE);
  /* Translators: a chart, and the name of the function that its cursor is on */
  g_autofree char *name = node == FUL_NONE ? NULL : g_strdup_printf (_("Flame Graph: %s"),
                                                                     ful_call_tree_get_shown_name (self->answer->tree->tree, node));

  ful_box_chart_describe (self->chart, name ? name : _("Flame Graph"), text ? text : "", text ? text : "");
}

static void
cursor_moved_cb (FulCompareFlame *self)
{
  const FulComparedRow *row = ful_compare_flame_get_row (self);

  describe_cursor (self);
  g_signal_emit (self, selected_signal, 0, row ? row->item : FUL_NONE);
}

static void
menu_cb (FulCompareFlame *self,
         double           x,
         double           y)
{
  ful_compare_menu_ask (GTK_WIDGET (self->chart), x, y);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCompareFlame *self = owner;
  Job *job = data;
  FulCallNodeIndex node = self->answer == self->wanted ? ful_box_chart_get_node (self->chart) : FUL_NONE;

  if (error)
    return;

  ful_compare_answer_ref (self->wanted);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  self->answer = self->wanted;
  ful_box_chart_set_layout (self->chart, job->layout, NULL, FUL_BOX_CHART_ROOT_AT_BOTTOM);
  ful_box_chart_select_node (self->chart, node, TRUE);
  describe_cursor (self);
}

static FulCallTree *
get_tree (FulCompareFlame *self)
{
  const FulComparisonTree *tree = self->wanted->tree;

  switch ((Width) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->width)))
    {
    case WIDTH_BEFORE:
      return tree->sides[FUL_BEFORE];
    case WIDTH_LARGER:
      return tree->tree;
    case WIDTH_DIFFERENCE:
      return tree->difference;
    case WIDTH_AFTER:
    default:
      return tree->sides[FUL_AFTER];
    }
}

static void
lay_out (FulCompareFlame *self)
{
  Job *job;

  if (self->wanted == NULL)
    return;

  job = g_new0 (Job, 1);
  job->tree = ful_call_tree_ref (get_tree (self));
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}

static void
update (FulCompareFlame *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  if (answer == NULL || answer == self->wanted)
    return;

  ful_compare_answer_ref (answer);
  g_clear_pointer (&self->wanted, ful_compare_answer_unref);
  self->wanted = answer;
  lay_out (self);
}

/* The root is at the bottom, and seen first. An adjustment cannot be changed during the allocation that changed it. */
static gboolean
place_cb (gpointer user_data)
{
  FulCompareFlame *self = user_data;

  self->place_id = 0;
  gtk_adjustment_set_value (self->vadjustment, gtk_adjustment_get_upper (self->vadjustment));

  return G_SOURCE_REMOVE;
}

static void
extent_changed_cb (FulCompareFlame *self)
{
  if (self->place_id == 0)
    self->place_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, place_cb, self, NULL);
}

static gboolean
ful_compare_flame_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (FUL_COMPARE_FLAME (widget)->chart));
}

static void
ful_compare_flame_dispose (GObject *object)
{
  FulCompareFlame *self = FUL_COMPARE_FLAME (object);

  ful_job_stop (&self->job);
  g_clear_handle_id (&self->place_id, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  g_clear_pointer (&self->wanted, ful_compare_answer_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_compare_flame_parent_class)->dispose (object);
}

static void
ful_compare_flame_class_init (FulCompareFlameClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_flame_dispose;
  widget_class->grab_focus = ful_compare_flame_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  selected_signal = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_INT);
}

static GtkWidget *
create_bar (FulCompareFlame *self)
{
  /* In the order of Width. */
  static const char *const words[] = { N_("Width: After"), N_("Width: Before"), N_("Width: Larger of Both"), N_("Width: Difference"), NULL };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; words[i]; i++)
    gtk_string_list_append (list, _(words[i]));
  self->width = gtk_drop_down_new (G_LIST_MODEL (list), NULL);
  ful_control_set_name (self->width, _("Width"));
  ful_tooltip_set_text (self->width, _("What the width of a box is"));
  g_signal_connect_swapped (self->width, "notify::selected", G_CALLBACK (lay_out), self);
  gtk_box_append (GTK_BOX (bar), self->width);
  gtk_box_append (GTK_BOX (bar), ful_chart_create_zoom_button (FUL_CHART (self->chart), FALSE));
  gtk_box_append (GTK_BOX (bar), ful_chart_create_zoom_button (FUL_CHART (self->chart), TRUE));
  gtk_widget_add_css_class (bar, "filter-bar");

  return bar;
}

static void
ful_compare_flame_init (FulCompareFlame *self)
{
  GtkWidget *scrolled, *body;

  self->chart = FUL_BOX_CHART (ful_box_chart_new ());
  ful_box_chart_set_paint (self->chart, paint, self);
  scrolled = ful_chart_create_scrolled (FUL_CHART (self->chart));
  self->vadjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_signal_connect_object (self->vadjustment, "changed", G_CALLBACK (extent_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->chart, "cursor-moved", G_CALLBACK (cursor_moved_cb), self);
  g_signal_connect_swapped (self->chart, "menu", G_CALLBACK (menu_cb), self);
  g_signal_connect_swapped (self->chart, "hovered", G_CALLBACK (hovered_cb), self);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), create_bar (self));
  body = ful_status_label_new (scrolled, &self->status);
  gtk_widget_set_vexpand (body, TRUE);
  gtk_box_append (GTK_BOX (self->box), body);
  describe_cursor (self);
}

/**
 * ful_compare_flame_new:
 * @document: what is compared
 *
 * Returns: (transfer floating): the panel
 */
GtkWidget *
ful_compare_flame_new (FulCompareDocument *document)
{
  FulCompareFlame *self = g_object_new (FUL_TYPE_COMPARE_FLAME, NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

gboolean
ful_compare_flame_get_busy (FulCompareFlame *self)
{
  return self->job != NULL;
}

/**
 * ful_compare_flame_get_node:
 * @out_tree: (out) (transfer none): the tree of the node, of the answer
 *
 * Returns: the node with the cursor, or %FUL_NONE
 */
FulCallNodeIndex
ful_compare_flame_get_node (FulCompareFlame  *self,
                            FulCallTree     **out_tree)
{
  *out_tree = self->answer ? self->answer->tree->tree : NULL;

  return ful_box_chart_get_node (self->chart);
}

/**
 * ful_compare_flame_get_row:
 *
 * Returns: (nullable): the node of the box with the cursor; it lives as long as the answer
 */
const FulComparedRow *
ful_compare_flame_get_row (FulCompareFlame *self)
{
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);

  return node == FUL_NONE ? NULL : ful_comparison_tree_get_row (self->answer->tree, node);
}
