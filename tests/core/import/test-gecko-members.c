/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/gecko/ful-gecko-members.h"

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
edit (FulGeckoMembers *members)
{
  for (guint i = 0; i < members->n; i++)
    {
      FulGeckoMember *member = &members->members[i];
      const char *key = members->text + member->key;

      member->number = 7;
      if (ful_json_key_is (key, member->key_length, "r"))
        member->edit = FUL_GECKO_MEMBER_REMOVE;
      else if (ful_json_key_is (key, member->key_length, "n"))
        member->edit = FUL_GECKO_MEMBER_NUMBER;
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
  FulGeckoMembers members = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      FulBytes text = padded (payloads[i].text), edited = { 0 };

      g_assert_true (ful_gecko_members_read (&members, text.data, text.n));
      edit (&members);
      ful_gecko_members_write (&members, &edited);
      ful_bytes_append_c (&edited, '\0');
      g_assert_cmpstr (edited.data, ==, payloads[i].edited);
      ful_bytes_clear (&text);
      ful_bytes_clear (&edited);
    }
  ful_gecko_members_clear (&members);
}

static void
test_numbers (void)
{
  FulGeckoMembers members = { NULL };
  FulBytes text = padded ("{\"a\":1,\"a\":-2.5,\"b\":\"3\",\"c\":null,\"d\":1e999,\"e\":[4],\"f\":true}");

  g_assert_true (ful_gecko_members_read (&members, text.data, text.n));
  g_assert_cmpfloat (ful_gecko_members_get_number (&members, ful_gecko_members_find (&members, "a")), ==, -2.5);
  for (const char *const *key = (const char *const[]) { "b", "c", "d", "e", "f", "g", NULL }; *key; key++)
    g_assert_true (isnan (ful_gecko_members_get_number (&members, ful_gecko_members_find (&members, *key))));
  ful_bytes_clear (&text);
  ful_gecko_members_clear (&members);
}

static void
test_no_object (void)
{
  FulGeckoMembers members = { NULL };

  for (const char *const *text = (const char *const[]) { "", "null", "12", "[{}]", "\"{}\"", NULL }; *text; text++)
    {
      FulBytes bytes = padded (*text);

      ful_bytes_reserve (&bytes, 1);
      g_assert_false (ful_gecko_members_read (&members, bytes.data, bytes.n));
      ful_bytes_clear (&bytes);
    }
  ful_gecko_members_clear (&members);
}

/* Memory for members is limited. */
static void
test_many (void)
{
  FulGeckoMembers members = { NULL };
  FulBytes text = { 0 };

  for (guint i = 0; i < 1 << 20; i++)
    ful_bytes_append_s (&text, i > 0 ? ",\"\":1" : "{\"\":1");
  ful_bytes_append_c (&text, '}');
  g_assert_true (ful_gecko_members_read (&members, text.data, text.n));
  g_assert_cmpint (members.n, ==, 1 << 20);
  text.n--;
  ful_bytes_append_s (&text, ",\"\":1}");
  g_assert_false (ful_gecko_members_read (&members, text.data, text.n));
  ful_bytes_clear (&text);
  ful_gecko_members_clear (&members);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gecko-members/edits", test_edits);
  g_test_add_func ("/gecko-members/numbers", test_numbers);
  g_test_add_func ("/gecko-members/no-object", test_no_object);
  g_test_add_func ("/gecko-members/many", test_many);

  return g_test_run ();
}
