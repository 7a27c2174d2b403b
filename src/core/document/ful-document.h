/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/notes/ful-note-index.h"
#include "document/view/ful-view-state.h"

#include "model/ful-profile.h"
#include "stacks/ful-search.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/**
 * FulDocument:
 *
 * A profile and the state of its view, with history. Notifies "view-state", "profile", "zoom",
 * "hover", "notes" and "samples-as-times". Main thread only; every setter is O(1) and computes nothing.
 * Steps through the history are in ful-document-history.h, the window of charts over time in
 * ful-document-window.h, markers in ful-document-markers.h.
 */
#define FUL_TYPE_DOCUMENT (ful_document_get_type ())
G_DECLARE_FINAL_TYPE (FulDocument, ful_document, FUL, DOCUMENT, GObject)

/* Options of #FulViewOptions that are numbers. */
typedef enum
{
  FUL_OPTION_IMPLEMENTATION,
  FUL_OPTION_STRATEGY,
  FUL_OPTION_INVERT,
  FUL_OPTION_FOLD_UNNAMED,
  FUL_OPTION_INCLUDE_IDLE,
  FUL_OPTION_SEARCH_HIGHLIGHTS,
} FulDocumentOption;

FulDocument        *ful_document_new                  (FulProfile                 *profile);
FulProfile         *ful_document_get_profile          (FulDocument                *self);
void                ful_document_take_profile         (FulDocument                *self,
                                                       FulProfile                 *profile);
FulTimeRange        ful_document_get_root_range       (FulDocument                *self);
FulViewState       *ful_document_get_view_state       (FulDocument                *self);
FulViewOptions     *ful_document_get_options          (FulDocument                *self);
FulTimeRange        ful_document_get_visible_range    (FulDocument                *self);
const FulTimeRange *ful_document_get_zoom             (FulDocument                *self);
double              ful_document_get_hover            (FulDocument                *self);
const GPtrArray    *ful_document_get_notes            (FulDocument                *self);
FulNoteIndex       *ful_document_get_note_index       (FulDocument                *self);
gboolean            ful_document_get_samples_as_times (FulDocument                *self);
void                ful_document_set_zoom             (FulDocument                *self,
                                                       const FulTimeRange         *zoom);
void                ful_document_set_hover            (FulDocument                *self,
                                                       double                      time);
void                ful_document_set_notes            (FulDocument                *self,
                                                       const GPtrArray            *notes);
void                ful_document_set_samples_as_times (FulDocument                *self,
                                                       gboolean                    samples_as_times);
void                ful_document_set_view_state       (FulDocument                *self,
                                                       FulViewState               *state);
void                ful_document_set_threads          (FulDocument                *self,
                                                       const guint                *threads,
                                                       guint                       n_threads);
void                ful_document_keep_threads         (FulDocument                *self,
                                                       const guint                *threads,
                                                       guint                       n_threads);
void                ful_document_set_preview          (FulDocument                *self,
                                                       const FulTimeRange         *preview);
void                ful_document_commit_preview       (FulDocument                *self);
void                ful_document_pop_ranges           (FulDocument                *self,
                                                       guint                       n_ranges);
void                ful_document_set_option           (FulDocument                *self,
                                                       FulDocumentOption           option,
                                                       int                         value);
void                ful_document_set_search           (FulDocument                *self,
                                                       const char                 *search,
                                                       FulSearchFlags              flags);
void                ful_document_set_panel            (FulDocument                *self,
                                                       const char                 *panel);
void                ful_document_push_transform       (FulDocument                *self,
                                                       FulTransform               *transform,
                                                       const FulFuncIndex         *path,
                                                       guint                       n_path);
void                ful_document_set_transforms       (FulDocument                *self,
                                                       FulTransform * const       *transforms,
                                                       guint                       n_transforms);
void                ful_document_select_path          (FulDocument                *self,
                                                       const FulFuncIndex         *path,
                                                       guint                       n_path);
void                ful_document_select_hot_path      (FulDocument                *self,
                                                       const FulFuncIndex         *path,
                                                       guint                       n_path);

G_END_DECLS
