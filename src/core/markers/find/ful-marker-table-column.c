/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The columns of tables of markers, but for those of fields (ful-marker-field-column.c):
 * of the window, their order and what is copied of them, of CSV, and of the query tool. */

#include "config.h"

#include "ful-marker-table-column.h"

#include <glib/gi18n.h>
#include <math.h>

static double
get_start (const FulMarkerList *list,
           guint                marker,
           double               zero)
{
  return list->start[marker] - zero;
}

static double
get_end (const FulMarkerList *list,
         guint                marker,
         double               zero)
{
  return list->end[marker] - zero;
}

/* NaN also if an end was not recorded. */
static double
get_duration (const FulMarkerList *list,
              guint                marker,
              double               zero)
{
  return list->incomplete[marker] ? NAN : list->end[marker] - list->start[marker];
}

static char *
format_duration (const FulMarkerList *list,
                 guint                marker,
                 double               zero)
{
  return ful_marker_format_duration (list, marker);
}

static const char *
get_category (const FulMarkerList *list,
              guint                marker)
{
  return ful_profile_get_category (list->profile, list->category[marker])->name;
}

static double
get_thread (const FulMarkerList *list,
            guint                marker,
            double               zero)
{
  return list->thread[marker];
}

/* In the order of CSV; the window and copied tables have those with a title. */
static const FulMarkerTableColumn columns[FUL_N_MARKER_COLUMNS] = {
  [FUL_MARKER_COLUMN_START] = { .key = "start", .title = N_("Start"), .width = 6.5,
    .tooltip = N_("Time from the start of the profile to the start of the marker"),
    .get_number = get_start, .format = ful_marker_format_start },
  [FUL_MARKER_COLUMN_END] = { .key = "end", .get_number = get_end },
  [FUL_MARKER_COLUMN_DURATION] = { .key = "duration", .title = N_("Duration"), .width = 6.8,
    .tooltip = N_("Time from the start to the end of the marker; empty for a point in time"),
    .get_number = get_duration, .format = format_duration },
  [FUL_MARKER_COLUMN_NAME] = { .key = "name", .title = N_("Name"), .width = 15,
    .tooltip = N_("Name of the marker, and the colour of its category"), .get_text = ful_marker_list_get_name },
  [FUL_MARKER_COLUMN_CATEGORY] = { .key = "category", .get_text = get_category },
  [FUL_MARKER_COLUMN_THREAD] = { .key = "thread", .get_number = get_thread },
  [FUL_MARKER_COLUMN_TYPE] = { .key = "type", .get_text = ful_marker_list_get_type },
  [FUL_MARKER_COLUMN_DETAILS] = { .key = "label", .title = N_("Details"), .tooltip = N_("Summary of the fields of the marker") },
};

/**
 * ful_marker_table_column_get:
 *
 * Returns: (transfer none): the description of a column
 */
const FulMarkerTableColumn *
ful_marker_table_column_get (FulMarkerTableColumnId id)
{
  return &columns[id];
}

/**
 * ful_marker_table_column_is_sortable:
 *
 * Returns: whether a table can be sorted by this column
 */
gboolean
ful_marker_table_column_is_sortable (FulMarkerTableColumnId id)
{
  return columns[id].title && (columns[id].get_number || columns[id].get_text);
}

/**
 * ful_marker_table_column_dup_text:
 * @labeler: of @list
 * @zero: where the user sees zero, absolute ms
 *
 * Returns: (transfer full): the text of a cell for the user, UTF-8; of a column with a title, or a text
 */
char *
ful_marker_table_column_dup_text (FulMarkerTableColumnId  id,
                                  FulMarkerLabeler       *labeler,
                                  const FulMarkerList    *list,
                                  guint                   marker,
                                  double                  zero)
{
  const char *text;

  if (columns[id].format)
    return columns[id].format (list, marker, zero);
  if (columns[id].get_text == NULL)
    return ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TABLE);

  text = columns[id].get_text (list, marker);

  return g_strdup (text ? text : "");
}
