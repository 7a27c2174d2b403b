/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "io/raw/ful-json-members.h"

#include "base/ful-types.h"

#include <math.h>

/* Members called "r" are removed, those called "n" become 7. */
static const struct
{
  const char *text;
  const char *edited;
} payloads[] = {
  { "{}", "{}" },
  { "{\"a\":1}", "{\"a\":1}" },
  { "{\"a\":\"n\",\"b\":[\"r\",{\"r\":1}],\"c\":null}", "{\"a\":\"n\",\"b\":[\"r\",{\"r\":1}],\"c\":null}" },
  { "{\"r\":1}", "{}" },
  { "{\"r\":1,\"a\":2}", "{\"a\":2}" },
  { "{\"a\":2,\"r\":{\"b\":\"}\"}}", "{\"a\":2}" },
  { "{\"a\":2,\"r\":[1,2],\"b\":3}", "{\"a\":2,\"b\":3}" },
  { "{\"r\":1,\"r\":2,\"n\":3}", "{\"n\":7}" },
  { "{\"r\":1,\"n\":2,\"r\":3,\"r\":4,\"b\":5}", "{\"n\":7,\"b\":5}" },
  { "{\"n\":\"text\"}", "{\"n\":7}" },
  { "{\"n\":1.5e3,\"n\":{}}", "{\"n\":7,\"n\":7}" },
  /* Strings have the escapes of this program, also in names and further in. */
  { "{\"\\u0072\":1,\"\\u006e\":2}", "{\"n\":7}" },
  { "{\"a\":\"\\/\\n\\u00e9\\\"\\\\\"}", "{\"a\":\"/\\u000aé\\\"\\\\\"}" },
  { "{\"a\":[\"\\t\",1.50]}", "{\"a\":[\"\\u0009\",1.50]}" },
  { "{\"a\":\"\\ud800\"}", "{\"a\":\"\357\277\275\"}" },
  { "{\"a\\\"r\":1,\"b\":\"\\\",\\\"r\\\":1\"}", "{\"a\\\"r\":1,\"b\":\"\\\",\\\"r\\\":1\"}" },
};

static void
edit (FulJsonMembers *members)
{
  for (guint i = 0; i < members->n; i++)
    {
      FulJsonMember *member = &members->members[i];
      const char *key = members->text + member->key;

      member->number = 7;
      if (ful_json_key_is (key, member->key_length, "r"))
        member->edit = FUL_JSON_MEMBER_REMOVE;
      else if (ful_json_key_is (key, member->key_length, "n"))
        member->edit = FUL_JSON_MEMBER_NUMBER;
    }
}

static FulBytes
padded (const char *text)
{
  FulBytes bytes = { 0 };

  ful_bytes_append_s (&bytes, text);

  return bytes;
}

static void
test_edits (void)
{
  FulJsonMembers members = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      FulBytes text = padded (payloads[i].text), edited = { 0 };

      g_assert_true (ful_json_members_read (&members, text.data, text.n));
      edit (&members);
      ful_json_members_write (&members, &edited);
      ful_bytes_append_c (&edited, '\0');
      g_assert_cmpstr (edited.data, ==, payloads[i].edited);
      ful_bytes_clear (&text);
      ful_bytes_clear (&edited);
    }
  ful_json_members_clear (&members);
}

static void
test_numbers (void)
{
  FulJsonMembers members = { NULL };
  FulBytes text = padded ("{\"a\":1,\"a\":-2.5,\"b\":\"3\",\"c\":null,\"d\":1e999,\"e\":[4],\"f\":true}");

  g_assert_true (ful_json_members_read (&members, text.data, text.n));
  g_assert_cmpfloat (ful_json_members_get_number (&members, ful_json_members_find (&members, "a")), ==, -2.5);
  for (const char *const *key = (const char *const[]) { "b", "c", "d", "e", "f", "g", NULL }; *key; key++)
    g_assert_true (isnan (ful_json_members_get_number (&members, ful_json_members_find (&members, *key))));
  ful_bytes_clear (&text);
  ful_json_members_clear (&members);
}

static void
test_no_object (void)
{
  FulJsonMembers members = { NULL };

  for (const char *const *text = (const char *const[]) { "", "null", "12", "[{}]", "\"{}\"", "{ \"a\":1}", "{\"a\" :1}", "{\"a\":1, \"b\":2}", NULL }; *text; text++)
    {
      FulBytes bytes = padded (*text);

      ful_bytes_reserve (&bytes, 1);
      g_assert_false (ful_json_members_read (&members, bytes.data, bytes.n));
      ful_bytes_clear (&bytes);
    }
  ful_json_members_clear (&members);
}

static void
test_values (void)
{
  FulJsonMembers members = { NULL };
  FulBytes text = padded ("{\"a\":\"\\n\",\"b\":[1],\"c\":2,\"\\u0064\":3}"), edited = { 0 };

  g_assert_true (ful_json_members_view (&members, text.data, text.n));
  g_assert_null (ful_json_members_find (&members, "d"));
  ful_json_members_find (&members, "b")->edit = FUL_JSON_MEMBER_STRING;
  ful_json_members_find (&members, "b")->text = "\"é";
  ful_json_members_find (&members, "c")->edit = FUL_JSON_MEMBER_VALUE;
  ful_json_members_find (&members, "c")->text = "{\"x\":null}]";
  ful_json_members_find (&members, "c")->length = 10;
  ful_json_members_write (&members, &edited);
  ful_bytes_append_c (&edited, '\0');
  g_assert_cmpstr (edited.data, ==, "{\"a\":\"\\n\",\"b\":\"\\\"é\",\"c\":{\"x\":null},\"\\u0064\":3}");
  ful_bytes_clear (&text);
  ful_bytes_clear (&edited);
  ful_json_members_clear (&members);
}

/* With few members and with many: each is found by its name, the last one of several. */
static void
test_find (void)
{
  FulJsonMembers members = { NULL };
  FulBytes text = { 0 };

  for (guint n = 1; n <= 3 * FUL_JSON_MEMBERS_FEW; n++)
    {
      text.n = 0;
      ful_bytes_append_s (&text, "{\"1\":-1");
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *member = g_strdup_printf (",\"%u\":%u", i * 7 % n, i);

          ful_bytes_append_s (&text, member);
        }
      ful_bytes_append_c (&text, '}');
      g_assert_true (ful_json_members_read (&members, text.data, text.n));
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *key = g_strdup_printf ("%u", i * 7 % n);
          guint last = i;

          while (n % 7 == 0 && last + n / 7 < n)
            last += n / 7;
          g_assert_cmpfloat (ful_json_members_get_number (&members, ful_json_members_find (&members, key)), ==, last);
        }
      g_assert_null (ful_json_members_find (&members, ""));
      g_assert_null (ful_json_members_find (&members, "01"));
      g_assert_null (ful_json_members_find (&members, "9999"));
    }
  ful_bytes_clear (&text);
  ful_json_members_clear (&members);
}

/* Memory for members is limited. */
static void
test_many (void)
{
  FulJsonMembers members = { NULL };
  FulBytes text = { 0 };

  for (guint i = 0; i < 1 << 20; i++)
    ful_bytes_append_s (&text, i > 0 ? ",\"\":1" : "{\"\":1");
  ful_bytes_append_c (&text, '}');
  g_assert_true (ful_json_members_read (&members, text.data, text.n));
  g_assert_cmpint (members.n, ==, 1 << 20);
  text.n--;
  ful_bytes_append_s (&text, ",\"\":1}");
  g_assert_false (ful_json_members_read (&members, text.data, text.n));
  ful_bytes_clear (&text);
  ful_json_members_clear (&members);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-members/edits", test_edits);
  g_test_add_func ("/json-members/numbers", test_numbers);
  g_test_add_func ("/json-members/no-object", test_no_object);
  g_test_add_func ("/json-members/values", test_values);
  g_test_add_func ("/json-members/find", test_find);
  g_test_add_func ("/json-members/many", test_many);

  return g_test_run ();
}
