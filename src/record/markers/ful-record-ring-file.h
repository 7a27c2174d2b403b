/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

G_BEGIN_DECLS

#define FUL_RECORD_RING_HEAD_BYTES 4096
#define FUL_RECORD_RING_MIN_BYTES (64u << 10)
#define FUL_RECORD_RING_MAX_BYTES (16u << 20)
#define FUL_RECORD_CAPTURE_BYTES 16

/**
 * FulRecordRingFile:
 * @pid: of the process that writes, as it knows itself; whatever it says
 * @image: another one for each program that the process executes
 * @pid_namespace: in which @pid counts
 * @n_bytes: of the ring
 * @created: CLOCK_MONOTONIC, ns
 * @n_dropped: records so far that found no room
 * @is_broken: nothing more is read of it, as its head is wrong
 *
 * The file of a ring that a program writes records to (record.md 7). For one thread.
 */
typedef struct
{
  gint32   pid;
  guint64  image;
  guint64  pid_namespace;
  guint32  n_bytes;
  guint64  created;
  guint64  n_dropped;
  gboolean is_broken;

  /*< private >*/
  int      file;
  guint64  tail;
} FulRecordRingFile;

gboolean ful_record_ring_file_open    (FulRecordRingFile *self,
                                       int                folder,
                                       const char        *name,
                                       const guint8      *capture);
void     ful_record_ring_file_close   (FulRecordRingFile *self);
gsize    ful_record_ring_file_read    (FulRecordRingFile *self,
                                       FulBytes          *to);
void     ful_record_ring_file_consume (FulRecordRingFile *self,
                                       gsize              n);
void     ful_record_ring_file_set_ended (FulRecordRingFile *self);
void     ful_record_ring_file_set_off (FulRecordRingFile *self,
                                       gboolean           is_off);

G_END_DECLS
