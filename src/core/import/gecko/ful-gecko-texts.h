/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "io/raw/ful-raw-tree.h"

G_BEGIN_DECLS

/**
 * FulGeckoTexts:
 * @column: (nullable): texts
 * @first: no row before it is needed
 * @n_written: bytes of the column that were put
 * @more: what was put when there was no room in the column
 *
 * The texts of a column and what they become, in any order, in the memory of the column: a text is taken once, and
 * what is put has the place of those that were taken.
 */
typedef struct
{
  FulRawColumn *column;
  guint         first;
  gsize         n_written;
  FulBytes      more;
} FulGeckoTexts;

const char *ful_gecko_texts_take   (FulGeckoTexts *self,
                                    guint          row,
                                    gsize         *out_length);
gint64      ful_gecko_texts_put    (FulGeckoTexts *self,
                                    const char    *text,
                                    gsize          length);
FulBytes    ful_gecko_texts_finish (FulGeckoTexts *self,
                                    gint64        *places,
                                    guint          n_places);

G_END_DECLS
