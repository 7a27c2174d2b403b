/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/layout/ful-marker-view.h"
#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/* The format of a copied table of markers. */
typedef enum
{
  FUL_MARKER_COPY_TEXT,       /* columns, numbers at the right */
  FUL_MARKER_COPY_MARKDOWN,
  FUL_MARKER_COPY_CSV,        /* like ful_marker_csv_write(): all fields, times in ms */
  FUL_MARKER_COPY_JSON,       /* a list of objects of ful_marker_to_json() */
  FUL_N_MARKER_COPIES,
} FulMarkerCopy;

char *ful_marker_view_copy (const FulMarkerView  *view,
                            FulMarkerCopy         format,
                            GCancellable         *cancellable,
                            GError              **error);
char *ful_marker_to_json   (const FulMarkerList  *list,
                            guint                 marker,
                            double                zero);

G_END_DECLS
