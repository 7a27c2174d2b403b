/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"
#include "document/view/ful-history.h"
#include "document/view/ful-view-state.h"

G_BEGIN_DECLS

const FulHistoryStep *ful_document_get_undo       (FulDocument *self);
const FulHistoryStep *ful_document_get_redo       (FulDocument *self);
void                  ful_document_undo           (FulDocument *self);
void                  ful_document_redo           (FulDocument *self);
gboolean              ful_document_is_newest      (FulDocument *self);
void                  ful_document_drop_step      (FulDocument *self);
gboolean              ful_document_can_go_back    (FulDocument *self);
gboolean              ful_document_can_go_forward (FulDocument *self);
void                  ful_document_go_back        (FulDocument *self);
void                  ful_document_go_forward     (FulDocument *self);
void                  ful_document_begin_tour     (FulDocument *self);
void                  ful_document_end_tour       (FulDocument *self);
FulViewState         *ful_document_get_state_before_tour
                                                  (FulDocument *self);

G_END_DECLS
