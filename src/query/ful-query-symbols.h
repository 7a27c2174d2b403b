/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

#include "symbols/ful-symbol-source.h"

G_BEGIN_DECLS

gboolean   ful_query_check_symbols (FulQuery  *query,
                                    GError   **error);
GPtrArray *ful_query_symbolicate   (FulQuery  *query,
                                    GError   **error);

G_END_DECLS
