/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-payload-reader.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where a message is when a marker is recorded, in order of time. */
typedef enum
{
  FUL_IPC_START,        /* the sender passes it on */
  FUL_IPC_SEND_START,   /* I/O thread of the sender */
  FUL_IPC_SEND_END,
  FUL_IPC_RECV_END,     /* I/O thread of the receiver */
  FUL_IPC_END,          /* the receiver gets it */
  FUL_N_IPC_STEPS,
} FulIpcStep;

/**
 * FulIpcMessage:
 * @time: ms of each step; NaN if it was not recorded
 * @send_thread: number of the thread that sent it, or %FUL_NONE
 * @recv_thread: number of the thread that got it, or %FUL_NONE
 */
typedef struct
{
  double time[FUL_N_IPC_STEPS];
  gint32 send_thread;
  gint32 recv_thread;
} FulIpcMessage;

/**
 * FulIpcRow:
 * @thread: number of a thread
 * @row: one of its raw markers
 * @message: number of the message that the marker is about
 * @time: `startTime` of the payload, ms
 * @other_pid: process at the other end
 * @step: the step that it records
 * @sync: whether the sender waits for an answer
 */
typedef struct
{
  guint       thread;
  guint       row;
  guint       message;
  double      time;
  const char *other_pid;
  FulIpcStep  step;
  gboolean    sync;
} FulIpcRow;

/**
 * FulIpcTable:
 * @n_rows: markers of messages
 * @rows: (array length=n_rows): in order of threads and rows
 * @messages: their messages
 *
 * Joins the markers of one message in several threads (markers.md 2). Immutable,
 * counted.
 */
typedef struct
{
  guint          n_rows;
  FulIpcRow     *rows;
  FulIpcMessage *messages;

  /*< private >*/
  char         **thread_names;    /* as shown in markers */
  GStringChunk  *texts;
} FulIpcTable;

FulIpcTable     *ful_ipc_table_derive     (FulProfile        *profile,
                                           FulDeriveCache    *cache,
                                           GCancellable      *cancellable,
                                           GError           **error);
FulIpcTable     *ful_ipc_table_ref        (FulIpcTable       *self);
void             ful_ipc_table_unref      (FulIpcTable       *self);
const FulIpcRow *ful_ipc_table_lookup     (const FulIpcTable *self,
                                           guint              thread,
                                           guint              row);
void             ful_ipc_table_put_texts  (const FulIpcTable *self,
                                           const FulIpcRow   *row,
                                           FulPayloadReader  *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulIpcTable, ful_ipc_table_unref)

G_END_DECLS
