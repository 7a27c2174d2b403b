/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "io/json/ful-json-document.h"

#include "base/ful-error.h"

#include <math.h>

static void
test_values (void)
{
  g_autoptr(JsonObject) object = ful_json_parse_object (
    "{\"text\":\"a\",\"int\":3,\"double\":0.5,\"null\":null,\"true\":true,\"array\":[{\"x\":1},2],\"object\":{\"y\":2}}");
  JsonArray *array = ful_json_get_array (object, "array");

  g_assert_cmpstr (ful_json_get_string (object, "text"), ==, "a");
  g_assert_cmpfloat (ful_json_get_number (object, "int"), ==, 3);
  g_assert_cmpfloat (ful_json_get_number (object, "double"), ==, 0.5);
  g_assert_cmpfloat (ful_json_get_number (ful_json_get_object (object, "object"), "y"), ==, 2);
  g_assert_cmpuint (json_array_get_length (array), ==, 2);
  g_assert_cmpfloat (ful_json_get_number (ful_json_get_element (array, 0), "x"), ==, 1);
  g_assert_null (ful_json_get_element (array, 1));
}

/* Nothing of a type is found in a member of any other. */
static void
test_other_types (void)
{
  static const char *const members[] = { "text", "int", "true", "null", "array", "object", "missing" };
  g_autoptr(JsonObject) object = ful_json_parse_object (
    "{\"text\":\"a\",\"int\":3,\"null\":null,\"true\":true,\"array\":[],\"object\":{}}");

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const char *member = members[i];

      g_assert_true ((ful_json_get_string (object, member) != NULL) == g_str_equal (member, "text"));
      g_assert_true (!isnan (ful_json_get_number (object, member)) == g_str_equal (member, "int"));
      g_assert_true ((ful_json_get_array (object, member) != NULL) == g_str_equal (member, "array"));
      g_assert_true ((ful_json_get_object (object, member) != NULL) == g_str_equal (member, "object"));
      g_assert_true (ful_json_get_boolean (object, member) == (g_str_equal (member, "true") || g_str_equal (member, "int")));
    }
}

static void
test_no_object (void)
{
  static const char *const texts[] = { NULL, "", "[]", "3", "null", "{", "{\"a\":}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (ful_json_parse_object (texts[i]));
  g_assert_null (ful_json_get_string (NULL, "a"));
  g_assert_true (isnan (ful_json_get_number (NULL, "a")));
  g_assert_null (ful_json_get_array (NULL, "a"));
  g_assert_null (ful_json_get_object (NULL, "a"));
  g_assert_false (ful_json_get_boolean (NULL, "a"));
}

static char *
nested (guint depth)
{
  char *text = g_malloc0 (2 * depth + 1);

  memset (text, '[', depth);
  memset (text + depth, ']', depth);

  return text;
}

static void
test_refused (void)
{
  static const struct { const char *text; gssize length; const char *message; } rows[] = {
    { "", -1, "*Unexpected end*" },
    { " \n", -1, "*Unexpected end*" },
    { "[1] x", -1, "*expected the end of the text, found “x” at byte 4" },
    { "[1,]", -1, "*expected a value*" },
    { "/* why */ {}", -1, "*expected a value*" },
    { "\"a\377\"", -1, "*not valid UTF-8 at byte 2" },
    { "[1]\0", 4, "*not valid UTF-8 at byte 3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_json_parse_text (rows[i].text, rows[i].length, FUL_JSON_TEXT_BYTES, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      if (!g_pattern_match_simple (rows[i].message, error->message))
        g_error ("%s: %s", rows[i].text, error->message);
    }
}

/* Nodes are read and freed by recursion. */
static void
test_depth (void)
{
  static const guint depths[] = { 64, 65, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (depths); i++)
    {
      g_autofree char *text = nested (depths[i]);
      g_autoptr(GError) error = NULL;
      g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_PART_BYTES, &error);

      g_assert_cmpint (node != NULL, ==, i == 0);
      if (i > 0)
        {
          g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
          g_assert_nonnull (strstr (error->message, "more than 64 deep"));
        }
    }
}

static void
test_write (void)
{
  static const char text[] = "[5e+21,1.5e-09,\"\\\"e+21.0\",\"e-1.0\\\\\",1e+17,0.5,true]";
  g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, NULL);
  g_autofree char *written = ful_json_write_text (node, FALSE);
  g_autoptr(JsonNode) again = ful_json_parse_text (written, -1, FUL_JSON_TEXT_BYTES, NULL);

  g_assert_nonnull (again);
  g_assert_true (json_node_equal (node, again));
}

static void
test_size (void)
{
  g_autofree char *text = g_strnfill (FUL_JSON_TEXT_BYTES + 1, ' ');

  text[0] = '7';
  for (gsize extra = 0; extra < 2; extra++)
    {
      g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_data (text, (gssize) (FUL_JSON_TEXT_BYTES + extra), NULL);
      g_autoptr(GError) parse_error = NULL;
      g_autoptr(GError) load_error = NULL;
      g_autoptr(JsonNode) node = ful_json_parse_text (text, (gssize) (FUL_JSON_TEXT_BYTES + extra),
                                                      FUL_JSON_TEXT_BYTES, &parse_error);
      gsize length = 0;
      g_autofree char *loaded = ful_json_load_text (stream, &length, NULL, &load_error);

      if (extra == 0)
        {
          g_assert_cmpint (json_node_get_int (node), ==, 7);
          g_assert_cmpuint (length, ==, FUL_JSON_TEXT_BYTES);
          g_assert_cmpuint (strlen (loaded), ==, FUL_JSON_TEXT_BYTES);
          continue;
        }
      g_assert_error (parse_error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
      g_assert_error (load_error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
    }
}

/* Whole numbers that fit are integers; of two members with one name the later one counts. */
static void
test_nodes (void)
{
  static const struct { const char *text, *written; GType type; } rows[] = {
    { " 12 ", "12", G_TYPE_INT64 }, { "-0", "0", G_TYPE_INT64 },
    { "9223372036854775807", "9223372036854775807", G_TYPE_INT64 },
    { "-9223372036854775808", "-9223372036854775808", G_TYPE_INT64 },
    { "9223372036854775808", "9.2233720368547758e+18", G_TYPE_DOUBLE },
    { "1.0", "1.0", G_TYPE_DOUBLE }, { "1e2", "100.0", G_TYPE_DOUBLE }, { "-2.5", "-2.5", G_TYPE_DOUBLE },
    { "true", "true", G_TYPE_BOOLEAN }, { "false", "false", G_TYPE_BOOLEAN }, { "null", "null", G_TYPE_INVALID },
    { "\"\"", "\"\"", G_TYPE_STRING },
    { "[ ]", "[]", G_TYPE_INVALID }, { "{ }", "{}", G_TYPE_INVALID },
    { "{\"b\":[1,{}],\"a\":{\"b\":null},\"b\":\"c\"}", "{\"b\":\"c\",\"a\":{\"b\":null}}", G_TYPE_INVALID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(JsonNode) node = ful_json_parse_text (rows[i].text, -1, FUL_JSON_TEXT_BYTES, NULL);
      g_autofree char *written = ful_json_write_text (node, FALSE);

      g_assert_cmpstr (written, ==, rows[i].written);
      g_assert_true ((JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID) == rows[i].type);
    }
}

/* What no string can hold is replaced, in values and in names. */
static void
test_bad_escapes (void)
{
  static const char text[] = "{\"a\\ud800\":\"x\\udC00y\\u0000z\\ud83d\\uDE00\\\\ud800\\u00e9\\ud800\\n\"}";
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = ful_json_parse_text (text, sizeof text - 1, FUL_JSON_TEXT_BYTES, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (ful_json_get_string (json_node_get_object (node), "a\uFFFD"), ==,
                   "x\uFFFDy\uFFFDz\U0001F600\\ud800\u00E9\uFFFD\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json-document/values", test_values);
  g_test_add_func ("/json-document/other-types", test_other_types);
  g_test_add_func ("/json-document/no-object", test_no_object);
  g_test_add_func ("/json-document/refused", test_refused);
  g_test_add_func ("/json-document/depth", test_depth);
  g_test_add_func ("/json-document/write", test_write);
  g_test_add_func ("/json-document/size", test_size);
  g_test_add_func ("/json-document/nodes", test_nodes);
  g_test_add_func ("/json-document/bad-escapes", test_bad_escapes);

  return g_test_run ();
}
