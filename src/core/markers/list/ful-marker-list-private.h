/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-list.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

/* Names of markers that need not be among the strings of the profile. */
enum
{
  FUL_MARKER_NAME_JANK = -1,
  FUL_MARKER_NAME_SCREENSHOT = -2,
  FUL_MARKER_NAME_IPC_OUT = -3,
  FUL_MARKER_NAME_IPC_IN = -4,
  FUL_MARKER_NAME_SYNC_IPC_OUT = -5,
  FUL_MARKER_NAME_SYNC_IPC_IN = -6,
};

FulMarkerList *ful_marker_list_new    (FulProfile     *profile,
                                       FulIpcTable    *ipc,
                                       guint           capacity);
gboolean       ful_marker_list_finish (FulMarkerList  *self,
                                       GCancellable   *cancellable,
                                       GError        **error);

gsize          ful_marker_list_get_size (const FulMarkerList *self);

FulMarkerList *ful_marker_list_merge  (FulMarkerList  *before,
                                       FulMarkerList  *new_ones,
                                       FulThreadSet   *threads,
                                       GCancellable   *cancellable,
                                       GError        **error);

FulMarkerList *ful_marker_join        (FulThreadSet   *threads,
                                       FulMarkerList  *before,
                                       FulIpcTable    *ipc,
                                       GCancellable   *cancellable,
                                       GError        **error);

G_END_DECLS
