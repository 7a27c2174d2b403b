/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names that threads and counters are paired by: their processes are part of them, numbers at the end are not. */

#include "ful-test-files.h"

#include "compare/runs/ful-thread-label.h"

#define THREAD(name, members) \
  "{\"name\":\"" name "\",\"tid\":1,\"pid\":\"1\"," members "\"samples\":{\"length\":0,\"stack\":[],\"time\":[]}," \
  "\"markers\":{\"length\":0,\"data\":[],\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[]}}"
#define SHARED \
  "\"shared\":{\"stringArray\":[]," \
  "\"stackTable\":{\"frame\":[],\"prefixOffset\":[],\"length\":0}," \
  "\"frameTable\":{\"address\":[],\"inlineDepth\":[],\"category\":[],\"subcategory\":[],\"func\":[],\"nativeSymbol\":[]," \
  "\"innerWindowID\":[],\"line\":[],\"column\":[],\"length\":0}," \
  "\"funcTable\":{\"name\":[],\"isJS\":[],\"relevantForJS\":[],\"resource\":[],\"source\":[],\"lineNumber\":[],\"columnNumber\":[]," \
  "\"length\":0}," \
  "\"resourceTable\":{\"lib\":[],\"name\":[],\"host\":[],\"type\":[],\"length\":0}," \
  "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0}," \
  "\"sources\":{\"id\":[],\"filename\":[],\"startLine\":[],\"startColumn\":[],\"sourceMapURL\":[],\"length\":0}}"
#define COUNTER(name, category) \
  "{\"name\":\"" name "\",\"category\":\"" category "\",\"pid\":\"1\",\"mainThreadIndex\":0," \
  "\"samples\":{\"length\":1,\"time\":[0],\"count\":[1]}}"

static const char text[] =
  "{\"meta\":{\"preprocessedProfileVersion\":70,\"interval\":1,\"startTime\":0,\"product\":\"p\","
  "\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}]},\"libs\":[]," SHARED ",\"threads\":["
  THREAD ("Worker #12", "\"processName\":\"Web\",") ","
  THREAD ("Worker 3", "") ","
  THREAD ("Worker3", "") ","
  THREAD ("42", "") ","
  THREAD ("Main", "\"processType\":\"tab\",") ","
  THREAD ("Web", "\"processName\":\"Web\",")
  "],\"counters\":[" COUNTER ("malloc", "Memory") "," COUNTER ("power", "") "]}";

static void
test_threads (void)
{
  const char *expected[] = { "Web: Worker", "Worker", "Worker3", "42", "tab: Main", "Web" };
  g_autoptr(FulProfile) profile = ful_test_load_text (text);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *label = ful_thread_label_new (profile, i);

      g_assert_cmpstr (label, ==, expected[i]);
    }
}

static void
test_counters (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (text);
  g_autofree char *memory = ful_counter_label_new (profile, 0);
  g_autofree char *power = ful_counter_label_new (profile, 1);

  g_assert_cmpstr (memory, ==, "Web: Memory: malloc");
  g_assert_cmpstr (power, ==, "Web: power");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread-label/threads", test_threads);
  g_test_add_func ("/thread-label/counters", test_counters);

  return g_test_run ();
}
