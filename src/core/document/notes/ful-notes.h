/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-note.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulNotes:
 *
 * The notes on a profile, stored in PROFILE.fulgens-notes.json next to it, or if that cannot be written
 * in the user's state directory; the steps of the tour are first. Files are read and written on a worker, a change at a time. Emits
 * "changed" when they change, and "failed" with a message when they cannot be read or written. Main
 * thread only.
 */
#define FUL_TYPE_NOTES (ful_notes_get_type ())
G_DECLARE_FINAL_TYPE (FulNotes, ful_notes, FUL, NOTES, GObject)

FulNotes        *ful_notes_new      (GFile    *profile);
const GPtrArray *ful_notes_get_all  (FulNotes *self);
guint            ful_notes_add      (FulNotes *self,
                                     FulNote  *note);
void             ful_notes_replace  (FulNotes *self,
                                     guint     at,
                                     FulNote  *note);
guint            ful_notes_move     (FulNotes *self,
                                     guint     at,
                                     guint     to,
                                     gboolean  left_out);
void             ful_notes_remove   (FulNotes *self,
                                     guint     at);
gboolean         ful_notes_can_undo (FulNotes *self);
void             ful_notes_undo     (FulNotes *self);
gboolean         ful_notes_get_busy (FulNotes *self);

G_END_DECLS
