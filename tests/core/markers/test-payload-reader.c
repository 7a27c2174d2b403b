/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "markers/list/ful-payload-reader.h"

#include <math.h>

static const char *const keys[] = { "a", "b", "c" };

/* What a reader finds in payloads, as "a=… b=…"; each payload is read over those before. */
static char *
read_text (const char *payload, const char *over)
{
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  g_autofree char *first = g_malloc0 (strlen (payload) + FUL_BYTES_PADDING);
  g_autofree char *second = g_malloc0 ((over ? strlen (over) : 0) + FUL_BYTES_PADDING);
  GString *text = g_string_new (NULL);

  memcpy (first, payload, strlen (payload));
  ful_payload_reader_read (reader, first, strlen (payload));
  if (over)
    {
      memcpy (second, over, strlen (over));
      ful_payload_reader_read (reader, second, strlen (over));
    }
  for (guint i = 0; i < reader->n_values; i++)
    {
      g_autofree char *value = ful_payload_value_dup_text (&reader->values[i]);

      g_assert_true (ful_payload_reader_get (reader, reader->values[i].key) == &reader->values[i]);
      g_string_append_printf (text, "%s%s=%s", i > 0 ? " " : "", keys[reader->values[i].key], value);
    }

  return g_string_free (text, FALSE);
}

static void
test_text (void)
{
  static const struct { const char *payload, *over, *expected; } cases[] = {
    { "{}", NULL, "" },
    { "{\"x\":1,\"b\":\"t\"}", NULL, "b=t" },
    { " { \"a\" : [ 1 , null , \"x\", [2,{}], true ] } ", NULL, "a=1,,x,2,[object Object],true" },
    { "{\"a\":1,\"a\":2}", NULL, "a=2" },
    { "{\"a\":1,\"b\":2}", "{\"c\":3,\"a\":null}", "a=null b=2 c=3" },
    { "{\"a\":\"\\u00e9\\n\\\"\"}", NULL, "a=é\n\"" },
    /* Numbers as the front-end writes them. */
    { "{\"a\":1.0,\"b\":-0,\"c\":1e3}", NULL, "a=1 b=0 c=1000" },
    { "{\"a\":0.1,\"b\":0.000001,\"c\":0.0000001}", NULL, "a=0.1 b=0.000001 c=1e-7" },
    { "{\"a\":123456789012345680000,\"b\":1e21,\"c\":-1.5e300}", NULL, "a=123456789012345680000 b=1e+21 c=-1.5e+300" },
    { "{\"a\":0.30000000000000004,\"b\":12.50,\"c\":-33}", NULL, "a=0.30000000000000004 b=12.5 c=-33" },
    { "{\"a\":1e999,\"b\":-1e999}", NULL, "a=Infinity b=-Infinity" },
    /* Damaged members are missing; those before are read. */
    { "{\"a\":1,\"b\":tru}", NULL, "a=1" },
    { "{\"a\":1,\"b\"", NULL, "a=1" },
    { "[1]", NULL, "" },
    { "7", NULL, "" },
    { "", NULL, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = read_text (cases[i].payload, cases[i].over);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* What is behind the end is not looked at, wherever that is. */
static void
test_end (void)
{
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, 1);

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *payload = g_strdup_printf ("{\"x\":\"%0*d\"}\"a\":1}%40s", (int) i + 1, 0, "");
      gsize length = (gsize) (strchr (payload, '}') + 1 - payload);
      g_autofree char *text = g_malloc0 (strlen (payload) + FUL_BYTES_PADDING);

      memcpy (text, payload, strlen (payload));
      ful_payload_reader_clear (reader);
      ful_payload_reader_read (reader, text, length);
      g_assert_null (ful_payload_reader_get (reader, 0));
    }
}

/* A reader of one name finds what one of several finds, also if other numbers have no name. */
static void
test_only_name (void)
{
  static const char *const names[] = { "a", "hue", ",", ":", "b\"c", "é" };
  static const char *const payloads[] = {
    "{}", "{\"a\":\"a\",\"b\":\"a\"}", "{\"b\":\"a\",\"a\":7}", "{ \"a\" :\t-1.5e3 , \"hue\" : \"red\" }",
    "{\"a\":1,\"a\":\"2\"}", "{\"x\":{\"a\":1}}", "{\"x\":{\"a\":1},\"a\":2}", "{\"x\":[\"a\"],\"a\":[1]}",
    "{\"x\":\"\\\",\\\"a\\\":1\",\"a\":3}", "{\"\\u0061\":4}", "{\"aa\":1,\"xa\":2,\"a\":null}", "{\"a\":true}",
    "{\"x\":\"\",\"y\":\":\",\":\":1,\",\":2}", "{\"x\":\"y\",\":a\":\",\"}", "{\"b\\\"c\":1}", "{\"é\":\"ü\"}",
    "{\"hue\":\"\"}", "{\"hue\":\"a b,c}\",\"a\":\"hue\"}", "{\"a\":1", "{\"a\"", "\"a\":1}", "{\"a\":}", "7", "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint k = 0; k < G_N_ELEMENTS (payloads); k++)
      {
        const char *const two[] = { names[i], "no such name" }, *const sparse_keys[] = { NULL, names[i], NULL };
        g_autoptr(FulPayloadReader) one = ful_payload_reader_new (names + i, 1);
        g_autoptr(FulPayloadReader) several = ful_payload_reader_new (two, G_N_ELEMENTS (two));
        g_autoptr(FulPayloadReader) sparse = ful_payload_reader_new (sparse_keys, G_N_ELEMENTS (sparse_keys));
        g_autofree char *text = g_malloc0 (strlen (payloads[k]) + FUL_BYTES_PADDING);
        const FulPayloadValue *value, *other, *expected;

        memcpy (text, payloads[k], strlen (payloads[k]));
        ful_payload_reader_read (one, text, strlen (payloads[k]));
        ful_payload_reader_read (sparse, text, strlen (payloads[k]));
        ful_payload_reader_read (several, text, strlen (payloads[k]));
        value = ful_payload_reader_get (one, 0);
        expected = ful_payload_reader_get (several, 0);
        other = ful_payload_reader_get (sparse, 1);
        g_assert_true ((value == NULL) == (expected == NULL));
        g_assert_true ((other == NULL) == (expected == NULL));
        if (value)
          {
            g_assert_cmpmem (value->json, value->length, expected->json, expected->length);
            g_assert_cmpmem (other->json, other->length, expected->json, expected->length);
          }
      }
}

/* Each name of a length from 1 to 80, among members of all these lengths. */
static void
test_lengths_of_names (void)
{
  g_autoptr(GString) payload = g_string_new ("{");
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gsize n;

  for (guint i = 1; i <= 80; i++)
    {
      g_ptr_array_add (names, g_strnfill (i, 'n'));
      g_string_append_printf (payload, "%s\"%s\":%u", i > 1 ? "," : "", (char *) g_ptr_array_index (names, i - 1), i);
    }
  g_string_append (payload, "}");
  n = payload->len;
  g_string_set_size (payload, n + FUL_BYTES_PADDING);
  for (guint i = 0; i < names->len; i++)
    {
      const char *const two[] = { g_ptr_array_index (names, i), "no such name" };
      g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (two, G_N_ELEMENTS (two));

      ful_payload_reader_read (reader, payload->str, n);
      g_assert_cmpuint (reader->n_values, ==, 1);
      g_assert_cmpfloat (ful_payload_value_get_number (ful_payload_reader_get (reader, 0)), ==, i + 1);
    }
}

/* Cut and changed payloads, followed by what would continue them: as with zeros after them. */
static void
test_damaged (void)
{
  static const char payload[] = "{\"a\":\"x\\u00e9\\n\",\"b\":[-1.5e3,{\"a\":null}],\"c\":12345678901,\"d\":true}";
  static const char changes[] = "\"\\{}[],:-0eu ";
  gsize n = sizeof payload - 1;
  g_autofree char *text = g_malloc0 (n + FUL_BYTES_PADDING);

  for (gsize length = 0; length <= n; length++)
    for (guint i = 0; i < sizeof changes - 1; i++)
      for (guint n_keys = 1; n_keys <= G_N_ELEMENTS (keys); n_keys += 2)
        {
          g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, n_keys);
          g_autoptr(FulPayloadReader) expected = ful_payload_reader_new (keys, n_keys);
          g_autofree char *alone = g_malloc0 (n + FUL_BYTES_PADDING);

          memcpy (text, payload, n);
          text[length / 2] = changes[i];
          memcpy (alone, text, length);
          ful_payload_reader_read (reader, text, length);
          ful_payload_reader_read (expected, alone, length);
          g_assert_cmpuint (reader->n_values, ==, expected->n_values);
          for (guint k = 0; k < reader->n_values; k++)
            {
              g_autofree char *value = ful_payload_value_dup_text (&reader->values[k]);
              g_autofree char *expected_value = ful_payload_value_dup_text (&expected->values[k]);

              g_assert_cmpstr (value, ==, expected_value);
              g_assert_true (reader->values[k].json + reader->values[k].length <= text + length);
            }
        }
}

static void
test_deep (void)
{
  g_autoptr(GString) payload = g_string_new ("{\"a\":1,\"b\":");
  g_autofree char *text = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (payload, '[');
  text = read_text (payload->str, NULL);
  g_assert_cmpstr (text, ==, "a=1");
}

static void
test_kinds (void)
{
  static const struct { const char *json; double number; gboolean is_true, is_null; } cases[] = {
    { "{\"a\":1.5}", 1.5, TRUE, FALSE }, { "{\"a\":-2}", -2, TRUE, FALSE }, { "{\"a\":0}", 0, FALSE, FALSE },
    { "{\"a\":null}", NAN, FALSE, TRUE }, { "{\"a\":false}", NAN, FALSE, FALSE }, { "{\"a\":true}", NAN, TRUE, FALSE },
    { "{\"a\":\"\"}", NAN, FALSE, FALSE }, { "{\"a\":\"0\"}", NAN, TRUE, FALSE }, { "{\"a\":[]}", NAN, TRUE, FALSE },
  };
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));

  g_assert_true (isnan (ful_payload_value_get_number (NULL)));
  g_assert_false (ful_payload_value_is_true (NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char text[128] = "";
      const FulPayloadValue *value;
      double number;

      g_strlcpy (text, cases[i].json, sizeof text);
      ful_payload_reader_clear (reader);
      ful_payload_reader_read (reader, text, strlen (text));
      value = ful_payload_reader_get (reader, 0);
      number = ful_payload_value_get_number (value);
      g_assert_true (number == cases[i].number || (isnan (number) && isnan (cases[i].number)));
      g_assert_cmpint (ful_payload_value_is_true (value), ==, cases[i].is_true);
      g_assert_cmpint (ful_payload_value_is_null (value), ==, cases[i].is_null);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/payload-reader/end", test_end);
  g_test_add_func ("/payload-reader/text", test_text);
  g_test_add_func ("/payload-reader/only-name", test_only_name);
  g_test_add_func ("/payload-reader/lengths-of-names", test_lengths_of_names);
  g_test_add_func ("/payload-reader/damaged", test_damaged);
  g_test_add_func ("/payload-reader/deep", test_deep);
  g_test_add_func ("/payload-reader/kinds", test_kinds);

  return g_test_run ();
}
