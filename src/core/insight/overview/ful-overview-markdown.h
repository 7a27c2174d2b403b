/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-types.h"

G_BEGIN_DECLS

#define FUL_OVERVIEW_MARKDOWN_LINES 60
#define FUL_OVERVIEW_MARKDOWN_BYTES 6144

char *ful_overview_to_markdown (const FulOverview *overview,
                                const char        *title);

G_END_DECLS
