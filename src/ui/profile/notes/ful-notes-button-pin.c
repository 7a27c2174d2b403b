/* SPDX-License-Identifier: GPL-3.0-or-later */

/* New notes. The subject is the selection of the document; a job looks up a marker in the list of its thread. */

#include "config.h"

#include "ful-notes-button-private.h"

#include "base/ful-job.h"
#include "document/insight/ful-insight.h"
#include "document/notes/ful-note-subject.h"
#include "document/view/ful-view-text.h"
#include "profile/ful-panels.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

#include <glib/gi18n.h>

/* @state, with the call node also if that was not selected by the user. */
static char *
dup_view (FulNotesButton *self,
          FulViewState   *state,
          FulNoteKind     kind)
{
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewState) view = ful_view_state_copy (state);

  if (kind == FUL_NOTE_FUNCTION)
    view->path_is_hot = FALSE;
  ful_transform_reader_init (&reader, ful_document_get_profile (self->document), ful_analysis_get_cache (self->analysis));

  return ful_view_state_to_text (view, &reader);
}

/* A new note made in the view of @state, to be named. */
static void
pin (FulNotesButton *self,
     FulViewState   *state,
     FulNote        *note)
{
  g_autofree char *view = dup_view (self, state, note->kind);
  FulNote values = *note;
  guint at;

  values.view = view;
  /* Reported once for a file. */
  if (ful_notes_get_all (self->notes)->len == 0)
    {
      g_autofree char *text = g_strdup_printf (_("Notes are stored next to the profile, in “%s.fulgens-notes.json”"), self->title);

      gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
    }
  at = ful_notes_add (self->notes, ful_note_new (&values));
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->button));
  gtk_widget_activate_action (GTK_WIDGET (self), "notes.edit", "u", at);
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

  pin (self, ful_document_get_view_state (self->document), note);
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
  pin (self, state, note);
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
    pin (self, job->state, job->note);
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

/* A finding of the overview is a step of the tour, named as it reads; the panel stays. */
static void
add_finding_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  guint row = g_variant_get_uint32 (parameter);
  FulInsight *insight = ful_insight_of (self->analysis);
  g_autoptr(FulViewState) state = ful_insight_make_state (insight, FUL_OVERVIEW_PART_FINDINGS, row);
  g_autofree char *view = state ? dup_view (self, state, FUL_NOTE_RANGE) : NULL;
  g_autofree char *text = NULL;
  FulTimeRange all = ful_document_get_root_range (self->document);
  FulNote values = { .kind = FUL_NOTE_RANGE, .text = (char *) "", .marker = FUL_NONE, .view = view };

  if (state == NULL)
    {
      gtk_widget_error_bell (widget);
      return;
    }

  values.name = g_array_index (ful_insight_get_overview (insight)->findings, FulFinding, row).text;
  values.range = state->n_ranges > 0 ? state->ranges[state->n_ranges - 1] : (FulTimeRange) { 0, all.end - all.start };
  text = g_strdup_printf (_("Step %u of the tour"), ful_notes_add (self->notes, ful_note_new (&values)) + 1);
  gtk_widget_activate_action (widget, "win.toast", "s", text);
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

void
ful_notes_button_class_add_pin_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "notes.pin-range", NULL, pin_range_action);
  gtk_widget_class_install_action (widget_class, "notes.pin-marker", NULL, pin_marker_action);
  gtk_widget_class_install_action (widget_class, "notes.pin-function", NULL, pin_function_action);
  gtk_widget_class_install_action (widget_class, "notes.pin", NULL, pin_action);
  gtk_widget_class_install_action (widget_class, "notes.add-finding", "u", add_finding_action);
}
