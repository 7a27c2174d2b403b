/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The processes of this user, read once in a thread. Rows are those of the strings of a list, which are numbers of processes:
 * a list view makes widgets for those in sight alone. */

#include "config.h"

#include "ful-attach-dialog.h"

#include "ful-record-check-group.h"
#include "ful-record-options-group.h"

#include "base/ful-format.h"
#include "live/record/ful-live-processes.h"
#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

struct _FulAttachDialog
{
  AdwWindow              parent_instance;

  GCancellable          *reading;
  GPtrArray             *processes;   /* (nullable) (element-type FulLiveProcess): once they are read */
  GtkSingleSelection    *shown;       /* strings: places in @processes */

  GtkWidget             *search;
  GtkStack              *stack;
  GtkListView           *list;
  GtkWidget             *none;
  GtkWidget             *record;
  GtkWidget             *options_button;
  FulRecordOptionsGroup *options;
};

G_DEFINE_FINAL_TYPE (FulAttachDialog, ful_attach_dialog, ADW_TYPE_WINDOW)

/* @string: (nullable): an item of the list. Returns: (transfer none) (nullable) */
static FulLiveProcess *
get_process (FulAttachDialog *self,
             gpointer         string)
{
  return string ? g_ptr_array_index (self->processes, g_ascii_strtoull (gtk_string_object_get_string (string), NULL, 10)) : NULL;
}

static void
record_cb (FulAttachDialog *self)
{
  FulLiveProcess *process = get_process (self, gtk_single_selection_get_selected_item (self->shown));
  g_autoptr(FulLiveRecordSetup) setup = ful_live_record_setup_new ();
  g_autofree char *start = NULL;

  if (process == NULL)
    return;
  setup->pid = process->pid;
  ful_record_options_group_apply (self->options, setup);
  start = ful_live_record_setup_to_text (setup);
  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))), "win.open-live", "(sss)",
                              "record:new", "", start);
  gtk_window_close (GTK_WINDOW (self));
}

/* Shows the processes that match. */
static void
search_changed_cb (FulAttachDialog *self)
{
  g_autofree char *search = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search))));
  g_autoptr(GtkStringList) places = gtk_string_list_new (NULL);

  for (guint i = 0; self->processes && i < self->processes->len; i++)
    if (ful_live_process_matches (g_ptr_array_index (self->processes, i), search))
      gtk_string_list_take (places, g_strdup_printf ("%u", i));
  gtk_single_selection_set_model (self->shown, G_LIST_MODEL (places));
  gtk_widget_set_sensitive (self->record, g_list_model_get_n_items (G_LIST_MODEL (places)) > 0);
  gtk_stack_set_visible_child_name (self->stack, g_list_model_get_n_items (G_LIST_MODEL (places)) > 0 ? "list" : "none");
}

static GtkWidget *
create_label (GtkWidget  *box,
              const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *list_item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *figures = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_box_append (GTK_BOX (row), figures);
  create_label (texts, NULL);
  gtk_widget_add_css_class (create_label (texts, "dim-label"), "caption");
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = create_label (figures, "numeric");

      gtk_label_set_xalign (GTK_LABEL (label), 1);
      if (i == 1)
        gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, "dim-label");
    }
  gtk_list_item_set_child (list_item, row);
}

static void
set_child_text (GtkWidget  *box,
                gboolean    is_last,
                const char *text)
{
  GtkWidget *label = is_last ? gtk_widget_get_last_child (box) : gtk_widget_get_first_child (box);
  g_autofree char *shown = ful_format_label (text, "");

  gtk_label_set_label (GTK_LABEL (label), shown);
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item,
         gpointer            dialog)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);
  const FulLiveProcess *process = get_process (dialog, gtk_list_item_get_item (list_item));
  g_autofree char *number = g_strdup_printf ("%d", process->pid);
  g_autofree char *threads = g_strdup_printf (ngettext ("%u thread", "%u threads", process->n_threads), process->n_threads);
  g_autofree char *shown = ful_format_label (process->command, "\n");
  g_autofree char *shown_name = ful_format_label (process->name, "");
  g_autofree char *name = g_strdup_printf (_("%s, process %d, %s"), shown_name, process->pid, threads);

  set_child_text (gtk_widget_get_first_child (row), FALSE, process->name);
  set_child_text (gtk_widget_get_first_child (row), TRUE, process->command);
  set_child_text (gtk_widget_get_last_child (row), FALSE, number);
  set_child_text (gtk_widget_get_last_child (row), TRUE, threads);
  gtk_widget_set_tooltip_text (row, shown);
  /* GTK has no name for rows of lists. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
read_processes (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *processes = ful_live_processes_list (cancellable, &error);

  if (processes)
    g_task_return_pointer (task, processes, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(FulAttachDialog) self = user_data;
  g_autoptr(GError) error = NULL;
  GPtrArray *processes = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->processes = processes;
  search_changed_cb (self);
}

static void
ful_attach_dialog_dispose (GObject *object)
{
  FulAttachDialog *self = FUL_ATTACH_DIALOG (object);

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  if (self->list)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->shown);
  g_clear_pointer (&self->processes, g_ptr_array_unref);

  G_OBJECT_CLASS (ful_attach_dialog_parent_class)->dispose (object);
}

static void
ful_attach_dialog_class_init (FulAttachDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_attach_dialog_dispose;
  g_type_ensure (FUL_TYPE_RECORD_OPTIONS_GROUP);
  g_type_ensure (FUL_TYPE_RECORD_CHECK_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-attach-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, FulAttachDialog, search);
  gtk_widget_class_bind_template_child (widget_class, FulAttachDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, FulAttachDialog, list);
  gtk_widget_class_bind_template_child (widget_class, FulAttachDialog, none);
  gtk_widget_class_bind_template_child (widget_class, FulAttachDialog, record);
  gtk_widget_class_bind_template_child (widget_class, FulAttachDialog, options_button);
  gtk_widget_class_bind_template_child (widget_class, FulAttachDialog, options);
  gtk_widget_class_bind_template_callback (widget_class, record_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ful_attach_dialog_init (FulAttachDialog *self)
{
  g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GTask) task = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->shown = gtk_single_selection_new (NULL);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->shown));
  ful_control_name_by_labels (GTK_WIDGET (self));
  ful_control_set_name (self->options_button, _("Options"));

  self->reading = g_cancellable_new ();
  task = g_task_new (NULL, self->reading, read_cb, g_object_ref (self));
  g_task_run_in_thread (task, read_processes);
}

/**
 * ful_attach_dialog_present:
 * @parent: has the action win.open-live
 *
 * Asks which process to record.
 */
void
ful_attach_dialog_present (GtkWindow *parent)
{
  FulAttachDialog *self = g_object_new (FUL_TYPE_ATTACH_DIALOG, "transient-for", parent, NULL);

  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (self->search);
}
