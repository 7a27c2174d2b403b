/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

double ful_insight_overhead_find (FulProfile   *profile,
                                  FulTimeRange  range);

G_END_DECLS
