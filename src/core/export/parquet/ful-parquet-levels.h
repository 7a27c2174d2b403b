/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

G_BEGIN_DECLS

void ful_parquet_append_hybrid (const guint32 *numbers,
                                guint          n,
                                guint          width,
                                FulBytes      *to);

G_END_DECLS
