/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-note.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulNoteIndex:
 *
 * Finds the note on a function or a marker in O(1), for rows and boxes that have a dot. Immutable, counted.
 */
typedef struct _FulNoteIndex FulNoteIndex;

FulNoteIndex  *ful_note_index_new         (const GPtrArray *notes,
                                           FulProfile      *profile);
FulNoteIndex  *ful_note_index_ref         (FulNoteIndex    *self);
void           ful_note_index_unref       (FulNoteIndex    *self);
const FulNote *ful_note_index_find_func   (FulNoteIndex    *self,
                                           FulFuncIndex     func);
const FulNote *ful_note_index_find_marker (FulNoteIndex    *self,
                                           guint            thread,
                                           const char      *name,
                                           double           start);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulNoteIndex, ful_note_index_unref)

G_END_DECLS
