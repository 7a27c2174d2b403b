/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_MARKER_COLUMN_START,
  FUL_MARKER_COLUMN_END,
  FUL_MARKER_COLUMN_DURATION,
  FUL_MARKER_COLUMN_NAME,
  FUL_MARKER_COLUMN_CATEGORY,
  FUL_MARKER_COLUMN_THREAD,
  FUL_MARKER_COLUMN_TYPE,
  FUL_MARKER_COLUMN_DETAILS,
  FUL_N_MARKER_COLUMNS,
} FulMarkerTableColumnId;

/**
 * FulMarkerTableColumn:
 * @key: name in CSV, and in the order of a table
 * @title: (nullable): heading in the window and in copied tables, to be translated; %NULL if the column is not there
 * @tooltip: (nullable): of the heading, to be translated
 * @width: in the window, em; 0 for what the others leave
 * @get_number: (nullable): the value, with times relative to zero, in ms; NaN if there is none
 * @format: (nullable): the number for the user; with @get_number and @title
 * @get_text: (nullable): the value; %NULL if there is none; equal texts have few addresses, and live as long as the list
 *
 * A column of tables of markers; those of files are #FulMarkerColumn. A column with neither value has the label of the marker.
 */
typedef struct
{
  const char  *key;
  const char  *title;
  const char  *tooltip;
  double       width;
  double     (*get_number) (const FulMarkerList *list,
                            guint                marker,
                            double               zero);
  char      *(*format)     (const FulMarkerList *list,
                            guint                marker,
                            double               zero);
  const char *(*get_text)  (const FulMarkerList *list,
                            guint                marker);
} FulMarkerTableColumn;

const FulMarkerTableColumn *ful_marker_table_column_get         (FulMarkerTableColumnId  id);
gboolean                    ful_marker_table_column_is_sortable (FulMarkerTableColumnId  id);
char                       *ful_marker_table_column_dup_text    (FulMarkerTableColumnId  id,
                                                                 FulMarkerLabeler       *labeler,
                                                                 const FulMarkerList    *list,
                                                                 guint                   marker,
                                                                 double                  zero);

G_END_DECLS
