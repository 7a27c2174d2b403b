/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-string-table.h"

#include <string.h>

static void
test_intern (void)
{
  g_autoptr(FulStringTable) table = ful_string_table_new ();

  g_assert_cmpint (ful_string_table_intern (table, "a", -1), ==, 0);
  g_assert_cmpint (ful_string_table_intern (table, "abc", 2), ==, 1);
  g_assert_cmpint (ful_string_table_intern (table, "a", -1), ==, 0);
  g_assert_cmpint (ful_string_table_intern (table, "", -1), ==, 2);
  g_assert_cmpstr (ful_string_table_get (table, 1), ==, "ab");
  ful_string_table_update_index (table);
  g_assert_cmpint (ful_string_table_find (table, "ab"), ==, 1);
  g_assert_cmpint (ful_string_table_find (table, "abc"), ==, FUL_NONE);
  ful_string_table_forget_index (table);
  g_assert_cmpint (ful_string_table_intern (table, "ab", -1), ==, 1);
}

static void
test_take_over (void)
{
  static const char bytes[] = "one\0two\0two\0\0";
  g_autoptr(FulStringTable) table = ful_string_table_new_take (g_memdup2 (bytes, sizeof bytes - 1), sizeof bytes - 1, 4);

  g_assert_cmpuint (ful_string_table_get_n (table), ==, 4);
  g_assert_cmpstr (ful_string_table_get (table, 2), ==, "two");
  g_assert_cmpstr (ful_string_table_get (table, 3), ==, "");
  g_assert_cmpint (ful_string_table_intern (table, "two", -1), ==, 1);
  g_assert_cmpint (ful_string_table_intern (table, "three", -1), ==, 4);
}

/* A table of one string a million times is looked up as fast as any other, and
 * finding in it writes nothing. */
static void
test_equal_strings (void)
{
  gsize n = 1000000;
  char *bytes = g_malloc (2 * n);
  g_autoptr(FulStringTable) table = NULL;

  for (gsize i = 0; i < n; i++)
    memcpy (bytes + 2 * i, "x", 2);
  table = ful_string_table_new_take (bytes, 2 * n, (guint) n);
  ful_string_table_update_index (table);
  g_assert_cmpint (ful_string_table_find (table, "x"), ==, 0);
  g_assert_cmpint (ful_string_table_find (table, "y"), ==, FUL_NONE);
  g_assert_cmpint (ful_string_table_intern (table, "x", -1), ==, 0);
  g_assert_cmpint (ful_string_table_intern (table, "y", -1), ==, (gint32) n);
}

static void
test_pointers_stay (void)
{
  g_autoptr(FulStringTable) table = ful_string_table_new ();
  g_autofree const char **seen = g_new (const char *, 50000);
  g_autofree char *large = g_strnfill (100000, 'x');

  for (gint32 i = 0; i < 50000; i++)
    {
      g_autofree char *text = g_strdup_printf ("string %d", i);

      g_assert_cmpint (ful_string_table_intern (table, i == 777 ? large : text, -1), ==, i);
      seen[i] = ful_string_table_get (table, i);
    }
  for (gint32 i = 0; i < 50000; i++)
    {
      g_autofree char *text = g_strdup_printf ("string %d", i);

      g_assert_true (ful_string_table_get (table, i) == seen[i]);
      g_assert_cmpstr (seen[i], ==, i == 777 ? large : text);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/string-table/intern", test_intern);
  g_test_add_func ("/string-table/take-over", test_take_over);
  g_test_add_func ("/string-table/equal-strings", test_equal_strings);
  g_test_add_func ("/string-table/pointers-stay", test_pointers_stay);

  return g_test_run ();
}
