/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Options of a capture, as the parameters that Firefox gets. */

#include "config.h"

#include "live/firefox/ful-live-firefox-settings.h"
#include "live/ful-live-event.h"

#include "io/json/ful-json-document.h"

#define REST "\"threads\":[\"GeckoMain\",\"Compositor\",\"Renderer\",\"DOM Worker\"]"
#define HEAD "{\"entries\":16777216,\"duration\":0,"

static const struct
{
  const char *name;
  const char *start;
  const char *features;    /* of this Firefox */
  const char *expected;    /* NULL: an error */
  const char *missing;
} cases[] = {
  { "defaults", "{}", NULL,
    HEAD "\"interval\":1,\"features\":[\"js\",\"stackwalk\",\"cpu\",\"jssources\"]," REST "}", NULL },
  { "defaults that Firefox lacks are not reported", "{}", "[\"cpu\",\"js\",7]",
    HEAD "\"interval\":1,\"features\":[\"js\",\"cpu\"]," REST "}", NULL },
  { "unknown features of Firefox", "{\"features\":[\"a\"]}", "\"js\"",
    HEAD "\"interval\":1,\"features\":[\"a\"]," REST "}", NULL },
  { "chosen features that Firefox lacks", "{\"features\":[\"a\",\"js\",null,\"b\"]}", "[\"js\"]",
    HEAD "\"interval\":1,\"features\":[\"js\"]," REST "}", "a, ?, b" },
  { "a preset, then options", "{\"preset\":\"power\",\"interval\":3,\"x\":1}", "[\"power\"]",
    HEAD "\"interval\":3,\"features\":[\"power\"],\"threads\":[\"GeckoMain\",\"Renderer\"]}", NULL },
  { "no list", "{\"features\":1}", NULL, NULL, NULL },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) features = cases[i].features ? json_from_string (cases[i].features, NULL) : NULL;
      g_autofree char *missing = NULL;
      g_autofree char *text = NULL;
      g_autoptr(GError) error = NULL;
      g_autoptr(JsonObject) settings = NULL;

      g_test_message ("%s", cases[i].name);
      settings = ful_firefox_make_settings (cases[i].start, features, &missing, &error);
      if (settings)
        {
          g_autoptr(JsonNode) node = json_node_init_object (json_node_alloc (), settings);

          text = ful_json_write_text (node, FALSE);
        }
      else
        g_assert_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED);
      g_assert_cmpstr (text, ==, cases[i].expected);
      g_assert_cmpstr (missing, ==, cases[i].missing);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-firefox-settings/cases", test_cases);

  return g_test_run ();
}
