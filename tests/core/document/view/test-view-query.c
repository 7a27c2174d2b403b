/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The line as it is written; that it answers what the panel shows is test-copy-query.py. */

#include "config.h"

#include "ful-test-profile.h"

#include "document/view/ful-view-query.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"

#include <string.h>

typedef struct
{
  FulProfile         *profile;
  FulDeriveCache     *cache;
  FulTransformReader  reader;
  FulViewState       *state;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data G_GNUC_UNUSED)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulViewOptions) options = ful_view_options_new ();

  ful_test_profile_add (test, "it's it's b b\n");
  self->profile = ful_test_profile_seal (test);
  self->cache = ful_derive_cache_new (self->profile, FUL_DERIVE_CACHE_BUDGET);
  ful_transform_reader_init (&self->reader, self->profile, self->cache);
  ful_view_options_set_search (options, "it's", 0);
  ful_view_options_set_range (options, &(FulTimeRange) { 0, 4 });
  options->has_preview = TRUE;
  options->preview = (FulTimeRange) { 1, 3 };
  self->state = ful_view_state_new (options);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  ful_transform_reader_clear (&self->reader);
  ful_view_state_unref (self->state);
  ful_derive_cache_unref (self->cache);
  g_object_unref (self->profile);
}

/* Returns: (transfer full): the words of the line, as a shell sees them */
static char **
read_words (Fixture                *self,
            const FulViewQueryFile *file)
{
  g_autofree char *line = ful_view_query_new (self->state, &self->reader, file);
  g_autoptr(GError) error = NULL;
  char **words = NULL;

  g_assert_null (strchr (line, '\n'));
  g_shell_parse_argv (line, NULL, &words, &error);
  g_assert_no_error (error);

  return words;
}

/* A quote in the view is doubled in the statement; the marked range takes the place of the committed one. */
static void
test_statement (Fixture       *self,
                gconstpointer  data G_GNUC_UNUSED)
{
  static const struct { const char *panel, *begin; } cases[] = {
    { "functions", "SELECT function, total, self FROM functions WHERE view = '" },
    { "call-tree", "SELECT depth, function, total, self FROM call_tree WHERE view = '" },
    { "marker-table", "SELECT start_time, duration, name, label FROM find_markers WHERE view = '" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulViewQueryFile file = { "a b's.json", NULL, NULL, NULL };
      gboolean is_of_markers = g_str_equal (cases[i].panel, "marker-table");
      g_auto(GStrv) words = NULL;

      ful_view_state_set_text (&self->state->panel, cases[i].panel);
      g_assert_true (ful_view_query_is_of_panel (cases[i].panel));
      words = read_words (self, &file);
      g_assert_cmpuint (g_strv_length (words), ==, 4);
      g_assert_cmpstr (words[0], ==, "fulgens-query");
      g_assert_cmpstr (words[1], ==, "sql");
      g_assert_true (g_str_has_prefix (words[2], cases[i].begin));
      g_assert_cmpint (strstr (words[2], "it''s") != NULL, ==, !is_of_markers);
      g_assert_null (strstr (words[2], "\"range\":[0.0,4.0]"));
      g_assert_nonnull (strstr (words[2], "\"range\":[1.0,3.0]"));
      g_assert_cmpstr (words[3], ==, "a b's.json");
    }
  g_assert_false (ful_view_query_is_of_panel ("flame-graph"));
  g_assert_false (ful_view_query_is_of_panel (NULL));
}

/* Options come before the statement; a profile without a file has a word in place of its name. */
static void
test_file (Fixture       *self,
           gconstpointer  data G_GNUC_UNUSED)
{
  static const char *const symbols[] = { "auto", "a dir", NULL }, *const own[] = { "mine*", "!not mine", NULL };
  static const char *const wanted[] = { "--member=in/x.json", "--symbols=auto", "--symbols=a dir", "--own=mine*", "--not-own=not mine" };
  FulViewQueryFile file = { NULL, "in/x.json", symbols, own };
  g_auto(GStrv) words = NULL;

  ful_view_state_set_text (&self->state->panel, "functions");
  words = read_words (self, &file);
  g_assert_cmpuint (g_strv_length (words), ==, 2 + G_N_ELEMENTS (wanted) + 2);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpstr (words[2 + i], ==, wanted[i]);
  g_assert_cmpstr (words[2 + G_N_ELEMENTS (wanted) + 1], ==, "PROFILE");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/view-query/statement", Fixture, NULL, set_up, test_statement, tear_down);
  g_test_add ("/view-query/file", Fixture, NULL, set_up, test_file, tear_down);

  return g_test_run ();
}
