/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

GArray *ful_symbol_order_new (FulProfile  *profile,
                              const guint *threads,
                              guint        n_threads);

G_END_DECLS
