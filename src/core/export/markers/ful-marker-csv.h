/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_marker_csv_write (FulMarkerList  *list,
                               const GArray   *markers,
                               double          zero,
                               GOutputStream  *stream,
                               GCancellable   *cancellable,
                               GError        **error);

G_END_DECLS
