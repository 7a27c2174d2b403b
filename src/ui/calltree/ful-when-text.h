/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-when-strips.h"
#include "model/ful-profile.h"
#include "tree/ful-figures.h"
#include "tree/times/ful-when-runs.h"

G_BEGIN_DECLS

char *ful_when_describe     (const FulProfile   *profile,
                             const FulWhenStrip *strip);
char *ful_when_describe_run (const FulProfile   *profile,
                             const FulWhenStrip *strip,
                             const FulWhenRun   *run,
                             const FulFigures   *figures);

G_END_DECLS
