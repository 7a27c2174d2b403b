/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"

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

void ful_document_take_state  (FulDocument       *self,
                               FulViewState      *state,
                               FulDocumentChange  change);
void ful_document_amend_state (FulDocument       *self,
                               FulViewState      *state);

G_END_DECLS
