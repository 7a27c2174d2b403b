/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-history.h"
#include "ful-note-index.h"
#include "ful-view-state.h"

#include "markers/list/ful-marker-key.h"
#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"
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
 */
#define FUL_TYPE_DOCUMENT (ful_document_get_type ())
G_DECLARE_FINAL_TYPE (FulDocument, ful_document, FUL, DOCUMENT, GObject)

FulDocument    *ful_document_new               (FulProfile  *profile);
FulProfile     *ful_document_get_profile       (FulDocument *self);
void            ful_document_take_profile      (FulDocument *self,
                                                FulProfile  *profile);
gboolean        ful_document_follows_now       (FulDocument *self);
void            ful_document_jump_to_now       (FulDocument *self);
FulTimeRange    ful_document_get_root_range    (FulDocument *self);
FulViewState   *ful_document_get_view_state    (FulDocument *self);
FulViewOptions *ful_document_get_options       (FulDocument *self);
FulTimeRange    ful_document_get_visible_range (FulDocument *self);
const FulTimeRange *
                  ful_document_get_zoom           (FulDocument        *self);
FulTimeRange      ful_document_get_window         (FulDocument        *self);
double            ful_document_get_hover          (FulDocument        *self);
const GPtrArray  *ful_document_get_notes          (FulDocument        *self);
FulNoteIndex     *ful_document_get_note_index     (FulDocument        *self);
gboolean          ful_document_get_samples_as_times (FulDocument      *self);

void              ful_document_set_zoom           (FulDocument        *self,
                                                   const FulTimeRange *zoom);
void              ful_document_show_window        (FulDocument        *self,
                                                   double              start,
                                                   double              length);
void              ful_document_zoom_about         (FulDocument        *self,
                                                   double              at,
                                                   double              factor);
void              ful_document_set_hover          (FulDocument        *self,
                                                   double              time);
void              ful_document_set_notes          (FulDocument        *self,
                                                   const GPtrArray    *notes);
void              ful_document_set_samples_as_times (FulDocument      *self,
                                                   gboolean            samples_as_times);
void              ful_document_set_view_state     (FulDocument        *self,
                                                   FulViewState       *state);
void              ful_document_set_threads        (FulDocument        *self,
                                                   const guint        *threads,
                                                   guint               n_threads);
void              ful_document_keep_threads       (FulDocument        *self,
                                                   const guint        *threads,
                                                   guint               n_threads);
void              ful_document_set_preview        (FulDocument        *self,
                                                   const FulTimeRange *preview);
void              ful_document_commit_preview     (FulDocument        *self);
void              ful_document_pop_ranges         (FulDocument        *self,
                                                   guint               n_ranges);
void              ful_document_set_implementation (FulDocument        *self,
                                                   FulImplementation   implementation);
void              ful_document_set_strategy       (FulDocument        *self,
                                                   FulStrategy         strategy);
void              ful_document_set_invert         (FulDocument        *self,
                                                   gboolean            invert);
void              ful_document_set_fold_unnamed   (FulDocument        *self,
                                                   gboolean            fold_unnamed);
void              ful_document_set_include_idle   (FulDocument        *self,
                                                   gboolean            include_idle);
void              ful_document_set_search         (FulDocument        *self,
                                                   const char         *search,
                                                   FulSearchFlags      flags);
void              ful_document_set_search_highlights (FulDocument     *self,
                                                   gboolean            highlights);
void              ful_document_set_panel          (FulDocument        *self,
                                                   const char         *panel);
void              ful_document_set_marker_search  (FulDocument        *self,
                                                   const char         *search);
void              ful_document_set_network_search (FulDocument        *self,
                                                   const char         *search);
void              ful_document_set_marker_columns (FulDocument        *self,
                                                   const char * const *keys);
void              ful_document_set_marker_sort    (FulDocument        *self,
                                                   const char         *sort);
void              ful_document_select_marker      (FulDocument        *self,
                                                   gint32              marker,
                                                   const FulMarkerKey *key);
void              ful_document_go_to_marker      (FulDocument        *self,
                                                   guint               thread,
                                                   gint32              marker,
                                                   double              start);
void              ful_document_push_transform     (FulDocument        *self,
                                                   FulTransform       *transform,
                                                   const FulFuncIndex *path,
                                                   guint               n_path);
void              ful_document_set_transforms     (FulDocument        *self,
                                                   FulTransform * const *transforms,
                                                   guint               n_transforms);
const FulHistoryStep *ful_document_get_undo       (FulDocument        *self);
const FulHistoryStep *ful_document_get_redo       (FulDocument        *self);
void              ful_document_undo               (FulDocument        *self);
void              ful_document_redo               (FulDocument        *self);
gboolean          ful_document_can_go_back        (FulDocument        *self);
gboolean          ful_document_can_go_forward     (FulDocument        *self);
void              ful_document_go_back            (FulDocument        *self);
void              ful_document_go_forward         (FulDocument        *self);
void              ful_document_select_path        (FulDocument        *self,
                                                   const FulFuncIndex *path,
                                                   guint               n_path);
void              ful_document_select_hot_path    (FulDocument        *self,
                                                   const FulFuncIndex *path,
                                                   guint               n_path);

G_END_DECLS
