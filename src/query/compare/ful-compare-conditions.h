/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-sides.h"

#include "compare/ful-comparison.h"
#include "ful-query.h"

G_BEGIN_DECLS

GArray        *ful_compare_conditions_parse (const char *const      *texts,
                                             GError                **error);
gboolean       ful_compare_conditions_check_units (const GArray        *conditions,
                                                   const FulComparison *comparison,
                                                   GError             **error);
FulExitStatus  ful_compare_conditions_check (const GArray           *conditions,
                                             const FulCompareSides  *sides,
                                             const FulComparison    *comparison);

G_END_DECLS
