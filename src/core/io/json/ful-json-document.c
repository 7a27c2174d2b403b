/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Small JSON documents: views, notes, pasted text; and texts of a profile: `meta`,
 * payloads. Nodes are those of json-glib; its parser, which has no limits, is not used.
 * A member of another type than expected counts as missing. */

#include "config.h"

#include "ful-json-document.h"

#include "ful-json-reader.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Deepest nesting of a small document. */
#define MAX_DEPTH 64

static gboolean
check_size (gsize    length,
            gsize    max_bytes,
            GError **error)
{
  if (length <= max_bytes)
    return TRUE;

  g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The JSON text is larger than %u MB"),
               (guint) (max_bytes >> 20));

  return FALSE;
}

/* Sets @node, which is null, to the next value. Depth is limited by the reader. */
static void
read_node (FulJsonReader *reader,
           JsonNode      *node)
{
  char c = ful_json_reader_skip_space (reader);
  char text[FUL_JSON_NUMBER_MAX + 1];
  gboolean first = TRUE;
  const char *key;
  gsize length;
  gint64 integer;
  double number;

  switch (c)
    {
    case '{':
      json_node_init (node, JSON_NODE_OBJECT);
      json_node_take_object (node, json_object_new ());
      ful_json_reader_begin (reader, c);
      while ((key = ful_json_reader_next_key (reader, &first, &length)))
        {
          g_autofree char *name = g_strndup (key, length);
          JsonNode *member = json_node_new (JSON_NODE_NULL);

          json_object_set_member (json_node_get_object (node), name, member);
          read_node (reader, member);
        }
      break;
    case '[':
      json_node_init (node, JSON_NODE_ARRAY);
      json_node_take_array (node, json_array_new ());
      ful_json_reader_begin (reader, c);
      while (ful_json_reader_next_element (reader, &first))
        {
          JsonNode *element = json_node_new (JSON_NODE_NULL);

          json_array_add_element (json_node_get_array (node), element);
          read_node (reader, element);
        }
      break;
    case '"':
      reader->scratch.n = 0;
      ful_json_reader_read_string (reader, &reader->scratch);
      json_node_init_string (node, reader->scratch.data);
      break;
    case 't':
    case 'f':
    case 'n':
      if (ful_json_reader_read_word (reader, c == 't' ? "true" : c == 'f' ? "false" : "null") && c != 'n')
        json_node_init_boolean (node, c == 't');
      break;
    default:
      if (c != '-' && !g_ascii_isdigit (c))
        ful_json_reader_fail (reader, _("a value"));
      else if (ful_json_reader_read_number (reader, text, &number) > 0)
        {
          if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &integer, NULL))
            json_node_init_int (node, integer);
          else
            json_node_init_double (node, number);
        }
      break;
    }
}

/**
 * ful_json_parse_text:
 * @text: a text from anywhere
 * @length: its length in bytes, or -1 if it ends with a NUL
 * @max_bytes: %FUL_JSON_TEXT_BYTES, or %FUL_JSON_PART_BYTES
 * @error: %FUL_ERROR_TOO_LARGE; %FUL_ERROR_FORMAT if it is not JSON, or nested more than 64 deep
 *
 * Lone surrogates and NULs in strings become U+FFFD.
 *
 * Returns: (transfer full) (nullable): the value
 */
JsonNode *
ful_json_parse_text (const char  *text,
                     gssize       length,
                     gsize        max_bytes,
                     GError     **error)
{
  g_autoptr(JsonNode) node = json_node_new (JSON_NODE_NULL);
  FulBytes padded = { 0 };
  FulJsonReader reader;
  const char *bad;
  gboolean trailing;
  gsize n = length < 0 ? strlen (text) : (gsize) length;

  if (!check_size (n, max_bytes, error))
    return NULL;
  if (!g_utf8_validate_len (text, n, &bad))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The JSON text is not valid UTF-8 at byte %u"),
                   (guint) (bad - text));
      return NULL;
    }

  ful_bytes_reserve (&padded, MAX (n, 1));
  ful_bytes_append (&padded, text, n);
  memset (padded.data + n, 0, FUL_BYTES_PADDING);
  ful_json_reader_init_memory (&reader, padded.data, n);
  reader.max_depth = MAX_DEPTH;
  read_node (&reader, node);
  ful_json_reader_finish (&reader, &trailing);
  if (trailing)
    ful_json_reader_fail (&reader, _("the end of the text"));
  if (!ful_json_reader_check (&reader, error))
    g_clear_pointer (&node, json_node_unref);
  ful_json_reader_clear (&reader);
  ful_bytes_clear (&padded);

  return g_steal_pointer (&node);
}

/**
 * ful_json_write_text:
 * @node: a value
 * @pretty: whether lines are broken and indented
 *
 * As json_to_string(), which writes 5e+21 as 5e+21.0, and that is not JSON.
 *
 * Returns: (transfer full): JSON text
 */
char *
ful_json_write_text (JsonNode *node,
                     gboolean  pretty)
{
  char *text = json_to_string (node, pretty);
  char *to = text;
  gboolean in_string = FALSE;

  for (const char *from = text; *from; )
    {
      in_string ^= *from == '"';
      if (in_string && *from == '\\')
        *to++ = *from++;
      if (!in_string && *from == 'e' && (from[1] == '+' || from[1] == '-'))
        {
          gsize n = 2 + strspn (from + 2, "0123456789");

          memmove (to, from, n);
          to += n;
          from += n;
          if (g_str_has_prefix (from, ".0"))
            from += 2;
          continue;
        }
      *to++ = *from++;
    }
  *to = '\0';

  return text;
}

/**
 * ful_json_load_text:
 * @stream: a stream
 * @out_length: (out) (optional): length of the text
 * @cancellable: (nullable): stops reading
 * @error: %FUL_ERROR_TOO_LARGE for more than %FUL_JSON_TEXT_BYTES, errors of @stream
 *
 * Reads the text of a small document. No more is read than it may have.
 *
 * Returns: (transfer full) (nullable): the text, with a NUL after it
 */
char *
ful_json_load_text (GInputStream  *stream,
                    gsize         *out_length,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autofree char *text = g_malloc (FUL_JSON_TEXT_BYTES + 1);
  gsize length;

  if (!g_input_stream_read_all (stream, text, FUL_JSON_TEXT_BYTES + 1, &length, cancellable, error) ||
      !check_size (length, FUL_JSON_TEXT_BYTES, error))
    return NULL;

  text[length] = '\0';
  if (out_length)
    *out_length = length;

  return g_steal_pointer (&text);
}

/**
 * ful_json_parse_object:
 * @json: (nullable): a part of a profile
 *
 * Returns: (transfer full) (nullable): the object; %NULL if @json is none, or is larger or nested
 *   deeper than a small document
 */
JsonObject *
ful_json_parse_object (const char *json)
{
  g_autoptr(JsonNode) node = json ? ful_json_parse_text (json, -1, FUL_JSON_PART_BYTES, NULL) : NULL;

  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_dup_object (node) : NULL;
}

/* The text or number of @node, or %NULL or NaN. @node: (nullable) */
const char *
ful_json_node_get_string (JsonNode *node)
{
  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

double
ful_json_node_get_number (JsonNode *node)
{
  GType type = node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : NAN;
}

/* Members of that type, or %NULL or NaN; those of no object are missing. Nothing is copied. @object: (nullable) */
const char *
ful_json_get_string (JsonObject *object,
                     const char *member)
{
  return ful_json_node_get_string (object ? json_object_get_member (object, member) : NULL);
}

double
ful_json_get_number (JsonObject *object,
                     const char *member)
{
  return ful_json_node_get_number (object ? json_object_get_member (object, member) : NULL);
}

JsonArray *
ful_json_get_array (JsonObject *object,
                    const char *member)
{
  JsonNode *node = object ? json_object_get_member (object, member) : NULL;

  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

JsonObject *
ful_json_get_object (JsonObject *object,
                     const char *member)
{
  JsonNode *node = object ? json_object_get_member (object, member) : NULL;

  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Whether the member is true, or a number that is not 0. */
gboolean
ful_json_get_boolean (JsonObject *object,
                      const char *member)
{
  JsonNode *node = object ? json_object_get_member (object, member) : NULL;

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_boolean (node);
}

/* An element that is an object, or %NULL. */
JsonObject *
ful_json_get_element (JsonArray *array,
                      guint      i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}
