/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "find/ful-find-catalog.h"
#include "find/ful-find-kind.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

gboolean ful_find_follow      (const FulFindCatalog *catalog,
                               FulFindKind           kind,
                               guint                 row,
                               gboolean              with_time,
                               const FulTimeRange   *densest,
                               FulDocument          *document);
void     ful_find_follow_time (FulDocument          *document,
                               FulTimeRange          range);
void     ful_find_follow_text (FulDocument          *document,
                               const char           *text,
                               gboolean              of_markers);

G_END_DECLS
