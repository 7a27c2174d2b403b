/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-buffer.h"

G_BEGIN_DECLS

/**
 * FulRecordSaver:
 *
 * Saves what the buffer has while the recording goes on, one file after the other, in a thread of its own.
 */
typedef struct _FulRecordSaver FulRecordSaver;

FulRecordSaver *ful_record_saver_new  (FulRecordBuffer *buffer,
                                       const char      *output,
                                       gboolean         with_symbols,
                                       gboolean         quiet);
void            ful_record_saver_save (FulRecordSaver  *self);
guint           ful_record_saver_finish (FulRecordSaver *self);

G_END_DECLS
