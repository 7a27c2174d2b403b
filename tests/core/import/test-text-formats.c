/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folded stacks and output of perf script, as people have them. */

#include "base/ful-error.h"
#include "base/ful-string-table.h"
#include "ful-test-files.h"
#include "import/ful-loader.h"
#include "io/bytes/ful-byte-stream.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gstdio.h>
#include <string.h>

/* The stack, then category and library of its innermost frame. */
static char *
sample_text (FulProfile *profile,
             guint       thread,
             guint       sample)
{
  g_autofree char *stack = ful_test_stack_text (profile, thread, sample);
  FulFrameIndex leaf = profile->stacks->frame[ful_profile_get_thread (profile, thread)->samples->stack[sample]];
  FulResourceIndex resource = profile->funcs->resource[profile->frames->func[leaf]];

  return g_strdup_printf ("%s; %s%s%s", stack, ful_profile_get_category (profile, profile->frames->category[leaf])->name,
                          resource == FUL_NONE ? "" : " ",
                          resource == FUL_NONE ? "" : ful_profile_get_string (profile, profile->resources->name[resource]));
}

static void
assert_sample (FulProfile *profile,
               guint       thread,
               guint       sample,
               double      time,
               const char *expected)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  g_autofree char *text = sample_text (profile, thread, sample);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpfloat_with_epsilon (samples->time[sample], time, 1e-9);
}

static void
assert_thread (FulProfile *profile,
               guint       i,
               const char *name,
               const char *pid,
               const char *tid,
               guint       n_samples)
{
  FulThread *thread = ful_profile_get_thread (profile, i);

  g_assert_cmpstr (thread->name, ==, name);
  g_assert_cmpstr (thread->pid, ==, pid);
  g_assert_cmpstr (thread->tid, ==, tid);
  g_assert_cmpuint (thread->samples->table.n_rows, ==, n_samples);
}

static void
test_perf_fields (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("perf-script.ok.txt");

  g_assert_cmpuint (profile->threads->len, ==, 4);
  assert_thread (profile, 0, "renamed", "100", "101", 3);
  assert_thread (profile, 1, "kworker/0:1-ev", "0", "7", 1);
  assert_thread (profile, 2, "sorter:1 (x)", "100", "102", 1);
  assert_thread (profile, 3, "renamed", "100", "100", 1);
  g_assert_true (ful_profile_get_thread (profile, 3)->is_main_thread);
  g_assert_false (ful_profile_get_thread (profile, 0)->is_main_thread);

  assert_sample (profile, 0, 0, 500, "Widget::paint(); User /usr/lib/libw.so");
  assert_sample (profile, 0, 1, 1000, "main;outer(int, char);inner; User /usr/lib/libc.so.6");
  assert_sample (profile, 0, 2, 2500, "only_leaf; User /bin/b");
  assert_sample (profile, 1, 0, 1000.5, "worker_thread;schedule; Kernel [kernel.kallsyms]");
  assert_sample (profile, 2, 0, 1001, "nameless;(swapper);gone; User /tmp/old.so (deleted)");
  /* That of "no stack". */
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 1);
  g_assert_cmpint (ful_import_log_get (profile->log, 0)->first_row, ==, 22);
  g_assert_cmpint (ful_import_log_get (profile->log, 0)->severity, ==, FUL_SEVERITY_DATA_LOSS);
}

/* Symbols and modules as C++, paths and stripped programs have them. */
static void
test_perf_frames (void)
{
  static const struct { const char *frame, *expected; } frames[] = {
    { "\t 10 (anonymous namespace)::Codec::run(int, char)+0x1f (/b)\n", "(anonymous namespace)::Codec::run(int, char); User /b" },
    { "\t 10 (anonymous namespace)::run\n", "(anonymous namespace)::run; User" },
    { "\t 10 operator()(int) const (/opt/a b (old)/x.so)\n", "operator()(int) const; User /opt/a b (old)/x.so" },
    { "\t 10 f(void (*)(int)) (/opt/a b (old)/x.so (deleted))\n", "f(void (*)(int)); User /opt/a b (old)/x.so (deleted)" },
    { "\t 10 f(int) (/opt/a) b/x.so)\n", "f(int); User /opt/a) b/x.so" },
    { "\t 10 f(int) (/opt/a (b/x.so)\n", "f(int); User /opt/a (b/x.so" },
    { "\t 10 f(int) (x (1).so)\n", "f(int); User x (1).so" },
    { "\t 10 f(int)\n", "f(int); User" },
    { "\t 00007f10  (/lib/x.so)\n", "0x7f10; User /lib/x.so" },
    { "\t 0  (/lib/x.so)\n", "0x0; User /lib/x.so" },
    { "\t ffffffff811c4787\n", "0xffffffff811c4787; User" },
    { "\t 10 [unknown] ([unknown])\n", "[unknown]; User [unknown]" },
    { "\t main+0x10 (/b)\n", "main; User /b" },
    { "\t 10 LazyCompile:*f (/a/x.js:3) (/tmp/perf-1.map)\n", "LazyCompile:*f (/a/x.js:3); User /tmp/perf-1.map" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    {
      g_autofree char *text = g_strconcat ("a 1/2 1.0: cycles:\n", frames[i].frame, "\n", NULL);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      assert_sample (profile, 0, 0, 1000, frames[i].expected);
      g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
    }
}

/* A sample on a line: the command is on the right of 16 columns, or not printed; the event neither. */
static void
test_perf_one_line (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (
    "\n# by hand\n"
    "            bash    70 [000]  2.5:          1 cycles:  ffffffff81000000 do_idle ([kernel.kallsyms])\n"
    "   :1 [x] 2/3 4.5    71/72    2.6:          1 cycles:u:             10 (anonymous namespace)::f (/b c)\n"
    "[NET 0]    73    2.7:                  10 g (/b)\n"
    "   74/75  2.8: cycles:  10 g (/b)\n"
    "            bash    70 [000]  2.9:          1 cycles:\n");

  g_assert_cmpuint (profile->threads->len, ==, 4);
  assert_thread (profile, 0, "bash", "0", "70", 1);
  assert_sample (profile, 0, 0, 2500, "do_idle; Kernel [kernel.kallsyms]");
  assert_thread (profile, 1, ":1 [x] 2/3 4.5", "71", "72", 1);
  assert_sample (profile, 1, 0, 2600, "(anonymous namespace)::f; User /b c");
  assert_thread (profile, 2, "[NET 0]", "0", "73", 1);
  assert_sample (profile, 2, 0, 2700, "g; User /b");
  assert_thread (profile, 3, "75", "74", "75", 1);
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
  g_assert_cmpint (ful_import_log_get (profile->log, 0)->first_row, ==, 6);
}

/* What perf prints only if asked, or only of some events. A time of day is none of perf. */
static void
test_perf_options (void)
{
  static const char date[] = "Nov 25 13: cron started\n\t 10 f (/b)\n";
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_test_load_text (
    "#1 worker    70 [000] d..1.  2.5: cycles: 10 f (/b)\n"
    "#1 worker    70 [000] U      1700000000.000001: cycles: 2008 of the event\n\t 20 g (/b)\n\t 10 f (/b)\n\n");

  assert_thread (profile, 0, "#1 worker", "0", "70", 2);
  assert_sample (profile, 0, 0, 2500, "f; User /b");
  assert_sample (profile, 0, 1, 1700000000000.001, "f;g; User /b");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);

  g_assert_null (ful_test_load (date, strlen (date), &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT);
}

/* Fields around the frame of a recording without call chains. */
static void
test_perf_one_line_fields (void)
{
  static const struct { const char *fields, *expected; } rows[] = {
    { "     40000  ffffffff8100beef schedule+0x1 ([kernel.kallsyms])", "schedule; Kernel [kernel.kallsyms]" },
    { "     40000      5555deadbeef f00d (/b)", "f00d; User /b" },
    { "     40000      5555deadbeef", "0x5555deadbeef; User" },
    { "      5555deadbeef fed: x (/b)", "fed: x; User /b" },
    { "     40000 page-faults:      7ffc00001000     5555deadbeef bad+0x2 (/b)", "bad; User /b" },
    { "   page-faults:      7ffc00001000 [stack] ([stack])      5555deadbeef g(int) (/b (x)/y)", "g(int); User /b (x)/y" },
    { "   page-faults:      7ffc00001000 [unknown] ([unknown])  ffffffff8100beef cafe ([kernel.kallsyms])",
      "cafe; Kernel [kernel.kallsyms]" },
    { "   page-faults:      7ffc00001000 [unknown]     5555deadbeef bee N/A", "bee; User" },
    { "   cycles:   call              5555deadbeef h (/b)", "h; User /b" },
    { "   loads:  ffff888100001000        68100142 |OP LOAD|LVL L1 or L1 hit|LCK No|               7     5555deadbeef i (/b)", "i; User /b" },
    { "   sched:sched_switch: prev_comm=a prev_pid=7 ==> next_comm=b     5555deadbeef j (/b)", "j; User /b" },
    { "   cycles:      5555deadbeef k(long)+0x7 (/b) ilen: 2 insn: 0f 05", "k(long); User /b" },
    { "   cycles:      5555deadbeef l(long) const insn: 0f 05", "l(long) const; User" },
    { "   cycles:      5555deadbeef m (/b)         11223344 4K", "m; User /b" },
    { "   cycles:      5555deadbeef n (/b)  0x10/0x20/P/-/-/3", "n; User /b" },
    { "   cycles:      5555deadbeef o(int) const ABI:2    AX:0x1", "o(int) const; User" },
    { "   cycles:      5555deadbeef p (/b)\n  file of p.c:12", "p; User /b" },
    { "   cycles:      5555deadbeef q (/b)\n  b[5555deadbeef]", "q; User /b" },
  };
  static const char *const heads[] = { "            a 70  2.5:", "            a 70 K     2.5:", "a 9/70 UMp 2.5:" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint h = 0; h < G_N_ELEMENTS (heads); h++)
      {
        g_autofree char *text = g_strconcat (heads[h], rows[i].fields, "\n", heads[h], rows[i].fields, "\n", NULL);
        g_autoptr(FulProfile) profile = ful_test_load_text (text);

        assert_thread (profile, 0, "a", h == 2 ? "9" : "0", "70", 2);
        assert_sample (profile, 0, 0, 2500, rows[i].expected);
        assert_sample (profile, 0, 1, 2500, rows[i].expected);
        g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
      }
}

/* Threads with brackets begin no JSON. */
static void
test_perf_brackets (void)
{
  static const char *const names[] = { "[NET 0]", "[kworker/0:1]", "{main}", "[ x" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = g_strconcat (names[i], " 1/2 1.0: cycles:\n\t 10 f (/b)\n\n", NULL);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      assert_thread (profile, 0, names[i], "1", "2", 1);
    }
}

/* Each event with periods is a sample type of all threads; those of clocks are ms. Without periods there is none. */
static void
test_perf_periods (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("a 1/1 2.0: 30 cycles:u:\n\t10 main (/b)\n\n"
                                                      "b 1/2 1.0: 2500000 cpu-clock:\n\t10 main (/b)\n\n"
                                                      "a 1/1 1.5: 7000000 cpu-clock:\n\t10 main (/b)\n\n"
                                                      "a 1/1 3.0: sched:x: y\n\t10 main (/b)\n\n");
  g_autoptr(FulProfile) without = ful_test_load_text ("a 1/1 2.0: cycles:u:\n\t10 main (/b)\n\n");

  for (guint t = 0; t < 2; t++)
    {
      GPtrArray *types = ful_profile_get_thread (profile, t)->sample_types;
      const FulSampleType *cycles = types->pdata[1], *clock = types->pdata[2];

      g_assert_cmpuint (types->len, ==, 3);
      g_assert_cmpstr (ful_sample_types_get_default (types)->name, ==, "samples");
      g_assert_cmpstr (cycles->name, ==, "cycles:u");
      g_assert_cmpstr (clock->name, ==, "cpu-clock");
      g_assert_cmpfloat (clock->values[0], ==, t == 0 ? 7 : 2.5);
      g_assert_cmpfloat (cycles->values[0], ==, 0);
      if (t == 0)
        {
          g_assert_cmpfloat (cycles->values[1], ==, 30);
          g_assert_cmpfloat (clock->values[1], ==, 0);
          g_assert_cmpfloat (cycles->values[2], ==, 0);
        }
    }
  g_assert_null (ful_profile_get_thread (without, 0)->sample_types);
}

static void
test_perf_flaws (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("a 1/2 1.0: cycles:\n\t10 f (/a)\n\nno thread at all\n\t10 g (/a)\n\n"
                                             "a 1/2 3.0: cycles:\r\n\t10 f (/a)\r\n\r\na 1/2 4.0: cycles:\n\t10 \377 (/a)");
  const FulImportLogEntry *entry;

  assert_thread (profile, 0, "a", "1", "2", 3);
  assert_sample (profile, 0, 1, 3000, "f; User /a");
  assert_sample (profile, 0, 2, 4000, "?; User /a");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 2);
  entry = ful_import_log_get (profile->log, 0);
  g_assert_cmpint (entry->severity, ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_cmpint (entry->first_row, ==, 3);
  g_assert_cmpint (entry->first_offset, ==, 31);
}

static void
test_perf_without_stacks (void)
{
  static const char text[] = "# ========\n# captured on : today\n# ========\n#\n";
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_test_load (text, strlen (text), &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
}

static void
assert_weights (FulProfile   *profile,
                const double *weights,
                guint         n)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;

  g_assert_cmpuint (samples->table.n_rows, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (samples->weight[i], ==, weights[i]);
}

static void
test_folded_lines (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("main;a b 2 3\r\n  main;java_[j] 2\n\n;x;;y 1\nmain;zero 0\nmain;kernel_[k] 1\n");

  assert_weights (profile, (const double[]) { 3, 2, 1, 1 }, 4);
  assert_sample (profile, 0, 0, 0, "main;a b 2; Native");
  assert_sample (profile, 0, 1, 0, "main;java; Java");
  assert_sample (profile, 0, 2, 0, ";x;;y; Native");
  assert_sample (profile, 0, 3, 0, "main;kernel_[k]; Native");
  g_assert_false (profile->has_times);
}

/* heaptrack_print ends each frame with a semicolon. */
static void
test_folded_ends (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("main (a.c);load (b.c); 20\nmain (a.c);load (b.c); 1\nmain (a.c); 3\nmain (a.c);;x;; 4\n");

  assert_weights (profile, (const double[]) { 20, 1, 3, 4 }, 4);
  assert_sample (profile, 0, 0, 0, "main (a.c);load (b.c); Native");
  assert_sample (profile, 0, 2, 0, "main (a.c); Native");
  assert_sample (profile, 0, 3, 0, "main (a.c);;x;; Native");
}

static void
test_folded_counts (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("main;a 1\nmain;b 12.5\nmain;c 4000000000\nmain;d 10 4\nmain;e\nno stack\n"
                                             "main;f 99999999999999999999\nmain;g 2.5e+09\nmain;h 1E3\nmain;i 3e\n");

  assert_weights (profile, (const double[]) { 1, 12.5, 4e9, 4, 1, 2.5e9, 1000, 1 }, 8);
  assert_sample (profile, 0, 3, 0, "main;d 10; Native");
  assert_sample (profile, 0, 4, 0, "main;e; Native");
  assert_sample (profile, 0, 7, 0, "main;i 3e; Native");
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 2);
  g_assert_cmpint (ful_import_log_get (profile->log, 0)->first_row, ==, 5);
}

/* Two counts are before and after if all lines have two, whatever their number. A damaged line decides nothing. */
static void
test_folded_differential (void)
{
  g_autoptr(FulProfile) both = ful_test_load_text ("# before, after\nmain;a 2 3\nmain;b 10 4.5\n\nmain;same 3 3\nmain;cut of");
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) late = NULL;

  assert_weights (both, (const double[]) { 1, -5.5, 1 }, 3);
  assert_sample (both, 0, 1, 0, "main;b; Native");

  for (guint i = 0; i < 9999; i++)
    g_string_append (text, "main;Worker 2 10\n");
  g_string_append (text, "main;other 5\nno stack\n");
  late = ful_test_load_text (text->str);
  g_assert_cmpuint (ful_profile_get_thread (late, 0)->samples->table.n_rows, ==, 10000);
  g_assert_cmpfloat (ful_profile_get_thread (late, 0)->samples->weight[0], ==, 10);
  assert_sample (late, 0, 0, 0, "main;Worker 2; Native");
  assert_sample (late, 0, 9998, 0, "main;Worker 2; Native");
  assert_sample (late, 0, 9999, 0, "main;other; Native");
  g_assert_cmpint (ful_import_log_get (late->log, 0)->first_row, ==, 10000);
  g_assert_cmpint (ful_import_log_get (late->log, 0)->first_offset, ==, 9999 * 17 + 13);
}

static void
test_folded_comments (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("\n\n# taken at 12\n//by hand 7\n#<Class:0x10>;work 3\n  # between 1\nmain;work 2\n");

  assert_weights (profile, (const double[]) { 3, 2 }, 2);
  assert_sample (profile, 0, 0, 0, "#<Class:0x10>;work; Native");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

static void
test_folded_one_line (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("main;work 3");

  assert_weights (profile, (const double[]) { 3 }, 1);
}

/* What Austin measured is in its comments. */
static void
test_austin (void)
{
  g_autoptr(FulProfile) wall = ful_test_load_text ("# austin: 3.6.0\n# interval: 100\n# mode: wall\n\nP1;T0:1;a.py:f:3 120\n\n# duration: 9\n");
  g_autoptr(FulProfile) memory = ful_test_load_text ("# austin: 3.6.0\n# mode: memory\nP1;T0:1;a.py:f:3 -4096\n");
  g_autoptr(FulProfile) full = ful_test_load_text ("# austin: 3.6.0\n# mode: full\nP1;T0:1;a.py:f:3 120,0,4096\n"
                                                   "P1;T0:1;a.py:g:3 80,1,-512\nP1;T0:1;a.py:g:3 80\n");
  GPtrArray *types = ful_profile_get_thread (full, 0)->sample_types;

  assert_weights (wall, (const double[]) { 120 }, 1);
  assert_sample (wall, 0, 0, 0, "P1;T0:1;a.py:f:3; Native");
  g_assert_cmpstr (ful_sample_types_get_default (ful_profile_get_thread (wall, 0)->sample_types)->name, ==, "time (\302\265s)");

  assert_weights (memory, (const double[]) { -4096 }, 1);
  g_assert_cmpint (ful_profile_get_thread (memory, 0)->weight_type, ==, FUL_WEIGHT_TYPE_BYTES);

  assert_weights (full, (const double[]) { 120, 80 }, 2);
  g_assert_cmpuint (types->len, ==, 3);
  g_assert_cmpfloat (((FulSampleType *) types->pdata[1])->values[0], ==, 120);
  g_assert_cmpfloat (((FulSampleType *) types->pdata[1])->values[1], ==, 0);
  g_assert_cmpfloat (((FulSampleType *) types->pdata[2])->values[1], ==, -512);
  g_assert_cmpuint (ful_import_log_get_n_records (full->log), ==, 1);
}

static char *
load_named (const char *name,
            const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
  g_remove (path);
  g_rmdir (folder);

  return g_strdup (profile ? profile->format : error->message);
}

/* Stacks of one frame are believed where the name says so. */
static void
test_folded_by_name (void)
{
  g_autofree char *folded = load_named ("x.folded", "main 3\nidle 20\n");
  g_autofree char *collapsed = load_named ("x.collapsed.txt", "main 3\nidle 20\n");
  g_autofree char *other = load_named ("x.txt", "main 3\nidle 20\n");
  g_autofree char *frames = g_strnfill (FUL_HEAD_BYTES, 'x');
  g_autofree char *long_text = g_strconcat ("main;", frames, " 3\nmain;b 2\n", NULL);
  g_autofree char *long_line = load_named ("y.folded", long_text);

  g_assert_cmpstr (folded, ==, "Folded stacks");
  g_assert_cmpstr (collapsed, ==, "Folded stacks");
  g_assert_cmpstr (long_line, ==, "Folded stacks");
  g_assert_cmpstr (other, !=, "Folded stacks");
}

/* One each; only the name says what they are. */
static void
test_folded_without_counts (void)
{
  static const char text[] = "main;load\nmain;load;read\nmain;load\n";
  g_autofree char *folded = load_named ("x.folded", text);
  g_autofree char *single = load_named ("x.collapsed", "main;load");
  g_autofree char *other = load_named ("x.txt", text);
  g_autofree char *words = load_named ("y.folded", "main\nno stack here\na;b\n");

  g_assert_cmpstr (folded, ==, "Folded stacks");
  g_assert_cmpstr (single, ==, "Folded stacks");
  g_assert_cmpstr (other, !=, "Folded stacks");
  g_assert_cmpstr (words, !=, "Folded stacks");
}

/* A stack that is longer than what is looked at; no source in a line. */
static void
test_folded_long (void)
{
  static const struct { const char *unit, *end; gboolean is_folded; } rows[] = {
    { "Interpreter::call(Frame *);", "leaf 3\nmain;b 4\n", TRUE },
    { "f\"x\"=1;", "leaf 3\nmain;b 4\n", FALSE },
    { "word ", "leaf 3\nmain;b 4\n", FALSE },
    { "{\"a\":1},", "leaf 3\nmain;b 4\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autofree char *format = NULL;

      while (text->len < 70000)
        g_string_append (text, rows[i].unit);
      g_string_append (text, rows[i].end);
      format = load_named ("x.txt", text->str);
      g_assert_true (g_str_equal (format, "Folded stacks") == rows[i].is_folded);
    }
}

/* Roots in brackets begin no JSON. */
static void
test_folded_brackets (void)
{
  static const char *const roots[] = { "[[vdso]]", "[[null_blk]]", "[{main}]", "[trueish", "[[truer]]" };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *text = g_strconcat (roots[i], ";work 2\n", NULL);
      g_autofree char *expected = g_strconcat (roots[i], ";work; Native", NULL);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      assert_sample (profile, 0, 0, 0, expected);
    }
}

/* What only looks a little like folded stacks; none of it is called JSON but what begins so. */
static void
test_not_folded (void)
{
  static const char *const texts[] = {
    "[1, 2 3\n", "# title 12\n", "just some words\n", "{\"a\": 12\n", "Release 12\n\nNews; of all kinds\nand more\n",
    "Level 1\nLevel 2\nLevel 3\n", "main;a 1\nprose\nprose\n", "main;work 12\n\001\n", "a; b: 12\n", "<?xml; 1\na;b 1\n",
    "2026-02-03;load 12\n2026-02-04;load 13\n", "Mar  1 08:15:30 host cron[7]: start;job 5\n", "10.1.1.1 [01/Mar/2026:08:15:30] \"GET /a;b\" 200 5\n",
    "user=me;group=us 5\nuser=you;group=us 5\n", "int x;int y = 5\n", "add eax ;first 1\n",
    "a; 12\nb; x 3\n", "Level 1\nLevel 2\nLevel 3\nLevel 4\nand;more 5\n",
  };
  static const char zero[] = "main;work 12\nmain;work\0 12\n";

  for (guint i = 0; i <= G_N_ELEMENTS (texts); i++)
    {
      const char *text = i < G_N_ELEMENTS (texts) ? texts[i] : zero;
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (text, i < G_N_ELEMENTS (texts) ? strlen (text) : sizeof zero - 1, &error));
      g_assert_false (g_error_matches (error, FUL_ERROR, FUL_ERROR_EMPTY));
      if (strchr ("[{", *text) == NULL && strstr (error->message, "JSON"))
        g_error ("%s: %s", text, error->message);
    }
}

/* Every text with the marks and line ends of other systems is the same profile. */
static void
test_encodings (void)
{
  static const char *const texts[] = {
    "main;d\303\251code;\360\235\204\236 12\nmain;x 5\n",
    "s\303\251rver 1/2 1.0: cycles:\n\t 10 f (/a)\n\n",
    "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"\303\251\360\235\204\236\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}]}\n",
    "events: Ir\nfl=a.c\nfn=d\303\251code\n1 5\n",
  };
  static const struct { const char *to, *mark; gsize n_mark; } encodings[] = {
    { "UTF-8", "\357\273\277", 3 }, { "UTF-16LE", "\377\376", 2 }, { "UTF-16BE", "\376\377", 2 },
    { "UTF-16LE", "", 0 }, { "UTF-16BE", "", 0 },
  };

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
      for (guint crlf = 0; crlf < 2; crlf++)
        {
          g_auto(GStrv) lines = g_strsplit (texts[t], "\n", -1);
          g_autofree char *plain = g_strjoinv (crlf ? "\r\n" : "\n", lines);
          gsize n;
          g_autofree char *converted = g_convert (plain, -1, encodings[i].to, "UTF-8", NULL, &n, NULL);
          g_autoptr(GByteArray) bytes = g_byte_array_new ();
          g_autoptr(FulProfile) expected = ful_test_load_text (texts[t]);
          g_autoptr(FulProfile) profile = NULL;
          g_autoptr(GError) error = NULL;

          /* Without a mark the beginning has to be ASCII. */
          if (encodings[i].n_mark == 0 && t < 2)
            continue;
          g_byte_array_append (bytes, (const guint8 *) encodings[i].mark, (guint) encodings[i].n_mark);
          g_byte_array_append (bytes, (const guint8 *) converted, (guint) n);
          profile = ful_test_load ((const char *) bytes->data, bytes->len, &error);
          g_assert_no_error (error);
          g_assert_cmpstr (profile->format, ==, expected->format);
          g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, ful_import_log_get_n (expected->log));
          g_assert_cmpstr (ful_profile_get_thread (profile, 0)->name, ==, ful_profile_get_thread (expected, 0)->name);
          g_assert_cmpuint (ful_string_table_get_n (profile->strings), ==, ful_string_table_get_n (expected->strings));
          for (guint s = 0; s < ful_string_table_get_n (profile->strings); s++)
            g_assert_cmpstr (ful_string_table_get (profile->strings, (FulStringIndex) s), ==,
                             ful_string_table_get (expected->strings, (FulStringIndex) s));
        }
}

/* Blank lines that are longer than what formats are known by. */
static void
test_blank_head (void)
{
  static const char *const texts[] = {
    "main;work 3\n", "a 1/2 1.0: cycles:\n\t 10 f (/a)\n\n", "{\"ph\":1}", "[{\"ph\":\"i\",\"name\":\"n\",\"ts\":1,\"pid\":1,\"tid\":1}]",
  };
  g_autofree char *blanks = g_strnfill (FUL_HEAD_BYTES + 1000, '\n');

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = g_strconcat (blanks, texts[i], NULL);
      g_autoptr(GError) error = NULL, plain_error = NULL;
      g_autoptr(FulProfile) profile = ful_test_load (text, strlen (text), &error);
      g_autoptr(FulProfile) plain = ful_test_load (texts[i], strlen (texts[i]), &plain_error);

      g_assert_cmpstr (profile ? profile->format : error->message, ==, plain ? plain->format : plain_error->message);
    }
}

/* A mark of UTF-8 counts in offsets. */
static void
test_mark_offset (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("\357\273\277main;a 1\nmain;b 2\nno stack\n");
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (ful_import_log_get (profile->log, 0)->first_offset, ==, 3 + 18);
  g_assert_null (ful_test_load ("\357\273\277[1 x]", 8, &error));
  g_assert_nonnull (strstr (error->message, "at byte 6"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-formats/perf-script/fields", test_perf_fields);
  g_test_add_func ("/text-formats/perf-script/periods", test_perf_periods);
  g_test_add_func ("/text-formats/perf-script/flaws", test_perf_flaws);
  g_test_add_func ("/text-formats/perf-script/without-stacks", test_perf_without_stacks);
  g_test_add_func ("/text-formats/perf-script/frames", test_perf_frames);
  g_test_add_func ("/text-formats/perf-script/one-line", test_perf_one_line);
  g_test_add_func ("/text-formats/perf-script/one-line-fields", test_perf_one_line_fields);
  g_test_add_func ("/text-formats/perf-script/options", test_perf_options);
  g_test_add_func ("/text-formats/perf-script/brackets", test_perf_brackets);
  g_test_add_func ("/text-formats/folded/lines", test_folded_lines);
  g_test_add_func ("/text-formats/folded/ends", test_folded_ends);
  g_test_add_func ("/text-formats/folded/counts", test_folded_counts);
  g_test_add_func ("/text-formats/folded/one-line", test_folded_one_line);
  g_test_add_func ("/text-formats/folded/differential", test_folded_differential);
  g_test_add_func ("/text-formats/folded/comments", test_folded_comments);
  g_test_add_func ("/text-formats/folded/by-name", test_folded_by_name);
  g_test_add_func ("/text-formats/folded/without-counts", test_folded_without_counts);
  g_test_add_func ("/text-formats/folded/long", test_folded_long);
  g_test_add_func ("/text-formats/folded/brackets", test_folded_brackets);
  g_test_add_func ("/text-formats/folded/not-folded", test_not_folded);
  g_test_add_func ("/text-formats/austin", test_austin);
  g_test_add_func ("/text-formats/encodings", test_encodings);
  g_test_add_func ("/text-formats/blank-head", test_blank_head);
  g_test_add_func ("/text-formats/mark-offset", test_mark_offset);

  return g_test_run ();
}
