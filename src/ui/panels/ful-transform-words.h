/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "stacks/transforms/ful-transform.h"
#include "tree/ful-transform-effect.h"

G_BEGIN_DECLS

char *ful_transform_words_new (const FulTransform       *transform,
                               const FulTransformEffect *effect,
                               gboolean                  as_times);

G_END_DECLS
