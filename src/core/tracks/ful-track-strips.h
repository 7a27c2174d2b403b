/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

guint8 *ful_track_strips_compute (FulProfile *profile);

G_END_DECLS
