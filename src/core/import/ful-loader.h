/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-importer.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_LOAD_STAGE_READING,      /* bytes are being read, inflated and parsed */
  FUL_LOAD_STAGE_UPGRADING,    /* an old version is brought up to date */
  FUL_LOAD_STAGE_INDEXING,     /* tables are checked and sealed */
} FulLoadStage;

/**
 * FulLoadProgress:
 *
 * The progress of a load. Written by the worker, read from any thread at any time
 * (from a tick callback, say); counted.
 */
typedef struct _FulLoadProgress FulLoadProgress;

FulLoadProgress *ful_load_progress_new   (void);
FulLoadProgress *ful_load_progress_ref   (FulLoadProgress *self);
void             ful_load_progress_unref (FulLoadProgress *self);
void             ful_load_progress_get   (FulLoadProgress *self,
                                          FulLoadStage    *out_stage,
                                          guint64         *out_bytes_read,
                                          guint64         *out_bytes_total);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLoadProgress, ful_load_progress_unref)

/* Synchronous, for worker threads, the query tool and tests. */
FulProfile *ful_loader_load_member      (GFile                *file,
                                         const char           *member,
                                         FulLoadFlags          flags,
                                         FulLoadProgress      *progress,
                                         GCancellable         *cancellable,
                                         GError              **error);
FulProfile *ful_loader_load_file        (GFile                *file,
                                         FulLoadFlags          flags,
                                         FulLoadProgress      *progress,
                                         GCancellable         *cancellable,
                                         GError              **error);
FulProfile *ful_loader_load_stream      (GInputStream         *stream,
                                         const char           *member,
                                         FulLoadFlags          flags,
                                         FulLoadProgress      *progress,
                                         GCancellable         *cancellable,
                                         GError              **error);
FulProfile *ful_loader_load_bytes       (GBytes               *bytes,
                                         FulLoadFlags          flags,
                                         FulLoadProgress      *progress,
                                         GCancellable         *cancellable,
                                         GError              **error);

/* The same in a separate job. */
void        ful_loader_load_file_async  (GFile                *file,
                                         const char           *member,
                                         FulLoadFlags          flags,
                                         FulLoadProgress      *progress,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
FulProfile *ful_loader_load_file_finish (GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
