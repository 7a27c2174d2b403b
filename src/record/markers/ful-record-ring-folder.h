/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-ring-file.h"

G_BEGIN_DECLS

/* Of whom. */
typedef enum
{
  FUL_RECORD_RINGS_OF_MARKERS,
  FUL_RECORD_RINGS_OF_AGENTS,
  FUL_RECORD_N_RINGS,
} FulRecordRingsOf;

/**
 * FulRecordRingFolder:
 * @path: what the environment of the program names
 * @capture: of the recording
 *
 * The folder in which programs make files of rings. Only the user can enter it.
 */
typedef struct
{
  char    *path;
  guint8   capture[FUL_RECORD_CAPTURE_BYTES];

  /*< private >*/
  int      file;           /* the folder */
  int      capture_file;   /* locked while the recorder is there */
  guint32  n_ring;         /* bytes of the rings of programs that come */
  gint64   changed_ns[FUL_RECORD_N_RINGS];   /* of the folder, when its files were last listed */
} FulRecordRingFolder;

FulRecordRingFolder *ful_record_ring_folder_new           (guint32               n_ring,
                                                           GError              **error);
void                 ful_record_ring_folder_free          (FulRecordRingFolder  *self);
void                 ful_record_ring_folder_set_ring_size (FulRecordRingFolder  *self,
                                                           guint32               n_ring);
gboolean             ful_record_ring_folder_set_agents    (FulRecordRingFolder  *self,
                                                           guint32               n_ring,
                                                           guint32               n_stack,
                                                           guint64               interval_ns);
guint64              ful_record_ring_folder_get_room      (FulRecordRingFolder  *self);
gboolean             ful_record_ring_folder_has_changed   (FulRecordRingFolder  *self,
                                                           FulRecordRingsOf      of);
char               **ful_record_ring_folder_list          (FulRecordRingFolder  *self,
                                                           FulRecordRingsOf      of);
void                 ful_record_ring_folder_remove        (FulRecordRingFolder  *self,
                                                           const char           *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRecordRingFolder, ful_record_ring_folder_free)

G_END_DECLS
