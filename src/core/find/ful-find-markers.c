/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The markers of all threads in a range by name, the texts of their fields, and requests. Of a request the address is no
 * text of a field, so that it is found once. */

#include "config.h"

#include "ful-find-catalog-private.h"

#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "base/ful-types.h"
#include "markers/find/ful-marker-search.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-schema.h"
#include "markers/list/ful-payload-reader.h"
#include "markers/network/ful-network-request.h"
#include "threads/ful-thread-set.h"

#include <math.h>
#include <string.h>

/* Texts of fields; further ones are not found. */
#define MAX_FIELDS (1 << 20)
/* Of a text so much counts, bytes. */
#define MAX_TEXT 1000

/* The fields of a schema that are texts. */
typedef struct
{
  FulPayloadReader      *reader;   /* (nullable): there are none */
  const FulMarkerSchema *schema;
  GArray                *fields;   /* guint: of the schema, for each key of the reader */
} Texts;

typedef struct
{
  FulFindCatalog *catalog;
  GHashTable     *kinds;      /* name → place in the markers, and one more */
  GHashTable     *places;     /* "KEY\nTEXT" → place in the fields, and one more */
  GHashTable     *schemas;    /* FulMarkerSchema → Texts, of the thread that is read */
  GHashTable     *numbers;    /* number of a name → place in the markers, and one more, of that thread */
  GString        *place;
  FulBytes        text;
} Reading;

static void
texts_free (gpointer data)
{
  Texts *texts = data;

  g_clear_pointer (&texts->reader, ful_payload_reader_free);
  g_array_unref (texts->fields);
  g_free (texts);
}

static gboolean
is_text (const FulMarkerField *field)
{
  switch (field->format)
    {
    case FUL_MARKER_FORMAT_URL:
    case FUL_MARKER_FORMAT_FILE_PATH:
    case FUL_MARKER_FORMAT_SANITIZED_STRING:
    case FUL_MARKER_FORMAT_STRING:
    case FUL_MARKER_FORMAT_UNIQUE_STRING:
      return TRUE;
    default:
      return FALSE;
    }
}

static Texts *
get_texts (Reading               *self,
           const FulMarkerSchema *schema)
{
  Texts *texts = g_hash_table_lookup (self->schemas, schema);
  g_autoptr(GPtrArray) keys = NULL;

  if (texts)
    return texts;

  texts = g_new0 (Texts, 1);
  texts->schema = schema;
  texts->fields = g_array_new (FALSE, FALSE, sizeof (guint));
  keys = g_ptr_array_new ();
  for (guint i = 0; i < schema->fields->len; i++)
    if (is_text (&g_array_index (schema->fields, FulMarkerField, i)))
      {
        g_array_append_val (texts->fields, i);
        g_ptr_array_add (keys, g_ptr_array_index (schema->keys, i));
      }
  if (keys->len > 0)
    texts->reader = ful_payload_reader_new ((const char * const *) keys->pdata, keys->len);
  g_hash_table_insert (self->schemas, (gpointer) schema, texts);

  return texts;
}

/* That of a marker whose start or end was not recorded is not known. */
static double
get_length (const FulMarkerList *list,
            guint                marker)
{
  double length = list->end[marker] - list->start[marker];

  return isfinite (length) && length > 0 && !list->incomplete[marker] ? length : 0;
}

/* @thread: of the marker; threads come one after the other */
static void
count (FulFindMarker       *row,
       const FulMarkerList *list,
       guint                marker,
       guint                thread)
{
  double length = get_length (list, marker);

  if (row->n == 0 || length > row->longest)
    {
      row->longest = length;
      row->start = list->start[marker];
      row->thread = thread;
      row->marker = marker;
    }
  row->n++;
  row->sum += length;
  if (row->threads->len == 0 || g_array_index (row->threads, guint, row->threads->len - 1) != thread)
    g_array_append_val (row->threads, thread);
}

static FulFindMarker *
append (GArray     *rows,
        const char *name)
{
  FulFindMarker row = { .name = g_strdup (name), .threads = g_array_new (FALSE, FALSE, sizeof (guint)) };

  g_array_append_val (rows, row);

  return &g_array_index (rows, FulFindMarker, rows->len - 1);
}

static void
add_name (Reading             *self,
          const FulMarkerList *list,
          guint                marker,
          guint                thread)
{
  GArray *markers = self->catalog->markers;
  gpointer number = GINT_TO_POINTER (list->name[marker]);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, number));

  if (place == 0)
    {
      const char *name = ful_marker_list_get_name (list, marker);

      place = GPOINTER_TO_UINT (g_hash_table_lookup (self->kinds, name));
      if (place == 0)
        {
          FulFindMarker *row = append (markers, name);

          place = markers->len;
          g_hash_table_insert (self->kinds, row->name, GUINT_TO_POINTER (place));
        }
      g_hash_table_insert (self->numbers, number, GUINT_TO_POINTER (place));
    }
  count (&g_array_index (markers, FulFindMarker, place - 1), list, marker, thread);
}

/* Returns: the text of a value, "" if it has none; valid until the next one */
static const char *
get_text (Reading               *self,
          const FulMarkerField  *field,
          const FulPayloadValue *value)
{
  FulProfile *profile = self->catalog->profile;
  double index = ful_marker_format_is_string_index (field->format) ? ful_payload_value_get_number (value) : NAN;

  if (ful_payload_value_is_null (value))
    return "";
  if (!isnan (index))
    return index >= 0 && index < profile->n_strings ? ful_profile_get_string (profile, (FulStringIndex) index) : "";

  self->text.n = 0;
  ful_payload_value_append_text (value, &self->text);
  ful_bytes_append_c (&self->text, '\0');

  return self->text.data;
}

static void
add_field (Reading             *self,
           const FulMarkerList *list,
           guint                marker,
           guint                thread,
           const char          *key,
           const char          *text)
{
  GArray *fields = self->catalog->fields;
  gsize length = strlen (text);
  FulFindMarker *row;
  guint place;

  if (length > MAX_TEXT)
    length = (gsize) (g_utf8_find_prev_char (text, text + MAX_TEXT) - text);
  g_string_truncate (self->place, 0);
  g_string_append (self->place, key);
  g_string_append_c (self->place, '\n');
  g_string_append_len (self->place, text, (gssize) length);
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, self->place->str));
  if (place == 0)
    {
      if (fields->len == MAX_FIELDS)
        return;
      row = append (fields, ful_marker_list_get_name (list, marker));
      row->field = g_strdup (key);
      row->text = g_strndup (text, length);
      place = fields->len;
      g_hash_table_insert (self->places, g_strdup (self->place->str), GUINT_TO_POINTER (place));
    }
  count (&g_array_index (fields, FulFindMarker, place - 1), list, marker, thread);
}

static void
add_fields (Reading             *self,
            const FulMarkerList *list,
            guint                marker,
            guint                thread)
{
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);
  Texts *texts = schema ? get_texts (self, schema) : NULL;

  if (texts == NULL || texts->reader == NULL || ful_network_is_request (list, marker))
    return;

  ful_marker_list_read_payload (list, marker, texts->reader);
  for (guint i = 0; i < texts->reader->n_values; i++)
    {
      const FulPayloadValue *value = &texts->reader->values[i];
      guint field = value->key < texts->fields->len ? g_array_index (texts->fields, guint, value->key) : G_MAXUINT;
      const char *text;

      if (field == G_MAXUINT)
        continue;
      text = get_text (self, &g_array_index (schema->fields, FulMarkerField, field), value);
      if (*text)
        add_field (self, list, marker, thread, g_ptr_array_index (schema->keys, field), text);
    }
}

static gboolean
read_thread (Reading             *self,
             guint                thread,
             const FulTimeRange  *range,
             FulDeriveCache      *cache,
             GCancellable        *cancellable,
             GError             **error)
{
  g_autoptr(FulThreadSet) set = ful_thread_set_new (self->catalog->profile, &thread, 1, cancellable, error);
  g_autoptr(FulMarkerList) list = set ? ful_marker_list_derive (set, cache, cancellable, error) : NULL;
  g_autoptr(GArray) found = list ? ful_marker_search_filter (NULL, list, range, cancellable, error) : NULL;

  if (found == NULL)
    return FALSE;

  g_hash_table_remove_all (self->schemas);
  g_hash_table_remove_all (self->numbers);
  ful_insight_requests_add (self->catalog->requests, list, found);
  for (guint i = 0; i < found->len; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_name (self, list, g_array_index (found, guint, i), thread);
      add_fields (self, list, g_array_index (found, guint, i), thread);
    }
  g_hash_table_remove_all (self->schemas);

  return TRUE;
}

static void
add_names (FulFindCatalog *self)
{
  for (guint i = 0; i < self->markers->len; i++)
    {
      const FulFindMarker *row = &g_array_index (self->markers, FulFindMarker, i);

      ful_find_names_add (self->names[FUL_FIND_MARKERS], row->name, i, row->sum);
    }
  for (guint i = 0; i < self->fields->len; i++)
    {
      const FulFindMarker *row = &g_array_index (self->fields, FulFindMarker, i);

      ful_find_names_add (self->names[FUL_FIND_FIELDS], row->text, i, row->n);
    }
  for (guint i = 0; i < self->requests->all->len; i++)
    {
      const FulInsightRequest *request = &g_array_index (self->requests->all, FulInsightRequest, i);

      ful_find_names_add (self->names[FUL_FIND_REQUESTS], request->url, i, request->duration);
    }
}

/**
 * ful_find_catalog_read_markers:
 * @range: (nullable): the time that counts, absolute ms
 * @cache: has the lists of markers
 *
 * Sets markers, fields and requests.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_find_catalog_read_markers (FulFindCatalog      *self,
                               const FulTimeRange  *range,
                               FulDeriveCache      *cache,
                               GCancellable        *cancellable,
                               GError             **error)
{
  Reading reading = { self };
  gboolean ok = TRUE;

  reading.kinds = g_hash_table_new (ful_hash_text, g_str_equal);
  reading.places = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  reading.schemas = g_hash_table_new_full (NULL, NULL, NULL, texts_free);
  reading.numbers = g_hash_table_new (NULL, NULL);
  reading.place = g_string_new (NULL);
  for (guint i = 0; ok && i < self->profile->threads->len; i++)
    ok = read_thread (&reading, i, range, cache, cancellable, error);
  g_hash_table_unref (reading.kinds);
  g_hash_table_unref (reading.places);
  g_hash_table_unref (reading.schemas);
  g_hash_table_unref (reading.numbers);
  g_string_free (reading.place, TRUE);
  ful_bytes_clear (&reading.text);
  ful_insight_requests_finish (self->requests);
  if (ok)
    add_names (self);

  return ok;
}
