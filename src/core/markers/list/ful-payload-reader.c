/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Members of marker payloads, found in their text without parsing the others; about
 * 10 ns a byte at worst, and much less for a single name in a plain payload. Several
 * payloads may be read one over the other: of two members with one name the later one
 * counts. What cannot be read is as if it were not there. */

#include "config.h"

#include "ful-payload-reader.h"

#include "base/ful-bisect.h"
#include "io/json/ful-json-reader.h"
#include "io/json/ful-json-scan.h"

#include <math.h>
#include <stdlib.h>

/* By length, then by bytes. */
static int
compare_name (const FulPayloadReader *self,
              guint                   key,
              const char             *name,
              gsize                   length)
{
  if (self->lengths[key] != length)
    return self->lengths[key] < length ? -1 : 1;

  return memcmp (self->keys[key], name, length);
}

static int
compare_keys (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const FulPayloadReader *self = data;
  guint x = *(const guint *) a, y = *(const guint *) b;

  return compare_name (self, x, self->keys[y], self->lengths[y]);
}

static guint64
length_bit (gsize length)
{
  return (guint64) 1 << MIN (length, 63);
}

/**
 * ful_payload_reader_new:
 * @keys: (array length=n_keys): names of the members to read, each once; %NULL for a number without one; outlive
 *   the reader
 *
 * Returns: (transfer full): a reader without values
 */
FulPayloadReader *
ful_payload_reader_new (const char * const *keys,
                        guint               n_keys)
{
  FulPayloadReader *self = g_new0 (FulPayloadReader, 1);

  self->n_keys = n_keys;
  self->keys = g_memdup2 (keys, n_keys * sizeof *keys);
  self->lengths = g_new (gsize, MAX (n_keys, 1));
  self->sorted = g_new (guint, MAX (n_keys, 1));
  for (guint i = 0; i < n_keys; i++)
    if (keys[i])
      {
        self->lengths[i] = strlen (keys[i]);
        self->length_set |= length_bit (self->lengths[i]);
        self->sorted[self->n_sorted++] = i;
      }
  g_qsort_with_data (self->sorted, (gint) self->n_sorted, sizeof *self->sorted, compare_keys, self);
  /* A name that begins with punctuation may be between two strings. */
  if (self->n_sorted == 1 && g_ascii_isalnum (*keys[self->sorted[0]]))
    self->quoted = g_strdup_printf ("\"%s\"", keys[self->sorted[0]]);
  self->values = g_new (FulPayloadValue, MAX (n_keys, 1));
  self->place = g_new0 (guint, MAX (n_keys, 1));
  self->made = g_ptr_array_new_with_free_func (g_free);

  return self;
}

void
ful_payload_reader_free (FulPayloadReader *self)
{
  g_free (self->keys);
  g_free (self->lengths);
  g_free (self->sorted);
  g_free (self->quoted);
  g_free (self->values);
  g_free (self->place);
  g_ptr_array_unref (self->made);
  g_free (self);
}

/**
 * ful_payload_reader_clear:
 *
 * Forgets all values.
 */
void
ful_payload_reader_clear (FulPayloadReader *self)
{
  self->n_values = 0;
  g_ptr_array_set_size (self->made, 0);
}

/**
 * ful_payload_reader_get:
 * @key: number of a name, as given to ful_payload_reader_new()
 *
 * Returns: (nullable) (transfer none): the value, valid until the next one is read
 */
const FulPayloadValue *
ful_payload_reader_get (const FulPayloadReader *self,
                        guint                   key)
{
  guint place = self->place[key];

  return place < self->n_values && self->values[place].key == key ? &self->values[place] : NULL;
}

/* The number of a name, or n_keys. A schema may have many. */
static guint
find_key (const FulPayloadReader *self,
          const char             *name,
          gsize                   length)
{
  guint at;

  /* Most members are not read, and most of them have a name of another length. */
  if ((self->length_set & length_bit (length)) == 0)
    return self->n_keys;

  at = FUL_BISECT (0, self->n_sorted, i, compare_name (self, self->sorted[i], name, length) >= 0);

  return at < self->n_sorted && compare_name (self, self->sorted[at], name, length) == 0 ? self->sorted[at] : self->n_keys;
}

static void
put (FulPayloadReader      *self,
     const FulPayloadValue *value)
{
  if (ful_payload_reader_get (self, value->key) == NULL)
    self->place[value->key] = self->n_values++;
  self->values[self->place[value->key]] = *value;
}

static void
read_value (FulPayloadReader *self,
            FulJsonReader    *reader,
            guint             key)
{
  FulPayloadValue value = { key, NULL, 0, FALSE };

  ful_json_reader_skip_space (reader);
  value.json = reader->p;
  ful_json_reader_copy_value (reader, NULL);
  value.length = (gsize) (reader->p - value.json);
  if (key < self->n_keys && reader->error == NULL)
    put (self, &value);
}

/* The first place of @quoted, or %NULL. */
static const char *
find_text (const char *p,
           const char *end,
           const char *quoted,
           gsize       n)
{
  while (end - p > (gssize) n)
    {
      guint at = ful_json_first_of (ful_json_bytes_equal (ful_json_load (p), '"') & ful_json_bytes_equal (ful_json_load (p + 1), quoted[1]));

      p += at;
      if (at == 8)
        continue;
      if (end - p > (gssize) n && memcmp (p, quoted, n) == 0)
        return p;
      p++;
    }

  return NULL;
}

/* Reads the single name where it is found: in an object without escapes, nested objects and lists a name in quotes
 * before a colon is that of a member. Returns: FALSE if the object is not of that form */
static gboolean
read_quoted (FulPayloadReader *self,
             const char       *json,
             gsize             length)
{
  const char *end = json + length;
  gsize n = strlen (self->quoted);

  if (length < 2 || json[0] != '{' || end[-1] != '}' || memchr (json, '\\', length) || memchr (json + 1, '{', length - 1) ||
      memchr (json, '[', length))
    return FALSE;

  for (const char *p = json; (p = find_text (p, end, self->quoted, n)); p++)
    {
      FulJsonReader reader;

      ful_json_reader_init_memory (&reader, p + n, (gsize) (end - p) - n);
      if (ful_json_reader_skip_space (&reader) == ':')
        {
          reader.p++;
          read_value (self, &reader, self->sorted[0]);
        }
      ful_json_reader_clear (&reader);
    }

  return TRUE;
}

/**
 * ful_payload_reader_read:
 * @json: text of a JSON object; 64 more bytes can be loaded, and it outlives the values
 * @length: its length in bytes
 *
 * Reads the members of a payload; they replace those that were read before.
 */
void
ful_payload_reader_read (FulPayloadReader *self,
                         const char       *json,
                         gsize             length)
{
  FulJsonReader reader;
  gboolean first = TRUE;
  const char *key;
  gsize n;

  if (self->quoted && read_quoted (self, json, length))
    return;

  ful_json_reader_init_memory (&reader, json, length);
  ful_json_reader_begin (&reader, '{');
  while ((key = ful_json_reader_next_key (&reader, &first, &n)))
    read_value (self, &reader, find_key (self, key, n));
  ful_json_reader_clear (&reader);
}

/**
 * ful_payload_reader_read_row:
 * @thread: a thread
 * @row: one of its raw markers
 *
 * Adds the members of the payload of a raw marker, if it has one.
 */
void
ful_payload_reader_read_row (FulPayloadReader *self,
                             const FulThread  *thread,
                             gint32            row)
{
  gsize length;
  const char *payload = ful_thread_get_payload (thread, (guint) row, &length);

  if (payload)
    ful_payload_reader_read (self, payload, length);
}

/**
 * ful_payload_reader_put:
 * @name: name of a member
 * @text: (transfer full): its value, a text
 *
 * Adds a member, if it is one to read.
 */
void
ful_payload_reader_put (FulPayloadReader *self,
                        const char       *name,
                        char             *text)
{
  guint key = find_key (self, name, strlen (name));

  g_ptr_array_add (self->made, text);
  if (key < self->n_keys)
    put (self, &(FulPayloadValue) { key, text, strlen (text), TRUE });
}

/* As String() of the front-end's language. */
static void
append_number (double    number,
               FulBytes *to)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char digits[20];
  int n = 0, exponent;

  if (isinf (number))
    {
      ful_bytes_append_s (to, number < 0 ? "-Infinity" : "Infinity");
      return;
    }
  if (fabs (number) < 1e15 && number == floor (number))
    {
      g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, (gint64) number);
      ful_bytes_append_s (to, text);
      return;
    }

  for (int precision = 14; precision <= 16; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%de", precision);
      g_ascii_formatd (text, sizeof text, format, number);
      if (g_ascii_strtod (text, NULL) == number)
        break;
    }
  for (const char *p = text; *p != 'e'; p++)
    if (g_ascii_isdigit (*p))
      digits[n++] = *p;
  exponent = atoi (strchr (text, 'e') + 1);
  while (n > 1 && digits[n - 1] == '0')
    n--;

  if (number < 0)
    ful_bytes_append_c (to, '-');
  if (exponent < -6 || exponent > 20)
    {
      ful_bytes_append_c (to, digits[0]);
      if (n > 1)
        ful_bytes_append_c (to, '.');
      ful_bytes_append (to, digits + 1, (gsize) (n - 1));
      g_snprintf (text, sizeof text, "e%c%d", exponent < 0 ? '-' : '+', ABS (exponent));
      ful_bytes_append_s (to, text);
      return;
    }
  if (exponent < 0)
    ful_bytes_append_s (to, "0.");
  for (int i = exponent; i < -1; i++)
    ful_bytes_append_c (to, '0');
  for (int i = 0; i < MAX (n, exponent + 1); i++)
    {
      if (i == exponent + 1 && exponent >= 0)
        ful_bytes_append_c (to, '.');
      ful_bytes_append_c (to, i < n ? digits[i] : '0');
    }
}

static void
append_value (FulJsonReader *reader,
              gboolean       in_list,
              FulBytes      *to)
{
  char c = ful_json_reader_skip_space (reader);
  gboolean first = TRUE;
  double number;

  switch (c)
    {
    case '"':
      ful_json_reader_read_string (reader, to);
      break;
    case '{':
      ful_json_reader_copy_value (reader, NULL);
      ful_bytes_append_s (to, "[object Object]");
      break;
    case '[':
      ful_json_reader_begin (reader, '[');
      for (guint i = 0; ful_json_reader_next_element (reader, &first); i++)
        {
          if (i > 0)
            ful_bytes_append_c (to, ',');
          append_value (reader, TRUE, to);
        }
      break;
    case 't':
    case 'f':
    case 'n':
      ful_json_reader_copy_value (reader, NULL);
      if (c != 'n' || !in_list)
        ful_bytes_append_s (to, c == 't' ? "true" : c == 'f' ? "false" : "null");
      break;
    default:
      if (ful_json_reader_read_number (reader, NULL, &number))
        append_number (number, to);
      break;
    }
}

/**
 * ful_payload_value_append_text:
 * @to: gets the value as text: strings as they are, numbers as short as possible,
 *   items of lists with commas between them (markers.md 3.2)
 */
void
ful_payload_value_append_text (const FulPayloadValue *value,
                               FulBytes              *to)
{
  FulJsonReader reader;

  if (value->is_text)
    {
      ful_bytes_append (to, value->json, value->length);
      return;
    }
  if (*value->json == '"' && memchr (value->json, '\\', value->length) == NULL)
    {
      ful_bytes_append (to, value->json + 1, value->length - 2);
      return;
    }

  ful_json_reader_init_memory (&reader, value->json, value->length);
  append_value (&reader, FALSE, to);
  ful_json_reader_clear (&reader);
}

/**
 * ful_payload_value_dup_text:
 *
 * Returns: (transfer full): what ful_payload_value_append_text() appends
 */
char *
ful_payload_value_dup_text (const FulPayloadValue *value)
{
  FulBytes text = { 0 };

  ful_payload_value_append_text (value, &text);
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

/**
 * ful_payload_value_get_number:
 * @value: (nullable): a value
 *
 * Returns: the number, or NaN if it is something else
 */
double
ful_payload_value_get_number (const FulPayloadValue *value)
{
  FulJsonReader reader;
  double number = NAN;

  if (value == NULL || value->is_text || (*value->json != '-' && !g_ascii_isdigit (*value->json)))
    return NAN;

  ful_json_reader_init_memory (&reader, value->json, value->length);
  if (!ful_json_reader_read_number (&reader, NULL, &number))
    number = NAN;
  ful_json_reader_clear (&reader);

  return number;
}

gboolean
ful_payload_value_is_null (const FulPayloadValue *value)
{
  return !value->is_text && *value->json == 'n';
}

/**
 * ful_payload_value_is_true:
 * @value: (nullable): a value
 *
 * Returns: whether a condition of the front-end's language would hold: not for null, false, 0 and ""
 */
gboolean
ful_payload_value_is_true (const FulPayloadValue *value)
{
  double number;

  if (value == NULL)
    return FALSE;
  if (value->is_text)
    return value->length > 0;
  if (*value->json == '"')
    return value->length > 2;

  number = ful_payload_value_get_number (value);

  return isnan (number) ? *value->json != 'n' && *value->json != 'f' : number != 0;
}

/**
 * ful_payload_value_equals:
 * @value: (nullable): a value
 *
 * Returns: whether it is the string @text
 */
gboolean
ful_payload_value_equals (const FulPayloadValue *value,
                          const char            *text)
{
  gsize n = strlen (text);

  /* The texts compared have no escapes. */
  return value && !value->is_text && *value->json == '"' && value->length == n + 2 &&
         memcmp (value->json + 1, text, n) == 0;
}
