/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The subject of a note. */
typedef enum
{
  FUL_NOTE_RANGE,
  FUL_NOTE_MARKER,
  FUL_NOTE_FUNCTION,
} FulNoteKind;

/**
 * FulNote:
 * @kind: the kind of its subject
 * @name: its name; never empty
 * @text: its text, of any number of lines; may be empty
 * @range: relative ms; of a marker both are its start
 * @thread: of a marker or a function: a thread
 * @marker: of a marker: one of the list of this thread alone, else %FUL_NONE
 * @subject: (nullable): name of the marker, or of the function
 * @origin: (nullable): the origin of the function, see ful_func_get_origin()
 * @view: (nullable): the view that it was made in, see ful_view_state_to_text()
 * @left_out: whether it is no step of the tour
 *
 * A note of the user on a part of a profile. Immutable, counted. In lists the steps of the tour are first, in order.
 */
typedef struct
{
  FulNoteKind   kind;
  char         *name;
  char         *text;
  FulTimeRange  range;
  guint         thread;
  gint32        marker;
  char         *subject;
  char         *origin;
  char         *view;
  gboolean      left_out;
} FulNote;

FulNote   *ful_note_new          (const FulNote   *values);
FulNote   *ful_note_with_words   (const FulNote   *self,
                                  const char      *name,
                                  const char      *text);
FulNote   *ful_note_with_tour    (const FulNote   *self,
                                  gboolean         left_out);
FulNote   *ful_note_ref          (FulNote         *self);
void       ful_note_unref        (FulNote         *self);
char      *ful_note_describe     (const FulNote   *self);
FulFuncIndex ful_note_find_func  (const FulNote   *self,
                                  FulProfile      *profile);

GPtrArray *ful_notes_read        (const char      *json,
                                  gsize            length,
                                  guint           *out_n_bad,
                                  GError         **error);
gboolean   ful_notes_equal       (const GPtrArray *a,
                                  const GPtrArray *b);
GPtrArray *ful_notes_merge       (const GPtrArray *base,
                                  const GPtrArray *ours,
                                  const GPtrArray *theirs);
char      *ful_notes_write       (const GPtrArray *notes);
guint      ful_notes_count_steps (const GPtrArray *notes);
void       ful_notes_sort_steps  (GPtrArray       *notes);
char      *ful_notes_to_markdown (const GPtrArray *notes,
                                  const char      *title,
                                  const char      *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulNote, ful_note_unref)

G_END_DECLS
