/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Another profile in a document: a later snapshot of the same one, or one in its place. */

#include "config.h"

#include "ful-document-private.h"

#include "ful-document-window.h"
#include "document/view/ful-history.h"
#include "document/notes/ful-note-index.h"
#include "document/view/ful-view-state.h"

#include "model/ful-profile-numbers.h"
#include "threads/ful-time-range.h"

/* Ends of the root range, relative ms. */
typedef struct
{
  double end;
  double new_end;
} Growth;

static FulViewState *
grow_state (FulViewState *state,
            gpointer      user_data)
{
  const Growth *growth = user_data;

  return ful_view_state_with_end (state, growth->end, growth->new_end);
}

/* Also what comes back after a tour. */
static void
map_history (FulDocument   *self,
             FulHistoryMap  map,
             gpointer       user_data)
{
  ful_history_map (self->history, map, user_data);
  if (self->before_tour)
    ful_history_map (self->before_tour, map, user_data);
}

/* Zero stays where it was. A window that follows keeps its length, another one its place. */
static void
take_root_range (FulDocument  *self,
                 FulTimeRange  range)
{
  gboolean follows = ful_document_follows_now (self);
  gboolean had_zoom = self->has_zoom;
  FulTimeRange window = ful_document_get_window (self);
  double end = self->root_range.end - self->root_range.start;
  double new_end = range.end - range.start;

  if (ful_time_range_equal (self->root_range, range))
    return;

  self->root_range = range;
  map_history (self, grow_state, &(Growth) { end, new_end });
  if (follows && had_zoom)
    ful_document_show_window (self, new_end - (window.end - window.start), window.end - window.start);
  else if (!follows && !had_zoom && end > 0)
    ful_document_show_window (self, window.start, window.end - window.start);
}

/* Two profiles, the second one in place of the first. */
typedef struct
{
  FulProfile *before;
  FulProfile *after;
} Replacement;

static FulViewState *
renumber_state (FulViewState *state,
                gpointer      user_data)
{
  const Replacement *profiles = user_data;

  return ful_view_state_with_rows (state, profiles->before, profiles->after);
}

static FulViewState *
reset_state (FulViewState *state,
             gpointer      user_data)
{
  return ful_view_state_without_rows (state, ((FulProfile *) user_data)->threads->len);
}

/* Another profile in place of the last one, as the previews of a Firefox are, and what a second connection gives. */
static void
map_rows (FulDocument *self,
          FulProfile  *before)
{
  if (ful_profile_has_numbers_of (self->profile, before))
    map_history (self, renumber_state, &(Replacement) { before, self->profile });
  else
    map_history (self, reset_state, self->profile);
}

static FulViewState *
name_state (FulViewState *state,
            gpointer      user_data)
{
  return ful_view_state_with_symbols (state, user_data);
}

/**
 * ful_document_take_profile:
 * @profile: (transfer full): a snapshot of the profile with more symbols, see ful_symbolicate(), or with more rows, see
 *   ful_profile_builder_publish(); or another one, whose rows have the numbers of the last one, see
 *   ful_profile_take_numbers(), or not: then only ranges and filters stay
 *
 * Replaces the profile. The functions in all states of the history follow, and committed ranges that end where the
 * profile ended grow with it. O(functions) with notes on functions, and O(threads).
 */
void
ful_document_take_profile (FulDocument *self,
                           FulProfile  *profile)
{
  FulTimeRange window, was;
  g_autoptr(FulProfile) before = NULL;

  g_return_if_fail (FUL_IS_DOCUMENT (self));
  g_return_if_fail (FUL_IS_PROFILE (profile));

  before = self->profile;
  self->profile = profile;
  g_object_freeze_notify (G_OBJECT (self));
  window = ful_document_get_window (self);
  if (!ful_profile_has_rows_of (profile, before))
    map_rows (self, before);
  take_root_range (self, ful_root_range_extend (self->root_range, before, profile));
  was = ful_document_get_visible_range (self);
  map_history (self, name_state, profile);
  ful_note_index_unref (self->note_index);
  self->note_index = ful_note_index_new (self->notes, profile);

  g_object_notify (G_OBJECT (self), "profile");
  g_object_notify (G_OBJECT (self), "notes");
  if (!ful_time_range_equal (window, ful_document_get_window (self)))
    g_object_notify (G_OBJECT (self), "zoom");
  ful_document_state_changed (self, was);
  g_object_thaw_notify (G_OBJECT (self));
}
