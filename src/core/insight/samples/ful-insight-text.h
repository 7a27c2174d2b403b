/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ful_insight_text_of_ms     (double ms);
char *ful_insight_text_of_bytes  (double bytes);
char *ful_insight_text_of_count  (double number);
char *ful_insight_text_of_share  (double share);
char *ful_insight_text_of_amount (double      weight,
                                  const char *unit);

G_END_DECLS
