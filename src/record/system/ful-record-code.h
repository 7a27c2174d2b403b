/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/perf/ful-perf-stacks.h"

G_BEGIN_DECLS

/**
 * FulRecordCode:
 *
 * Code that processes generate while they are recorded: its names and its bytes. For one thread.
 */
typedef struct
{
  /*< private >*/
  GHashTable *processes;   /* pid → process */
} FulRecordCode;

/* With a FulRecordCode as user data. */
extern const FulPerfCodeFuncs ful_record_code_funcs;

void ful_record_code_init     (FulRecordCode *self);
void ful_record_code_clear    (FulRecordCode *self);
void ful_record_code_add_dump (FulRecordCode *self,
                               gint32         pid,
                               const char    *path);
void ful_record_code_update   (FulRecordCode *self);
void ful_record_code_forget   (FulRecordCode *self,
                               gint32         pid);

G_END_DECLS
