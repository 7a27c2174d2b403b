/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

double   ful_cpu_use_get_reference (FulProfile *profile);
gboolean ful_cpu_use_is_known      (FulProfile *profile,
                                    FulThread  *thread);
guint8  *ful_cpu_use_compute       (FulProfile *profile,
                                    FulThread  *thread,
                                    double      reference);

G_END_DECLS
