/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulRecordProgram:
 * @pid: of the program
 *
 * A program that is about to be started.
 */
typedef struct
{
  GPid pid;

  /*< private >*/
  int  gate;      /* a byte for it lets the program begin */
  int  failure;   /* has the errno if it cannot */
} FulRecordProgram;

void     ful_record_program_raise_limit (void);
gboolean ful_record_program_prepare (FulRecordProgram  *self,
                                     char             **arguments,
                                     const char *const *variables,
                                     int                program_stderr,
                                     GError           **error);
int      ful_record_program_begin   (FulRecordProgram  *self);

G_END_DECLS
