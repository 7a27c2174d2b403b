/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-story-types.h"

G_BEGIN_DECLS

gboolean ful_story_read_markers (FulStory      *self,
                                 GCancellable  *cancellable,
                                 GError       **error);

G_END_DECLS
