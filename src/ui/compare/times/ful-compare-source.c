/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Once both texts are there, a job finds the lines that they have in common; those have the cost on the other side, too, and the
 * others a sign. */

#include "config.h"

#include "ful-compare-source.h"

#include "base/ful-job.h"
#include "compare/change/ful-change.h"
#include "source/ful-line-diff.h"
#include "source/ful-source-list.h"
#include "source/ful-source-pane.h"
#include "tree/samples/ful-hits.h"
#include "widgets/ful-em.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _FulCompareSource
{
  GtkWidget        parent_instance;

  FulCompareTimes *times;
  GtkStack        *stack;
  GtkWidget       *status;                 /* nothing is selected */
  GtkPaned        *paned;
  gboolean         is_wide;                /* the sides are side by side */
  guint            turn_id;
  GtkStack        *sides[FUL_N_SIDES];
  GtkWidget       *missing[FUL_N_SIDES];   /* in place of the pane of a side that has not the function */
  FulSourcePane   *panes[FUL_N_SIDES];
  GPtrArray       *lines[FUL_N_SIDES];     /* (nullable elements): that @matches is of */
  GArray          *matches;                /* (nullable): of ful_line_diff_new(), for the lines after */
  FulJob          *job;                    /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulCompareSource, ful_compare_source, GTK_TYPE_WIDGET)

typedef struct
{
  GPtrArray *lines[FUL_N_SIDES];
  GArray    *matches;   /* (nullable): the result */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_unref (job->lines[side]);
  g_clear_pointer (&job->matches, g_array_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->matches = ful_line_diff_new (job->lines[FUL_AFTER], job->lines[FUL_BEFORE]);

  return TRUE;
}

/* Returns: (transfer full) (element-type gint): for each line before the one after, or -1 */
static GArray *
turn_round (const GArray *matches,
            guint         n_before)
{
  GArray *turned = g_array_sized_new (FALSE, FALSE, sizeof (gint), n_before);

  for (gint i = 0, none = -1; i < (gint) n_before; i++)
    g_array_append_val (turned, none);
  for (gint i = 0; i < (gint) matches->len; i++)
    if (g_array_index (matches, gint, i) >= 0)
      g_array_index (turned, gint, g_array_index (matches, gint, i)) = i;

  return turned;
}

/* Shows on @side the costs of the other one, whose lines @to_side has on this one. */
static void
show_other (FulCompareSource *self,
            FulSide           side,
            const GArray     *from_side,
            const GArray     *to_side)
{
  const GArray *costs = ful_source_pane_get_costs (self->panes[!side]);
  g_autoptr(GArray) others = g_array_new (FALSE, FALSE, sizeof (FulHit));
  g_autoptr(GtkBitset) alone = gtk_bitset_new_empty ();

  for (guint i = 0; i < costs->len; i++)
    {
      FulHit hit = g_array_index (costs, FulHit, i);

      if (hit.value < 1 || hit.value > to_side->len || g_array_index (to_side, gint, hit.value - 1) < 0)
        continue;
      hit.value = g_array_index (to_side, gint, hit.value - 1) + 1;
      g_array_append_val (others, hit);
    }
  for (guint i = 0; i < from_side->len; i++)
    if (g_array_index (from_side, gint, i) < 0)
      gtk_bitset_add (alone, i);
  ful_source_list_set_other (ful_source_pane_get_source (self->panes[side]), side == FUL_BEFORE ? _("After") : _("Before"), others, alone,
                             side == FUL_BEFORE ? "− " : "+ ");
}

static void
show_others (FulCompareSource *self)
{
  g_autoptr(GArray) turned = turn_round (self->matches, self->lines[FUL_BEFORE]->len);

  show_other (self, FUL_BEFORE, turned, self->matches);
  show_other (self, FUL_AFTER, self->matches, turned);
}

static void compare_texts (FulCompareSource *self);

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCompareSource *self = owner;
  Job *job = data;

  if (error)
    return;

  g_clear_pointer (&self->matches, g_array_unref);
  self->matches = g_steal_pointer (&job->matches);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_clear_pointer (&self->lines[side], g_ptr_array_unref);
      self->lines[side] = g_ptr_array_ref (job->lines[side]);
    }
  compare_texts (self);
}

/* What is shown may have changed in the meantime, and costs do for another range. */
static void
compare_texts (FulCompareSource *self)
{
  GPtrArray *lines[FUL_N_SIDES];
  Job *job;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      FulSourceList *source = ful_source_pane_get_source (self->panes[side]);

      if (source == NULL || gtk_stack_get_visible_child (self->sides[side]) != GTK_WIDGET (self->panes[side]))
        return;
      lines[side] = ful_source_list_get_lines (source);
    }
  if (self->matches && lines[FUL_BEFORE] == self->lines[FUL_BEFORE] && lines[FUL_AFTER] == self->lines[FUL_AFTER])
    {
      show_others (self);
      return;
    }
  if (self->job)
    return;

  job = g_new0 (Job, 1);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    job->lines[side] = g_ptr_array_ref (lines[side]);
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}

static void
selected_cb (FulCompareSource *self)
{
  gboolean is_any = FALSE;

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      FulFuncIndex func = ful_compare_times_get_func (self->times, side);

      is_any |= func != FUL_NONE;
      gtk_stack_set_visible_child (self->sides[side], func == FUL_NONE ? self->missing[side] : GTK_WIDGET (self->panes[side]));
      if (func != FUL_NONE)
        ful_source_pane_show (self->panes[side], func);
    }
  gtk_stack_set_visible_child (self->stack, is_any ? GTK_WIDGET (self->paned) : self->status);
}

/* A pane that was closed has no function any more. */
static void
closed_cb (FulCompareSource *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "compare.show-selected", NULL);
  selected_cb (self);
}

/* A paned cannot turn in the middle of an allocation. */
static gboolean
turn_cb (gpointer user_data)
{
  FulCompareSource *self = user_data;

  self->turn_id = 0;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), self->is_wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);

  return G_SOURCE_REMOVE;
}

static void
ful_compare_source_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (FUL_COMPARE_SOURCE (widget)->stack), orientation, for_size, minimum, natural, NULL, NULL);
}

static void
ful_compare_source_size_allocate (GtkWidget *widget,
                                  int        width,
                                  int        height,
                                  int        baseline)
{
  FulCompareSource *self = FUL_COMPARE_SOURCE (widget);
  gboolean is_wide = ful_em_is_wide (widget, width);

  if (is_wide != self->is_wide && self->turn_id == 0)
    self->turn_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, turn_cb, self, NULL);
  self->is_wide = is_wide;
  gtk_widget_size_allocate (GTK_WIDGET (self->stack), &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static gboolean
ful_compare_source_grab_focus (GtkWidget *widget)
{
  FulCompareSource *self = FUL_COMPARE_SOURCE (widget);

  return gtk_widget_child_focus (GTK_WIDGET (self->sides[FUL_AFTER]), GTK_DIR_TAB_FORWARD) ||
         gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
ful_compare_source_dispose (GObject *object)
{
  FulCompareSource *self = FUL_COMPARE_SOURCE (object);

  ful_job_stop (&self->job);
  g_clear_handle_id (&self->turn_id, g_source_remove);
  if (self->stack)
    for (guint side = 0; side < FUL_N_SIDES; side++)
      g_signal_handlers_disconnect_by_data (self->panes[side], self);
  if (self->stack)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->stack)));
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&self->lines[side], g_ptr_array_unref);
  g_clear_pointer (&self->matches, g_array_unref);
  g_clear_object (&self->times);

  G_OBJECT_CLASS (ful_compare_source_parent_class)->dispose (object);
}

static void
ful_compare_source_class_init (FulCompareSourceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_source_dispose;
  widget_class->measure = ful_compare_source_measure;
  widget_class->size_allocate = ful_compare_source_size_allocate;
  widget_class->grab_focus = ful_compare_source_grab_focus;
}

static GtkWidget *
create_status (const char *title)
{
  GtkWidget *status = adw_status_page_new ();

  adw_status_page_set_title (ADW_STATUS_PAGE (status), title);
  /* What it scrolls takes no focus, which it would have no name for. */
  gtk_widget_set_focusable (gtk_widget_get_first_child (status), FALSE);

  return status;
}

static void
ful_compare_source_init (FulCompareSource *self)
{
  self->is_wide = TRUE;
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
  self->status = create_status (_("Select a Function in Another Panel"));
  gtk_stack_add_child (self->stack, self->status);
  self->paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_stack_add_child (self->stack, GTK_WIDGET (self->paned));
}

static GtkWidget *
create_side (FulCompareSource *self,
             FulSide           side)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new (side == FUL_BEFORE ? _("◂ Before") : _("▸ After"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "side-title");
  gtk_box_append (GTK_BOX (box), label);
  self->panes[side] = ful_source_pane_new (ful_compare_times_get_all_threads (self->times, side), ful_compare_times_get_file (self->times, side),
                                           ful_compare_times_get_settings (self->times));
  g_signal_connect_object (self->panes[side], "notify::busy", G_CALLBACK (compare_texts), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panes[side], "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
  self->missing[side] = create_status (_("This Side Does Not Have It"));
  self->sides[side] = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->sides[side]), TRUE);
  gtk_stack_add_child (self->sides[side], self->missing[side]);
  gtk_stack_add_child (self->sides[side], GTK_WIDGET (self->panes[side]));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->sides[side]));

  return box;
}

/**
 * ful_compare_source_new:
 * @times: with times
 *
 * Returns: (transfer floating): the source of the function that is selected
 */
GtkWidget *
ful_compare_source_new (FulCompareTimes *times)
{
  FulCompareSource *self = g_object_new (FUL_TYPE_COMPARE_SOURCE, NULL);

  self->times = g_object_ref (times);
  gtk_paned_set_start_child (self->paned, create_side (self, FUL_BEFORE));
  gtk_paned_set_end_child (self->paned, create_side (self, FUL_AFTER));
  g_signal_connect_object (times, "selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  selected_cb (self);

  return GTK_WIDGET (self);
}
