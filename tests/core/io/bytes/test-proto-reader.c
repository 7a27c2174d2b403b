/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Protocol buffers in memory and as a stream, with chunks of any size. */

#include "io/bytes/ful-proto-reader.h"

#include <gio/gio.h>
#include <string.h>

/* 1: 150; 2: "hi"; 3: fixed64 1; 4: packed 1, 300, 2; 200: fixed32 7; 1: 2^64 - 1 */
static const guint8 message[] = "\x08\x96\x01" "\x12\2hi" "\x19\1\0\0\0\0\0\0\0" "\x22\4\1\xac\2\2" "\xc5\x0c\7\0\0\0"
                                "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\1";
#define MESSAGE_BYTES (sizeof message - 1)
#define EXPECTED "1=150@3 2=hi@5 3=1@16 4=[1 300 2]@18 200=7@28 1=18446744073709551615@39 "

static void
append_field (GString       *text,
              FulProtoField *field)
{
  guint64 offset = field->offset, number;

  g_string_append_printf (text, "%u=", field->number);
  if (field->number == 2 && field->data)
    g_string_append_len (text, (const char *) field->data, (gssize) field->n);
  else if (field->type == FUL_PROTO_BYTES)
    {
      g_string_append_c (text, '[');
      while (ful_proto_field_next_number (field, &number))
        g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, text->str[text->len - 1] == '[' ? "" : " ", number);
      g_string_append_c (text, ']');
    }
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, field->value);
  g_string_append_printf (text, "@%" G_GUINT64_FORMAT " ", offset);
}

static char *
read_memory (const guint8 *data,
             gsize         n)
{
  FulProtoField field = { .type = FUL_PROTO_BYTES, .data = data, .n = n };
  GString *text = g_string_new (NULL);
  FulProtoReader reader;

  ful_proto_reader_init (&reader, &field);
  while (ful_proto_reader_next (&reader, &field))
    append_field (text, &field);
  if (reader.is_bad)
    g_string_append_printf (text, "bad@%" G_GUINT64_FORMAT, reader.offset);

  return g_string_free (text, FALSE);
}

static gboolean
is_no_text (const char *head G_GNUC_UNUSED,
            gsize       n G_GNUC_UNUSED)
{
  return FALSE;
}

static char *
read_stream (const guint8 *data,
             gsize         n)
{
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_data (data, (gssize) n, NULL);
  guint64 bytes_read = 0;
  g_autoptr(FulByteStream) stream = ful_byte_stream_new (input, &bytes_read, FALSE, is_no_text, NULL);
  FulChunk *first = ful_byte_stream_next (stream, NULL);
  GString *text = g_string_new (NULL);
  FulProtoField field;

  if (first)
    {
      g_autoptr(FulByteReader) bytes = ful_byte_reader_new (stream, first);
      FulProtoStream proto = { .bytes = bytes };

      while (ful_proto_stream_next (&proto, &field))
        append_field (text, &field);
      if (proto.is_bad)
        g_string_append_printf (text, "bad@%" G_GUINT64_FORMAT, ful_byte_reader_get_offset (bytes));
    }

  return g_string_free (text, FALSE);
}

static void
test_fields (void)
{
  g_autofree char *memory = read_memory (message, MESSAGE_BYTES);
  g_autofree char *stream = read_stream (message, MESSAGE_BYTES);

  g_assert_cmpstr (memory, ==, EXPECTED);
  g_assert_cmpstr (stream, ==, EXPECTED);
}

/* Both end at the field that is cut, and say where. */
static void
test_truncated (void)
{
  static const guint8 ends[] = { 3, 7, 16, 22, 28, 39 };

  for (gsize n = 1; n < MESSAGE_BYTES; n++)
    {
      g_autofree char *memory = read_memory (message, n);
      g_autofree char *stream = read_stream (message, n);
      g_autofree char *bad = NULL;
      guint begin = 0;

      for (guint i = 0; i < G_N_ELEMENTS (ends) && ends[i] <= n; i++)
        begin = ends[i];
      g_assert_cmpstr (memory, ==, stream);
      bad = g_strdup_printf ("bad@%u", begin);
      g_assert_true (g_str_has_suffix (memory, bad) == (begin < n));
    }
}

static void
test_bad (void)
{
  static const struct { const char *bytes; gsize n; } messages[] = {
    { "\0\1", 2 },                                                 /* no field has number 0 */
    { "\x0b\1", 2 },                                               /* a group */
    { "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 12 },      /* a number of 11 bytes */
    { "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 11 },          /* 2^64 - 1 bytes */
    { "\x12\xff\xff\xff\x0f", 5 },                                 /* 32 MiB */
    { "\xfa\xff\xff\xff\xff\xff\1\0", 8 },                         /* field 2^44 */
  };

  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    {
      g_autofree char *memory = read_memory ((const guint8 *) messages[i].bytes, messages[i].n);
      g_autofree char *stream = read_stream ((const guint8 *) messages[i].bytes, messages[i].n);

      g_assert_cmpstr (memory, ==, "bad@0");
      g_assert_true (g_str_has_prefix (stream, "bad@"));
    }
}

/* A field that is too long to be held does not hide those behind it. */
static void
test_long (void)
{
  gsize n = FUL_BYTE_READER_MAX + 1;
  g_autofree guint8 *data = g_malloc0 (n + 7);
  g_autofree char *text = NULL;

  memcpy (data, "\x22\x81\x80\x80\x08", 5);
  memcpy (data + n + 5, "\x08\5", 2);
  text = read_stream (data, n + 7);
  g_assert_cmpstr (text, ==, "4=[]@5 1=5@16777224 ");
}

/* Fields at the border of chunks. */
static void
test_many (void)
{
  g_autoptr(GByteArray) file = g_byte_array_new ();
  g_autofree char *memory = NULL;
  g_autofree char *stream = NULL;

  for (guint i = 0; i < 60000; i++)
    g_byte_array_append (file, message, MESSAGE_BYTES);
  memory = read_memory (file->data, file->len);
  stream = read_stream (file->data, file->len);
  g_assert_true (g_str_equal (memory, stream));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/proto-reader/fields", test_fields);
  g_test_add_func ("/proto-reader/truncated", test_truncated);
  g_test_add_func ("/proto-reader/bad", test_bad);
  g_test_add_func ("/proto-reader/long", test_long);
  g_test_add_func ("/proto-reader/many", test_many);

  return g_test_run ();
}
