/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "io/json/ful-json-reader.h"

#include <gio/gio.h>

static FulByteStream *
stream_of (const char *text,
           guint64    *bytes_read)
{
  g_autoptr(GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_bytes (bytes);

  return ful_byte_stream_new (input, bytes_read, FALSE, NULL, NULL);
}

static void
assert_key (FulJsonReader *reader,
            gboolean      *first,
            const char    *expected)
{
  gsize length;
  const char *key = ful_json_reader_next_key (reader, first, &length);

  g_assert_nonnull (key);
  g_assert_cmpmem (key, length, expected, strlen (expected));
}

static void
test_pull (void)
{
  guint64 bytes_read;
  g_autoptr(FulByteStream) stream = stream_of (" { \"a\" : [ 1 , -2.5 , \"x\\n\\u00e9\\ud83d\\ude00\" ] , \"b\" : null } ", &bytes_read);
  FulJsonReader reader;
  FulBytes text = { 0 };
  gboolean first = TRUE, first_element = TRUE, trailing;
  gsize length;
  double number;

  ful_json_reader_init_stream (&reader, stream, NULL);
  g_assert_true (ful_json_reader_begin (&reader, '{'));
  assert_key (&reader, &first, "a");
  g_assert_true (ful_json_reader_begin (&reader, '['));
  g_assert_true (ful_json_reader_next_element (&reader, &first_element));
  ful_json_reader_skip_space (&reader);
  g_assert_cmpuint (ful_json_reader_read_number (&reader, NULL, &number), ==, 1);
  g_assert_cmpfloat (number, ==, 1);
  g_assert_true (ful_json_reader_next_element (&reader, &first_element));
  ful_json_reader_skip_space (&reader);
  ful_json_reader_read_number (&reader, NULL, &number);
  g_assert_cmpfloat (number, ==, -2.5);
  g_assert_true (ful_json_reader_next_element (&reader, &first_element));
  ful_json_reader_read_string (&reader, &text);
  g_assert_cmpstr (text.data, ==, "x\n\303\251\360\237\230\200");
  g_assert_false (ful_json_reader_next_element (&reader, &first_element));
  assert_key (&reader, &first, "b");
  ful_json_reader_copy_value (&reader, NULL);
  g_assert_null (ful_json_reader_next_key (&reader, &first, &length));
  ful_json_reader_finish (&reader, &trailing);
  g_assert_false (trailing);
  g_assert_true (ful_json_reader_check (&reader, NULL));
  ful_bytes_clear (&text);
  ful_json_reader_clear (&reader);
}

static void
test_copy_value (void)
{
  static const struct { const char *in, *out; } rows[] = {
    { "{\"a\" : [1,\n2.50e3 , {}], \"b\\u0041\":\"\\\"\"}", "{\"a\":[1,2.50e3,{}],\"b\\u0041\":\"\\\"\"}" },
    { "[ ]", "[]" },
    { "true", "true" },
    { "-0.0", "-0.0" },
    { "{", NULL }, { "[1,]", NULL }, { "{\"a\"}", NULL }, { "{a:1}", NULL }, { "[1 2]", NULL }, { "\"\\x\"", NULL },
    { "tru", NULL }, { "[1}", NULL }, { "{\"a\":}", NULL }, { "\"a\nb\"", NULL }, { "01", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint64 bytes_read;
      g_autoptr(FulByteStream) stream = stream_of (rows[i].in, &bytes_read);
      FulJsonReader reader;
      FulBytes text = { 0 };
      gboolean trailing;

      ful_json_reader_init_stream (&reader, stream, NULL);
      ful_json_reader_copy_value (&reader, &text);
      ful_json_reader_finish (&reader, &trailing);
      if (rows[i].out)
        {
          g_assert_true (ful_json_reader_check (&reader, NULL));
          ful_bytes_append_c (&text, '\0');
          g_assert_cmpstr (text.data, ==, rows[i].out);
        }
      else if (!trailing && ful_json_reader_check (&reader, NULL))
        g_error ("accepted %s", rows[i].in);
      ful_bytes_clear (&text);
      ful_json_reader_clear (&reader);
    }
}

/* The value at the start of @text, with @n_around arrays around it; NULL if it is wrong. */
static char *
copy_within (const char *text,
             guint       n_around)
{
  FulBytes around = { 0 }, copy = { 0 };
  FulJsonReader reader;
  char *result = NULL;

  for (guint i = 0; i < n_around; i++)
    ful_bytes_append_c (&around, '[');
  ful_bytes_append_s (&around, text);
  for (guint i = 0; i < n_around; i++)
    ful_bytes_append_c (&around, ']');
  ful_json_reader_init_memory (&reader, around.data, around.n);
  ful_json_reader_copy_value (&reader, &copy);
  if (ful_json_reader_check (&reader, NULL) && reader.p == reader.end)
    result = g_strndup (copy.data + n_around, copy.n - 2 * n_around);
  ful_json_reader_clear (&reader);
  ful_bytes_clear (&around);
  ful_bytes_clear (&copy);

  return result;
}

/* Values that are not deep have a path of their own, which accepts the same and copies the same. */
static void
test_compact_values (void)
{
  static const char base[] = "{\"a\":[1.5,-12345678901,0.25,true,[],{}],\"b\\n\":\"\\u12abx\",\"c\":null,\"d\":{\"e\":0,\"f\":false}}";
  static const char replacements[] = "\"\\{}[]:,0-.eEutfn1 \n\001z";
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  guint n_accepted = 0;

  for (guint i = 0; i < 50000; i++)
    {
      g_autofree char *text = g_strdup (base);
      g_autofree char *compact = NULL, *deep = NULL;

      for (guint n = i % 3; n > 0; n--)
        text[g_rand_int_range (rand, 0, sizeof base - 1)] = replacements[g_rand_int_range (rand, 0, sizeof replacements - 1)];
      compact = copy_within (text, 0);
      deep = copy_within (text, 65);
      g_assert_cmpstr (compact, ==, deep);
      n_accepted += compact != NULL;
    }
  g_assert_cmpint (n_accepted, >, 10000);
}

/* What follows the text in memory would continue it, and is not read. */
static void
test_end_of_memory (void)
{
  static const char text[] = "{\"a\":[1.5e3,-12345678901,0.25,true],\"b\\n\":\"\\u12ab\\ud83d\\ude00x\",\"c\":null}";
  gsize n = sizeof text - 1;
  g_autofree char *padded = g_malloc0 (n + FUL_BYTES_PADDING);

  memcpy (padded, text, n);
  for (gsize length = 0; length <= n; length++)
    {
      FulBytes copy = { 0 };
      FulJsonReader reader;

      ful_json_reader_init_memory (&reader, padded, length);
      ful_json_reader_copy_value (&reader, &copy);
      g_assert_cmpint (ful_json_reader_check (&reader, NULL), ==, length == n);
      g_assert_cmpint (reader.ended, ==, length < n);
      if (length == n)
        g_assert_cmpmem (copy.data, copy.n, text, n);
      ful_bytes_clear (&copy);
      ful_json_reader_clear (&reader);
    }
}

static void
test_text_after_the_document (void)
{
  static const struct { const char *text; gboolean trailing; } rows[] = {
    { "{}", FALSE }, { "{} \n", FALSE }, { "{} x", TRUE }, { "[1]]", TRUE }, { "1 2", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint64 bytes_read;
      g_autoptr(FulByteStream) stream = stream_of (rows[i].text, &bytes_read);
      FulJsonReader reader;
      FulBytes text = { 0 };
      gboolean trailing;

      ful_json_reader_init_stream (&reader, stream, NULL);
      ful_json_reader_copy_value (&reader, &text);
      ful_json_reader_finish (&reader, &trailing);
      g_assert_cmpint (trailing, ==, rows[i].trailing);
      ful_bytes_clear (&text);
      ful_json_reader_clear (&reader);
    }
}

static void
test_errors_say_where (void)
{
  static const struct { const char *text, *message; } rows[] = {
    { "[1, @]", "*expected a value, found “@” at byte 4" },
    { "[1", "*Unexpected end*byte 2" },
    { "{\"a\" 1}", "*expected “:”, found “1” at byte 5" },
    { "[\"a", "*Unexpected end of the JSON text: expected the end of a string*" },
    { "", "*Unexpected end of the JSON text: expected a value at byte 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint64 bytes_read;
      g_autoptr(FulByteStream) stream = stream_of (rows[i].text, &bytes_read);
      g_autoptr(GError) error = NULL;
      FulJsonReader reader;

      ful_json_reader_init_stream (&reader, stream, NULL);
      ful_json_reader_copy_value (&reader, NULL);
      g_assert_false (ful_json_reader_check (&reader, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      if (!g_pattern_match_simple (rows[i].message, error->message))
        g_error ("%s: %s", rows[i].text, error->message);
      ful_json_reader_clear (&reader);
    }
}

static void
test_lone_surrogates (void)
{
  guint64 bytes_read;
  g_autoptr(FulByteStream) stream = stream_of ("\"a\\ud800b\\udc00\\u0000\"", &bytes_read);
  FulJsonReader reader;
  FulBytes text = { 0 };

  ful_json_reader_init_stream (&reader, stream, NULL);
  ful_json_reader_read_string (&reader, &text);
  g_assert_cmpstr (text.data, ==, "a\357\277\275b\357\277\275\357\277\275");
  g_assert_cmpuint (reader.n_repaired, ==, 3);
  g_assert_cmpuint (reader.first_repaired, ==, 2);
  ful_bytes_clear (&text);
  ful_json_reader_clear (&reader);
}

static FulChunk *
fail_next (gpointer   source,
           GError   **error)
{
  FulChunk **first = source;
  FulChunk *chunk = g_steal_pointer (first);

  if (chunk == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");

  return chunk;
}

static void
release_none (gpointer  source,
              FulChunk *chunk)
{
}

/* As when the load is cancelled there. */
static void
test_error_at_a_string (void)
{
  char text[FUL_CHUNK_HEADROOM + 100 + FUL_BYTES_PADDING] = "";
  FulChunk chunk = { text + FUL_CHUNK_HEADROOM, 100 };
  FulChunk *first = &chunk;
  g_autoptr(GError) error = NULL;
  FulJsonReader reader;
  gsize length;

  memset (chunk.data, ' ', chunk.n);
  strcpy (chunk.data + chunk.n - 3, "\"ab");
  ful_json_reader_init_chunks (&reader, (FulChunks) { &first, fail_next, release_none });
  ful_json_reader_view_string (&reader, &length);
  g_assert_cmpuint (length, ==, 0);
  g_assert_false (ful_json_reader_check (&reader, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ful_json_reader_clear (&reader);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-reader/end-of-memory", test_end_of_memory);
  g_test_add_func ("/json-reader/pull", test_pull);
  g_test_add_func ("/json-reader/copy-value", test_copy_value);
  g_test_add_func ("/json-reader/compact-values", test_compact_values);
  g_test_add_func ("/json-reader/text-after-the-document", test_text_after_the_document);
  g_test_add_func ("/json-reader/errors-say-where", test_errors_say_where);
  g_test_add_func ("/json-reader/error-at-a-string", test_error_at_a_string);
  g_test_add_func ("/json-reader/lone-surrogates", test_lone_surrogates);

  return g_test_run ();
}
