/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of other tools are named, also compressed. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "import/ful-loader.h"

#include <string.h>

#define TEXT(text) text, sizeof text - 1

static const struct { const char *bytes; gsize n; const char *message; } files[] = {
  { TEXT ("\136\227\312\375\001\0"), "*Sysprof*" },
  { TEXT ("<!DOCTYPE html><html>"), "*web page*" },
  { TEXT ("v 10400 2\nX /bin/ls -l\nI 3e8 1\n+ 0\na 20 3\ns 6 x;y 12\n"), "*heaptrack_print*" },
  { TEXT ("block profile: total 7\n3 @ 0x47 0x48\n"), "*go tool pprof*" },
  { TEXT ("goroutine profile: total 2\n2 @ 0x47 0x48\n#\t0x47\tmain.f+0x1\tx.go:3\n"), "*debug=1*go tool pprof*" },
  { TEXT ("--- mutex:\ncycles/second=1\n9 1 @ 0x40\n"), "*pprof*" },
  { TEXT ("heap_v2/19\n  t*: 1: 2 [0: 0]\n"), "*jeprof*" },
  { TEXT ("desc: (none)\ncmd: ls\ntime_unit: B\n#---\nsnapshot=0\n"), "*Massif*dhat*" },
  { TEXT ("\n\nFlat profile:\n\n"), "*gprof*" },
  { TEXT (" Mon Jan  1 10:00 2025 Time and Allocation Profiling Report  (Final)\n"), "*GHC*" },
  { TEXT ("\375\312\227\136\001\0"), "*Sysprof*" },
  { TEXT ("Attached 2 probes\n@[\n  f+1\n]: 3\n"), "*bpftrace*stackcollapse-bpftrace*" },
  { TEXT ("@n[7]: 3\n@s[\n  f+1\n]: 3\n"), "*bpftrace*" },
  { TEXT ("{)\003\372\001~"), "*cProfile*pyprof2calltree*" },
  { TEXT ("\373)\003z\001~"), "*cProfile*pyprof2calltree*" },
  { TEXT ("{\250\003\0\0\0s\001\0\0\0~"), "*cProfile*pyprof2calltree*" },
  { TEXT ("\373\250\003\0\0\0s\001\0\0\0~"), "*cProfile*pyprof2calltree*" },
  { TEXT ("\373(\003\0\0\0s\001\0\0\0~"), "*cProfile*pyprof2calltree*" },
  { TEXT ("{)\002\372\001~"), "*binary file*" },
  { TEXT ("@ INST_RETIRED [12 samples]\n\n80.0%  [10]  f @ /bin/x\n"), "*pmcstat*stackcollapse-pmc*" },
  { TEXT ("# hwpmc: intel\n@ INST_RETIRED [12 samples]\n"), "*pmcstat*" },
  { TEXT ("goroutine 7 [chan receive, 2 minutes]:\nmain.f()\n\t/a.go:3 +0x1\n"), "*debug=2*pprof/goroutine*" },
  { TEXT ("Bytes Used\tCount\t\tSymbol Name\n1 MB\t3\t\tf\n"), "*Instruments*" },
  { TEXT ("Samples\tSelf\tSymbol Name\n"), "*Instruments*" },
  { TEXT ("#           time             counts unit events\n     1.0  3  cycles\n"), "*perf stat*" },
  { TEXT ("# Overhead  Command  Symbol\n# ....\n    1.00%  ls  [.] f\n"), "*perf report*perf script*" },
  { TEXT ("    61.20%  ls       libc.so.6    [.] qsort\n     8.80%  ls       [kernel]     [k] g\n"), "*perf report*perf script*" },
  { TEXT ("Statistical profiling result from isolate.log, (9 ticks, 0 unaccounted, 0 excluded).\n"), "*prof-process*cpu-prof*" },
  { TEXT ("shared-library,\"/bin/node\",0x1,0x2\ncode-creation,Builtin,3,0x1,2,\"x\"\n"), "*log of V8*cpu-prof*" },
  { TEXT ("code-creation,Builtin,3,0x1,2,\"x\"\ntick,0x1\n"), "*log of V8*" },
  { TEXT ("\n\006\n\004\n\002\b\001\022\004*\002f\0"), "*OpenTelemetry*" },
  { TEXT ("\n\377\177\n\004\n\002\b\001\022\377\177\n\005"), "*OpenTelemetry*" },
  { TEXT ("\n\002\b\001\n\002\020\001\n\002\030\001"), "*Perfetto*" },
  { TEXT ("\n\377\377\377\377"), "*begins with*" },
  { TEXT ("\n\004\022\002\b\001\n\002@\001\n\004@\001P\002"), "*Perfetto*" },
  { TEXT ("{\"program\":\"x\",\"total_ticks\":1,\"cost_centres\":[],\"profile\":{}}"), "*GHC*" },
  { TEXT ("ls 7 \n\t    7f001020aabb f\n\t    7f001020aabc main\n\n"), "*without threads or times*perf script -F*" },
  { TEXT ("ls \n\tffffffff81000123 f\n\n"), "*without threads or times*" },
  { TEXT ("\n\t    7f001020aabb f (/a)\n\t    7f001020aabc main (/a)\n\n"), "*without threads or times*" },
  { TEXT ("              ls 7  ffffffff81000123 f\n              ls 7      7f001020aabb g\n"), "*without threads or times*" },
  { TEXT ("              ls      7f001020aabb g\n  a.c:12\n              ls      7f001020aabc g\n  a.c:13\n"), "*without threads or times*" },
  { TEXT ("     7f001020aabb g\n     7f001020aabc g\n"), "*without threads or times*" },
  { TEXT ("@stacks[\n    f+1\n    main+4\n]: 3\n"), "*bpftrace*" },
  { TEXT ("  libc.so.1`write+0x7\n  ls`main+0x1\n  3\n"), "*DTrace*" },
  { TEXT ("Sampling process 12 for 1 second\nCall graph:\n"), "*macOS*" },
  { TEXT ("TRACE START [2025-01-01]\n1 1 0 0.1\n"), "*Xdebug*" },
  { TEXT ("# started on Mon\n\n Performance counter stats for 'ls':\n\n"), "*perf stat*" },
  { TEXT ("# ========\n# cmdline : perf record\n# ========\n#\n# Samples: 3 of event 'cycles'\n#\n# Overhead Command\n 3.00% ls\n"),
    "*perf report*perf script*" },
  { TEXT ("# tracer: function\n#\n a-1 [000] 1.0: f\n"), "*ftrace*" },
  { TEXT ("ls 7 cycles:u:\n\t 7f001020 f (/a)\n\n"), "*without threads or times*perf script -F*" },
  { TEXT ("            ls 7 cycles:u:      7f001020 f+0x3\n            ls 7 cycles:u:      7f001024\n"), "*without threads or times*" },
  { TEXT ("ls  12.5: cycles:u: \n\t        7f001020 f (/a)\n\n"), "*without threads or times*" },
  { TEXT ("FLR\0\0\2"), "*Flight Recorder*jfrconv*" },
  { TEXT ("Nettrace\024\0"), "*dotnet-trace convert*" },
  { TEXT ("PERFFILE\0\0\0\0\0\0\0\0"), "*old perf*perf script*" },
  { TEXT ("\177ELF\2\1\1\0"), "*program or library*" },
  { TEXT ("\012\004\010\001\020\002\012\002\010\003\012\000"), "*Perfetto*" },
  { TEXT ("\0\0\2\0\1\0"), "*not a profile*binary*" },
  { TEXT ("name,age\nx,3\n"), "*not a profile*begins with*name,age*" },
  { TEXT (" \n\t\n"), "*nothing but blanks*" },
  { TEXT ("{\"resourceProfiles\":[]}"), "*OpenTelemetry*" },
  { TEXT ("{\"linux-perf-json-version\":1,\"samples\":[]}"), "*perf script*" },
  { TEXT ("{\"ph\":\"X\",\"ts\":1}\n{\"ph\":\"X\",\"ts\":2}\n"), "*on each line*sed*" },
  { TEXT ("{\"a\":1,\"b\":2,\"c\":{},\"d\":0,\"e\":0,\"f\":0}"), "*has the members “a”, “b”, “c”, “d”, “e” …" },
  { TEXT ("{}"), "*an object without members" },
  { TEXT ("[1,2,3]"), "*a list*" },
  { TEXT ("{\"snapshot\":{},\"nodes\":[],\"edges\":[]}"), "*heapsnapshot*" },
  { TEXT ("{\"log\":{\"entries\":[]}}"), "*HAR*" },
};

static GBytes *
compress (const char *data,
          gsize       n)
{
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GConverter) gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new (memory, gzip);

  g_assert_true (g_output_stream_write_all (stream, data, n, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
assert_foreign (const char *data,
                gsize       n,
                const char *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_test_load (data, n, &error);

  g_assert_null (profile);
  if (!g_pattern_match_simple (message, error->message))
    g_error ("“%s” does not match “%s”", error->message, message);
  g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT);
}

static void
test_named (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GBytes) packed = compress (files[i].bytes, files[i].n);

      assert_foreign (files[i].bytes, files[i].n, files[i].message);
      assert_foreign (g_bytes_get_data (packed, NULL), g_bytes_get_size (packed), files[i].message);
    }
}

/* What is nobody's stays so. */
static void
test_not_named (void)
{
  static const char *const texts[] = {
    "hello", "hello 12", "a;b", ";", "{}", "[]", "[1]", "[{}]", "{\"log\":1}", "{\"samples\":[]}",
    "server 1 4143: : \n\n", "a: ", "a b: : :",
    "\n\n[         \n\n          \n\n1]", "#", "#!/bin/sh\n", "PK", "*version", "events: Ir\n", "a 1:\n",
    "goroutine 7\n", "shared-library,1\n", "12.50% [x] y\n", "0000000000401000 T main\n0000000000401010 T f\n", "Notes\n\t12345 items\n",
    "Symbols:\n  401000 main\n", "total\n     20260102 files\n", "{)3", "Symbol Name\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (texts[i], strlen (texts[i]), &error));
      if (strstr (error->message, "looks like"))
        g_error ("%s: %s", texts[i], error->message);
    }
}

/* JSON with more behind it is broken; lines of events are named all the same. */
static void
test_trailing (void)
{
  static const struct { const char *text, *at; } texts[] = {
    { "{\"meta\":{\"b\":[]}} end", "byte 17" }, { "[1,2]]", "byte 5" }, { "{}{}", "byte 2" }, { "7 8", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (texts[i].text, strlen (texts[i].text), &error));
      if (texts[i].at && !(strstr (error->message, texts[i].at) && strstr (error->message, "not JSON")))
        g_error ("%s: %s", texts[i].text, error->message);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/foreign/named", test_named);
  g_test_add_func ("/foreign/not-named", test_not_named);
  g_test_add_func ("/foreign/trailing", test_trailing);

  return g_test_run ();
}
