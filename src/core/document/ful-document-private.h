/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"
#include "document/view/ful-history.h"
#include "document/notes/ful-note-index.h"

#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/* A preview shorter than this (ms) is a click, not a range; no window is shorter, as profiles have no finer
 * times. */
#define FUL_SHORTEST_RANGE 1e-6

/* Changes other than steps and views replace the state of the same change before. */
typedef enum
{
  FUL_CHANGE_STEP,
  FUL_CHANGE_VIEW,   /* a view from outside */
  FUL_CHANGE_PREVIEW,
  FUL_CHANGE_SEARCH,
  FUL_CHANGE_MARKER_SEARCH,
} FulDocumentChange;

struct _FulDocument
{
  GObject       parent_instance;

  FulProfile   *profile;
  FulTimeRange  root_range;   /* absolute */
  FulHistory   *history;      /* has the state */
  FulHistory   *before_tour;  /* (nullable): the history that comes back after a tour */
  gboolean      has_zoom;
  FulTimeRange  zoom;         /* the range of tracks and charts over time, absolute */
  GPtrArray    *notes;        /* FulNote */
  FulNoteIndex *note_index;   /* of @notes */
  double        hover;        /* time under the pointer, relative; NaN for none */
  gboolean      samples_as_times;
  FulDocumentChange last_change;   /* the change that made the state, if it is the last one */
};

void ful_document_take_state    (FulDocument       *self,
                                 FulViewState      *state,
                                 FulDocumentChange  change);
void ful_document_take_named_state
                                (FulDocument       *self,
                                 FulViewState      *state,
                                 const char        *name);
void ful_document_amend_state   (FulDocument       *self,
                                 FulViewState      *state);
void ful_document_state_changed (FulDocument       *self,
                                 FulTimeRange       was);

G_END_DECLS
