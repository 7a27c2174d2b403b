/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

FulProfile *ful_compaction_new (FulProfile    *profile,
                                GCancellable  *cancellable,
                                GError       **error);

G_END_DECLS
