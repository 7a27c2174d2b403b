/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "threads/ful-time-range.h"

G_BEGIN_DECLS

gboolean ful_find_time_parse (const char   *text,
                              FulTimeRange *out_range);

G_END_DECLS
