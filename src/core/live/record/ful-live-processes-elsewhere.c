/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes that can be recorded, of other systems than Linux: none. */

#include "config.h"

#include "ful-live-processes.h"

#include <glib/gi18n-lib.h>

GPtrArray *
ful_live_processes_list (GCancellable  *cancellable,
                         GError       **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("Programs are recorded on Linux only"));

  return NULL;
}
