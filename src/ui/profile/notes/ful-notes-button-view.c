/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of the popover: the list of notes and the editor of one. The rows are rebuilt for each change, as notes are few. */

#include "config.h"

#include "ful-notes-button-private.h"

#include "base/ful-format.h"
#include "document/notes/ful-note-subject.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define LIST_HEIGHT 300
#define TEXT_HEIGHT 120

static void
add_row_button (GtkWidget  *row,
                const char *icon_name,
                const char *label,
                const char *action,
                guint       at)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ful_tooltip_set_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", at);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (row), button);
}

static GtkWidget *
add_label (GtkWidget  *box,
           const char *text,
           const char *css_class)
{
  g_autofree char *shown = ful_format_label (text, "\n");
  GtkWidget *label = gtk_label_new (shown);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static void
add_row (FulNotesButton *self,
         guint           at)
{
  const FulNote *note = ful_notes_button_get_note (self, at);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *jump = gtk_button_new ();
  g_autofree char *name = ful_format_label (note->name, "");
  g_autofree char *subject = ful_note_describe (note);
  g_autofree char *description = ful_format_label (subject, "");
  g_autofree char *edit = g_strdup_printf (_("Edit “%s”"), name);
  g_autofree char *removal = g_strdup_printf (_("Remove “%s”"), name);
  g_autofree char *go = g_strdup_printf (_("Go to “%s”"), name);
  g_autofree char *order = note->left_out ? g_strdup_printf (_("Add “%s” to the tour"), name)
                                          : g_strdup_printf (_("Take “%s” out of the tour"), name);
  g_autofree char *place = note->left_out ? g_strdup (description)
                                          : g_strdup_printf (_("Step %u, %s"), at + 1, description);

  add_label (words, name, "heading");
  add_label (words, description, "dim-label");
  if (*note->text)
    gtk_label_set_single_line_mode (GTK_LABEL (add_label (words, note->text, NULL)), TRUE);
  gtk_button_set_child (GTK_BUTTON (jump), words);
  gtk_widget_set_hexpand (jump, TRUE);
  gtk_widget_add_css_class (jump, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (jump), GTK_ACCESSIBLE_PROPERTY_LABEL, go,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, place, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (jump), "u", at);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (jump), "notes.go");
  gtk_box_append (GTK_BOX (row), ful_notes_button_create_handle (self, row, at));
  gtk_box_append (GTK_BOX (row), jump);
  add_row_button (row, note->left_out ? "list-add-symbolic" : "list-remove-symbolic", order,
                  note->left_out ? "notes.take-in" : "notes.leave-out", at);
  add_row_button (row, "document-edit-symbolic", edit, "notes.edit", at);
  add_row_button (row, "edit-delete-symbolic", removal, "notes.remove", at);
  ful_notes_button_add_row_keys (self, row, at);
  gtk_box_append (GTK_BOX (self->list), row);
  if (self->focused == at)
    gtk_widget_grab_focus (jump);
}

/* A row for each note, in place of those before: the steps of the tour, then the others. */
void
ful_notes_button_fill_list (FulNotesButton *self)
{
  const GPtrArray *notes = ful_notes_get_all (self->notes);
  guint n_steps = ful_notes_count_steps (notes);
  g_autofree char *title = g_strdup_printf (ngettext ("Tour, %u step", "Tour, %u steps", n_steps), n_steps);
  GtkWidget *child;

  self->focused = MIN (self->focused, (gint64) notes->len - 1);
  while ((child = gtk_widget_get_first_child (self->list)))
    gtk_box_remove (GTK_BOX (self->list), child);
  if (notes->len > 0)
    add_label (self->list, title, "overview-title");
  for (guint i = 0; i < n_steps; i++)
    add_row (self, i);
  self->rest = notes->len > 0 ? add_label (self->list, _("Not in the Tour"), "overview-title") : NULL;
  for (guint i = n_steps; i < notes->len; i++)
    add_row (self, i);
  gtk_widget_set_visible (self->empty, notes->len == 0);
  self->focused = -1;
}

static void
add_action_button (GtkWidget  *box,
                   const char *label,
                   const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "command");
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ful_control_name_by_labels (button);
  gtk_box_append (GTK_BOX (box), button);
}

GtkWidget *
ful_notes_button_create_list (FulNotesButton *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->empty = add_label (box, _("Pin a note to what is selected."), "dim-label");
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (scrolled, FALSE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  add_action_button (box, _("_Present the Tour"), "notes.present");
  add_action_button (box, _("Export _Tour…"), "notes.export-tour");
  add_action_button (box, _("_Undo the Last Change of Notes"), "notes.undo");
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  add_action_button (box, _("Add Note on the _Range"), "notes.pin-range");
  add_action_button (box, _("Add Note on the Selected _Marker"), "notes.pin-marker");
  add_action_button (box, _("Add Note on the Selected _Function"), "notes.pin-function");
  add_action_button (box, _("_Copy Notes and View as Markdown"), "notes.copy");
  add_action_button (box, _("_Export Notes…"), "notes.export");

  return box;
}

GtkWidget *
ful_notes_button_create_editor (FulNotesButton *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *done = gtk_button_new_with_mnemonic (_("_Done"));

  ful_control_name_by_labels (done);
  self->name = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), _("Name"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name of the note"), -1);
  g_signal_connect_object (self->name, "activate", G_CALLBACK (gtk_widget_activate), done, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), self->name);
  self->text = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Text of the note"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_widget_set_size_request (scrolled, -1, TEXT_HEIGHT);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_widget_add_css_class (done, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (done), "notes.done");
  gtk_box_append (GTK_BOX (box), done);

  return box;
}
