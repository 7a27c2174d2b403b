/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads pprof files back, by profile.proto and not by our writer, and checks that
 * everything that is referred to is there once. */

#include "config.h"

#include "ful-pprof-reader.h"

#include <string.h>

typedef struct
{
  const guint8 *at;
  const guint8 *end;
} Message;

typedef struct
{
  guint   number;
  guint64 value;
  Message message;
} Field;

static guint64
read_varint (Message *self)
{
  guint64 value = 0;

  for (guint shift = 0;; shift += 7)
    {
      guint8 byte;

      g_assert_true (self->at < self->end && shift < 64);
      byte = *self->at++;
      value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return value;
    }
}

static gboolean
next_field (Message *self,
            Field   *field)
{
  guint64 tag;

  if (self->at == self->end)
    return FALSE;

  tag = read_varint (self);
  *field = (Field) { .number = (guint) (tag >> 3) };
  g_assert_true ((tag & 7) == 0 || (tag & 7) == 2);
  field->value = read_varint (self);
  if ((tag & 7) == 2)
    {
      g_assert_cmpuint (field->value, <=, (guint64) (self->end - self->at));
      field->message = (Message) { self->at, self->at + field->value };
      self->at += field->value;
    }

  return TRUE;
}

/* The number in a field of a message; 0 if it is not there. */
static guint64
get_number (Message message,
            guint   number)
{
  Field field;

  while (next_field (&message, &field))
    if (field.number == number)
      return field.value;

  return 0;
}

static Message
get_message (Message message,
             guint   number)
{
  Field field;

  while (next_field (&message, &field))
    if (field.number == number)
      return field.message;

  return (Message) { NULL, NULL };
}

/* The message of a repeated field whose own field 1 is @id. */
static Message
find (Message profile,
      guint   number,
      guint64 id)
{
  Message found = { NULL, NULL };
  Field field;

  while (next_field (&profile, &field))
    if (field.number == number && get_number (field.message, 1) == id)
      {
        g_assert_null (found.at);
        found = field.message;
      }
  g_assert_nonnull (found.at);

  return found;
}

static const char *
get_string (GPtrArray *strings,
            Message    message,
            guint      number)
{
  guint64 string = get_number (message, number);

  g_assert_cmpuint (string, <, strings->len);

  return g_ptr_array_index (strings, (guint) string);
}

static void
print_location (Message    profile,
                GPtrArray *strings,
                guint64    id,
                GString   *text)
{
  Message location = find (profile, 4, id);
  Message line = get_message (location, 4);
  Message function = find (profile, 5, get_number (line, 1));
  guint64 mapping_id = get_number (location, 2);

  g_string_append_printf (text, " %s", get_string (strings, function, 2));
  if (*get_string (strings, function, 4) != '\0')
    g_string_append_printf (text, "@%s:%d", get_string (strings, function, 4), (int) get_number (line, 2));
  if (mapping_id != 0)
    {
      Message mapping = find (profile, 3, mapping_id);
      guint64 address = get_number (location, 3);

      g_assert_cmpuint (address, >=, get_number (mapping, 2));
      g_assert_cmpuint (address, <, get_number (mapping, 3));
      g_string_append_printf (text, "[%s+%x]", get_string (strings, mapping, 5),
                              (guint) (address - get_number (mapping, 2)));
    }
}

static void
print_labels (Message    sample,
              GPtrArray *strings,
              GString   *text)
{
  Field field;

  while (next_field (&sample, &field))
    if (field.number == 3)
      g_string_append_printf (text, " %s=%s", get_string (strings, field.message, 1), get_string (strings, field.message, 2));
}

/* A line for each sample: value, then the frames, leaf first, and labels. */
char *
ful_pprof_to_text (GBytes *packed,
                   gint64 *out_sum)
{
  g_autoptr(GInputStream) raw = g_memory_input_stream_new_from_bytes (packed);
  g_autoptr(GZlibDecompressor) unpacker = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr(GInputStream) stream = g_converter_input_stream_new (raw, G_CONVERTER (unpacker));
  g_autoptr(GOutputStream) plain = g_memory_output_stream_new_resizable ();
  g_autoptr(GPtrArray) strings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GError) error = NULL;
  GString *text = g_string_new (NULL);
  Message profile, rest, type;
  Field field;

  g_output_stream_splice (plain, stream, G_OUTPUT_STREAM_SPLICE_NONE, NULL, &error);
  g_assert_no_error (error);
  profile.at = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (plain));
  profile.end = profile.at + g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (plain));

  for (rest = profile; next_field (&rest, &field);)
    if (field.number == 6)
      {
        g_assert_true (g_utf8_validate ((const char *) field.message.at, (gssize) field.value, NULL));
        g_ptr_array_add (strings, g_strndup ((const char *) field.message.at, field.value));
      }
  g_assert_cmpstr (g_ptr_array_index (strings, 0), ==, "");

  type = get_message (profile, 1);
  g_string_append_printf (text, "%s/%s\n", get_string (strings, type, 1), get_string (strings, type, 2));
  *out_sum = 0;
  for (rest = profile; next_field (&rest, &field);)
    {
      Message locations, values;
      gint64 value;

      if (field.number != 2)
        continue;

      locations = get_message (field.message, 1);
      values = get_message (field.message, 2);
      value = (gint64) read_varint (&values);
      g_assert_true (values.at == values.end);
      *out_sum += value;
      g_string_append_printf (text, "%" G_GINT64_FORMAT ":", value);
      while (locations.at < locations.end)
        print_location (profile, strings, read_varint (&locations), text);
      print_labels (field.message, strings, text);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}
