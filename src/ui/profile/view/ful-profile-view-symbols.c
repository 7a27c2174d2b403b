/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Looks up the names of native functions for a document view, after its first picture. */

#include "config.h"

#include "ful-profile-view-private.h"

#include "symbols/ful-symbols-window.h"

/* After the first picture of a panel. */
void
ful_profile_view_start_symbols (FulProfileView *self)
{
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);

  if (!self->symbolicator || self->has_started_symbols || self->n_frames < 2 || self->panel_id != 0 ||
      (!thread && !ful_analysis_get_error (self->analysis)))
    return;

  self->has_started_symbols = TRUE;
  ful_symbols_window_set_servers (self->symbolicator, self->settings);
  ful_symbolicator_start (self->symbolicator, thread ? thread->threads->threads : NULL,
                          thread ? thread->threads->n_threads : 0, FALSE);
}

/* The user looks on: a snapshot replaces the profile. */
static void
snapshot_cb (FulProfileView *self,
             FulProfile     *snapshot)
{
  ful_document_take_profile (self->document, g_object_ref (snapshot));
}

static void
create_symbolicator (FulProfileView *self)
{
  g_autofree char *path = self->file ? g_file_get_path (self->file) : NULL;

  self->symbolicator = ful_symbolicator_new (ful_document_get_profile (self->document), path);
  g_signal_connect_object (self->symbolicator, "snapshot", G_CALLBACK (snapshot_cb), self, G_CONNECT_SWAPPED);
}

/* Only if the profile says that it has no symbols (symbols.md 3). */
static void
prepare_symbols (FulProfileView *self)
{
  if (!ful_symbolicator_is_wanted (ful_document_get_profile (self->document)))
    return;

  create_symbolicator (self);
  g_signal_connect_object (self->analysis, "changed", G_CALLBACK (ful_profile_view_start_symbols), self, G_CONNECT_SWAPPED);
}

/* The window of symbols. Of a profile that has symbols nothing is looked up before the user says so. */
void
ful_profile_view_show_symbols (FulProfileView *self)
{
  if (!ful_symbolicator_is_supported (ful_document_get_profile (self->document)))
    return;

  if (self->symbolicator == NULL)
    {
      create_symbolicator (self);
      self->has_started_symbols = TRUE;
      ful_names_chip_set_document (self->names_chip, self->document, self->symbolicator);
      ful_symbolicator_list (self->symbolicator);
    }
  ful_symbols_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), self->symbolicator, self->settings);
}

/**
 * ful_profile_view_find_symbols:
 *
 * Looks up the names of the functions, if the profile has none. Once, when the profile does not grow any more.
 */
void
ful_profile_view_find_symbols (FulProfileView *self)
{
  prepare_symbols (self);
  ful_names_chip_set_document (self->names_chip, self->document, self->symbolicator);
  ful_profile_view_start_symbols (self);
}

/**
 * ful_profile_view_drop_symbols:
 *
 * Looks up no more names: the profile grows again.
 */
void
ful_profile_view_drop_symbols (FulProfileView *self)
{
  if (self->symbolicator)
    g_signal_handlers_disconnect_by_func (self->symbolicator, snapshot_cb, self);
  g_clear_object (&self->symbolicator);
  self->has_started_symbols = FALSE;
  ful_names_chip_set_document (self->names_chip, self->document, NULL);
}

/**
 * ful_profile_view_get_symbolicator:
 *
 * Returns: (transfer none) (nullable): what looks up the symbols of the profile
 */
FulSymbolicator *
ful_profile_view_get_symbolicator (FulProfileView *self)
{
  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), NULL);

  return self->symbolicator;
}

/**
 * ful_profile_view_expects_symbols:
 *
 * Returns: whether functions may still get names
 */
gboolean
ful_profile_view_expects_symbols (FulProfileView *self)
{
  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), FALSE);

  return self->symbolicator && (!self->has_started_symbols || ful_symbolicator_get_busy (self->symbolicator));
}
