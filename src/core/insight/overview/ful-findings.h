/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-types.h"

G_BEGIN_DECLS

GArray *ful_findings_list         (const FulOverview *overview,
                                   gboolean           has_own);
GArray *ful_findings_list_busiest (const FulOverview *overview);

G_END_DECLS
