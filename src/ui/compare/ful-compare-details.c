/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The side bar of a comparison. The values of all runs are looked up in a job. */

#include "config.h"

#include "ful-compare-details.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "compare/change/ful-change-color.h"
#include "compare/change/ful-compare-columns.h"
#include "compare/change/ful-duration-steps.h"
#include "compare/change/ful-run-dots.h"
#include "compare/ful-change-text.h"
#include "compare/ful-comparison-notes.h"
#include "compare/pairing/ful-pairing.h"
#include "compare/runs/ful-run.h"
#include "details/ful-details-rows.h"
#include "widgets/ful-em.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define SPACING 6

/* em */
#define WIDTH 22.6

/* Rows of a side, as many as there are dots. */
#define MAX_RUNS 100

struct _FulCompareDetails
{
  GtkWidget           parent_instance;

  FulCompareDocument *document;
  FulCompareAnswer   *answer;     /* (nullable): that @item is of */
  FulComparedTable    table;      /* that @item is of, and whose values are shown if it has some */
  gint32              item;       /* or FUL_NONE */
  FulComparedRow      node;       /* a call node of @item, if @has_node */
  gboolean            has_node;
  GArray             *values[FUL_N_SIDES];      /* (nullable): of the call node, or else of @item, in each run */
  GArray             *durations[FUL_N_SIDES];   /* (nullable): of markers */
  FulJob             *job;        /* (nullable) */

  GtkWidget          *scroller;
  GtkWidget          *box;
};

G_DEFINE_FINAL_TYPE (FulCompareDetails, ful_compare_details, GTK_TYPE_WIDGET)

typedef struct
{
  FulCompareAnswer *answer;
  FulComparedTable  table;
  gint32            item;
  GArray           *values[FUL_N_SIDES];
  GArray           *durations[FUL_N_SIDES];   /* (nullable) */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_compare_answer_unref (job->answer);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_clear_pointer (&job->values[side], g_array_unref);
      g_clear_pointer (&job->durations[side], g_array_unref);
    }
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      job->values[side] = ful_compare_answer_get_values (job->answer, job->table, side, job->item);
      if (ful_compared_table_is_of_markers (job->table))
        job->durations[side] = ful_compare_answer_get_durations (job->answer, side, job->item);
    }

  return TRUE;
}

static void
clear_values (FulCompareDetails *self)
{
  ful_job_stop (&self->job);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_clear_pointer (&self->values[side], g_array_unref);
      g_clear_pointer (&self->durations[side], g_array_unref);
    }
}

static const FulComparedRow *
find_row (const FulCompareAnswer *answer,
          FulComparedTable        table,
          gint32                  item)
{
  const GArray *rows = answer->lists[table] ? answer->lists[table]->rows : NULL;

  for (guint i = 0; rows && i < rows->len; i++)
    if (g_array_index (rows, FulComparedRow, i).item == item)
      return &g_array_index (rows, FulComparedRow, i);

  return NULL;
}

static const char *
get_how (const FulPairedItem *item)
{
  switch (item->how)
    {
    case FUL_PAIRED_RELAXED:
      return _("By short name");
    case FUL_PAIRED_MOVED:
      return _("By short name, in another library");
    case FUL_PAIRED_EXACT:
    default:
      return item->is_merged ? _("By name; several functions are one item") : _("By name");
    }
}

static void
add_runs (FulCompareDetails *self)
{
  GtkWidget *row = ful_details_take (self->box, "dots");

  if (row == NULL)
    row = ful_details_add (self->box, ful_run_dots_new (), "dots");
  ful_run_dots_set (FUL_RUN_DOTS (row), self->values[FUL_BEFORE], self->values[FUL_AFTER]);
}

/* By FulComparedTable; of nodes there are no details. */
static const char *const titles[] = { N_("Self"), N_("Total"), N_("Total time"), N_("Count"), N_("Mean"), N_("Median") };

static void
add_facts (GtkWidget        *list,
           FulComparedTable  table,
           const FulChange  *change,
           const char       *unit)
{
  static const char *const effective[] = { N_("Independent samples before"), N_("Independent samples after") };

  ful_details_take_fact (list, _("Before"), ful_change_text_value (change->mean[FUL_BEFORE], unit));
  ful_details_take_fact (list, _("After"), ful_change_text_value (change->mean[FUL_AFTER], unit));
  ful_details_take_fact (list, _("Difference"), ful_change_text_difference (change, unit));
  ful_details_take_fact (list, _("Change"), ful_change_text_relative (change, unit));
  /* xgettext:no-c-format */
  ful_details_take_fact (list, _("95 % interval"), ful_change_text_interval (change, unit));
  if (change->detectable > 0)
    ful_details_take_fact (list, _("Would show"), ful_change_text_value (change->detectable, unit));
  ful_details_take_fact (list, ful_compared_table_is_of_markers (table) ? _("Markers") : _("Samples"),
                         ful_format_number ((double) change->rows, 3, 0));
  for (guint side = 0; side < FUL_N_SIDES; side++)
    if (!isnan (change->effective[side]))
      ful_details_take_fact (list, _(effective[side]), ful_format_number (change->effective[side], 3, 0));
}

/* What happened to the selected call node; the rest is of its function. */
static void
add_node (FulCompareDetails *self)
{
  GtkWidget *list = ful_details_add_titled_group (self->box, "node", _("This Call"));

  add_facts (list, FUL_COMPARED_NODES, &self->node.change, self->answer->unit);
  ful_details_take_fact (list, _("Verdict"), ful_compare_columns_dup_verdict (self->answer, FUL_COMPARED_NODES, &self->node));
}

/* The other measures of markers. */
static void
add_measures (FulCompareDetails *self,
              FulComparedTable   shown)
{
  GtkWidget *list = ful_details_add_group (self->box, _("Before → After"));

  for (FulComparedTable table = FUL_COMPARED_MARKER_TOTAL; table <= FUL_COMPARED_MARKER_MEDIAN; table++)
    {
      const FulComparedRow *row = table == shown ? NULL : find_row (self->answer, table, self->item);
      const char *unit = ful_compare_answer_get_unit (self->answer, table);
      g_autofree char *before = row ? ful_change_text_value (row->change.mean[FUL_BEFORE], unit) : NULL;
      g_autofree char *after = row ? ful_change_text_value (row->change.mean[FUL_AFTER], unit) : NULL;

      if (row)
        ful_details_take_fact (list, _(titles[table]), g_strdup_printf ("%s → %s", before, after));
    }
}

static void
add_durations (FulCompareDetails *self)
{
  GtkWidget *steps, *list;

  ful_details_add_label (self->box, _("Durations: before as a line, after filled"), "caption");
  steps = ful_details_take (self->box, "durations");
  if (steps == NULL)
    steps = ful_details_add (self->box, ful_duration_steps_new (), "durations");
  ful_duration_steps_set (FUL_DURATION_STEPS (steps), self->durations[FUL_BEFORE], self->durations[FUL_AFTER]);
  list = ful_details_add_group (self->box, _("Most Frequent"));
  ful_details_take_fact (list, _("Before"), ful_duration_bins_dup_most_frequent (self->durations[FUL_BEFORE]));
  ful_details_take_fact (list, _("After"), ful_duration_bins_dup_most_frequent (self->durations[FUL_AFTER]));
}

static void
add_pairing (FulCompareDetails    *self,
             const FulComparedRow *row)
{
  const FulPairedItem *item = ful_pairing_get_item (self->answer->runs->pairing, row->item);
  GtkWidget *list = ful_details_add_group (self->box, _("Paired"));

  if (item->is_on[FUL_BEFORE] && item->is_on[FUL_AFTER])
    ful_details_take_fact (list, _("How"), g_strdup (get_how (item)));
  else
    ful_details_take_fact (list, _("How"), g_strdup (item->is_on[FUL_AFTER] ? _("Only after") : _("Only before")));
  if (item->other_name && g_strcmp0 (item->other_name, item->name) != 0)
    ful_details_take_fact (list, _("Before"), g_strdup (item->other_name));
  ful_details_take_fact (list, _("Library"), g_strdup (item->library));
  ful_details_take_fact (list, _("File"), g_strdup (item->file));
}

static void
add_notes (FulCompareDetails *self)
{
  for (guint i = 0; i < self->answer->notes->len; i++)
    ful_details_add_label (self->box, ((const FulComparisonNote *) self->answer->notes->pdata[i])->text, NULL);
}

/* Those of the answer: the sides may be others by now. */
static void
add_files (FulCompareDetails *self)
{
  static const char *const sides[] = { N_("Before"), N_("After") };

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      GPtrArray *runs = self->answer->runs->runs[FUL_COMPARED_SELF][side];
      GtkWidget *list = ful_details_add_titled_group (self->box, side == FUL_BEFORE ? "before" : "after", _(sides[side]));

      for (guint i = 0; i < MIN (runs->len, MAX_RUNS); i++)
        {
          const FulRun *run = runs->pdata[i];

          ful_details_take_fact (list, run->name, ful_change_text_value (run->total.x / ful_per_get_divisor (self->answer->per, run),
                                                                         self->answer->unit));
        }
      if (runs->len > MAX_RUNS)
        {
          g_autofree char *more = g_strdup_printf (ngettext ("%u more run", "%u more runs", runs->len - MAX_RUNS), runs->len - MAX_RUNS);

          ful_details_add_label (self->box, more, "dim-label");
        }
    }
}

/* What is never at the end of a stack has a total only, and markers without duration are counted only. */
static FulComparedTable
get_table (FulCompareDetails *self)
{
  return find_row (self->answer, self->table, self->item) ? self->table
         : ful_compared_table_is_of_markers (self->table) ? FUL_COMPARED_MARKER_COUNT : FUL_COMPARED_TOTAL;
}

static void
fill (FulCompareDetails *self)
{
  FulComparedTable table = self->answer && self->item != FUL_NONE ? get_table (self) : FUL_COMPARED_SELF;
  const FulComparedRow *row = self->answer && self->item != FUL_NONE ? find_row (self->answer, table, self->item) : NULL;

  ful_details_begin (self->box);
  if (row)
    {
      g_autofree char *name = g_strconcat (ful_change_color_get_sign (ful_compare_group_of (row)),
                                           ful_pairing_get_item (ful_compared_runs_get_pairing (self->answer->runs, table), row->item)->name,
                                           NULL);
      g_autofree char *verdict = ful_compare_columns_dup_verdict (self->answer, table, row);

      ful_details_add_label (self->box, name, "heading");
      ful_details_add_label (self->box, verdict, NULL);
      if (self->values[FUL_BEFORE])
        add_runs (self);
      if (self->has_node)
        add_node (self);
      add_facts (ful_details_add_titled_group (self->box, "change", _(titles[table])), table, &row->change,
                 ful_compare_answer_get_unit (self->answer, table));
      if (ful_compared_table_is_of_markers (table))
        add_measures (self, table);
      else
        add_pairing (self, row);
      if (self->durations[FUL_BEFORE])
        add_durations (self);
    }
  else if (self->answer)
    {
      ful_details_add_label (self->box, _("This Comparison"), "heading");
      add_notes (self);
      add_files (self);
    }
  ful_details_end (self->box);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCompareDetails *self = owner;
  Job *job = data;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      self->values[side] = g_steal_pointer (&job->values[side]);
      self->durations[side] = g_steal_pointer (&job->durations[side]);
    }
  fill (self);
}

static void
update (FulCompareDetails *self)
{
  /* Sums of several nodes have no values in each run. */
  gboolean of_node = self->has_node && self->node.node != FUL_NONE && self->node.change.verdict != FUL_N_VERDICTS;

  clear_values (self);
  if (self->answer && self->item != FUL_NONE)
    {
      Job *job = g_new0 (Job, 1);

      job->answer = ful_compare_answer_ref (self->answer);
      job->table = of_node ? FUL_COMPARED_NODES : get_table (self);
      job->item = of_node ? self->node.node : self->item;
      ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
    }
  fill (self);
}

static void
document_changed_cb (FulCompareDetails *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  if (answer != self->answer)
    {
      self->item = FUL_NONE;
      self->has_node = FALSE;
      if (answer)
        ful_compare_answer_ref (answer);
      g_clear_pointer (&self->answer, ful_compare_answer_unref);
      self->answer = answer;
    }
  update (self);
}

static void
ful_compare_details_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_compare_details_parent_class)->root (widget);
  gtk_widget_set_size_request (FUL_COMPARE_DETAILS (widget)->scroller, ful_em (widget, WIDTH), -1);
}

static void
ful_compare_details_css_changed (GtkWidget         *widget,
                                 GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ful_compare_details_parent_class)->css_changed (widget, change);
  if (gtk_widget_get_root (widget))
    gtk_widget_set_size_request (FUL_COMPARE_DETAILS (widget)->scroller, ful_em (widget, WIDTH), -1);
}

static void
ful_compare_details_dispose (GObject *object)
{
  FulCompareDetails *self = FUL_COMPARE_DETAILS (object);

  clear_values (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_compare_details_parent_class)->dispose (object);
}

static void
ful_compare_details_class_init (FulCompareDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_details_dispose;
  widget_class->root = ful_compare_details_root;
  widget_class->css_changed = ful_compare_details_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "detailsbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ful_compare_details_init (FulCompareDetails *self)
{
  self->item = FUL_NONE;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_widget_add_css_class (self->box, "details");
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Details"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Details"), -1);
}

/**
 * ful_compare_details_new:
 * @document: what is compared
 *
 * Returns: (transfer floating): the side bar
 */
GtkWidget *
ful_compare_details_new (FulCompareDocument *document)
{
  FulCompareDetails *self = g_object_new (FUL_TYPE_COMPARE_DETAILS, NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self, G_CONNECT_SWAPPED);
  document_changed_cb (self);

  return GTK_WIDGET (self);
}

/**
 * ful_compare_details_set_item:
 * @table: whose values to show
 * @item: of @table, or %FUL_NONE
 * @node: (nullable): a call node of @item
 */
void
ful_compare_details_set_item (FulCompareDetails    *self,
                              FulComparedTable      table,
                              gint32                item,
                              const FulComparedRow *node)
{
  g_return_if_fail (FUL_IS_COMPARE_DETAILS (self));

  if (self->table == table && self->item == item && self->has_node == (node != NULL) &&
      (node == NULL || memcmp (&self->node, node, sizeof *node) == 0))
    return;

  self->table = table;
  self->item = item;
  self->has_node = node != NULL;
  if (node)
    self->node = *node;
  update (self);
}

gboolean
ful_compare_details_get_busy (FulCompareDetails *self)
{
  return self->job != NULL;
}
