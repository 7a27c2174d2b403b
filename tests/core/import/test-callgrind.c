/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of callgrind: what writers do differently, contexts of small graphs that a person can check, and flaws. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "ful-test-profile.h"
#include "import/ful-importer.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <math.h>
#include <string.h>

#define HEAD "# callgrind format\ncmd: ./a\nevents: Ir\nfl=a.c\n"

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* "STACK:LINE WEIGHT", a sample a line, sorted; without a line where there is none. */
static char *
thread_text (FulProfile *profile,
             guint       thread)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, thread, i);
      gint32 line = profile->frames->line[profile->stacks->frame[samples->stack[i]]];
      g_autofree char *place = line == FUL_NONE ? g_strdup ("") : g_strdup_printf (":%d", line);

      g_assert_cmpfloat (samples->time[i], ==, 0);
      g_ptr_array_add (texts, g_strdup_printf ("%s%s %g", stack, place, samples->weight[i]));
    }
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);

  return g_strjoinv ("\n", (char **) texts->pdata);
}

static void
assert_thread (FulProfile *profile,
               guint       thread,
               const char *expected)
{
  g_autofree char *text = thread_text (profile, thread);

  g_assert_cmpstr (text, ==, expected);
}

/* Loads a text; its samples are @expected, and @n_flaws records in the log are more than information. */
static void
assert_text (const char *text,
             const char *expected,
             guint64     n_flaws)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (text);
  guint64 n = 0;

  for (guint i = 0; i < ful_import_log_get_n (profile->log); i++)
    {
      const FulImportLogEntry *entry = ful_import_log_get (profile->log, i);

      if (entry->severity != FUL_SEVERITY_INFO)
        n += entry->count;
    }
  assert_thread (profile, 0, expected);
  g_assert_cmpuint (n, ==, n_flaws);
}

static gboolean
has_message (FulProfile *profile,
             const char *pattern)
{
  for (guint i = 0; i < ful_import_log_get_n (profile->log); i++)
    if (g_pattern_match_simple (pattern, ful_import_log_get (profile->log, i)->message))
      return TRUE;

  return FALSE;
}

/* Two positions, compressed names, an inlined file, jumps, a cycle, two objects, two events. */
static void
test_profile (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("callgrind.ok.out");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  const FulSampleType *reads = thread->sample_types->pdata[1];
  double n_reads = 0;
  FulFuncIndex func;

  assert_thread (profile, 0,
                 "main:10 20\n"
                 "main:11 30\n"
                 "main;puts 200\n"
                 "main;work 50\n"
                 "main;work:5 100\n"
                 "main;work:6 25\n"
                 "main;work;even:30 75\n"
                 "main;work;even;odd:40 200\n"
                 "main;work;even;odd;puts 300");
  g_assert_cmpstr (profile->product, ==, "app");
  g_assert_cmpstr (profile->format_version, ==, "1");
  g_assert_cmpstr (profile->writer, ==, "callgrind-3.19.0");
  g_assert_cmpstr (thread->name, ==, "app");
  g_assert_cmpstr (thread->pid, ==, "42");
  g_assert_cmpuint (thread->sample_types->len, ==, 2);
  g_assert_cmpstr (reads->name, ==, "Dr");
  for (guint i = 0; i < reads->n_values; i++)
    n_reads += reads->values[i];
  g_assert_cmpfloat (fabs (n_reads - 40), <, 1e-9);

  func = profile->frames->func[profile->stacks->frame[thread->samples->stack[0]]];
  g_assert_cmpstr (ful_profile_get_string (profile, profile->sources->filename[profile->funcs->source[func]]), ==, "src/main.c");
  g_assert_cmpstr (ful_profile_get_string (profile, profile->resources->name[profile->funcs->resource[func]]), ==, "app");
  g_assert_cmpuint (profile->libs->len, ==, 2);
  g_assert_true (has_message (profile, "*estimated*"));
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
}

/* The costs of g are those of two calls, 3 to 1; what it calls is divided like that, too. */
static void
test_shares (void)
{
  assert_text (HEAD "fn=main\n1 10\ncfn=f\ncalls=1 1\n2 330\ncfn=g\ncalls=1 1\n3 100\n"
               "fn=f\n11 30\ncfn=g\ncalls=1 1\n12 300\n"
               "fn=g\n21 200\ncfn=h\ncalls=1 1\n22 200\n"
               "fn=h\n31 200\n",
               "main:1 10\n"
               "main;f:11 30\n"
               "main;f;g:21 150\n"
               "main;f;g;h:31 150\n"
               "main;g:21 50\n"
               "main;g;h:31 50", 0);
}

/* main calls itself by way of f; nothing calls main from outside. */
static void
test_cycle_through_main (void)
{
  assert_text (HEAD "fn=f\n5 20\ncfn=main\ncalls=1 1\n6 50\n"
               "fn=main\n1 10\ncfn=f\ncalls=2 5\n2 90\ncfn=main\ncalls=2 1\n3 40\ncfn=g\ncalls=1 9\n4 70\n"
               "fn=g\n9 70\n",
               "main:1 10\n"
               "main;f:5 20\n"
               "main;g:9 70", 0);
}

/* 100,000 calls deep: no recursion. Each function calls the next one. */
static void
test_chain (void)
{
  GString *text = g_string_new (HEAD);
  guint n = 100000;
  g_autoptr(FulProfile) profile = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "fn=(%u) f%u\n1 1\ncfn=(%u) f%u\ncalls=1 1\n1 %u\n", i, i, i + 1, i + 1, n - i);
  g_string_append_printf (text, "fn=(%u)\n1 1\n", n);
  profile = ful_test_load_text (text->str);
  g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, n + 1);
  g_string_free (text, TRUE);
}

/* Contexts double with each step: they end at the limit, and each function still has all of its costs below main. */
static void
test_limit (void)
{
  GString *text = g_string_new (HEAD);
  g_autoptr(FulProfile) profile = NULL;
  const FulSampleTable *samples;
  double sum = 0;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, "fn=f%u\n%u 1000\ncfn=a%u\ncalls=1 1\n1 %u\ncfn=b%u\ncalls=1 1\n2 %u\n"
                            "fn=a%u\n1 1000\ncfn=f%u\ncalls=1 1\n1 %u\nfn=b%u\n1 1000\ncfn=f%u\ncalls=1 1\n1 %u\n",
                            i, i + 1, i, (40 - i) * 1500 - 500, i, (40 - i) * 1500 - 500,
                            i, i + 1, (39 - i) * 1500, i, i + 1, (39 - i) * 1500);
  g_string_append (text, "fn=f40\n1 0\n");
  profile = ful_test_load_text (text->str);
  samples = ful_profile_get_thread (profile, 0)->samples;
  g_assert_cmpuint (samples->table.n_rows, >, 50000);
  g_assert_cmpuint (samples->table.n_rows, <, 500000);
  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, 0, i);

      g_assert_true (g_str_has_prefix (stack, "f0"));
      sum += samples->weight[i];
    }
  g_assert_cmpfloat (fabs (sum - 120000), <, 1e-3);
  g_assert_true (has_message (profile, "*call stacks*"));
  g_string_free (text, TRUE);
}

static void
test_names (void)
{
  /* A call defines the name of a function that is listed later; the three tables have numbers of their own. */
  assert_text (HEAD "fl=(1) b.c\nfn=(1) main\n1 1\ncfn=(2) f\ncalls=1 1\n1 5\nfn=(2)\n1 5\n", "main:1 1\nmain;f:1 5", 0);
  /* The object of a called function is not said, as by pprof. */
  assert_text (HEAD "ob=x\nfn=main\n1 1\ncfl=b.c\ncfn=f\ncalls=1 1\n1 5\nob=y\nfl=b.c\nfn=f\n1 5\n", "main:1 1\nmain;f:1 5", 0);
  /* Recalled before it is defined. */
  assert_text (HEAD "fn=(3)\n1 1\nfn=(3) f\n1 2\n", "(3):1 1\nf:1 2", 1);
  assert_text (HEAD "fn=(below main)\n1 1\nfn=f'2\n1 2\nfn=(\n1 4\n", "(:1 4\n(below main):1 1\nf'2:1 2", 0);
}

static void
test_positions (void)
{
  assert_text (HEAD "fn=f\n+3 1\n-1 2\n* 4\n0x10 8\n", "f:16 8\nf:2 6\nf:3 1", 0);
  assert_text (HEAD "fn=f\n3 1\n-9 2\n+2 4\n", "f 2\nf:2 4\nf:3 1", 1);
  assert_text ("events: Ir\npositions: instr\nfn=f\n0x10 1\n+2 2\n", "f 3", 0);
  assert_text ("events: Ir\npositions: instr bb line\nfn=f\n0x10 1 7 1\n+2 * +1 2\n", "f:7 1\nf:8 2", 0);
  /* The target of a call moves nothing, the place of the call does. */
  assert_text (HEAD "fn=f\n5 1\ncfn=g\ncalls=1 +90\n+2 3\n+1 2\nfn=g\n9 3\n", "f:5 1\nf:8 2\nf;g:9 3", 0);
  /* Counts of jumps are followed by a place without costs. */
  assert_text (HEAD "fn=f\n5 1\njump=7 +3\n+1\njcnd=1/2 9\n*\n+1 2\n", "f:5 1\nf:7 2", 0);
  /* Costs of other files have no line. */
  assert_text (HEAD "fn=f\n5 1\nfi=b.h\n70 2\nfe=a.c\n6 4\n", "f 2\nf:5 1\nf:6 4", 0);
}

static void
test_events (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("version: 1\r\nevents: Time_(10ns) Memory_(bytes) ns\r\nfl=a.php\r\nfn=f\r\n"
                                                      "1 70 -8 2000000\r\n2 30\r\n");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  const FulSampleType *types[3] = { thread->sample_types->pdata[0], thread->sample_types->pdata[1], thread->sample_types->pdata[2] };

  assert_thread (profile, 0, "f:1 70\nf:2 30");
  g_assert_cmpstr (types[0]->unit, ==, "10ns");
  g_assert_cmpint (types[1]->weight_type, ==, FUL_WEIGHT_TYPE_BYTES);
  g_assert_cmpfloat (types[1]->values[0], ==, -8);
  g_assert_cmpint (types[2]->weight_type, ==, FUL_WEIGHT_TYPE_TRACING_MS);
  g_assert_cmpfloat (types[2]->values[0], ==, 2);
  g_assert_cmpuint (types[2]->n_values, <=, 2);
}

/* Parts add up, even if their events are in another order; each thread is one of its own. */
static void
test_parts (void)
{
  g_autoptr(FulProfile) profile = NULL;

  assert_text (HEAD "part: 1\nfn=f\n1 5\nsummary: 5\npart: 2\nevents: Dr Ir\nfn=f\n1 100 7\nsummary: 100 7\n", "f:1 12", 0);

  profile = ful_test_load_text ("# callgrind format\npid: 9\ncmd: /bin/x\nthread: 1\nevents: Ir\nfn=f\n1 5\nthread: 2\nfn=f\n1 6\n2 7\n");
  g_assert_cmpuint (profile->threads->len, ==, 2);
  assert_thread (profile, 0, "f:1 5");
  assert_thread (profile, 1, "f:1 6\nf:2 7");
  g_assert_cmpstr (ful_profile_get_thread (profile, 1)->tid, ==, "2");
  g_assert_cmpstr (ful_profile_get_thread (profile, 1)->pid, ==, "9");
  g_assert_cmpstr (ful_profile_get_thread (profile, 1)->name, ==, "x");
  g_assert_true (ful_profile_get_thread (profile, 1)->tid_is_number);

  /* No number of JSON. */
  g_clear_object (&profile);
  profile = ful_test_load_text (HEAD "pid: 02\nfn=f\n1 5\n");
  g_assert_cmpstr (ful_profile_get_thread (profile, 0)->tid, ==, "02");
  g_assert_false (ful_profile_get_thread (profile, 0)->tid_is_number);
}

static void
test_summary (void)
{
  g_autoptr(FulProfile) near = ful_test_load_text (HEAD "fn=f\n1 10000\nsummary: 10009\n");
  g_autoptr(FulProfile) far = ful_test_load_text (HEAD "fn=f\n1 10000\ntotals: 10011\n");

  g_assert_false (has_message (near, "*claims*"));
  g_assert_true (has_message (far, "*claims a sum of 10011*add up to 10000*"));
}

static void
test_flaws (void)
{
  assert_text (HEAD "fn=f\n1 1\ncfn=g\ncalls=1 1", "f:1 1", 1);                     /* the file ends in a call */
  assert_text (HEAD "fn=f\n1 1\ncfn=g\ncalls=1 1\nfn=g\n1 2\n", "f:1 1\ng:1 2", 1);  /* a call without costs */
  assert_text (HEAD "fn=f\ncalls=1 1\n1 7\n1 1\n", "f:1 1", 1);                      /* a call of nothing */
  assert_text (HEAD "1 1\nfn=f\n2 2\n", "???:1 1\nf:2 2", 1);                        /* costs before a function */
  assert_text (HEAD "fn=f\n1 1 2 3\n2 x\nhello\n\f\n3 4\n", "f:1 1\nf:3 4", 4);      /* too many costs, no number, no line */
  assert_text (HEAD "fn=f\n99999999999999999999 1\n+1 2\n", "f 3", 0);                /* lines that no file has */
  assert_text (HEAD "fn=f\n1 18446744073709551615\n", "f:1 9.22337e+18", 0);
  ful_test_assert_refused (HEAD "fn=f\n", FUL_ERROR_EMPTY);
  ful_test_assert_refused ("# callgrind format\n", FUL_ERROR_EMPTY);
}

static void
test_probe (void)
{
  static const char *const other[] = { "events: Ir\n", "fn=main\n", "xevents: Ir\nfn=main\n", "a;b 1\nevents:\n" };

  g_assert_true (ful_importers_find_by_head ("creator: x\nevents: a\nfl=b\n", 26, NULL) == &ful_callgrind_importer);
  /* A file of slabs with such a text in it. */
  g_assert_null (ful_importers_find_by_head ("\xdc\xdfJSLB\1\0\nevents: a\nfl=b\n", 23, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (other); i++)
    g_assert_false (ful_importers_find_by_head (other[i], strlen (other[i]), NULL) == &ful_callgrind_importer);
}

/* One category tells nothing: functions have the colour of their library or else of their file. */
static void
test_colors (void)
{
  g_autoptr(FulProfile) objects = ful_test_load_text (HEAD "ob=one.so\nfn=a\n1 1\nfn=b\n1 1\nob=two.so\nfn=c\n1 1\n");
  g_autoptr(FulProfile) files = ful_test_load_text (HEAD "fn=a\n1 1\nfl=b.c\nfn=b\n1 1\n");
  FulFuncIndex a = ful_test_find_func (objects, "a");

  g_assert_cmpstr (ful_profile_get_color (objects, a, 0), ==, ful_profile_get_color (objects, ful_test_find_func (objects, "b"), 0));
  g_assert_cmpstr (ful_profile_get_color (objects, a, 0), !=, ful_profile_get_color (objects, ful_test_find_func (objects, "c"), 0));
  g_assert_cmpstr (ful_profile_get_color (files, ful_test_find_func (files, "a"), 0), !=,
                   ful_profile_get_color (files, ful_test_find_func (files, "b"), 0));
  objects->has_one_category = FALSE;
  g_assert_cmpstr (ful_profile_get_color (objects, a, 0), ==, ful_profile_get_category (objects, 0)->color);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/callgrind/profile", test_profile);
  g_test_add_func ("/callgrind/shares", test_shares);
  g_test_add_func ("/callgrind/cycle-through-main", test_cycle_through_main);
  g_test_add_func ("/callgrind/chain", test_chain);
  g_test_add_func ("/callgrind/limit", test_limit);
  g_test_add_func ("/callgrind/names", test_names);
  g_test_add_func ("/callgrind/colors", test_colors);
  g_test_add_func ("/callgrind/positions", test_positions);
  g_test_add_func ("/callgrind/events", test_events);
  g_test_add_func ("/callgrind/parts", test_parts);
  g_test_add_func ("/callgrind/summary", test_summary);
  g_test_add_func ("/callgrind/flaws", test_flaws);
  g_test_add_func ("/callgrind/probe", test_probe);

  return g_test_run ();
}
