/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The button and its popover: notes are shown, edited, removed, presented and exported. */

#include "config.h"

#include "ful-notes-button-private.h"

#include "ful-notes-export.h"
#include "ful-tour-save.h"

#include "document/view/ful-view-text.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define LIST_WIDTH 340

G_DEFINE_FINAL_TYPE (FulNotesButton, ful_notes_button, GTK_TYPE_WIDGET)

const FulNote *
ful_notes_button_get_note (FulNotesButton *self,
                           guint           at)
{
  return g_ptr_array_index (ful_notes_get_all (self->notes), at);
}

static void
show_list (FulNotesButton *self)
{
  self->edited = -1;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "list");
}

static void
edit_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  guint at = g_variant_get_uint32 (parameter);
  const FulNote *note = ful_notes_button_get_note (self, at);

  self->edited = at;
  gtk_editable_set_text (GTK_EDITABLE (self->name), note->name);
  gtk_text_buffer_set_text (self->text, note->text, -1);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "edit");
  gtk_widget_grab_focus (self->name);
}

static void
done_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  g_autofree char *text = NULL;
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->text, &start, &end);
  text = gtk_text_buffer_get_text (self->text, &start, &end, FALSE);
  if (self->edited >= 0 && (guint) self->edited < ful_notes_get_all (self->notes)->len)
    ful_notes_replace (self->notes, (guint) self->edited,
                       ful_note_with_words (ful_notes_button_get_note (self, (guint) self->edited), name, text));
  show_list (self);
}

static void
remove_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);

  self->focused = g_variant_get_uint32 (parameter);
  ful_notes_remove (self->notes, g_variant_get_uint32 (parameter));
}

static void
go_action (GtkWidget  *widget,
           const char *action,
           GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  ful_tour_show (self->tour, ful_notes_button_get_note (self, g_variant_get_uint32 (parameter)));
}

/* A tour says it itself. */
static void
tour_changed_cb (FulNotesButton *self)
{
  if (!ful_tour_is_whole (self->tour) && ful_tour_get_note (self->tour) == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("Not all of this note is in the file"));
}

static void
present_action (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (ful_tour_get_note (self->tour))
    ful_tour_end (self->tour);
  ful_tour_begin (self->tour, ful_notes_get_all (self->notes));
}

static void
notes_changed_cb (FulNotesButton *self)
{
  guint n_notes = ful_notes_get_all (self->notes)->len, n_steps = ful_notes_count_steps (ful_notes_get_all (self->notes));
  g_autofree char *count = g_strdup_printf ("%u", n_notes);

  ful_notes_button_fill_list (self);
  gtk_label_set_label (GTK_LABEL (self->count), n_notes > 0 ? count : "");
  gtk_widget_set_visible (self->count, n_notes > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.copy", n_notes > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.export", n_notes > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.undo", ful_notes_can_undo (self->notes));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.present", n_steps > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.export-tour", n_steps > 0);
  ful_document_set_notes (self->document, ful_notes_get_all (self->notes));
}

/* The subjects of notes. */
static void
state_changed_cb (FulNotesButton *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.pin-marker", state->marker != FUL_NONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.pin-function", state->n_path > 0);
}

static void
notes_failed_cb (FulNotesButton *self,
                 const char     *message)
{
  g_autofree char *text = g_strdup_printf (_("Notes: %s"), message);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
}

/* Notes and view. */
static char *
make_markdown (FulNotesButton *self)
{
  g_auto(FulTransformReader) reader = { NULL };
  g_autofree char *view = NULL;

  ful_transform_reader_init (&reader, ful_document_get_profile (self->document), ful_analysis_get_cache (self->analysis));
  view = ful_view_state_to_text (ful_document_get_view_state (self->document), &reader);

  return ful_notes_to_markdown (ful_notes_get_all (self->notes), self->title, view);
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  g_autofree char *text = make_markdown (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
export_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  g_autofree char *text = make_markdown (self);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  ful_notes_export (widget, self->title, text);
}

static void
export_tour_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  ful_tour_save (widget, self->bar, self->title, ful_document_get_profile (self->document), ful_notes_get_all (self->notes));
}

/* Saves the edited note when the list is closed. */
static void
closed_cb (FulNotesButton *self)
{
  if (self->edited >= 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "notes.done", NULL);
}

static void
ful_notes_button_dispose (GObject *object)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_object (&self->tour);
  g_clear_object (&self->notes);
  g_clear_object (&self->document);
  g_clear_object (&self->analysis);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (ful_notes_button_parent_class)->dispose (object);
}

static void
ful_notes_button_class_init (FulNotesButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_notes_button_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "notes.go", "u", go_action);
  gtk_widget_class_install_action (widget_class, "notes.edit", "u", edit_action);
  gtk_widget_class_install_action (widget_class, "notes.done", NULL, done_action);
  gtk_widget_class_install_action (widget_class, "notes.remove", "u", remove_action);
  gtk_widget_class_install_action (widget_class, "notes.present", NULL, present_action);
  gtk_widget_class_install_action (widget_class, "notes.export-tour", NULL, export_tour_action);
  ful_notes_button_class_add_order_actions (widget_class);
  ful_notes_button_class_add_pin_actions (widget_class);
  gtk_widget_class_install_action (widget_class, "notes.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "notes.export", NULL, export_action);
}

static void
ful_notes_button_init (FulNotesButton *self)
{
  GtkWidget *face;

  self->edited = -1;
  self->focused = -1;
  self->stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_set_size_request (self->stack, LIST_WIDTH, -1);
  gtk_stack_add_named (GTK_STACK (self->stack), ful_notes_button_create_list (self), "list");
  gtk_stack_add_named (GTK_STACK (self->stack), ful_notes_button_create_editor (self), "edit");
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->stack);
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (closed_cb), self);

  self->button = gtk_menu_button_new ();
  face = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_box_append (GTK_BOX (face), g_object_new (GTK_TYPE_IMAGE, "icon-name", "user-bookmarks-symbolic",
                                                "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_widget_hide (self->count);
  gtk_box_append (GTK_BOX (face), self->count);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), face);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), self->popover);
  gtk_widget_add_css_class (self->button, "flat");
  ful_tooltip_set_text (self->button, _("Notes"));
  ful_control_set_name (self->button, _("Notes"));
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
}

/**
 * ful_notes_button_set_profile:
 * @analysis: whose document the notes are on
 * @file: file of the profile; once
 * @bar: shows how far the export of a tour is; lives as long as @self
 */
void
ful_notes_button_set_profile (FulNotesButton *self,
                              FulAnalysis    *analysis,
                              GFile          *file,
                              FulJobBar      *bar)
{
  g_autofree char *base = g_file_get_basename (file);

  g_return_if_fail (FUL_IS_NOTES_BUTTON (self));

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->title = g_filename_display_name (base);
  self->bar = bar;
  self->notes = ful_notes_new (file);
  g_signal_connect_object (self->notes, "changed", G_CALLBACK (notes_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notes, "failed", G_CALLBACK (notes_failed_cb), self, G_CONNECT_SWAPPED);
  self->tour = ful_tour_new (analysis);
  g_signal_connect_object (self->tour, "changed", G_CALLBACK (tour_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  notes_changed_cb (self);
  state_changed_cb (self);
}

/**
 * ful_notes_button_get_tour:
 *
 * Returns: (transfer none): what shows the notes, after ful_notes_button_set_profile()
 */
FulTour *
ful_notes_button_get_tour (FulNotesButton *self)
{
  g_return_val_if_fail (FUL_IS_NOTES_BUTTON (self), NULL);

  return self->tour;
}
