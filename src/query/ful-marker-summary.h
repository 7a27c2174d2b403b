/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"
#include "ful-query-markers.h"
#include "ful-query.h"

G_BEGIN_DECLS

gboolean ful_marker_summary_write_json (FulQuery              *query,
                                        const FulQueryMarkers *markers,
                                        FulQueryJson          *json);
gboolean ful_marker_summary_print      (FulQuery              *query,
                                        const FulQueryMarkers *markers);

G_END_DECLS
