/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

char *ful_live_top_to_text (FulProfile *profile,
                            guint       n);

G_END_DECLS
