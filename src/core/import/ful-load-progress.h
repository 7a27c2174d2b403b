/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_LOAD_STAGE_READING,      /* bytes are being read, inflated and parsed */
  FUL_LOAD_STAGE_UPGRADING,    /* an old version is brought up to date */
  FUL_LOAD_STAGE_INDEXING,     /* tables are checked and sealed */
} FulLoadStage;

/**
 * FulLoadSnapshotFunc:
 * @snapshot: (transfer full): threads that are complete; grows. The profile that is loaded has the same rows, see
 *   ful_profile_has_rows_of()
 * @user_data: as given to ful_load_progress_set_snapshots()
 *
 * Called by the thread that loads.
 */
typedef void (*FulLoadSnapshotFunc) (FulProfile *snapshot,
                                     gpointer    user_data);

/**
 * FulLoadProgress:
 * @bytes_read: bytes of the file read so far
 * @bytes_total: size of the file, or 0 if it is not known
 * @stage: a #FulLoadStage
 * @snapshot: (nullable): gets what can be shown before the end
 *
 * The progress of a load. Written by the worker, read from any thread at any time
 * (from a tick callback, say) by ful_load_progress_get(); counted.
 */
typedef struct
{
  guint64              bytes_read;
  guint64              bytes_total;
  gint                 stage;
  FulLoadSnapshotFunc  snapshot;
  gpointer             snapshot_data;
  guint                interval_ms;
} FulLoadProgress;

FulLoadProgress *ful_load_progress_new           (void);
FulLoadProgress *ful_load_progress_ref           (FulLoadProgress     *self);
void             ful_load_progress_unref         (FulLoadProgress     *self);
void             ful_load_progress_set_snapshots (FulLoadProgress     *self,
                                                  guint                interval_ms,
                                                  FulLoadSnapshotFunc  func,
                                                  gpointer             user_data);
void             ful_load_progress_get           (FulLoadProgress     *self,
                                                  FulLoadStage        *out_stage,
                                                  guint64             *out_bytes_read,
                                                  guint64             *out_bytes_total);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLoadProgress, ful_load_progress_unref)

G_END_DECLS
