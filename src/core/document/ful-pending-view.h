/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"

G_BEGIN_DECLS

/**
 * FulPendingView:
 *
 * Sets views of a document that have names which may come with symbols. Main thread.
 */
typedef struct _FulPendingView FulPendingView;

FulPendingView *ful_pending_view_new        (FulDocument     *document);
void            ful_pending_view_free       (FulPendingView  *self);
gboolean        ful_pending_view_set        (FulPendingView  *self,
                                             const char      *text,
                                             gboolean         expects_symbols,
                                             GError         **error);
gboolean        ful_pending_view_retry      (FulPendingView  *self,
                                             gboolean         expects_symbols,
                                             GError         **error);
gboolean        ful_pending_view_is_waiting (FulPendingView  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPendingView, ful_pending_view_free)

G_END_DECLS
