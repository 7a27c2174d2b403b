/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/overview/ful-overview-types.h"

G_BEGIN_DECLS

char *ful_overview_to_text (const FulOverview *overview,
                            gboolean           color);

G_END_DECLS
