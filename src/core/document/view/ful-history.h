/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-view-state.h"

G_BEGIN_DECLS

/**
 * FulHistory:
 *
 * The state of a view, with two ways back: the steps that changed figures, for undo
 * and redo, and the places that were shown, for back and forward. A place is a panel,
 * the selected threads, and what is selected in them.
 */
typedef struct _FulHistory FulHistory;

/**
 * FulHistoryStep:
 * @before: the state that undo returns to, but for its panel if the step has no name
 * @after: the state that redo returns to, likewise
 * @name: (nullable): of a step that led to another panel, for the user
 */
typedef struct
{
  FulViewState *before;
  FulViewState *after;
  char         *name;
} FulHistoryStep;

typedef FulViewState *(*FulHistoryMap) (FulViewState *state,
                                        gpointer      user_data);

FulHistory           *ful_history_new         (FulViewState  *state);
void                  ful_history_free        (FulHistory    *self);
FulViewState         *ful_history_get_state   (FulHistory    *self);
void                  ful_history_amend       (FulHistory    *self,
                                               FulViewState  *state);
void                  ful_history_push        (FulHistory    *self,
                                               FulViewState  *state,
                                               gboolean       is_whole);
void                  ful_history_push_named  (FulHistory    *self,
                                               FulViewState  *state,
                                               const char    *name);
gboolean              ful_history_drop_empty_step
                                               (FulHistory    *self);
void                  ful_history_drop_step   (FulHistory    *self);
const FulHistoryStep *ful_history_get_undo    (FulHistory    *self);
const FulHistoryStep *ful_history_get_redo    (FulHistory    *self);
gboolean              ful_history_is_newest   (FulHistory    *self);
void                  ful_history_undo        (FulHistory    *self);
void                  ful_history_redo        (FulHistory    *self);
gboolean              ful_history_can_go      (FulHistory    *self,
                                               int            n_places);
void                  ful_history_go          (FulHistory    *self,
                                               int            n_places);
void                  ful_history_map         (FulHistory    *self,
                                               FulHistoryMap  map,
                                               gpointer       user_data);

G_END_DECLS
