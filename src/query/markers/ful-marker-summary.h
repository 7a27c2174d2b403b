/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-markers.h"
#include "ful-query-table.h"
#include "ful-query.h"

G_BEGIN_DECLS

FulQueryTable *ful_marker_summary_make_table (FulQuery  *query,
                                              guint      index,
                                              GError   **error);

G_END_DECLS
