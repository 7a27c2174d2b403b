/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulLiveRecordSetup:
 * @command: the program and its arguments, with the quotes of a shell; "" with @pid
 * @pid: a running process; 0: @command
 * @folder: where the program begins; "": where we are
 * @environment: NAME=VALUE each; added to ours
 * @interval: ms of CPU time between two samples
 * @stacks: how callers are found, as fulgens-record has it: "unwind", "frame-pointers" or "none"
 * @off_cpu: whether waits are recorded, too
 * @max_memory: of the recorder's buffer, MiB
 *
 * What is to be recorded, and how. As JSON it is the start of a capture, and what is kept of it in the settings.
 */
typedef struct
{
  char      *command;
  gint32     pid;
  char      *folder;
  char     **environment;
  double     interval;
  char      *stacks;
  gboolean   off_cpu;
  guint      max_memory;
} FulLiveRecordSetup;

FulLiveRecordSetup  *ful_live_record_setup_new            (void);
FulLiveRecordSetup  *ful_live_record_setup_new_from_text  (const char                *text,
                                                           GError                   **error);
void                 ful_live_record_setup_free           (FulLiveRecordSetup        *self);
char                *ful_live_record_setup_to_text        (const FulLiveRecordSetup  *self);
gboolean             ful_live_record_setup_check          (const FulLiveRecordSetup  *self,
                                                           GError                   **error);
char               **ful_live_record_setup_make_arguments (const FulLiveRecordSetup  *self,
                                                           GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveRecordSetup, ful_live_record_setup_free)

G_END_DECLS
