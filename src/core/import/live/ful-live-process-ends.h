/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

void ful_live_process_ends_complete (FulProfileBuilder *builder);

G_END_DECLS
