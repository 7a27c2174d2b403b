/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-files.h"

#include "model/ful-thread-tables.h"

#include <string.h>

/* A child that started 0.25 ms after the parent. Its strings come after its markers. */
#define META(start) "\"meta\":{\"version\":36,\"startTime\":" start ",\"interval\":1,\"product\":\"p\",\"categories\":[]," \
                    "\"markerSchema\":[{\"name\":\"Flow\",\"display\":[],\"data\":[" \
                    "{\"key\":\"second\",\"label\":\"S\",\"format\":\"unique-string\"}," \
                    "{\"key\":\"first\",\"label\":\"F\",\"format\":\"flow-id\"}]}]}"
#define TABLES(markers) "\"name\":\"GeckoMain\",\"pid\":7,\"tid\":8,\"registerTime\":0,\"unregisterTime\":null," \
                        "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5}," \
                        "\"data\":[" markers "]},\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"eventDelay\":2},\"data\":[]}," \
                        "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]}," \
                        "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0]]}," \
                        "\"stringTable\":[\"f\",\"one\",\"two\"]"
#define PROFILE(markers) "{" META ("1000") ",\"libs\":[],\"threads\":[],\"processes\":[{" META ("1000.25") \
                         ",\"libs\":[],\"threads\":[{" TABLES (markers) "}]}]}"
#define MARKER(name, start, data) "[" name "," start ",null,0,0," data "]"
#define STACK(stack) "{\"tid\":8,\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[" stack ",1.5]]}}"

static FulThread *
load (const char  *text,
      FulProfile **out_profile)
{
  g_autoptr(GError) error = NULL;

  *out_profile = ful_test_load (text, strlen (text), &error);
  g_assert_no_error (error);
  ful_test_assert_sound (*out_profile);

  return ful_profile_get_thread (*out_profile, 0);
}

/* A line for each marker: its payload. */
static void
assert_payloads (const char *text,
                 const char *expected)
{
  g_autoptr(FulProfile) profile = NULL;
  FulThread *thread = load (text, &profile);
  g_autoptr(GString) lines = g_string_new (NULL);

  for (guint i = 0; i < thread->markers->table.n_rows; i++)
    {
      gsize length;
      const char *payload = ful_thread_get_payload (thread, i, &length);

      g_string_append_printf (lines, "%.*s\n", payload ? (int) length : 0, payload ? payload : "");
    }
  g_assert_cmpstr (lines->str, ==, expected);
}

/* By time, not in the order of the file; some texts become longer, some shorter, and some rows are no markers. */
static void
test_order_and_length (void)
{
  assert_payloads (PROFILE (MARKER ("1", "5", "{\"type\":\"A\",\"startTime\":1}") ","
                            MARKER ("1", "3", "{\"type\":\"B\",\"name\":\"\\u0078\"}") ","
                            MARKER ("1", "4", "{\"type\":\"Native allocation\",\"size\":9}") ","
                            MARKER ("1", "6", "null") ","
                            MARKER ("99", "1", "{\"type\":\"lost\"}") ","
                            MARKER ("1", "null", "{\"type\":\"without time\"}") ","
                            MARKER ("1", "2", "{\"type\":\"C\",\"endTime\":0.25,\"startTime\":1}") ","
                            MARKER ("1", "7", "{\"type\":\"D\"}")),
                   "{\"type\":\"C\",\"endTime\":0.5,\"startTime\":1.25}\n"
                   "{\"type\":\"B\",\"name\":\"x\"}\n"
                   "{\"type\":\"A\",\"startTime\":1.25}\n"
                   "\n"
                   "{\"type\":\"D\"}\n");
}

static void
test_causes (void)
{
  assert_payloads (PROFILE (MARKER ("1", "1", "{\"type\":\"A\",\"stack\":" STACK ("0") ",\"cause\":1,\"b\":2}") ","
                            MARKER ("1", "2", "{\"stack\":" STACK ("0") "}") ","
                            MARKER ("1", "3", "{\"type\":\"A\",\"stack\":" STACK ("7") ",\"b\":2}") ","
                            MARKER ("1", "4", "{\"type\":\"A\",\"stack\":" STACK ("null") "}") ","
                            MARKER ("1", "5", "{\"type\":\"A\",\"stack\":[1]}") ","
                            MARKER ("1", "6", "{\"type\":\"A\",\"stack\":{\"samples\":{\"data\":[[2.5,[0],0],[2,0,0]],"
                                              "\"schema\":{\"x\":1,\"stack\":2,\"time\":0}},\"x\":\"\\n\"}}") ","
                            MARKER ("1", "7", "{\"type\":\"A\",\"stack\":{\"samples\":{\"data\":[[0]],\"schema\":{\"stack\":1}}}}") ","
                            MARKER ("1", "8", "{\"type\":\"A\",\"stack\":{\"samples\":{\"data\":[],\"schema\":{\"stack\":0}}}}")),
                   "{\"type\":\"A\",\"b\":2,\"cause\":{\"tid\":8,\"time\":1.75,\"stack\":0}}\n"
                   "{\"cause\":{\"tid\":8,\"time\":1.75,\"stack\":0}}\n"
                   "{\"type\":\"A\",\"b\":2}\n"
                   "{\"type\":\"A\"}\n"
                   "{\"type\":\"A\",\"stack\":[1]}\n"
                   "{\"type\":\"A\",\"cause\":{\"time\":2.75,\"stack\":0}}\n"
                   "{\"type\":\"A\",\"stack\":{\"samples\":{\"data\":[[0]],\"schema\":{\"stack\":1}}}}\n"
                   "{\"type\":\"A\",\"stack\":{\"samples\":{\"data\":[],\"schema\":{\"stack\":0}}}}\n");
}

static void
test_ipc (void)
{
  assert_payloads (PROFILE (MARKER ("1", "1", "{\"type\":\"IPC\",\"startTime\":1,\"otherPid\":12,\"sync\":false,\"x\":1}") ","
                            MARKER ("1", "2", "{\"x\":1,\"sync\":true,\"otherPid\":\"12\",\"type\":\"IPC\",\"stack\":" STACK ("0") "}")),
                   "{\"type\":\"IPC\",\"startTime\":1.25,\"otherPid\":\"12\",\"sync\":false}\n"
                   "{\"type\":\"IPC\",\"otherPid\":\"12\",\"sync\":true}\n");
}

static void
test_collector (void)
{
  assert_payloads (PROFILE (MARKER ("1", "1", "{\"type\":\"GCMajor\",\"startTime\":1,\"timings\":{\"status\":\"aborted\",\"x\":1}}") ","
                            MARKER ("1", "2", "{\"type\":\"GCMajor\",\"timings\":{\"status\":\"?\"}}") ","
                            MARKER ("1", "3", "{\"type\":\"GCMinor\",\"startTime\":1}")),
                   "{\"type\":\"GCMajor\",\"timings\":{\"status\":\"aborted\"}}\n"
                   "\n"
                   "{\"type\":\"GCMinor\",\"startTime\":1.25}\n");
}

static void
test_allocations (void)
{
  static const char text[] = PROFILE (MARKER ("1", "1", "{\"type\":\"JS allocation\",\"className\":\"A\\u0062\",\"coarseType\":7,"
                                                        "\"size\":48,\"inNursery\":true,\"stack\":" STACK ("0") "}") ","
                                      MARKER ("1", "2", "{\"type\":\"JS allocation\",\"typeName\":\"T\",\"inNursery\":false}") ","
                                      MARKER ("1", "3", "{\"type\":\"Native allocation\",\"size\":-8,\"memoryAddress\":4096,"
                                                        "\"threadId\":5,\"stack\":" STACK ("null") "}"));
  g_autoptr(FulProfile) profile = NULL;
  FulThread *thread = load (text, &profile);
  const FulAllocationTable *js = thread->js_allocations, *native = thread->native_allocations;

  g_assert_cmpint (thread->markers->table.n_rows, ==, 0);
  g_assert_cmpint (js->table.n_rows, ==, 2);
  g_assert_cmpfloat (js->time[0], ==, 1.25);
  g_assert_cmpfloat (js->weight[0], ==, 48);
  g_assert_cmpfloat (js->weight[1], ==, 0);
  g_assert_cmpstr (ful_string_table_get (profile->texts, js->class_name[0]), ==, "Ab");
  g_assert_cmpint (js->class_name[1], ==, FUL_NONE);
  g_assert_cmpstr (ful_string_table_get (profile->texts, js->type_name[1]), ==, "T");
  g_assert_cmpint (js->coarse_type[0], ==, FUL_NONE);
  g_assert_true (js->in_nursery[0] && !js->in_nursery[1]);
  g_assert_cmpint (js->stack[0], ==, 0);
  g_assert_cmpint (js->stack[1], ==, FUL_NONE);
  g_assert_cmpint (native->table.n_rows, ==, 1);
  g_assert_cmpfloat (native->weight[0], ==, -8);
  g_assert_cmpfloat (native->memory_address[0], ==, 4096);
  g_assert_cmpfloat (native->thread_id[0], ==, 5);
  g_assert_cmpint (native->stack[0], ==, FUL_NONE);
}

/* Types whose names begin with the same bytes, and with escapes. */
static void
test_types (void)
{
  static const char text[] = PROFILE (MARKER ("1", "1", "{\"type\":\"LongName1\"}") ","
                                      MARKER ("1", "2", "{\"type\":\"LongName2\"}") ","
                                      MARKER ("1", "3", "{\"type\":\"a\\\\b\"}") ","
                                      MARKER ("1", "4", "{\"type\":\"a\\\\\\\\b\"}") ","
                                      MARKER ("1", "5", "{\"type\":\"a\\\\b\"}") ","
                                      MARKER ("1", "6", "{\"type\":7}") ","
                                      MARKER ("1", "7", "{\"type\":\"\"}"));
  static const char *const expected[] = { "LongName1", "LongName2", "a\\b", "a\\\\b", "a\\b", NULL, "" };
  g_autoptr(FulProfile) profile = NULL;
  FulThread *thread = load (text, &profile);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gint64 type = ful_packed_int_get (&thread->markers->payload_type, i);

      g_assert_cmpstr (type == FUL_NONE ? NULL : ful_string_table_get (profile->texts, (FulStringIndex) type), ==, expected[i]);
    }
}

/* Numbers of strings become those of the profile, in the order of the schema, not of the payload. */
static void
test_strings (void)
{
  static const char text[] = PROFILE (MARKER ("0", "1", "{\"type\":\"Flow\",\"first\":1,\"second\":2}") ","
                                      MARKER ("0", "2", "{\"first\":9,\"type\":\"Flow\",\"second\":0}"));
  g_autoptr(FulProfile) profile = NULL;
  g_autofree char *expected = NULL;
  FulStringIndex one, two;

  load (text, &profile);
  one = ful_string_table_find (profile->strings, "one");
  two = ful_string_table_find (profile->strings, "two");
  g_assert_cmpint (two, <, one);
  expected = g_strdup_printf ("{\"type\":\"Flow\",\"first\":%d,\"second\":%d}\n{\"type\":\"Flow\",\"second\":%d}\n", one, two,
                              ful_string_table_find (profile->strings, "f"));
  assert_payloads (text, expected);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gecko-payloads/order-and-length", test_order_and_length);
  g_test_add_func ("/gecko-payloads/causes", test_causes);
  g_test_add_func ("/gecko-payloads/ipc", test_ipc);
  g_test_add_func ("/gecko-payloads/collector", test_collector);
  g_test_add_func ("/gecko-payloads/allocations", test_allocations);
  g_test_add_func ("/gecko-payloads/types", test_types);
  g_test_add_func ("/gecko-payloads/strings", test_strings);

  return g_test_run ();
}
