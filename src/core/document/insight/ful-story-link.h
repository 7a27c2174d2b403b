/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "insight/story/ful-story-types.h"

G_BEGIN_DECLS

/* The lists of a story whose rows lead somewhere. */
typedef enum
{
  FUL_STORY_PART_FUNCTIONS,
  FUL_STORY_PART_WAITS,
  FUL_STORY_PART_GAP,        /* one row */
  FUL_STORY_PART_MARKERS,
  FUL_STORY_PART_REQUESTS,
  FUL_STORY_PART_OTHERS,
} FulStoryPart;

gboolean ful_story_follow (const FulStory *story,
                           FulStoryPart    part,
                           guint           row,
                           FulDocument    *document);

G_END_DECLS
