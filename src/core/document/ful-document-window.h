/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"

#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/* "notify::zoom" says that the window is another one. */
FulTimeRange ful_document_get_window  (FulDocument *self);
void         ful_document_show_window (FulDocument *self,
                                       double       start,
                                       double       length);
void         ful_document_zoom_about  (FulDocument *self,
                                       double       at,
                                       double       factor);
gboolean     ful_document_follows_now (FulDocument *self);
void         ful_document_jump_to_now (FulDocument *self);

G_END_DECLS
