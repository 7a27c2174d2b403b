/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One wing at a time, as its columns need the width. Both are made in a job, while the pane is on screen. */

#include "config.h"

#include "ful-compare-wings-pane.h"

#include "ful-compare-tree.h"

#include "base/ful-job.h"
#include "compare/document/ful-compare-wings.h"

#include <glib/gi18n.h>

#define SPACING 6

struct _FulCompareWingsPane
{
  GtkWidget         parent_instance;

  FulCompareAnswer *answer;       /* (nullable): what is wanted */
  gint32            item;         /* likewise, or FUL_NONE */
  FulCompareWings  *wings;        /* (nullable): what is shown */
  FulJob           *job;          /* (nullable) */

  GtkWidget        *box;
  GtkStack         *stack;
  GtkWidget        *nothing;
  GtkWidget        *trees[FUL_N_WINGS];
  GtkWidget        *choices[FUL_N_WINGS];
};

G_DEFINE_FINAL_TYPE (FulCompareWingsPane, ful_compare_wings_pane, GTK_TYPE_WIDGET)

typedef struct
{
  FulCompareAnswer *answer;
  gint32            item;
  FulCompareWings  *wings;        /* (nullable): the result */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_compare_answer_unref (job->answer);
  g_clear_pointer (&job->wings, ful_compare_wings_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->wings = ful_compare_wings_new (job->answer, job->item, cancellable, error);

  return job->wings != NULL;
}

static void
show_wing (FulCompareWingsPane *self)
{
  FulWing wing = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->choices[FUL_WING_CALLERS])) ? FUL_WING_CALLERS : FUL_WING_CALLEES;

  gtk_stack_set_visible_child (self->stack, self->wings && self->wings->trees[wing] ? self->trees[wing] : self->nothing);
}

static void
set_wings (FulCompareWingsPane *self,
           FulCompareWings     *wings)
{
  if (wings)
    ful_compare_wings_ref (wings);
  g_clear_pointer (&self->wings, ful_compare_wings_unref);
  self->wings = wings;
  for (guint wing = 0; wing < FUL_N_WINGS; wing++)
    ful_compare_tree_set_wings (FUL_COMPARE_TREE (self->trees[wing]), wings);
  show_wing (self);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  set_wings (owner, ((Job *) data)->wings);
}

static void
update (FulCompareWingsPane *self)
{
  Job *job;

  if (self->item == FUL_NONE)
    {
      ful_job_stop (&self->job);
      set_wings (self, NULL);
      return;
    }
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      (self->wings && self->wings->answer == self->answer && self->wings->item == self->item))
    return;

  job = g_new0 (Job, 1);
  job->answer = ful_compare_answer_ref (self->answer);
  job->item = self->item;
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}

static void
ful_compare_wings_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_compare_wings_pane_parent_class)->map (widget);
  update (FUL_COMPARE_WINGS_PANE (widget));
}

static void
ful_compare_wings_pane_dispose (GObject *object)
{
  FulCompareWingsPane *self = FUL_COMPARE_WINGS_PANE (object);

  ful_job_stop (&self->job);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->wings, ful_compare_wings_unref);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);

  G_OBJECT_CLASS (ful_compare_wings_pane_parent_class)->dispose (object);
}

static void
ful_compare_wings_pane_class_init (FulCompareWingsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_wings_pane_dispose;
  widget_class->map = ful_compare_wings_pane_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
add_wing (FulCompareWingsPane *self,
          GtkWidget           *line,
          FulWing              wing,
          const char          *title)
{
  self->choices[wing] = gtk_toggle_button_new_with_label (title);
  gtk_widget_add_css_class (self->choices[wing], "flat");
  gtk_box_append (GTK_BOX (line), self->choices[wing]);
  self->trees[wing] = ful_compare_tree_new_wing (wing);
  gtk_stack_add_child (self->stack, self->trees[wing]);
}

static void
ful_compare_wings_pane_init (FulCompareWingsPane *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);

  self->item = FUL_NONE;
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  self->nothing = gtk_label_new (_("Select a function"));
  gtk_widget_add_css_class (self->nothing, "dim-label");
  gtk_stack_add_child (self->stack, self->nothing);
  add_wing (self, line, FUL_WING_CALLERS, _("Callers"));
  add_wing (self, line, FUL_WING_CALLEES, _("Callees"));
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->choices[FUL_WING_CALLEES]), GTK_TOGGLE_BUTTON (self->choices[FUL_WING_CALLERS]));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->choices[FUL_WING_CALLERS]), TRUE);
  g_signal_connect_object (self->choices[FUL_WING_CALLERS], "toggled", G_CALLBACK (show_wing), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (line, "filter-bar");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), line);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
ful_compare_wings_pane_new (void)
{
  return g_object_new (FUL_TYPE_COMPARE_WINGS_PANE, NULL);
}

/**
 * ful_compare_wings_pane_show:
 * @answer: (nullable)
 * @item: a function of @answer, or %FUL_NONE
 */
void
ful_compare_wings_pane_show (FulCompareWingsPane *self,
                             FulCompareAnswer    *answer,
                             gint32               item)
{
  g_return_if_fail (FUL_IS_COMPARE_WINGS_PANE (self));

  if (self->answer == answer && self->item == item)
    return;

  if (answer)
    ful_compare_answer_ref (answer);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  self->answer = answer;
  self->item = item;
  update (self);
}

gboolean
ful_compare_wings_pane_get_busy (FulCompareWingsPane *self)
{
  g_return_val_if_fail (FUL_IS_COMPARE_WINGS_PANE (self), FALSE);

  return self->job != NULL;
}
