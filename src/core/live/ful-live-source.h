/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-event.h"
#include "ful-live-kind.h"
#include "ful-live-spool.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define FUL_TYPE_LIVE_SOURCE (ful_live_source_get_type ())

G_DECLARE_FINAL_TYPE (FulLiveSource, ful_live_source, FUL, LIVE_SOURCE, GObject)

FulLiveSource *ful_live_source_new          (const char            *address,
                                             const FulLiveOptions  *options,
                                             GError               **error);
void           ful_live_source_start        (FulLiveSource         *self);
gboolean       ful_live_source_has_next     (FulLiveSource         *self);
void           ful_live_source_start_next   (FulLiveSource         *self,
                                             const char            *start);
void           ful_live_source_stop         (FulLiveSource         *self);
void           ful_live_source_detach       (FulLiveSource         *self);
void           ful_live_source_pause        (FulLiveSource         *self);
void           ful_live_source_resume       (FulLiveSource         *self);
void           ful_live_source_mark         (FulLiveSource         *self,
                                             const char            *text);
FulLiveSpool  *ful_live_source_get_spool    (FulLiveSource         *self);
void           ful_live_source_remove_spool (FulLiveSource         *self);

G_END_DECLS
