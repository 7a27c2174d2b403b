/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "document/view/ful-view-state.h"
#include "markers/layout/ful-marker-view.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"

G_BEGIN_DECLS

/**
 * FulMarkerRequest:
 * @kind: of panel
 * @state: the state of the view
 *
 * A request for the markers that a panel shows, for the current state of a
 * document. Counted; run once, in any thread.
 */
typedef struct
{
  FulMarkerViewKind  kind;
  FulViewState      *state;

  /*< private >*/
  FulProfile        *profile;
  FulDeriveCache    *cache;
  FulMarkerView     *unsorted;   /* (nullable): the same markers in another order */
} FulMarkerRequest;

const char       *ful_marker_request_get_search (FulMarkerViewKind       kind,
                                                 const FulViewState     *state);
FulMarkerRequest *ful_marker_request_new        (FulDocument            *document,
                                                 FulDeriveCache         *cache,
                                                 FulMarkerViewKind       kind,
                                                 const FulMarkerRequest *shown,
                                                 FulMarkerView          *view);
FulMarkerRequest *ful_marker_request_ref        (FulMarkerRequest       *self);
void              ful_marker_request_unref      (FulMarkerRequest       *self);
gboolean          ful_marker_request_is_about   (const FulMarkerRequest *self,
                                                 FulDocument            *document);
FulMarkerView    *ful_marker_request_run        (FulMarkerRequest       *self,
                                                 GCancellable           *cancellable,
                                                 GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerRequest, ful_marker_request_unref)

G_END_DECLS
