/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

char *ful_source_server_load (FulProfile           *profile,
                              FulSourceIndex        source,
                              const FulFrameTable  *frames,
                              const char *const    *places,
                              char                **out_server,
                              GCancellable         *cancellable,
                              GError              **error);

G_END_DECLS
