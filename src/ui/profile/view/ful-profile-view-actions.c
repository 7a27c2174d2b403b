/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The actions of a document view, for its keys, and for keys and menus of the window. */

#include "config.h"

#include "ful-profile-view-private.h"

#include "base/ful-format.h"
#include "document/find/ful-find-link.h"
#include "document/ful-document-history.h"
#include "document/notes/ful-note.h"
#include "document/rows/ful-track-visibility.h"
#include "document/view/ful-view-query.h"
#include "document/view/ful-view-text.h"
#include "export/sanitize/ful-selection.h"
#include "profile/ful-panels.h"
#include "profile/ful-selection-dialog.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-own-code.h"
#include "stacks/transforms/ful-transforms.h"

#include <glib/gi18n.h>

static void
commit_preview_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       data)
{
  FulProfileView *self = data;
  FulViewOptions *options = ful_document_get_options (self->document);
  g_autofree char *length = NULL;
  g_autofree char *text = NULL;

  if (!options->has_preview)
    return;

  length = ful_format_duration (options->preview.end - options->preview.start);
  text = g_strdup_printf (_("Zoomed to %s"), length);
  ful_document_commit_preview (self->document);
  ful_undo_toast_show (self->undo_toast, text, _("Undo Zoom"), "view.undo");
}

/* For what a panel changed: a text, the label of the button that takes it back, and its action. */
static void
offer_undo_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       data)
{
  const char *text, *button, *name;

  g_variant_get (parameter, "(&s&s&s)", &text, &button, &name);
  ful_undo_toast_show (FUL_PROFILE_VIEW (data)->undo_toast, text, button, name);
}

/* Of the selected call node. */
static void
transform_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  const FulTransformKind *kind = ful_transform_kind_find (g_variant_get_string (parameter, NULL));

  if (kind == NULL || !ful_analysis_push_transform (FUL_PROFILE_VIEW (data)->analysis, kind))
    gtk_widget_error_bell (GTK_WIDGET (data));
}

/* Those that the last change of tracks hid, until other tracks come. */
static void
show_hidden_tracks_action (GSimpleAction *action,
                           GVariant      *parameter,
                           gpointer       data)
{
  FulTrackVisibility *tracks = ful_timeline_get_tracks (FUL_PROFILE_VIEW (data)->timeline);

  if (tracks == NULL || !ful_track_visibility_take_back (tracks))
    gtk_widget_error_bell (GTK_WIDGET (data));
}

/* The preferences list it, and all profiles follow them. */
static void
set_own_library_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       data)
{
  FulProfileView *self = data;
  g_auto(GStrv) patterns = g_settings_get_strv (self->settings, "own-code");
  g_auto(GStrv) changed = NULL;
  g_autofree char *text = NULL;
  const char *library;
  gboolean is_own;

  g_variant_get (parameter, "(&sb)", &library, &is_own);
  changed = ful_own_code_change ((const char * const *) patterns, library, is_own);
  g_settings_set_strv (self->settings, "own-code", (const char * const *) changed);
  text = g_strdup_printf (is_own ? _("%s is your own code from now on") : _("%s is not your own code from now on"), library);
  ful_undo_toast_say (self->undo_toast, text);
}

static void
pop_range_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  FulProfileView *self = data;
  FulViewState *state = ful_document_get_view_state (self->document);

  if (state->options->has_preview)
    ful_document_set_preview (self->document, NULL);
  else if (ful_document_get_zoom (self->document))
    ful_document_set_zoom (self->document, NULL);
  else if (state->n_ranges > 0)
    ful_document_pop_ranges (self->document, state->n_ranges - 1);
}

static void
clear_preview_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       data)
{
  FulProfileView *self = data;

  if (!ful_document_get_options (self->document)->has_preview)
    ful_source_split_close (self->split);
  ful_document_set_preview (self->document, NULL);
}

static void
undo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ful_document_undo (FUL_PROFILE_VIEW (data)->document);
}

static void
redo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ful_document_redo (FUL_PROFILE_VIEW (data)->document);
}

static void
back_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ful_document_go_back (FUL_PROFILE_VIEW (data)->document);
}

static void
forward_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ful_document_go_forward (FUL_PROFILE_VIEW (data)->document);
}

static void
copy_view_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  FulProfileView *self = data;
  g_auto(FulTransformReader) reader = { NULL };
  g_autofree char *text = NULL;

  ful_transform_reader_init (&reader, ful_document_get_profile (self->document),
                             ful_analysis_get_cache (self->analysis));
  text = ful_view_state_to_text (ful_document_get_view_state (self->document), &reader);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* What the panel shows, as a command. */
static void
copy_query_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       data)
{
  FulProfileView *self = data;
  FulViewState *state = ful_document_get_view_state (self->document);
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(GStrvBuilder) symbols = g_strv_builder_new ();
  g_auto(GStrv) places = NULL;
  g_auto(GStrv) own = NULL;
  g_autofree char *text = NULL;
  FulViewQueryFile file = { self->file ? g_file_peek_path (self->file) : NULL, self->member };

  if (self->symbolicator && ful_symbolicator_get_n_done (self->symbolicator) > 0)
    {
      g_auto(GStrv) asked = ful_symbolicator_dup_places (self->symbolicator);

      g_strv_builder_add (symbols, "auto");
      g_strv_builder_addv (symbols, (const char **) asked);
    }
  file.symbols = (const char * const *) (places = g_strv_builder_end (symbols));
  if (state->options->implementation == FUL_IMPLEMENTATION_OWN && self->settings)
    file.own = (const char * const *) (own = g_settings_get_strv (self->settings, "own-code"));

  ful_transform_reader_init (&reader, ful_document_get_profile (self->document), ful_analysis_get_cache (self->analysis));
  text = ful_view_query_new (state, &reader, &file);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
save_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  FulProfileView *self = data;
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);

  ful_save_bar_ask (self->save_bar, ful_document_get_profile (self->document),
                    thread ? ful_strategy_get_sample_type (thread->strategy) : NULL, self->file);
}

static void
save_selection_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       data)
{
  FulProfileView *self = data;
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  FulTrackVisibility *tracks = ful_timeline_get_tracks (self->timeline);
  FulSelection shown = { FALSE };

  if (tracks == NULL)   /* nothing is on screen yet */
    return;

  shown.threads = ful_track_visibility_list_shown (tracks, ful_document_get_profile (self->document)->counters->len, &shown.counters);
  ful_selection_dialog_present (self->save_bar, self->document, &shown,
                                thread ? ful_strategy_get_sample_type (thread->strategy) : NULL, self->file);
  ful_selection_clear (&shown);
}

static void
show_leftovers_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       data)
{
  ful_save_bar_show_leftovers (FUL_PROFILE_VIEW (data)->save_bar);
}

static void
export_picture_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       data)
{
  gtk_widget_activate_action (ful_profile_view_get_panel (data), "chart.export-picture", NULL);
}

static void
show_source_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       data)
{
  FulProfileView *self = data;

  ful_source_split_show (self->split, g_variant_get_int32 (parameter), self->symbolicator);
}

static void
copy_markers_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       data)
{
  gtk_widget_activate_action_variant (ful_profile_view_get_panel (data), "marker.copy-all", parameter);
}

static void
export_notes_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       data)
{
  gtk_widget_activate_action (GTK_WIDGET (FUL_PROFILE_VIEW (data)->notes_button), "notes.export", NULL);
}

static void
pin_note_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  GtkWidget *notes = GTK_WIDGET (FUL_PROFILE_VIEW (data)->notes_button);

  /* It is in the window from the second frame on. */
  if (gtk_widget_get_mapped (notes))
    gtk_widget_activate_action (notes, "notes.pin", NULL);
  else
    gtk_widget_error_bell (GTK_WIDGET (data));
}

static void
go_to_note_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       data)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (FUL_PROFILE_VIEW (data)->notes_button), "notes.go", parameter);
}

static void
add_finding_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       data)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (FUL_PROFILE_VIEW (data)->notes_button), "notes.add-finding", parameter);
}

static void
present_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  gtk_widget_activate_action (GTK_WIDGET (FUL_PROFILE_VIEW (data)->notes_button), "notes.present", NULL);
}

static void
export_tour_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       data)
{
  gtk_widget_activate_action (GTK_WIDGET (FUL_PROFILE_VIEW (data)->notes_button), "notes.export-tour", NULL);
}

static void
show_track_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       data)
{
  ful_timeline_show_track (FUL_PROFILE_VIEW (data)->timeline, g_variant_get_uint32 (parameter));
}

static void
show_panel_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       data)
{
  FulProfileView *self = data;
  guint n_panels;
  const FulPanel * const *panels = ful_panels_list (&n_panels);
  guint at = g_variant_get_uint32 (parameter);

  if (at < n_panels && ful_profile_view_has_panel (self, panels[at]))
    ful_document_set_panel (self->document, panels[at]->id);
}

/* An action of the panel that is shown, from outside of it. */
static void
in_panel_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  gtk_widget_activate_action_variant (ful_profile_view_get_panel (FUL_PROFILE_VIEW (data)), g_variant_get_string (parameter, NULL), NULL);
}

static void
symbols_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ful_profile_view_show_symbols (data);
}

static void
find_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  gtk_widget_activate_action (ful_profile_view_get_panel (data), "panel.find", NULL);
}

static void
filter_markers_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       data)
{
  ful_find_follow_text (FUL_PROFILE_VIEW (data)->document, g_variant_get_string (parameter, NULL), TRUE);
}

static void
filter_functions_action (GSimpleAction *action,
                         GVariant      *parameter,
                         gpointer       data)
{
  ful_find_follow_text (FUL_PROFILE_VIEW (data)->document, g_variant_get_string (parameter, NULL), FALSE);
}

static void
toggle_details_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       data)
{
  FulProfileView *self = data;

  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static const GActionEntry entries[] = {
  { "commit-preview", commit_preview_action },
  { "offer-undo", offer_undo_action, "(sss)" },
  { "transform", transform_action, "s" },
  { "show-hidden-tracks", show_hidden_tracks_action },
  { "set-own-library", set_own_library_action, "(sb)" },
  { "pop-range", pop_range_action },
  { "clear-preview", clear_preview_action },
  { "undo", undo_action },
  { "redo", redo_action },
  { "back", back_action },
  { "forward", forward_action },
  { "find", find_action },
  { "toggle-details", toggle_details_action },
  { "filter-markers", filter_markers_action, "s" },
  { "filter-functions", filter_functions_action, "s" },
  { "save", save_action },
  { "save-selection", save_selection_action },
  { "show-leftovers", show_leftovers_action },
  { "export-picture", export_picture_action },
  { "copy-markers", copy_markers_action, "s" },
  { "export-notes", export_notes_action },
  { "add-finding", add_finding_action, "u" },
  { "export-tour", export_tour_action },
  { "present", present_action },
  { "symbols", symbols_action },
  { "copy", copy_view_action },
  { "copy-query", copy_query_action },
  { "pin-note", pin_note_action },
  { "go-to-note", go_to_note_action, "u" },
  { "show-track", show_track_action, "u" },
  { "show-panel", show_panel_action, "u" },
  { "in-panel", in_panel_action, "s" },
  { "show-source", show_source_action, "i" },
};

static void
set_enabled (FulProfileView *self,
             const char     *name,
             gboolean        enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), enabled);
}

/* With another profile; it reads the JSON of it. */
void
ful_profile_view_update_profile_actions (FulProfileView *self)
{
  FulProfile *profile = ful_document_get_profile (self->document);

  set_enabled (self, "symbols", ful_symbolicator_is_supported (profile));
  /* A part would replace the file that it is read from. */
  set_enabled (self, "save", !(self->file && profile->grows));
}

/* With each change of view or notes: what there is to do. */
void
ful_profile_view_update_actions (FulProfileView *self)
{
  const char *panel = ful_document_get_view_state (self->document)->panel;

  set_enabled (self, "undo", ful_document_get_undo (self->document) != NULL);
  set_enabled (self, "redo", ful_document_get_redo (self->document) != NULL);
  set_enabled (self, "back", ful_document_can_go_back (self->document));
  set_enabled (self, "forward", ful_document_can_go_forward (self->document));
  set_enabled (self, "export-picture", ful_panel_has_picture (panel));
  set_enabled (self, "copy-markers", ful_panel_shows_markers (panel));
  set_enabled (self, "copy-query", ful_view_query_is_of_panel (panel));
  set_enabled (self, "export-notes", ful_document_get_notes (self->document)->len > 0);
  set_enabled (self, "export-tour", ful_notes_count_steps (ful_document_get_notes (self->document)) > 0);
  set_enabled (self, "set-own-library", self->settings != NULL);
  set_enabled (self, "present", ful_notes_count_steps (ful_document_get_notes (self->document)) > 0);
}

/* Nothing can be done with a view that goes, whoever has the group. */
void
ful_profile_view_remove_actions (FulProfileView *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (entries) && self->actions; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), entries[i].name);
  g_clear_object (&self->actions);
}

/* The window has the group, too, of the page that it shows. */
void
ful_profile_view_add_actions (FulProfileView *self)
{
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", G_ACTION_GROUP (self->actions));
}
