/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-marker-rows.h"
#include "ful-record-ring-folder.h"

#include "base/ful-bytes.h"
#include "perf/ful-perf-processes.h"

G_BEGIN_DECLS

/**
 * FulRecordMarkers:
 * @n_lost: records so far that found no room, or could not be understood
 *
 * The rings in which programs write markers. For one thread.
 */
typedef struct
{
  guint64              n_lost;

  /*< private >*/
  FulRecordRingFolder *folder;
  FulRecordMarkerRows *rows;
  FulPerfProcesses    *processes;
  guint64              max_bytes;      /* of all rings */
  guint64              n_bytes;        /* likewise, now */
  guint64              pid_namespace;
  GHashTable          *rings;          /* name of a file → ring */
  guint64              last;           /* ns; when rings were last read */
  gboolean             is_paused;
  FulBytes             records;
} FulRecordMarkers;

void    ful_record_markers_init          (FulRecordMarkers    *self,
                                          FulRecordMarkerRows *rows,
                                          FulPerfProcesses    *processes,
                                          FulRecordRingFolder *folder,
                                          guint64              max_bytes);
void    ful_record_markers_clear         (FulRecordMarkers    *self);
void    ful_record_markers_read          (FulRecordMarkers    *self,
                                          guint64              now,
                                          gboolean             is_due,
                                          gboolean             is_last);
void    ful_record_markers_set_paused    (FulRecordMarkers    *self,
                                          gboolean             is_paused);
guint32 ful_record_markers_get_ring_size (guint64              n_left);

G_END_DECLS
