/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/gecko/ful-gecko-location.h"

static void
test_table (void)
{
  static const struct
  {
    const char           *text;
    FulGeckoLocationKind  kind;
    const char           *name, *place;
    gint32                line, column, source;
  } rows[] = {
    { "0x7f00ff", FUL_GECKO_LOCATION_ADDRESS, NULL, NULL, -1, -1, -1 },
    { "f (in libx.so) + 123", FUL_GECKO_LOCATION_NATIVE, "f", "libx.so", -1, -1, -1 },
    { "operator() (int) (in libx.so)", FUL_GECKO_LOCATION_NATIVE, "operator() (int)", "libx.so", -1, -1, -1 },
    { "f (in libx.so) (a.c:12)", FUL_GECKO_LOCATION_NATIVE, "f", "libx.so", -1, -1, -1 },
    { "f (in libx.so) + x", FUL_GECKO_LOCATION_LABEL, "f (in libx.so) + x", NULL, -1, -1, -1 },
    { "f (http://h:80/a.js:3:4)", FUL_GECKO_LOCATION_SCRIPT, "f", "http://h:80/a.js", 3, 4, -1 },
    { "f (http://h/a.js:3)", FUL_GECKO_LOCATION_SCRIPT, "f", "http://h/a.js", 3, -1, -1 },
    { "f (http://h/a.js:3:4)[7]", FUL_GECKO_LOCATION_SCRIPT, "f", "http://h/a.js", 3, 4, 7 },
    { "a (b) (u:1:2)", FUL_GECKO_LOCATION_SCRIPT, "a (b)", "u", 1, 2, -1 },
    { "f (:12:3)[5]", FUL_GECKO_LOCATION_SCRIPT, "f", ":12", 3, -1, 5 },
    { "http://h/a.js:3:4", FUL_GECKO_LOCATION_SCRIPT, "", "http://h/a.js", 3, 4, -1 },
    { "a:1:2:3", FUL_GECKO_LOCATION_SCRIPT, "", "a:1", 2, 3, -1 },
    { "self-hosted:12[3]", FUL_GECKO_LOCATION_SCRIPT, "", "self-hosted", 12, -1, 3 },
    { "Layout", FUL_GECKO_LOCATION_LABEL, "Layout", NULL, -1, -1, -1 },
    { "a\nb (u:1)", FUL_GECKO_LOCATION_LABEL, "a\nb (u:1)", NULL, -1, -1, -1 },
    { ":5", FUL_GECKO_LOCATION_LABEL, ":5", NULL, -1, -1, -1 },
    { "", FUL_GECKO_LOCATION_LABEL, "", NULL, -1, -1, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FulGeckoLocation parts = ful_gecko_location_parse (rows[i].text);
      g_autofree char *name = g_strndup (parts.name, parts.name_length);
      g_autofree char *place = parts.place ? g_strndup (parts.place, parts.place_length) : NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (parts.kind, ==, rows[i].kind);
      if (rows[i].name)
        g_assert_cmpstr (name, ==, rows[i].name);
      if (rows[i].place)
        g_assert_cmpstr (place, ==, rows[i].place);
      g_assert_cmpint (parts.line, ==, rows[i].line);
      g_assert_cmpint (parts.column, ==, rows[i].column);
      g_assert_cmpint (parts.source, ==, rows[i].source);
    }
}

static void
test_addresses (void)
{
  static const struct { const char *text; gboolean has; guint64 address; } rows[] = {
    { "0x10", TRUE, 16 }, { "0xffffffffffffffff", TRUE, G_MAXUINT64 }, { "0x00000000000000000001", TRUE, 1 },
    { "0x1ffffffffffffffff", FALSE, 0 }, { "0x", FALSE, 0 }, { "0xzz", FALSE, 0 }, { "0x12 x", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FulGeckoLocation parts = ful_gecko_location_parse (rows[i].text);

      g_assert_cmpint (parts.kind, ==, FUL_GECKO_LOCATION_ADDRESS);
      g_assert_true (parts.has_address == rows[i].has);
      if (rows[i].has)
        g_assert_cmpuint (parts.address, ==, rows[i].address);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gecko-location/table", test_table);
  g_test_add_func ("/gecko-location/addresses", test_addresses);

  return g_test_run ();
}
