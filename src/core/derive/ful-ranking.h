/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"

G_BEGIN_DECLS

/**
 * FulRanked:
 * @key: what it is ranked by; not negative
 * @place: in which order it was added
 * @row: what is ranked
 */
typedef struct
{
  double key;
  guint  place;
  gint32 row;
} FulRanked;

void ful_ranking_add  (GArray *ranking,
                       gint32  row,
                       double  total);
void ful_ranking_sort (GArray *ranking);
void ful_ranking_take (GArray *ranking,
                       GArray *rows);

G_END_DECLS
