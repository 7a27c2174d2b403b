/* SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE   /* memmem() */
#include "base/ful-memmem.h"
#include "find/ful-find-catalog.h"
#include "find/ful-find-line.h"
#include "find/ful-find-search.h"
#include "ful-test-profile.h"
#include "tracks/ful-track-list.h"

#include <string.h>

/* Functions, and samples that end in each. */
static const struct { const char *name; guint n; } functions[] = {
  { "reflow", 1 }, { "Reflow", 2 }, { "reflowAll", 3 }, { "reflow_frame", 5 }, { "nsFrame::Reflow", 9 }, { "doReflow", 4 },
  { "overreflowing", 20 }, { "PresShell::DoReflow", 6 }, { "layout.reflow.sync", 7 }, { "r_e_f_l_o_w", 30 },
  { "HTMLElement.offsetHeight", 8 }, { "HTMLCollection", 2 }, { "parseHTML", 3 }, { "XMLHttpRequest", 1 },
  { "malloc", 12 }, { "_malloc", 15 }, { "je_malloc", 11 }, { "mallocinfo", 13 }, { "moz_xmalloc", 40 },
  { "std::vector<int>::push_back", 4 }, { "std::vector<char>::push_back", 5 }, { "push", 1 }, { "push_front", 1 },
  { "a.b.c", 1 }, { "abc", 1 }, { "aXbXc", 2 }, { "xabcx", 3 }, { "usr.lib.libabc.so", 1 },
  { "ÄndereGröße", 2 }, { "größe", 1 }, { "İstanbul", 1 }, { "oﬃce", 1 }, { "Ｗｉｄｅ", 1 }, { "ΣΊΣΥΦΟΣ", 1 },
  { "z", 1 }, { "Z", 2 }, { "zz", 3 }, { "zzz", 4 }, { "0x7f001234", 2 }, { "fun_12", 1 }, { "fun_123", 1 },
};

/* What is found first; NULL if nothing is. */
static const struct { const char *text, *first; } ranking[] = {
  /* Exact, then prefix, then starts, then inside, then letters in order. */
  { "reflow", "functions Reflow" }, { "reflo", "functions reflow_frame" }, { "reflow_", "functions reflow_frame" },
  { "reflowa", "functions reflowAll" }, { "flow", "functions overreflowing" }, { "reflowi", "functions overreflowing" },
  { "eflowal", "functions reflowAll" }, { "doreflow", "functions doReflow" }, { "frame", "functions nsFrame::Reflow" },
  { "frame::", "functions nsFrame::Reflow" }, { "sync", "functions layout.reflow.sync" }, { "layout", "functions layout.reflow.sync" },
  { "presshell", "functions PresShell::DoReflow" }, { "shell", "functions PresShell::DoReflow" },
  { "malloc", "functions malloc" }, { "mallo", "functions mallocinfo" }, { "alloc", "functions moz_xmalloc" },
  { "_malloc", "functions _malloc" }, { "je_", "functions je_malloc" }, { "xmalloc", "functions moz_xmalloc" },
  { "info", "functions mallocinfo" }, { "push", "functions push" }, { "push_", "functions push_front" },
  { "back", "functions std::vector<char>::push_back" }, { "vector", "functions std::vector<char>::push_back" },
  { "offset", "functions HTMLElement.offsetHeight" }, { "height", "functions HTMLElement.offsetHeight" },
  { "element", "functions HTMLElement.offsetHeight" }, { "html", "functions HTMLElement.offsetHeight" },
  { "collection", "functions HTMLCollection" }, { "@http", "functions XMLHttpRequest" }, { "tml", "functions HTMLElement.offsetHeight" },
  /* A capital says that case counts. */
  { "Reflow", "functions Reflow" }, { "Do", "functions PresShell::DoReflow" }, { "R", "functions Reflow" },
  { "HTML", "functions HTMLElement.offsetHeight" }, { "HTml", NULL }, { "Malloc", NULL }, { "Z", "functions Z" },
  /* All words, in any order. */
  { "reflow shell", "functions PresShell::DoReflow" }, { "shell reflow", "functions PresShell::DoReflow" },
  { "push char", "functions std::vector<char>::push_back" }, { "push int", "functions std::vector<int>::push_back" },
  { "  malloc  je ", "functions je_malloc" }, { "malloc nothing", NULL }, { "\"layout reflow\"", NULL },
  { "\"push_front\"", "functions push_front" }, { "\"malloc", "functions malloc" },
  /* Letters in order of one word, if there is little else. */
  { "offhei", "functions HTMLElement.offsetHeight" }, { "prsdo", "functions PresShell::DoReflow" }, { "abc", "functions abc" },
  { "xmlreq", "functions XMLHttpRequest" }, { "wolfer", NULL }, { "hmov", NULL }, { "mzxm", "functions moz_xmalloc" },
  /* Beyond ASCII: lower case, and the same characters in other forms. */
  { "größe", "functions größe" }, { "GRÖSSE", NULL }, { "ändere", "functions ÄndereGröße" }, { "office", "functions oﬃce" },
  { "wide", "functions Ｗｉｄｅ" }, { "i̇stanbul", "functions İstanbul" }, { "σίσυφοσ", "functions ΣΊΣΥΦΟΣ" }, { "ß", "functions ÄndereGröße" },
  /* Lengths, then names, where weights are equal. */
  { "fun_1", "functions fun_12" }, { "z", "functions Z" }, { "0x7f", "functions 0x7f001234" }, { "libabc", "functions usr.lib.libabc.so" },
  /* One kind alone; all of it without a word. */
  { "#reflow", "markers Reflow (sync)" }, { "@reflow", "functions Reflow" }, { "%reflow", NULL }, { "%", "threads Test" },
  { "#", "markers Reflow (sync)" }, { "@", "functions moz_xmalloc" }, { "", NULL }, { " ", NULL }, { "\"\"", NULL },
  /* Other kinds, with the best one first. */
  { "paint", "markers Paint" }, { "comp", "threads Compositor" }, { "4711", "threads Compositor" }, { "example.org", "fields https://example.org/reflow.css" },
  { "reflow.css", "fields https://example.org/reflow.css" },
  { "example.net", "requests https://example.net/reflow.css" },
};

static FulFindCatalog *
make_catalog (FulProfile         *profile,
              const FulTimeRange *range)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulTrackList) tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  FulFindCatalog *catalog = ful_find_catalog_new (profile, range, tracks, cache, NULL, NULL);

  g_assert_nonnull (catalog);

  return catalog;
}

static FulProfile *
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  FulThreadBuilder *thread, *other;

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    for (guint k = 0; k < functions[i].n; k++)
      g_string_append_printf (text, "%s ", functions[i].name);
  g_string_append_c (text, '\n');
  thread = ful_test_profile_add (test, text->str);
  other = ful_test_profile_add (test, "wait wait wait je_malloc\n");
  g_free (other->thread->name);
  other->thread->name = g_strdup ("Compositor");
  g_free (other->thread->tid);
  other->thread->tid = g_strdup ("4711");
  g_free (test->builder->profile->meta_json);
  test->builder->profile->meta_json = g_strdup ("{\"markerSchema\":[{\"name\":\"Text\",\"display\":[\"marker-table\"],\"fields\":["
                                                "{\"key\":\"url\",\"format\":\"url\"},{\"key\":\"size\",\"format\":\"bytes\"}]}]}");
  ful_test_profile_mark (test, thread, "Reflow (sync)", FUL_MARKER_PHASE_INTERVAL, 1, 5, NULL);
  ful_test_profile_mark (test, thread, "Reflow (sync)", FUL_MARKER_PHASE_INTERVAL, 7, 8, NULL);
  ful_test_profile_mark (test, other, "Reflow (sync)", FUL_MARKER_PHASE_INTERVAL, 2, 3, NULL);
  ful_test_profile_mark (test, thread, "Paint", FUL_MARKER_PHASE_INSTANT, 3, 3,
                         "{\"type\":\"Text\",\"url\":\"https://example.org/reflow.css\",\"size\":4711}");
  ful_test_profile_mark (test, thread, "Load 1", FUL_MARKER_PHASE_INTERVAL, 10, 30,
                         "{\"type\":\"Network\",\"URI\":\"https://example.net/reflow.css\",\"id\":1,\"status\":\"STATUS_STOP\","
                         "\"startTime\":10,\"endTime\":30}");

  return ful_test_profile_seal (test);
}

/* Returns: (transfer full): kind and name of the first result; "nothing" */
static char *
find_first (FulFindCatalog *catalog,
            const char     *text)
{
  g_autoptr(FulFindQuery) query = ful_find_query_new (text);
  g_autoptr(GArray) groups = ful_find_search (catalog->names, query, 3, NULL, NULL);
  g_auto(FulFindLine) line = { NULL };
  const FulFindGroup *group;

  if (groups->len == 0)
    return g_strdup ("nothing");

  group = &g_array_index (groups, FulFindGroup, 0);
  if (group->kind == FUL_FIND_FIELDS)
    return g_strdup_printf ("fields %s", g_array_index (catalog->fields, FulFindMarker, g_array_index (group->match->hits, FulFindHit, 0).row).text);
  ful_find_line_init (&line, catalog, group->kind, g_array_index (group->match->hits, FulFindHit, 0).row);

  return g_strdup_printf ("%s %s", ful_find_kind_get_key (group->kind), line.name);
}

static void
test_ranking (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(FulFindCatalog) catalog = make_catalog (profile, NULL);
  guint n_wrong = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ranking); i++)
    {
      g_autofree char *first = find_first (catalog, ranking[i].text);
      g_autofree char *got = g_strdup_printf ("%s: %s", ranking[i].text, first);
      g_autofree char *expected = g_strdup_printf ("%s: %s", ranking[i].text, ranking[i].first ? ranking[i].first : "nothing");

      if (!g_str_equal (got, expected))
        g_test_message ("%s", got);
      n_wrong += !g_str_equal (got, expected);
    }
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* The naive search: each name by itself, sorted whole. */
static int
compare_naively (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  FulFindNames *names = data;
  const FulFindHit *x = a, *y = b;
  const char *text = names->text.folded->str;
  const char *s = text + ful_find_names_get_begin (names, x->name), *t = text + ful_find_names_get_begin (names, y->name);
  double v = g_array_index (names->weight, double, x->name), w = g_array_index (names->weight, double, y->name);

  if (x->fit != y->fit)
    return x->fit < y->fit ? -1 : 1;
  if (v != w)
    return v > w ? -1 : 1;
  if (strlen (s) != strlen (t))
    return strlen (s) < strlen (t) ? -1 : 1;

  return strcmp (s, t) != 0 ? strcmp (s, t) : (x->name > y->name) - (x->name < y->name);
}

static FulFindFit
fit_naively (FulFindNames *names,
             guint         name,
             const char   *word)
{
  const char *text = names->text.folded->str + ful_find_names_get_begin (names, name);
  FulFindFit fit = FUL_FIND_NOTHING;

  if (g_str_equal (text, word))
    return FUL_FIND_EXACT;
  if (g_str_has_prefix (text, word))
    return FUL_FIND_PREFIX;
  for (const char *at = text; (at = strstr (at, word)); at++)
    fit = MIN (fit, g_ascii_isalnum (at[-1]) ? FUL_FIND_INSIDE : FUL_FIND_START);

  return fit;
}

/* Random names of few letters, against the naive search; rows have one name or several. */
static void
test_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr(FulFindNames) names = ful_find_names_new ();
      g_autoptr(GArray) expected = g_array_new (FALSE, FALSE, sizeof (FulFindHit));
      guint n = (guint) g_test_rand_int_range (1, 60), n_max = (guint) g_test_rand_int_range (1, 20);
      char word[4] = { 0 };
      g_autoptr(FulFindQuery) query = NULL;
      g_autoptr(FulFindMatch) match = NULL;

      for (guint i = 0; i < n; i++)
        {
          char name[12] = { 0 };

          for (guint k = 0; k < (guint) g_test_rand_int_range (0, 10); k++)
            name[k] = "ab_"[g_test_rand_int_range (0, 3)];
          ful_find_names_add (names, name, i, g_test_rand_int_range (0, 3));
        }
      for (guint k = 0; k < (guint) g_test_rand_int_range (1, 4); k++)
        word[k] = "ab_"[g_test_rand_int_range (0, 3)];
      for (guint i = 0; i < n; i++)
        {
          FulFindHit hit = { i, i, fit_naively (names, i, word) };

          if (hit.fit != FUL_FIND_NOTHING)
            g_array_append_val (expected, hit);
        }
      g_array_sort_with_data (expected, compare_naively, names);

      query = ful_find_query_new (word);
      match = ful_find_match_new (names, query, FALSE, n_max, NULL, NULL);
      g_assert_cmpuint (match->n_found, ==, expected->len);
      g_assert_cmpuint (match->hits->len, ==, MIN (expected->len, n_max));
      for (guint i = 0; i < match->hits->len; i++)
        {
          g_assert_cmpuint (g_array_index (match->hits, FulFindHit, i).name, ==, g_array_index (expected, FulFindHit, i).name);
          g_assert_cmpuint (g_array_index (match->hits, FulFindHit, i).fit, ==, g_array_index (expected, FulFindHit, i).fit);
        }
    }
}

/* A row with several names is one result, with the best of them. */
static void
test_rows (void)
{
  g_autoptr(FulFindNames) names = ful_find_names_new ();
  g_autoptr(FulFindQuery) query = ful_find_query_new ("ab");
  g_autoptr(FulFindMatch) match = NULL;

  ful_find_names_add (names, "xab", 7, 0);
  ful_find_names_add (names, "ab", 7, 0);
  ful_find_names_add (names, "abx", 7, 0);
  ful_find_names_add (names, "abc", 8, 0);
  match = ful_find_match_new (names, query, FALSE, 10, NULL, NULL);
  g_assert_cmpuint (match->n_found, ==, 2);
  g_assert_cmpuint (g_array_index (match->hits, FulFindHit, 0).row, ==, 7);
  g_assert_cmpint (g_array_index (match->hits, FulFindHit, 0).fit, ==, FUL_FIND_EXACT);
  g_assert_cmpuint (g_array_index (match->hits, FulFindHit, 1).row, ==, 8);
}

static guint
find_marker (const FulFindCatalog *catalog,
             const char           *name)
{
  for (guint i = 0; i < catalog->markers->len; i++)
    if (g_str_equal (g_array_index (catalog->markers, FulFindMarker, i).name, name))
      return i;

  g_error ("No marker %s", name);
}

/* Figures of a range; the texts of rows. */
static void
test_figures (void)
{
  static const FulTimeRange range = { 0, 6 };
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(FulFindCatalog) all = make_catalog (profile, NULL), part = make_catalog (profile, &range);
  guint row = find_marker (all, "Reflow (sync)");
  const FulFindMarker *reflow = &g_array_index (all->markers, FulFindMarker, row);
  g_auto(FulFindLine) line = { NULL };

  g_assert_cmpuint (reflow->n, ==, 3);
  g_assert_cmpfloat (reflow->sum, ==, 6);
  g_assert_cmpuint (reflow->threads->len, ==, 2);
  g_assert_cmpfloat (reflow->longest, ==, 4);
  g_assert_cmpuint (g_array_index (part->markers, FulFindMarker, find_marker (part, "Reflow (sync)")).n, ==, 2);
  ful_find_line_init (&line, all, FUL_FIND_MARKERS, row);
  g_assert_cmpstr (line.place, ==, "Test, 1 more thread");
  g_assert_cmpstr (line.figure, ==, "3 × · 6 ms");

  /* Eleven samples of one thread, and one of the other: the row is about the first. */
  for (guint i = 0; i < all->functions->len; i++)
    {
      const FulFindFunction *function = &g_array_index (all->functions, FulFindFunction, i);

      if (!g_str_equal (ful_profile_get_func_name (profile, function->func), "je_malloc"))
        continue;
      g_assert_cmpuint (function->thread, ==, 0);
      g_assert_cmpfloat (function->self, ==, 11);
    }

  /* Seven samples begin before 6 ms: one of “reflow”, two of “Reflow”, three of “reflowAll”. */
  g_assert_cmpuint (part->functions->len, ==, 5);
  g_assert_cmpfloat (g_array_index (part->functions, FulFindFunction, 1).self, ==, 2);
}

static guint
count_functions (FulFindCatalog *catalog,
                 const char     *text)
{
  g_autoptr(FulFindQuery) query = ful_find_query_new (text);
  g_autoptr(GArray) groups = ful_find_search (catalog->names, query, 3, NULL, NULL);

  for (guint i = 0; i < groups->len; i++)
    if (g_array_index (groups, FulFindGroup, i).kind == FUL_FIND_FUNCTIONS)
      return g_array_index (groups, FulFindGroup, i).match->n_found;

  return 0;
}

/* Letters in order are enough where less than ten names have the word: of nine functions with “reflow” alone, and of twelve
 * names in all not. */
static void
test_letters (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(FulFindCatalog) catalog = make_catalog (profile, NULL);

  g_assert_cmpuint (count_functions (catalog, "reflow"), ==, 9);
  g_assert_cmpuint (count_functions (catalog, "@reflow"), ==, 10);
}

/* What a user or a file may write: nothing of it is more than a text. */
static void
test_hostile (void)
{
  g_autoptr(FulFindNames) names = ful_find_names_new ();
  g_autofree char *longest = g_strnfill (100000, 'a');
  g_autofree char *wide = g_strnfill (5000, 'b');
  const char *const texts[] = { longest, "\xe2\x80\xae" "evil\xe2\x80\xac", "\"", "\"\"\"\"", "@@@", "a\nb", "\xff\xfe", ",", wide };

  memcpy (wide + 4095, "\xc3\xb6", 2);
  ful_find_names_add (names, longest, 0, 0);
  ful_find_names_add (names, wide, 1, 0);
  ful_find_names_add (names, "\xe2\x80\xae" "evil\xe2\x80\xac", 2, 0);
  ful_find_names_add (names, "", 3, 0);
  g_assert_cmpuint (ful_find_names_get_end (names, 0), ==, 4096);
  g_assert_cmpuint (ful_find_names_get_end (names, 1) - ful_find_names_get_begin (names, 1), ==, 4095);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(FulFindQuery) query = ful_find_query_new (texts[i]);
      g_autoptr(FulFindMatch) match = ful_find_match_new (names, query, TRUE, 5, NULL, NULL);

      g_assert_nonnull (match);
      g_assert_cmpuint (query->words->len, <=, 16);
      if (i == 1)
        g_assert_cmpuint (g_array_index (match->hits, FulFindHit, 0).row, ==, 2);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(FulFindCatalog) catalog = make_catalog (profile, NULL);
  g_autoptr(FulFindQuery) query = ful_find_query_new ("reflow");
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_find_search (catalog->names, query, 3, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Where words are in a text that is shown. */
static void
test_highlight (void)
{
  static const struct { const char *query, *text; gsize start, end; } rows[] = {
    { "flow", "Reflow", 2, 6 }, { "öß", "GRÖßE", 2, 6 }, { "Re", "reRe", 2, 4 }, { "x ow", "Reflow", 4, 6 }, { "@flow", "Reflow", 2, 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulFindQuery) query = ful_find_query_new (rows[i].query);
      gsize start = 0, end = 0;

      g_assert_true (ful_find_query_find (query, rows[i].text, &start, &end));
      g_assert_cmpuint (start, ==, rows[i].start);
      g_assert_cmpuint (end, ==, rows[i].end);
      start = end;
      g_assert_false (ful_find_query_find (query, rows[i].text, &start, &end));
    }
}

/* A word is found where memmem() finds it: words of any length, in texts of few letters, to their last byte. */
static void
test_word (void)
{
  for (guint round = 0; round < 20000; round++)
    {
      gsize n_word = (gsize) (round % 10 == 0 ? g_test_rand_int_range (240, 300) : g_test_rand_int_range (1, 12)), n_text = 0;
      gint32 n_letters = g_test_rand_int_range (1, 4);
      char word[300], text[1000];
      g_autoptr(FulFindQuery) query = NULL;
      const FulFindWord *asked;

      for (gsize i = 0; i < n_word; i++)
        word[i] = (char) ('a' + g_test_rand_int_range (0, n_letters));
      while (n_text < (gsize) (round % 600))
        {
          /* Parts of the word are likely. */
          gsize begin = (gsize) g_test_rand_int_range (0, (gint32) n_word), n = (gsize) g_test_rand_int_range (1, (gint32) (n_word - begin) + 1);

          memcpy (text + n_text, word + begin, n);
          n_text += n;
          if (g_test_rand_bit ())
            text[n_text++] = 'a';
        }
      word[MIN (n_word, sizeof word - 1)] = '\0';
      query = ful_find_query_new (word);
      asked = &g_array_index (query->words, FulFindWord, 0);
      g_assert_cmpuint (asked->n, ==, n_word);
      g_assert_true (ful_find_word_search (asked, text, text + n_text) == memmem (text, n_text, word, n_word));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/find-search/ranking", test_ranking);
  g_test_add_func ("/find-search/random", test_random);
  g_test_add_func ("/find-search/rows", test_rows);
  g_test_add_func ("/find-search/figures", test_figures);
  g_test_add_func ("/find-search/letters", test_letters);
  g_test_add_func ("/find-search/hostile", test_hostile);
  g_test_add_func ("/find-search/cancelled", test_cancelled);
  g_test_add_func ("/find-search/highlight", test_highlight);
  g_test_add_func ("/find-search/word", test_word);

  return g_test_run ();
}
