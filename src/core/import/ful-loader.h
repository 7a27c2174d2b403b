/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-importer.h"
#include "ful-load-progress.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

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
