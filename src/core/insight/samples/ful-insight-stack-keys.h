/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"
#include "threads/ful-derive-cache.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A function, or all unnamed ones of a library. */
typedef gint32 FulInsightKey;

/**
 * FulInsightStackKeys:
 * @profile: has all below
 * @stacks: the shown stacks
 * @frames: their frames
 * @kinds: (array): #FulFuncKind of each function
 * @n_keys: keys are less
 * @has_own: whether names and paths say whose code it is
 * @key: (array): of each stack the key of its function
 * @own: (array): of each stack the key of the innermost function of one's own, or %FUL_NONE
 * @script: (array): of each stack the key of the innermost script or label, or %FUL_NONE
 *
 * What is known of the stacks of a profile, whatever the range. Immutable, counted.
 */
typedef struct
{
  FulProfile          *profile;
  const FulStackTable *stacks;
  const FulFrameTable *frames;
  const guint8        *kinds;
  guint                n_keys;
  gboolean             has_own;
  FulInsightKey       *key;
  FulInsightKey       *own;
  FulInsightKey       *script;
} FulInsightStackKeys;

FulInsightStackKeys *ful_insight_stack_keys_derive (FulProfile           *profile,
                                                    FulDeriveCache       *cache,
                                                    GCancellable         *cancellable,
                                                    GError              **error);
void                 ful_insight_stack_keys_unref  (FulInsightStackKeys  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightStackKeys, ful_insight_stack_keys_unref)

G_END_DECLS
