/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/common/ful-payload.h"

#include <string.h>

/* Texts that look like the usual one, with `type` first and no cause, and others. */
static const struct
{
  const char *text;
  const char *type;    /* NULL: none */
  int         cause;
} payloads[] = {
  { "{}", NULL, FUL_NONE },
  { "{\"type\":\"Text\"}", "Text", FUL_NONE },
  { "{\"type\":\"\",\"name\":\"x\"}", "", FUL_NONE },
  { "{\"type\":\"Text\",\"name\":\"http://a/?type=1:2\"}", "Text", FUL_NONE },
  { "{\"name\":\"x\",\"type\":\"Text\"}", "Text", FUL_NONE },
  { "{\"type\":\"Te\\u0078t\\\"\",\"name\":\"x\"}", "Text\"", FUL_NONE },
  { "{\"type\":\"A\",\"type\":\"B\"}", "B", FUL_NONE },
  { "{\"type\":\"A\",\"inner\":{\"type\":\"B\",\"cause\":{\"stack\":3}}}", "A", FUL_NONE },
  { "{\"type\":\"A\",\"cause\":{\"time\":1.5,\"stack\":7}}", "A", 7 },
  { "{\"type\":\"A\",\"cause\":{\"stack\":null}}", "A", FUL_NONE },
  { "{\"type\":\"A\",\"note\":\"\\\"cause\\\":{\\\"stack\\\":7}\"}", "A", FUL_NONE },
  { "{\"type\":\"A:\",\"x\\\"cause\":{\"stack\":7}}", "A:", FUL_NONE },
  { "{\"type\":\"A\",\"c\\u0061use\":{\"stack\":7}}", "A", 7 },
  { "{\"type\":7}", NULL, FUL_NONE },
};

static void
test_scan (void)
{
  g_autoptr(FulStringTable) texts = ful_string_table_new ();

  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      gsize length = strlen (payloads[i].text);
      g_autofree char *padded = g_malloc0 (length + 64);
      FulPayloadInfo info;

      memcpy (padded, payloads[i].text, length);
      info = ful_payload_scan (texts, padded, length);
      g_test_message ("%s", payloads[i].text);
      g_assert_cmpstr (info.type == FUL_NONE ? NULL : ful_string_table_get (texts, info.type), ==, payloads[i].type);
      g_assert_cmpint (info.cause_stack, ==, payloads[i].cause);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/payload/scan", test_scan);

  return g_test_run ();
}
