/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Instructions are read once for a symbol, also if there are none: while a range is dragged only numbers change. */

#include "config.h"

#include "ful-assembly-view.h"

#include "base/ful-format.h"
#include "base/ful-job.h"

struct _FulAssemblyView
{
  GtkWidget             parent_instance;

  GtkStack             *stack;
  GtkLabel             *none;           /* why there are no instructions */
  FulAssemblyList      *list;           /* (nullable): created on demand, as it takes most of a frame */
  FulNativeSymbolIndex  symbol;         /* that was read, or FUL_NONE */
  FulAssembly          *assembly;       /* (nullable): its instructions */
  GArray               *jumps;          /* (nullable) */
  FulWeightType         weight_type;
  FulJob               *job;            /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulAssemblyView, ful_assembly_view, GTK_TYPE_WIDGET)

enum
{
  INSTRUCTION_SELECTED,
  BUSY_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_selected (FulAssemblyView *self)
{
  g_signal_emit (self, signals[INSTRUCTION_SELECTED], 0);
}

static void
create_list (FulAssemblyView *self)
{
  self->list = ful_assembly_list_new ();
  gtk_stack_add_child (self->stack, GTK_WIDGET (self->list));
  g_signal_connect_swapped (self->list, "instruction-selected", G_CALLBACK (emit_selected), self);
}

static void
show_assembly (FulAssemblyView *self,
               FulAssemblyJob  *job)
{
  gboolean is_other = job->assembly != self->assembly;
  FulCodeList *list;

  if (self->list == NULL)
    create_list (self);
  list = ful_assembly_list_get_list (self->list);
  if (is_other)
    {
      g_clear_pointer (&self->assembly, ful_assembly_unref);
      g_clear_pointer (&self->jumps, g_array_unref);
      self->assembly = ful_assembly_ref (job->assembly);
      self->jumps = g_array_ref (job->jumps);
      ful_assembly_list_set_assembly (self->list, job->assembly, job->jumps);
    }
  ful_assembly_list_set_costs (self->list, job->costs, self->weight_type, job->thread->profile, job->symbol);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->list));
  if (is_other)
    ful_code_list_show (list, ful_code_list_get_hottest (list), FALSE);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulAssemblyView *self = owner;
  FulAssemblyJob *job = data;

  if (error)
    ful_assembly_view_show_none (self, error->message);
  else
    show_assembly (self, job);
  self->symbol = job->symbol;
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

static void
ful_assembly_view_dispose (GObject *object)
{
  FulAssemblyView *self = FUL_ASSEMBLY_VIEW (object);

  ful_job_stop (&self->job);
  if (self->stack)
    gtk_widget_unparent (GTK_WIDGET (self->stack));
  self->stack = NULL;
  g_clear_pointer (&self->assembly, ful_assembly_unref);
  g_clear_pointer (&self->jumps, g_array_unref);

  G_OBJECT_CLASS (ful_assembly_view_parent_class)->dispose (object);
}

static void
ful_assembly_view_class_init (FulAssemblyViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_assembly_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[INSTRUCTION_SELECTED] = g_signal_new ("instruction-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                                NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[BUSY_CHANGED] = g_signal_new ("busy-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_assembly_view_init (FulAssemblyView *self)
{
  self->symbol = FUL_NONE;
  self->none = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->none, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->none), "dim-label");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_child (self->stack, GTK_WIDGET (self->none));
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
}

/**
 * ful_assembly_view_take_job:
 * @job: (transfer full): what to show; without results
 * @weight_type: unit of its costs
 *
 * What is shown stays until it is done.
 */
void
ful_assembly_view_take_job (FulAssemblyView *self,
                            FulAssemblyJob  *job,
                            FulWeightType    weight_type)
{
  g_return_if_fail (FUL_IS_ASSEMBLY_VIEW (self));

  if (job->symbol == self->symbol && self->assembly == NULL)
    {
      ful_assembly_job_free (job);
      return;
    }

  if (job->symbol == self->symbol)
    {
      job->assembly = ful_assembly_ref (self->assembly);
      job->jumps = g_array_ref (self->jumps);
    }
  self->weight_type = weight_type;
  ful_job_start_blocking (&self->job, ful_assembly_job_compute, job, ful_assembly_job_free, ready_cb, self);
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

/**
 * ful_assembly_view_show_none:
 * @why: a sentence
 */
void
ful_assembly_view_show_none (FulAssemblyView *self,
                             const char      *why)
{
  g_autofree char *shown = ful_format_label (why, "\n");

  ful_assembly_view_stop (self);
  gtk_label_set_label (self->none, shown);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->none));
  g_clear_pointer (&self->assembly, ful_assembly_unref);
  self->symbol = FUL_NONE;
}

/**
 * ful_assembly_view_forget:
 *
 * Reads a symbol again whose instructions were not found.
 */
void
ful_assembly_view_forget (FulAssemblyView *self)
{
  if (self->assembly == NULL)
    self->symbol = FUL_NONE;
}

/**
 * ful_assembly_view_stop:
 *
 * What is shown stays.
 */
void
ful_assembly_view_stop (FulAssemblyView *self)
{
  ful_job_stop (&self->job);
}

/* Returns: (transfer none) (nullable): the list, if it shows instructions */
FulAssemblyList *
ful_assembly_view_get_list (FulAssemblyView *self)
{
  return self->assembly ? self->list : NULL;
}

gboolean
ful_assembly_view_get_busy (FulAssemblyView *self)
{
  return self->job || (self->list && ful_code_list_get_busy (ful_assembly_list_get_list (self->list)));
}
