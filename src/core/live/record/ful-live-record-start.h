/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-record-setup.h"
#include "live/ful-live-address.h"
#include "live/ful-live-channel.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulLiveRecorder:
 * @process: (nullable): fulgens-record
 * @messages: what it says on standard error; -1: none
 * @address: (nullable): of its socket
 *
 * A recorder that was started for a capture.
 */
typedef struct
{
  GSubprocess    *process;
  int             messages;
  FulLiveAddress *address;
} FulLiveRecorder;

char     *ful_live_record_find_program (void);
gboolean  ful_live_recorder_start      (FulLiveRecorder           *self,
                                        const FulLiveRecordSetup  *setup,
                                        FulLiveChannel            *channel,
                                        GError                   **error);
void      ful_live_recorder_explain    (FulLiveRecorder           *self,
                                        GError                   **error);
void      ful_live_recorder_end        (FulLiveRecorder           *self);

G_END_DECLS
