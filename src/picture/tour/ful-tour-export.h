/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

char *ful_tour_export (FulProfile       *profile,
                       const GPtrArray  *notes,
                       const char       *title,
                       GFile            *to,
                       gint             *progress,
                       GCancellable     *cancellable,
                       GError          **error);

G_END_DECLS
