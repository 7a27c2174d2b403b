/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-radix-sort.h"

G_BEGIN_DECLS

void ful_totals_add    (GArray *totals,
                        gint32  row,
                        double  total);
void ful_sort_by_total (GArray *totals,
                        GArray *rows);

G_END_DECLS
