/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"
#include "view/ful-view-state.h"

#include "stacks/ful-implementation.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/**
 * FulDocumentLink:
 * @name: of the step in the history, for the user
 * @threads: (array length=n_threads): the thread set; none for those that are selected
 * @range: (nullable): time to zoom to, relative ms; %NULL for the range that is committed
 * @preview: (nullable): time to mark, relative ms; committed ranges that do not have all of it end
 * @implementation: which functions count
 * @strategy: what is summed
 * @transform: (nullable): the only transform
 * @search: (nullable): search for functions
 * @marker_search: (nullable): search for markers
 * @panel: id of the panel
 * @func: the function to select, or %FUL_NONE
 * @marker: the marker of the thread to select, or %FUL_NONE
 *
 * Where a line of a text about the profile leads.
 */
typedef struct
{
  const char         *name;
  guint               n_threads;
  const guint        *threads;
  const FulTimeRange *range;
  const FulTimeRange *preview;
  FulImplementation   implementation;
  FulStrategy         strategy;
  FulTransform       *transform;
  const char         *search;
  const char         *marker_search;
  const char         *panel;
  FulFuncIndex        func;
  gint32              marker;
} FulDocumentLink;

FulViewState *ful_document_make_linked_state (FulDocument           *self,
                                              const FulDocumentLink *link);
void          ful_document_follow            (FulDocument           *self,
                                              const FulDocumentLink *link);

G_END_DECLS
