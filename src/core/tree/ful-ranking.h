/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-radix-sort.h"

G_BEGIN_DECLS

void ful_ranking_add  (GArray *ranking,
                       gint32  row,
                       double  total);
void ful_ranking_sort (GArray *ranking);
void ful_ranking_take (GArray *ranking,
                       GArray *rows);

G_END_DECLS
