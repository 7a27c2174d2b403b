/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-box-layout.h"

#include "tree/ful-transform-effect.h"

#include <gio/gio.h>

G_BEGIN_DECLS

guint8 *ful_layout_effect_list_gone (const FulBoxLayout  *layout,
                                     FulTransformEffect  *effect,
                                     GCancellable        *cancellable,
                                     GError             **error);

G_END_DECLS
