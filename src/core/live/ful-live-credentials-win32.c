/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whose process a peer is, of Windows: it does not say. */

#include "config.h"

#include "ful-live-credentials.h"

#include <glib/gi18n-lib.h>

gboolean
ful_live_credentials_check (GSocket  *socket,
                            GError  **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       _("Windows does not say whose process it is; HOST:PORT and a token are needed"));

  return FALSE;
}
