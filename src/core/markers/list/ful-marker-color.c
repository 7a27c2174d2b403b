/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The colours that markers say themselves, in the member that their schema names
 * (markers.md 7). */

#include "config.h"

#include "ful-marker-color.h"

/* The words that a payload may have. */
static const char *const words[] = {
  "blue", "green", "grey", "ink", "magenta", "orange", "purple", "red", "teal", "yellow",
};

static guint8
find_color (const FulMarkerList   *list,
            const FulMarkerSchema *schema,
            guint                  marker,
            GHashTable            *readers)
{
  FulPayloadReader *reader = g_hash_table_lookup (readers, schema);
  const FulPayloadValue *value;

  if (reader == NULL)
    {
      reader = ful_payload_reader_new ((const char * const *) &schema->keys->pdata[schema->color_key], 1);
      g_hash_table_insert (readers, (gpointer) schema, reader);
    }
  ful_marker_list_read_payload (list, marker, reader);
  value = ful_payload_reader_get (reader, 0);
  for (guint8 i = 0; value && i < G_N_ELEMENTS (words); i++)
    if (ful_payload_value_equals (value, words[i]))
      return i + 1;

  return 0;
}

/**
 * ful_marker_colors_find:
 * @list: markers
 * @markers: (element-type guint): some of them
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Reads the payloads of those that may have a colour.
 *
 * Returns: (transfer full): for each marker of @list the number of its colour, 0 for none; %NULL with
 *   @error set
 */
guint8 *
ful_marker_colors_find (const FulMarkerList  *list,
                        const GArray         *markers,
                        GCancellable         *cancellable,
                        GError              **error)
{
  g_autoptr(GHashTable) readers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ful_payload_reader_free);
  g_autofree guint8 *colors = g_malloc0 (MAX (list->n_markers, 1));
  const FulMarkerSchema *schema = NULL;
  const char *last_type = NULL;

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      const char *type = ful_marker_list_get_type (list, marker);

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      /* Texts of types are interned, and often the same in a row. */
      if (i == 0 || type != last_type)
        schema = ful_marker_schemas_find (list->schemas, type);
      last_type = type;
      if (schema && schema->color_key != FUL_NONE)
        colors[marker] = find_color (list, schema, marker, readers);
    }

  return g_steal_pointer (&colors);
}

/**
 * ful_marker_color_get_hue:
 * @color: a number that is not 0
 *
 * Returns: (transfer none): what it looks like
 */
const FulCategoryHue *
ful_marker_color_get_hue (guint8 color)
{
  return ful_category_hue_lookup (words[color - 1]);
}
