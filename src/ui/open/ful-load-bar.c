/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-load-bar.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

#define POLL_MS 200

struct _FulLoadBar
{
  GtkWidget        parent_instance;

  FulLoadProgress *progress;
  guint            poll_id;

  GtkWidget       *box;
  GtkLabel        *label;
  GtkProgressBar  *bar;
  GtkWidget       *stop;
  GtkWidget       *open_part;   /* of a truncated file */
  GtkWidget       *close;
};

G_DEFINE_FINAL_TYPE (FulLoadBar, ful_load_bar, GTK_TYPE_WIDGET)

static gboolean
poll_cb (gpointer user_data)
{
  FulLoadBar *self = user_data;
  g_autofree char *read_text = NULL, *total_text = NULL, *text = NULL;
  guint64 n_read, n_total;

  ful_load_progress_get (self->progress, NULL, &n_read, &n_total);
  read_text = ful_format_bytes ((double) n_read);
  total_text = ful_format_bytes ((double) n_total);
  if (n_total > 0)
    {
      gtk_progress_bar_set_fraction (self->bar, CLAMP ((double) n_read / n_total, 0, 1));
      /* Translators: bytes read of bytes in all, as in “8.3 MB of 98.9 MB” */
      text = g_strdup_printf (_("Reading: %s of %s"), read_text, total_text);
    }
  else
    {
      gtk_progress_bar_pulse (self->bar);
      text = g_strdup_printf (_("Reading: %s"), read_text);
    }
  gtk_label_set_label (self->label, text);

  return G_SOURCE_CONTINUE;
}

static void
close_clicked_cb (FulLoadBar *self)
{
  gtk_widget_hide (GTK_WIDGET (self));
}

static void
ful_load_bar_dispose (GObject *object)
{
  FulLoadBar *self = FUL_LOAD_BAR (object);

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->progress, ful_load_progress_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_load_bar_parent_class)->dispose (object);
}

static void
ful_load_bar_class_init (FulLoadBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_load_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ful_load_bar_init (FulLoadBar *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (self->box, "job-bar");
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "numeric");
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->bar), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self->bar), GTK_ALIGN_CENTER);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->label, NULL, -1);
  self->stop = gtk_button_new_with_mnemonic (_("_Stop Reading"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->stop), "page.stop");
  self->open_part = gtk_button_new_with_mnemonic (_("Open _Partial File"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->open_part), "page.open-part");
  gtk_widget_hide (self->open_part);
  self->close = gtk_button_new_with_mnemonic (_("_Close"));
  g_signal_connect_swapped (self->close, "clicked", G_CALLBACK (close_clicked_cb), self);
  gtk_widget_hide (self->close);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->label));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->bar));
  gtk_box_append (GTK_BOX (self->box), self->stop);
  gtk_box_append (GTK_BOX (self->box), self->open_part);
  gtk_box_append (GTK_BOX (self->box), self->close);
  ful_control_name_by_labels (self->box);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/**
 * ful_load_bar_new:
 * @progress: how far the load is
 *
 * Returns: (transfer floating): a bar with a button that ends the load
 */
GtkWidget *
ful_load_bar_new (FulLoadProgress *progress)
{
  FulLoadBar *self = g_object_new (FUL_TYPE_LOAD_BAR, NULL);

  self->progress = ful_load_progress_ref (progress);
  poll_cb (self);
  self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);

  return GTK_WIDGET (self);
}

/**
 * ful_load_bar_end:
 * @error: (nullable): why only a part of the file was read; %NULL if all of it was
 *
 * The load is over. What is left of a truncated file has counters, and rows of the thread that is cut, if it is read as
 * such.
 */
void
ful_load_bar_end (FulLoadBar   *self,
                  const GError *error)
{
  g_autofree char *shown = error ? ful_format_label (error->message, "") : NULL;
  g_autofree char *text = shown ? g_strdup_printf (_("Only a part of the file was read: %s"), shown) : NULL;

  g_clear_handle_id (&self->poll_id, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
  if (text == NULL)
    return;

  gtk_label_set_label (self->label, text);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_widget_hide (GTK_WIDGET (self->bar));
  gtk_widget_hide (self->stop);
  gtk_widget_set_visible (self->open_part, g_error_matches (error, FUL_ERROR, FUL_ERROR_TRUNCATED));
  gtk_widget_show (self->close);
}
