/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which markers are shown where (markers.md 3.1): their schema says so. Table and
 * chart show those without a schema as well. */

#include "config.h"

#include "ful-marker-location.h"

static const char *const keys[] = { "threadId" };

/* Markers about files that another thread used are recorded there as well. */
static gboolean
is_of_other_thread (const FulMarkerList *list,
                    guint                marker,
                    FulPayloadReader    *reader)
{
  ful_marker_list_read_payload (list, marker, reader);

  return ful_payload_reader_get (reader, 0) != NULL;
}

/**
 * ful_marker_location_filter:
 * @list: markers
 * @markers: (element-type guint): some of them
 * @location: one place
 *
 * Payloads are read for %FUL_MARKER_LOCATION_FILE_IO alone.
 *
 * Returns: (transfer full) (element-type guint): those that are shown there
 */
GArray *
ful_marker_location_filter (const FulMarkerList *list,
                            const GArray        *markers,
                            FulMarkerLocation    location)
{
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  GArray *shown = g_array_sized_new (FALSE, FALSE, sizeof (guint), markers->len);
  const FulMarkerSchema *schema = NULL;
  const char *last_type = NULL;

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      const char *type = ful_marker_list_get_type (list, marker);
      gboolean is_shown;

      /* Texts of types are interned, and often the same in a row. */
      if (i == 0 || type != last_type)
        schema = ful_marker_schemas_find (list->schemas, type);
      last_type = type;
      is_shown = schema ? (schema->locations & location) != 0
                        : (location & (FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE)) != 0;
      if (location == FUL_MARKER_LOCATION_FILE_IO && g_strcmp0 (type, "FileIO") == 0)
        is_shown = !is_of_other_thread (list, marker, reader);
      if (is_shown)
        g_array_append_val (shown, marker);
    }

  return shown;
}
