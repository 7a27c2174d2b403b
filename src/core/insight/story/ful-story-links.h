/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-story-types.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"

G_BEGIN_DECLS

gboolean ful_story_find_links (FulStory        *self,
                               FulProfile      *profile,
                               FulDeriveCache  *cache,
                               GCancellable    *cancellable,
                               GError         **error);

G_END_DECLS
