/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/**
 * FulInsightMemory:
 * @counter: number of the counter
 * @growth: bytes from the beginning to the end
 * @peak: greatest growth, bytes
 * @peak_time: when, absolute ms
 *
 * How the memory of a process grew.
 */
typedef struct
{
  guint  counter;
  double growth;
  double peak;
  double peak_time;
} FulInsightMemory;

GArray *ful_insight_memory_list (FulProfile   *profile,
                                 FulTimeRange  range,
                                 guint         n_max);

G_END_DECLS
