/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page that follows a running capture. */

#include "config.h"

#include "ful-document-page-private.h"

#include "live/ful-live-bar.h"

#include "base/ful-format.h"

#include <glib/gi18n.h>

static gboolean
is_settled_cb (gpointer owner)
{
  FulDocumentPage *self = owner;

  return self->show_id == 0 && ful_profile_view_is_settled (self->profile_view);
}

static void
save_to_cb (FulDocumentPage *self,
            GFile           *file)
{
  if (self->profile_view)
    ful_save_bar_save (ful_profile_view_get_save_bar (self->profile_view), ful_live_session_get (self->live)->profile, file);
}

/* The first snapshot is there. */
static void
live_document_cb (FulDocumentPage *self)
{
  g_free (self->name);
  self->name = g_strdup (ful_live_session_get (self->live)->server);
  g_object_notify (G_OBJECT (self), "title");
  ful_document_page_show_document (self, ful_live_session_get (self->live)->document);
  ful_live_session_set_settled (self->live, is_settled_cb, self);
}

static void
ask_save_cb (FulDocumentPage *self)
{
  g_action_group_activate_action (ful_document_page_get_actions (self), "save", NULL);
}

/* While it runs the session has names from this machine; all are looked up for the last snapshot, which is not the last one if
 * the capture goes on. */
static void
live_changed_cb (FulDocumentPage *self)
{
  FulDocument *document = ful_live_session_get (self->live)->document;
  const GError *failure = ful_live_session_get (self->live)->failure;

  if (!self->has_found_symbols && ful_live_session_is_finished (self->live))
    {
      self->has_found_symbols = TRUE;
      ful_profile_view_find_symbols (self->profile_view);
    }
  if (!ful_live_session_get (self->live)->end && self->has_found_symbols)
    {
      self->has_found_symbols = FALSE;
      ful_profile_view_drop_symbols (self->profile_view);
    }
  if (document)
    {
      ful_document_page_name_view (self, document);
    }
  else if (ful_live_session_get (self->live)->end)
    {
      g_autofree char *shown = failure ? ful_format_label (failure->message, "\n") : NULL;
      g_autofree char *markup = failure ? g_markup_escape_text (shown, -1) : NULL;

      adw_status_page_set_title (self->live_page, _("No Capture"));
      adw_status_page_set_description (self->live_page, markup);
      g_clear_error (&self->error);
      self->error = failure ? g_error_copy (failure) : NULL;
      g_free (self->subtitle);
      self->subtitle = g_strdup (_("Not connected"));
    }
  ful_document_page_emit_changed (self);
}

/**
 * ful_document_page_new_live:
 * @session: a capture, not started yet
 * @settings: (nullable): settings of the window
 *
 * Begins to follow the capture.
 *
 * Returns: (transfer floating): the page
 */
FulDocumentPage *
ful_document_page_new_live (FulLiveSession *session,
                            GSettings      *settings)
{
  FulDocumentPage *self = g_object_new (FUL_TYPE_DOCUMENT_PAGE, NULL);
  GtkWidget *bar = ful_live_bar_new (session);
  g_autofree char *title = ful_live_session_dup_title (session);
  g_autofree char *shown = ful_format_label (title, "");
  g_autofree char *markup = g_markup_escape_text (shown, -1);

  self->live = g_object_ref (session);
  self->name = g_steal_pointer (&title);
  self->subtitle = g_strdup (_("Connecting…"));
  g_set_object (&self->settings, settings);
  adw_status_page_set_title (self->live_page, _("Waiting for Data"));
  adw_status_page_set_description (self->live_page, markup);
  adw_bin_set_child (self->top_bin, bar);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->live_page));
  g_signal_connect_object (session, "document", G_CALLBACK (live_document_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (live_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "save-to", G_CALLBACK (save_to_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "ask-save", G_CALLBACK (ask_save_cb), self, G_CONNECT_SWAPPED);
  ful_live_session_start (session);

  return self;
}
