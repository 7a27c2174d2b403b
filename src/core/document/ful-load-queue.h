/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/ful-importer.h"
#include "import/ful-load-progress.h"
#include "import/ful-loader.h"
#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* So many loads run at a time, but for those that may not wait. */
#define FUL_MAX_LOADS 4

/* Loads that take longer have snapshots, not closer together. */
#define FUL_LOAD_SNAPSHOT_MS 300

/**
 * FulLoadShow:
 * @owner: as given to ful_load_new()
 * @snapshot: (transfer none): what has been read of the profile so far; grows
 */
typedef void (*FulLoadShow) (gpointer    owner,
                             FulProfile *snapshot);

/**
 * FulLoadDone:
 * @owner: as given to ful_load_new()
 * @profile: (transfer full) (nullable): the profile; with @error the last snapshot, if there was one: its log says that it
 *   is a part
 * @error: (transfer full) (nullable): why it is not whole; %G_IO_ERROR_CANCELLED after ful_load_stop()
 *
 * A load has ended, and is freed.
 */
typedef void (*FulLoadDone) (gpointer    owner,
                             FulProfile *profile,
                             GError     *error);

/**
 * FulLoad:
 *
 * A file that is loaded in a job, or waits for that. Main thread.
 */
typedef struct _FulLoad FulLoad;

FulLoad         *ful_load_new          (GFile        *file,
                                        const char   *member,
                                        FulLoadFlags  flags,
                                        gboolean      at_once,
                                        FulLoadShow   show,
                                        FulLoadDone   done,
                                        gpointer      owner);
void             ful_load_free         (FulLoad      *self);
void             ful_load_cancel       (FulLoad      *self);
void             ful_load_stop         (FulLoad      *self);
void             ful_load_hurry        (FulLoad      *self);
gboolean         ful_load_is_waiting   (FulLoad      *self);
FulLoadProgress *ful_load_get_progress (FulLoad      *self);

G_END_DECLS
