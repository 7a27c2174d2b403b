/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "base/ful-error.h"
#include "tree/ful-derived-thread.h"
#include "viewtext/ful-view-options-text.h"

static void
test_ranges_are_half_open (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  B  C  D\n");

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"range\": [1, 3] }", "B 1 1\nC 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"range\": [1.5, 99] }", "C 1 1\nD 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"range\": [2, 2] }", "");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"range\": [3, 1] }", "");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"range\": [-9, 0] }", "");
}

static void
test_idle (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A        A[Idle]\n"
                                                              "   B[Idle]  C[Layout]\n");

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"includeIdle\": false }", "A 2 1\n  C 1 1\n");
}

static void
test_implementation (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A     A     0x1\n"
                                                              "b.js  b.js  \n"
                                                              "0x1   C     \n");

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"implementation\": \"js\" }", "b.js 2 2\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"implementation\": \"cpp\" }", "A 2 1\n  C 1 1\n");
}

/* One's own code with what it calls, below roots of any kind; no sample is lost. */
static void
test_own (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("(root)   (root)    (root)    A         fmt.Read  b.js\n"
                                                              "A        A         fmt.Read  fmt.Read  A         C\n"
                                                              "fmt.Read C         0x1       (root)\n");

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"implementation\": \"own\" }",
                             "(root) 3 1\n  A 2 1\n    C 1 1\nA 1 1\nfmt.Read 1 0\n  A 1 1\nb.js 1 0\n  C 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"implementation\": \"own\", \"transforms\": "
                                      "[{ \"type\": \"focus-subtree\", \"path\": [\"(root)\", \"A\"] }] }", "A 2 1\n  C 1 1\n");
}

/* The CPU time since the sample before of the same thread, in whatever range; of threads without it none. */
static void
test_cpu (void)
{
  static const double deltas[] = { 900, 250, 5000, -1, 125 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A B B[Idle] C\n");
  FulBuffer *buffer = ful_buffer_new (FUL_TYPE_F64, G_N_ELEMENTS (deltas));
  g_autoptr(FulProfile) profile = NULL;

  memcpy (buffer->data, deltas, sizeof deltas);
  buffer->n = G_N_ELEMENTS (deltas);
  thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = buffer;
  ful_test_profile_add (test, "A D\n");
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_US;
  profile = ful_test_profile_seal (test);

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"strategy\": \"cpu\" }", "B 1 1\nA 0.25 0.25\nC 0.125 0.125\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"strategy\": \"cpu\", \"range\": [2, 5] }", "B 1 1\nC 0.125 0.125\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": [0, 1], \"strategy\": \"cpu\" }", "B 1 1\nA 0.25 0.25\nC 0.125 0.125\n");
  /* Without CPU times a thread has its samples. */
  ful_test_assert_call_tree (profile, "{ \"thread\": 1, \"strategy\": \"cpu\" }", "A 1 1\nD 1 1\n");
}

static void
test_search (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("Alpha  Alpha  Éta.js\n"
                                                              "Beta   Gamma  Beta\n");

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"ALPHA, ,amm\" }", "Alpha 1 0\n  Gamma 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"éTA\" }", "Éta.js 1 0\n  Beta 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"LIBTEST,bet\" }",
                             "Alpha 1 0\n  Beta 1 1\nÉta.js 1 0\n  Beta 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \".*\" }", "");
  /* More terms than one pass takes; implementation comes before search. */
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"a,al,alp,alph,alpha,g,ga,gam,gamm,gamma\" }",
                             "Alpha 1 0\n  Gamma 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"a,al,alp,alph,alpha,g,ga,gam,gamm,beta\" }", "");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"beta\", \"implementation\": \"js\" }", "");
}

/* Lower case is that of JavaScript: of "İ" it is "i" and a dot above, so that "is" is not in it. A sigma is one at any place. */
static void
test_search_letters (void)
{
  static const struct { const char *name, *search; gboolean found; gsize start, end; } rows[] = {
    { "xİs", "İS", TRUE, 1, 4 }, { "xİs", "i\u0307s", TRUE, 1, 4 }, { "xİs", "I\u0307S", TRUE, 1, 4 },
    { "xİs", "i", TRUE, 1, 3 }, { "xİs", "xi", TRUE, 0, 3 },
    { "xİs", "is", FALSE }, { "xİs", "IS", FALSE }, { "xİs", "ı", FALSE },
    { "ΟΔΟΣ", "οδος", TRUE, 0, 8 }, { "οδος", "ΟΔΟΣ", TRUE, 0, 8 }, { "οδοσα", "οδος", TRUE, 0, 8 }, { "ΟΔΟΣ", "Σ", TRUE, 6, 8 },
    { "ΟΔΟΣ", "οδοα", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (rows[i].name, "\n", NULL);
      g_autofree char *found = g_strconcat (rows[i].name, " 1 1\n", NULL);
      g_autofree char *view = g_strdup_printf ("{ \"thread\": 0, \"search\": \"%s\" }", rows[i].search);
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (text);
      g_autoptr(FulSearch) search = ful_search_new (profile, rows[i].search, FUL_SEARCH_DEFAULT, NULL);
      gsize start = 0, end = 0;

      ful_test_assert_call_tree (profile, view, rows[i].found ? found : "");
      g_assert_cmpint (ful_search_find (search, rows[i].name, &start, &end), ==, rows[i].found);
      g_assert_cmpuint (start, ==, rows[i].start);
      g_assert_cmpuint (end, ==, rows[i].end);
    }
}

/* Terms and expressions, with and without case; results of both are kept side by side. */
static void
test_search_matches_case (void)
{
  static const struct { const char *search; gboolean regex, with, without; } rows[] = {
    { "Alpha", FALSE, TRUE, TRUE }, { "alpha", FALSE, FALSE, TRUE },  { "lph, ETA", FALSE, FALSE, TRUE },
    { "Éta", FALSE, TRUE, TRUE },   { "éta", FALSE, FALSE, TRUE },    { "^al", TRUE, FALSE, TRUE },
    { "^Al", TRUE, TRUE, TRUE },    { "^É", TRUE, TRUE, TRUE },       { "^é", TRUE, FALSE, TRUE },
  };
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("Alpha  Éta.js\n"
                                                              "Beta   Beta\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 100000);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gboolean match_case = FALSE; match_case <= TRUE; match_case++)
      {
        FulSearchFlags flags = (rows[i].regex ? FUL_SEARCH_REGEX : 0) | (match_case ? FUL_SEARCH_MATCH_CASE : 0);
        g_autoptr(FulViewOptions) options = ful_view_options_new ();
        g_autoptr(FulDerivedThread) thread = NULL;
        g_autoptr(FulSampleRows) samples = NULL;
        g_autoptr(FulSearch) search = ful_search_new (profile, rows[i].search, flags, NULL);
        gsize start = 0, other_start = 0, end;
        guint n_found = 0;

        ful_view_options_set_search (options, rows[i].search, flags);
        thread = ful_derived_thread_new (profile, options, cache, NULL, NULL);
        samples = ful_derived_thread_get_rows (thread, NULL);
        for (guint row = 0; row < samples->n_rows; row++)
          n_found += ful_filtered_stacks_lookup (thread->stacks, samples->stack[row]) != FUL_NONE;
        g_assert_cmpuint (n_found, ==, match_case ? rows[i].with : rows[i].without);
        if (strchr (rows[i].search, ',') == NULL)
          g_assert_cmpint (ful_search_find (search, "Alpha", &start, &end) ||
                           ful_search_find (search, "Éta.js", &other_start, &end), ==, n_found > 0);
      }
}

#ifdef HAVE_LIBIBERTY
/* A mangled name is found as it is stored and as it is shown. */
static void
test_search_mangled (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("main             main\n"
                                                              "_ZN3foo3barEv  other\n");

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"FOO::BAR\" }",
                             "main 1 0\n  _ZN3foo3barEv 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"3foo3\" }",
                             "main 1 0\n  _ZN3foo3barEv 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"search\": \"foo::baz\" }", "");
}
#endif

static void
test_merged_threads (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *second;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  double weights[] = { 5, 5 };

  ful_test_profile_add (test, "A  B  C\n");
  second = ful_test_profile_add (test, "D  A\n");
  ful_test_profile_weigh (second, weights, 2);
  profile = ful_test_profile_seal (test);

  view = ful_test_view_new (profile, "{ \"thread\": [0, 1] }");
  g_assert_cmpuint (view->rows->n_rows, ==, 5);
  g_assert_null (view->rows->weight);
  g_assert_cmpint (view->rows->stack[0], ==, profile->threads->len == 2 ? 3 : -1);   /* D: ties from the last thread */
  ful_test_assert_call_tree (profile, "{ \"thread\": [0, 1] }", "A 2 2\nB 1 1\nC 1 1\nD 1 1\n");
}

static void
test_no_such_thread (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  static const char *const views[] = { "{ \"thread\": 1 }", "{ \"thread\": [0, 0] }" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr(FulViewOptions) options = ful_view_options_new_from_text (views[i], NULL, NULL);
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_derived_thread_new (profile, options, NULL, NULL, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
    }
}

/* examples.md E8 i */
static void
test_e8_i (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_allocate (thread, 0, ful_test_profile_stack (test, "A"), 10, 64);
  ful_test_profile_allocate (thread, 1, ful_test_profile_stack (test, "B"), 0, 64);
  ful_test_profile_allocate (thread, 2, ful_test_profile_stack (test, "C"), -10, 64);
  ful_test_profile_allocate (thread, 3, ful_test_profile_stack (test, "D"), -5, 80);
  profile = ful_test_profile_seal (test);

  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"strategy\": \"native-allocations\" }", "A 10 10\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"strategy\": \"native-deallocations-sites\" }",
                             "C -10 -10\nD -5 -5\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"strategy\": \"native-deallocations-memory\" }",
                             "B -10 -10\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"strategy\": \"native-retained-allocations\" }",
                             "A 10 10\n");
  /* Only what happens within the range is known. */
  ful_test_assert_call_tree (profile,
                             "{ \"thread\": 0, \"strategy\": \"native-deallocations-memory\", \"range\": [2, 9] }", "");
  /* A thread without samples shows its allocations. */
  ful_test_assert_call_tree (profile, NULL, "A 10 10\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"strategy\": \"js-allocations\" }", "");
}

/* What the cache had to make, as a text: transforms, implementation, search, call nodes. */
static void
assert_made (FulProfile     *profile,
             FulDeriveCache *cache,
             const char     *view,
             const char     *expected)
{
  static const FulStage stages[] = {
    FUL_STAGE_TRANSFORM, FUL_STAGE_IMPLEMENTATION, FUL_STAGE_SEARCH, FUL_STAGE_NODES,
  };
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(FulDerivedThread) derived = NULL;
  g_autoptr(FulCallNodeTable) nodes = NULL;
  g_autoptr(GString) made = g_string_new (NULL);
  guint before[G_N_ELEMENTS (stages)];

  ful_transform_reader_init (&reader, profile, NULL);
  options = ful_view_options_new_from_text (view, &reader, NULL);
  g_assert_nonnull (options);
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    before[i] = ful_derive_cache_get_n_made (cache, stages[i]);
  derived = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  nodes = ful_derived_thread_get_nodes (derived, cache, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    g_string_append_printf (made, "%s%u", i > 0 ? " " : "", ful_derive_cache_get_n_made (cache, stages[i]) - before[i]);
  g_assert_cmpstr (made->str, ==, expected);
}

/* A change recomputes what comes after it, and what was made before is not made again. */
static void
test_stages_are_kept (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A     A   \n"
                                                              "b.js  C   \n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);

  assert_made (profile, cache, "{}", "0 0 0 1");
  assert_made (profile, cache, "{ \"implementation\": \"js\" }", "0 1 0 1");
  /* Search drops stacks but keeps their table, and so the call nodes. */
  assert_made (profile, cache, "{ \"implementation\": \"js\", \"search\": \"b\" }", "0 0 1 0");
  assert_made (profile, cache, "{ \"implementation\": \"js\", \"search\": \"b\", \"range\": [0, 1] }", "0 0 0 0");
  assert_made (profile, cache, "{ \"search\": \"b\" }", "0 0 1 0");
#define MERGE_A "{ \"type\": \"merge-function\", \"function\": \"A\" }"
#define FOCUS_C "{ \"type\": \"focus-function\", \"function\": \"C\" }"
  assert_made (profile, cache, "{ \"transforms\": [" MERGE_A "] }", "1 0 0 1");
  assert_made (profile, cache, "{ \"transforms\": [" MERGE_A "," FOCUS_C "] }", "1 0 0 1");
  assert_made (profile, cache, "{ \"transforms\": [" MERGE_A "," FOCUS_C "], \"range\": [0, 1] }", "0 0 0 0");
  assert_made (profile, cache, "{ \"transforms\": [" MERGE_A "] }", "0 0 0 0");
  assert_made (profile, cache, "{}", "0 0 0 0");
  assert_made (profile, cache, "{ \"transforms\": [" FOCUS_C "] }", "1 0 0 1");
}

/* What does not fit the budget is made again, and nothing else goes wrong. */
static void
test_small_budget (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A\nB  C\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 1);

  for (guint i = 0; i < 3; i++)
    assert_made (profile, cache, "{ \"transforms\": [" MERGE_A "," FOCUS_C "] }", "2 0 0 1");
}

static void
test_cancellation (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  static const char *const views[] = {
    "{}", "{ \"implementation\": \"js\" }", "{ \"search\": \"a\" }", "{ \"includeIdle\": false }",
  };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr(FulViewOptions) options = ful_view_options_new_from_text (views[i], NULL, NULL);
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autoptr(GError) error = NULL;

      g_cancellable_cancel (cancellable);
      g_assert_null (ful_derived_thread_new (profile, options, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/derived-thread/ranges-are-half-open", test_ranges_are_half_open);
  g_test_add_func ("/derived-thread/idle", test_idle);
  g_test_add_func ("/derived-thread/implementation", test_implementation);
  g_test_add_func ("/derived-thread/own", test_own);
  g_test_add_func ("/derived-thread/cpu", test_cpu);
  g_test_add_func ("/derived-thread/search", test_search);
  g_test_add_func ("/derived-thread/search-dotted", test_search_letters);
  g_test_add_func ("/derived-thread/search-matches-case", test_search_matches_case);
#ifdef HAVE_LIBIBERTY
  g_test_add_func ("/derived-thread/search-mangled", test_search_mangled);
#endif
  g_test_add_func ("/derived-thread/merged-threads", test_merged_threads);
  g_test_add_func ("/derived-thread/no-such-thread", test_no_such_thread);
  g_test_add_func ("/derived-thread/e8-i", test_e8_i);
  g_test_add_func ("/derived-thread/stages-are-kept", test_stages_are_kept);
  g_test_add_func ("/derived-thread/small-budget", test_small_budget);
  g_test_add_func ("/derived-thread/cancellation", test_cancellation);

  return g_test_run ();
}
