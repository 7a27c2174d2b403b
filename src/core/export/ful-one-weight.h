/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

FulProfile *ful_one_weight_new (FulProfile  *profile,
                                const char  *name,
                                GError     **error);

G_END_DECLS
