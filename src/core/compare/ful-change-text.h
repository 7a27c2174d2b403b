/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-comparison.h"

#include "compare/change/ful-change.h"

G_BEGIN_DECLS

char *ful_change_text_value    (double                value,
                                const char           *unit);
char *ful_change_text_ratio    (double                ratio);
char *ful_change_text_difference (const FulChange    *change,
                                const char           *unit);
char *ful_change_text_relative (const FulChange      *change,
                                const char           *unit);
char *ful_change_text_interval (const FulChange      *change,
                                const char           *unit);
char *ful_change_text_verdict  (const FulComparedRow *row,
                                const char           *unit,
                                double                margin,
                                gboolean              of_markers);

G_END_DECLS
