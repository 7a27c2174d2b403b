/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-history.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

char *ful_change_name_new (FulProfile           *profile,
                           const FulHistoryStep *step);

G_END_DECLS
