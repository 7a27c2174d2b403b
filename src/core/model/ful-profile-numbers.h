/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-profile.h"

G_BEGIN_DECLS

FulProfile *ful_profile_take_numbers (FulProfile *profile,
                                      FulProfile *before);
FulProfile *ful_profile_keep_numbers (FulProfile *profile,
                                      FulProfile *before);

G_END_DECLS
