/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "derive/ful-json-member.h"

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
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json-member/values", test_values);
  g_test_add_func ("/json-member/other-types", test_other_types);
  g_test_add_func ("/json-member/no-object", test_no_object);

  return g_test_run ();
}
