/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-story-types.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

FulStory       *ful_story_new              (FulProfile      *profile,
                                            const guint     *threads,
                                            guint            n_threads,
                                            FulTimeRange     range,
                                            gint32           marker,
                                            char           **thread_names,
                                            FulDeriveCache  *cache,
                                            GCancellable    *cancellable,
                                            GError         **error);
FulStory       *ful_story_new_of_samples   (FulProfile      *profile,
                                            const guint     *threads,
                                            guint            n_threads,
                                            FulTimeRange     range,
                                            char           **thread_names,
                                            FulDeriveCache  *cache,
                                            GCancellable    *cancellable,
                                            GError         **error);
void            ful_story_free             (FulStory        *self);
FulViewOptions *ful_story_make_view        (const FulStory  *self);
gboolean        ful_story_has_waited       (const FulStory  *self);
gboolean        ful_story_has_gaps_of_life (const FulStory  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulStory, ful_story_free)

G_END_DECLS
