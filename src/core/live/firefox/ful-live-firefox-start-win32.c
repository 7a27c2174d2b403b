/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A Firefox that is started to be recorded, of Windows: none. Its socket would be one that every user of the machine can
 * connect to. */

#include "config.h"

#include "ful-live-firefox-start.h"

#include <glib/gi18n-lib.h>

char *
ful_live_firefox_find_program (void)
{
  return NULL;
}

FulFirefox *
ful_live_firefox_start (FulLiveChannel  *channel,
                        GError         **error)
{
  g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CONNECT,
                       _("Firefox is not started on Windows; start it with --start-debugger-server PORT, and use firefox:localhost:PORT"));

  return NULL;
}
