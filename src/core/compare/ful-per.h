/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/runs/ful-run.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_PER_RUN,
  FUL_PER_WALL,
  FUL_PER_CPU,
  FUL_PER_TOTAL,
  FUL_PER_MARKER,
} FulPer;

gboolean ful_per_parse       (const char   *text,
                              FulPer       *out_per,
                              const char  **out_marker);
char    *ful_per_dup_text    (FulPer        per,
                              const char   *marker);
double   ful_per_get_divisor (FulPer        per,
                              const FulRun *run);
char    *ful_per_dup_unit    (FulPer        per,
                              const char   *marker,
                              const char   *unit);

G_END_DECLS
