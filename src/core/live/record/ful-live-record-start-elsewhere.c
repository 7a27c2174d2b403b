/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A recorder that is started for a capture, of other systems than Linux: there is none. */

#include "config.h"

#include "ful-live-record-start.h"

#include <glib/gi18n-lib.h>

char *
ful_live_record_find_program (void)
{
  return NULL;
}

gboolean
ful_live_recorder_start (FulLiveRecorder           *self,
                         const FulLiveRecordSetup  *setup,
                         FulLiveChannel            *channel,
                         GError                   **error)
{
  *self = (FulLiveRecorder) { .messages = -1 };
  g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CONNECT, _("Programs are recorded on Linux only"));

  return FALSE;
}

void
ful_live_recorder_explain (FulLiveRecorder  *self,
                           GError          **error)
{
}

void
ful_live_recorder_end (FulLiveRecorder *self)
{
}
