/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-import-log.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulProblemsChip:
 *
 * Reports flaws of a file, and lists them. Hidden if there are none.
 */
#define FUL_TYPE_PROBLEMS_CHIP (ful_problems_chip_get_type ())
G_DECLARE_FINAL_TYPE (FulProblemsChip, ful_problems_chip, FUL, PROBLEMS_CHIP, GtkWidget)

void ful_problems_chip_set_log (FulProblemsChip *self,
                                FulImportLog    *log);

G_END_DECLS
