/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/* The columns that a table of markers can be sorted by. */
typedef enum
{
  FUL_MARKER_ORDER_START,
  FUL_MARKER_ORDER_DURATION,
  FUL_MARKER_ORDER_NAME,
  FUL_MARKER_ORDER_FIELD,
} FulMarkerOrder;

/**
 * FulMarkerSortKey:
 * @order: the column
 * @descending: greatest first
 * @field: (nullable): key of the field of %FUL_MARKER_ORDER_FIELD; an interned text
 */
typedef struct
{
  FulMarkerOrder  order;
  gboolean        descending;
  const char     *field;
} FulMarkerSortKey;

GArray  *ful_marker_sort_parse   (const char              *text);
char    *ful_marker_sort_to_text (const GArray            *keys);
double   ful_marker_get_duration (const FulMarkerList     *list,
                                  guint                    marker);
gboolean ful_markers_sort        (FulMarkerList           *list,
                                  GArray                  *markers,
                                  const FulMarkerSortKey  *keys,
                                  guint                    n_keys,
                                  GCancellable            *cancellable,
                                  GError                 **error);

G_END_DECLS
