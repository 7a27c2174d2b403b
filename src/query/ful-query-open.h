/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-options.h"

#include "ful-query.h"

G_BEGIN_DECLS

gboolean ful_query_open (FulQuery               *query,
                         const FulQueryOptions  *options,
                         const char             *name,
                         FulExitStatus          *out_status,
                         GError                **error);

void     ful_query_close (FulQuery               *query);

G_END_DECLS
