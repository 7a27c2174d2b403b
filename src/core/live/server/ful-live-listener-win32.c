/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Unix sockets that listen, of Windows: none, as it does not say whose process connects to one. */

#include "config.h"

#include "ful-live-listener.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

FulLiveListener *
ful_live_listener_new_unix (const char  *path,
                            GError     **error)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” cannot be listened on: Windows needs HOST:PORT and a token"), path);

  return NULL;
}
