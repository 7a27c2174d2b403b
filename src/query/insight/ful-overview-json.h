/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"

#include "insight/overview/ful-overview-types.h"

G_BEGIN_DECLS

void ful_overview_write_json (const FulOverview *overview,
                              FulQueryJson      *json);

G_END_DECLS
