/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulRecorderKind:
 * @label: what it is called where it was not found
 * @use: what it records, translatable
 * @programs: its names; the first that is found counts
 * @version: the argument that makes it say its version
 * @arguments: (nullable): of the command, behind the name; %NULL if the viewer starts it
 * @subject: (nullable): what the user puts in place of it, at the end of the command
 */
typedef struct
{
  const char *label;
  const char *use;
  const char *programs[6];
  const char *version;
  const char *arguments;
  const char *subject;
} FulRecorderKind;

/**
 * FulRecorder:
 * @kind: what it is
 * @program: (nullable): its name; %NULL if it was not found
 * @version: (nullable): as it says it, without its name
 */
typedef struct
{
  const FulRecorderKind *kind;
  char                  *program;
  char                  *version;
} FulRecorder;

GPtrArray *ful_recorders_find             (GCancellable *cancellable);
GPtrArray *ful_recorders_list             (void);
char      *ful_recorder_dup_command       (const FulRecorder *self);
int        ful_recorders_get_perf_paranoid (void);

G_END_DECLS
