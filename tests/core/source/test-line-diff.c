/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "source/ful-line-diff.h"

#include <string.h>

/* A text with a line for each letter. */
static GPtrArray *
new_text (const char *letters)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (const char *p = letters; *p; p++)
    g_ptr_array_add (lines, g_strndup (p, 1));

  return lines;
}

/* The letters of @a that are in both, and "." for the others; each is the same as its match, and they ascend. */
static char *
diff (const char *a,
      const char *b)
{
  g_autoptr(GPtrArray) lines = new_text (a);
  g_autoptr(GPtrArray) others = new_text (b);
  g_autoptr(GArray) matches = ful_line_diff_new (lines, others);
  char *text = g_strdup (a);
  gint last = -1;

  g_assert_cmpuint (matches->len, ==, lines->len);
  for (guint i = 0; i < matches->len; i++)
    {
      gint match = g_array_index (matches, gint, i);

      if (match < 0)
        {
          text[i] = '.';
          continue;
        }
      g_assert_cmpint (match, >, last);
      g_assert_cmpstr (lines->pdata[i], ==, others->pdata[match]);
      last = match;
    }

  return text;
}

static void
test_examples (void)
{
  static const struct { const char *a, *b, *common; } examples[] = {
    { "", "", "" }, { "abc", "", "..." }, { "", "abc", "" }, { "abc", "abc", "abc" }, { "abc", "xyz", "..." },
    { "abc", "ac", "a.c" }, { "ac", "abc", "ac" }, { "abcd", "axyd", "a..d" }, { "aab", "ab", "a.b" }, { "ab", "aab", "ab" },
    { "abcabba", "cbabac", "..cab.a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *common = diff (examples[i].a, examples[i].b);
      guint n = 0, n_expected = 0;

      for (const char *p = common; *p; p++)
        n += *p != '.';
      for (const char *p = examples[i].common; *p; p++)
        n_expected += *p != '.';
      /* Of several that are as long, one. */
      g_assert_cmpuint (n, ==, n_expected);
    }
}

/* As many as the longest common subsequence has, by its table. */
static guint
count_common (const char *a,
              const char *b)
{
  gsize n = strlen (a), m = strlen (b);
  g_autofree guint *table = g_new0 (guint, (n + 1) * (m + 1));

  for (gsize i = 1; i <= n; i++)
    for (gsize j = 1; j <= m; j++)
      table[i * (m + 1) + j] = a[i - 1] == b[j - 1] ? table[(i - 1) * (m + 1) + j - 1] + 1
                                                     : MAX (table[(i - 1) * (m + 1) + j], table[i * (m + 1) + j - 1]);

  return table[n * (m + 1) + m];
}

static void
test_random (void)
{
  for (guint run = 0; run < 2000; run++)
    {
      char texts[2][32] = { { 0 }, { 0 } };
      g_autofree char *common = NULL;
      guint n = 0;

      for (guint side = 0; side < 2; side++)
        for (int i = g_test_rand_int_range (0, 31); i-- > 0; )
          texts[side][i] = (char) g_test_rand_int_range ('a', 'e');
      for (guint side = 0; side < 2; side++)
        texts[side][strcspn (texts[side], "")] = '\0';
      common = diff (texts[0], texts[1]);
      for (const char *p = common; *p; p++)
        n += *p != '.';
      g_assert_cmpuint (n, ==, count_common (texts[0], texts[1]));
    }
}

/* Where all is changed, there is no end of it to wait for. */
static void
test_many_changes (void)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) others = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GArray) matches = NULL;

  g_ptr_array_add (lines, g_strdup ("first"));
  g_ptr_array_add (others, g_strdup ("first"));
  for (guint i = 0; i < 100000; i++)
    {
      g_ptr_array_add (lines, g_strdup_printf ("line %u", i));
      g_ptr_array_add (others, g_strdup_printf ("other %u", i));
    }
  g_ptr_array_add (lines, g_strdup ("last"));
  g_ptr_array_add (others, g_strdup ("last"));
  matches = ful_line_diff_new (lines, others);
  g_assert_cmpint (g_array_index (matches, gint, 0), ==, 0);
  g_assert_cmpint (g_array_index (matches, gint, 1), ==, -1);
  g_assert_cmpint (g_array_index (matches, gint, 100001), ==, 100001);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/line-diff/examples", test_examples);
  g_test_add_func ("/line-diff/random", test_random);
  g_test_add_func ("/line-diff/many-changes", test_many_changes);

  return g_test_run ();
}
