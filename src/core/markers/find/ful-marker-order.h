/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-table-column.h"

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulMarkerSortKey:
 * @column: the column, if @field is %NULL; a sortable one
 * @descending: greatest first
 * @field: (nullable): key of the field that is the column; an interned text
 */
typedef struct
{
  FulMarkerTableColumnId  column;
  gboolean           descending;
  const char        *field;
} FulMarkerSortKey;

GArray  *ful_marker_sort_parse   (const char              *text);
char    *ful_marker_sort_to_text (const GArray            *keys);
gboolean ful_markers_sort        (FulMarkerList           *list,
                                  GArray                  *markers,
                                  const FulMarkerSortKey  *keys,
                                  guint                    n_keys,
                                  GCancellable            *cancellable,
                                  GError                 **error);

G_END_DECLS
