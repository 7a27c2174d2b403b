/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The rows are rebuilt for each change, as notes are few. The subject of a new note is the
 * selection of the document; a job looks up a marker in the list of its thread. */

#include "config.h"

#include "ful-notes-button.h"

#include "ful-notes-export.h"
#include "ful-panels.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "document/ful-document-markers.h"
#include "document/notes/ful-note-subject.h"
#include "document/view/ful-view-text.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define LIST_WIDTH 340
#define LIST_HEIGHT 300
#define TEXT_HEIGHT 120

struct _FulNotesButton
{
  GtkWidget      parent_instance;

  FulAnalysis   *analysis;
  FulDocument   *document;
  FulNotes      *notes;
  char          *title;        /* name of the file */
  gint64         edited;       /* number of the note that is edited, or -1 */
  FulFuncIndex   wanted;       /* function to be selected when its thread is there, or FUL_NONE */

  GtkWidget     *button;
  GtkWidget     *count;        /* label on it */
  GtkWidget     *popover;
  GtkWidget     *stack;
  GtkWidget     *list;
  GtkWidget     *empty;
  GtkWidget     *name;
  GtkTextBuffer *text;         /* owned by its view */
};

G_DEFINE_FINAL_TYPE (FulNotesButton, ful_notes_button, GTK_TYPE_WIDGET)

static const FulNote *
get_note (FulNotesButton *self,
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
  const FulNote *note = get_note (self, at);

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
                       ful_note_with_words (get_note (self, (guint) self->edited), name, text));
  show_list (self);
}

static void
remove_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  ful_notes_remove (FUL_NOTES_BUTTON (widget)->notes, g_variant_get_uint32 (parameter));
}

/* Selects a pending function in the tree of its thread. */
static void
analysis_changed_cb (FulNotesButton *self)
{
  if (self->wanted == FUL_NONE || ful_analysis_get_busy (self->analysis))
    return;

  self->wanted = ful_profile_map_func (ful_document_get_profile (self->document), self->wanted);
  if (!ful_analysis_select_func (self->analysis, self->wanted))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("The function is not in this view"));
  self->wanted = FUL_NONE;
}

static void
go_to_function (FulNotesButton *self,
                const FulNote  *note)
{
  FulProfile *profile = ful_document_get_profile (self->document);
  FulDerivedThread *shown = ful_analysis_get_thread (self->analysis);
  guint thread = note->thread;

  self->wanted = ful_note_find_func (note, profile);
  if (self->wanted == FUL_NONE || thread >= profile->threads->len)
    {
      self->wanted = FUL_NONE;
      gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("The profile has no such function"));
      return;
    }

  if (!shown || shown->threads->n_threads != 1 || shown->threads->threads[0] != thread)
    ful_document_set_threads (self->document, &thread, 1);
  ful_document_set_panel (self->document, FUL_PANEL_CALL_TREE);
  analysis_changed_cb (self);
}

static void
go_action (GtkWidget  *widget,
           const char *action,
           GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  FulTimeRange root = ful_document_get_root_range (self->document);
  const FulNote *note = get_note (self, g_variant_get_uint32 (parameter));

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  switch (note->kind)
    {
    case FUL_NOTE_MARKER:
      if (note->thread >= ful_document_get_profile (self->document)->threads->len)
        return;
      ful_document_set_panel (self->document, FUL_PANEL_MARKER_TABLE);
      ful_document_go_to_marker (self->document, note->thread, note->marker, root.start + note->range.start);
      break;
    case FUL_NOTE_FUNCTION:
      go_to_function (self, note);
      break;
    case FUL_NOTE_RANGE:
    default:
      ful_document_pop_ranges (self->document, 0);
      ful_document_set_preview (self->document, &note->range);
      break;
    }
}

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
  const FulNote *note = get_note (self, at);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *jump = gtk_button_new ();
  g_autofree char *name = ful_format_label (note->name, "");
  g_autofree char *subject = ful_note_describe (note);
  g_autofree char *description = ful_format_label (subject, "");
  g_autofree char *edit = g_strdup_printf (_("Edit “%s”"), name);
  g_autofree char *removal = g_strdup_printf (_("Remove “%s”"), name);
  g_autofree char *go = g_strdup_printf (_("Go to “%s”"), name);

  add_label (words, name, "heading");
  add_label (words, description, "dim-label");
  if (*note->text)
    gtk_label_set_single_line_mode (GTK_LABEL (add_label (words, note->text, NULL)), TRUE);
  gtk_button_set_child (GTK_BUTTON (jump), words);
  gtk_widget_set_hexpand (jump, TRUE);
  gtk_widget_add_css_class (jump, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (jump), GTK_ACCESSIBLE_PROPERTY_LABEL, go,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (jump), "u", at);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (jump), "notes.go");
  gtk_box_append (GTK_BOX (row), jump);
  add_row_button (row, "document-edit-symbolic", edit, "notes.edit", at);
  add_row_button (row, "edit-delete-symbolic", removal, "notes.remove", at);
  gtk_box_append (GTK_BOX (self->list), row);
}

static void
notes_changed_cb (FulNotesButton *self)
{
  guint n_notes = ful_notes_get_all (self->notes)->len;
  g_autofree char *count = g_strdup_printf ("%u", n_notes);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)))
    gtk_box_remove (GTK_BOX (self->list), row);
  for (guint i = 0; i < n_notes; i++)
    add_row (self, i);
  gtk_widget_set_visible (self->empty, n_notes == 0);
  gtk_label_set_label (GTK_LABEL (self->count), n_notes > 0 ? count : "");
  gtk_widget_set_visible (self->count, n_notes > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.copy", n_notes > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "notes.export", n_notes > 0);
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

/* A new note, to be named. */
static void
pin (FulNotesButton *self,
     FulNote        *note)
{
  /* Reported once for a file. */
  if (ful_notes_get_all (self->notes)->len == 0)
    {
      g_autofree char *text = g_strdup_printf (_("Notes are stored next to the profile, in “%s.fulgens-notes.json”"), self->title);

      gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
    }
  ful_notes_add (self->notes, ful_note_ref (note));
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->button));
  gtk_widget_activate_action (GTK_WIDGET (self), "notes.edit", "u", ful_notes_get_all (self->notes)->len - 1);
}

static void
pin_range_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  FulViewOptions *options = ful_document_get_options (self->document);
  FulTimeRange range = options->has_preview ? options->preview : ful_document_get_visible_range (self->document);
  g_autoptr(FulNote) note = ful_note_new_for_range (&range);

  pin (self, note);
}

static void
pin_function_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  FulViewState *state = ful_document_get_view_state (self->document);
  FulDerivedThread *derived = ful_analysis_get_thread (self->analysis);
  g_autoptr(FulNote) note = NULL;

  if (state->n_path == 0 || derived == NULL)
    {
      gtk_widget_error_bell (widget);
      return;
    }

  note = ful_note_new_for_func (ful_document_get_profile (self->document), state->path[state->n_path - 1],
                                derived->threads->threads[0]);
  pin (self, note);
}

typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  FulViewState   *state;
  FulNote        *note;      /* (nullable): the result of the job */
  double          zero;
} MarkerJob;

static void
marker_job_free (gpointer data)
{
  MarkerJob *job = data;

  g_object_unref (job->profile);
  ful_derive_cache_unref (job->cache);
  ful_view_state_unref (job->state);
  g_clear_pointer (&job->note, ful_note_unref);
  g_free (job);
}

static gboolean
describe_marker (gpointer       data,
                 GCancellable  *cancellable,
                 GError       **error)
{
  MarkerJob *job = data;

  job->note = ful_note_new_for_marker (job->profile, job->cache, job->state, job->zero, cancellable);

  return TRUE;
}

static void
marker_found_cb (gpointer      owner,
                 gpointer      data,
                 const GError *error)
{
  FulNotesButton *self = owner;
  MarkerJob *job = data;

  if (job->note && self->notes)
    pin (self, job->note);
}

static void
pin_marker_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  FulViewState *state = ful_document_get_view_state (self->document);
  MarkerJob *job;

  if (state->marker == FUL_NONE)
    {
      gtk_widget_error_bell (widget);
      return;
    }

  job = g_new0 (MarkerJob, 1);
  job->profile = g_object_ref (ful_document_get_profile (self->document));
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->state = ful_view_state_ref (state);
  job->zero = ful_document_get_root_range (self->document).start;
  ful_job_start (NULL, describe_marker, job, marker_job_free, marker_found_cb, self);
}

/* The subject for the key: the one that was selected last. */
static void
pin_action (GtkWidget  *widget,
            const char *action,
            GVariant   *parameter)
{
  FulViewState *state = ful_document_get_view_state (FUL_NOTES_BUTTON (widget)->document);
  gboolean shows_markers = ful_panel_shows_markers (state->panel);
  const char *pinned = "notes.pin-range";

  if (!state->options->has_preview && shows_markers && state->marker != FUL_NONE)
    pinned = "notes.pin-marker";
  else if (!state->options->has_preview && !shows_markers && state->n_path > 0)
    pinned = "notes.pin-function";
  gtk_widget_activate_action (widget, pinned, NULL);
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

static GtkWidget *
create_list (FulNotesButton *self)
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
  add_action_button (box, _("Add Note on the _Range"), "notes.pin-range");
  add_action_button (box, _("Add Note on the Selected _Marker"), "notes.pin-marker");
  add_action_button (box, _("Add Note on the Selected _Function"), "notes.pin-function");
  add_action_button (box, _("_Copy Notes and View as Markdown"), "notes.copy");
  add_action_button (box, _("_Export Notes…"), "notes.export");

  return box;
}

static GtkWidget *
create_editor (FulNotesButton *self)
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
  gtk_widget_class_install_action (widget_class, "notes.pin-range", NULL, pin_range_action);
  gtk_widget_class_install_action (widget_class, "notes.pin-marker", NULL, pin_marker_action);
  gtk_widget_class_install_action (widget_class, "notes.pin-function", NULL, pin_function_action);
  gtk_widget_class_install_action (widget_class, "notes.pin", NULL, pin_action);
  gtk_widget_class_install_action (widget_class, "notes.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "notes.export", NULL, export_action);
}

static void
ful_notes_button_init (FulNotesButton *self)
{
  GtkWidget *face;

  self->edited = -1;
  self->wanted = FUL_NONE;
  self->stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_set_size_request (self->stack, LIST_WIDTH, -1);
  gtk_stack_add_named (GTK_STACK (self->stack), create_list (self), "list");
  gtk_stack_add_named (GTK_STACK (self->stack), create_editor (self), "edit");
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
 */
void
ful_notes_button_set_profile (FulNotesButton *self,
                              FulAnalysis    *analysis,
                              GFile          *file)
{
  g_autofree char *base = g_file_get_basename (file);

  g_return_if_fail (FUL_IS_NOTES_BUTTON (self));

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->title = g_filename_display_name (base);
  self->notes = ful_notes_new (file);
  g_signal_connect_object (self->notes, "changed", G_CALLBACK (notes_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notes, "failed", G_CALLBACK (notes_failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  notes_changed_cb (self);
  state_changed_cb (self);
}
