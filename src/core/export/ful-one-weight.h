/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

FulProfile *ful_one_weight_new (FulProfile    *profile,
                                const char    *name,
                                char         **out_lost,
                                GCancellable  *cancellable,
                                GError       **error);

G_END_DECLS
