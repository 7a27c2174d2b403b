/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-options.h"
#include "ful-record-program.h"
#include "ful-record-session.h"

#include "buffer/ful-record-saver.h"
#include "buffer/ful-record-stream.h"
#include "live/server/ful-live-listener.h"
#include "live/server/ful-live-server.h"
#include "markers/ful-record-ring-folder.h"
#include "wire/ful-wire.h"

#include <signal.h>

G_BEGIN_DECLS

/* Exit status of our own failures, as of env and timeout. */
enum { EXIT_FAILED = 125, EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127, EXIT_INTERRUPTED = 128 + SIGINT };

typedef struct
{
  FulRecordOptions   options;
  GMainLoop         *loop;
  FulRecordSession  *session;
  FulRecordProgram   program;
  char              *refused;       /* (nullable): why perf events are not permitted */
  FulRecordRingFolder *folder;      /* (nullable): of markers */
  guint              n_running;     /* of the processes that ran before */
  gboolean           has_exited;
  int                wait_status;
  FulWireEndReason   reason;
  gboolean           is_over;       /* it is being saved */
  gboolean           is_saved;      /* clients are waited for */
  gboolean           leaves;        /* and not any more */
  guint              interrupts[3]; /* sources */
  gboolean           is_paused;
  int                status;        /* of an error that has ended it */
  FulRecordSaver    *saver;
  int                is_save_due;   /* atomic */
  FulRecordStream   *stream;        /* (nullable): of an output that is one */
  gboolean           had_client;
  FulLiveListener   *listener;
  FulLiveServer     *server;
} FulRecorder;

/* Of ful-recorder-signals.c */
void     ful_recorder_end              (FulRecorder      *self,
                                        FulWireEndReason  reason);
void     ful_recorder_set_paused       (FulRecorder      *self,
                                        gboolean          is_paused);
void     ful_recorder_watch_program    (FulRecorder      *self);
void     ful_recorder_watch_processes  (FulRecorder      *self);
void     ful_recorder_watch_interrupts (FulRecorder      *self);
void     ful_recorder_allow_interrupts (FulRecorder      *self);
void     ful_recorder_watch_signals    (FulRecorder      *self);

/* Of ful-recorder-clients.c */
gboolean ful_recorder_serve            (FulRecorder      *self,
                                        GError          **error);
gboolean ful_recorder_start_viewer     (FulRecorder      *self,
                                        GError          **error);
void     ful_recorder_finish_clients   (FulRecorder      *self);

G_END_DECLS
