/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-import-log.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulImportBanner:
 *
 * Reports flaws of a file, and lists them. Hidden if there are none.
 */
#define FUL_TYPE_IMPORT_BANNER (ful_import_banner_get_type ())
G_DECLARE_FINAL_TYPE (FulImportBanner, ful_import_banner, FUL, IMPORT_BANNER, GtkWidget)

void ful_import_banner_set_log (FulImportBanner *self,
                                FulImportLog    *log);

G_END_DECLS
