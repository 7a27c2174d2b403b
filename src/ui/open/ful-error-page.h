/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulErrorPage:
 *
 * Shows why a file could not be opened, and where in it the error is.
 */
#define FUL_TYPE_ERROR_PAGE (ful_error_page_get_type ())
G_DECLARE_FINAL_TYPE (FulErrorPage, ful_error_page, FUL, ERROR_PAGE, GtkWidget)

void ful_error_page_set_error (FulErrorPage *self,
                               GFile        *file,
                               guint64       size_bytes,
                               const GError *error);

G_END_DECLS
