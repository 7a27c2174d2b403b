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

typedef struct
{
  FulStringTable *table;
  guint           n;   /* published so far */
} Growing;

#define N_GROWING 20000

static gpointer
find_thread (gpointer data)
{
  Growing *self = data;

  for (guint n = 0, i = 0; n < N_GROWING; i++)
    {
      char text[16];

      n = __atomic_load_n (&self->n, __ATOMIC_ACQUIRE);
      if (n == 0)
        continue;
      g_snprintf (text, sizeof text, "%u", i * 7 % n);
      g_assert_cmpint (ful_string_table_find (self->table, text), ==, (gint32) (i * 7 % n));
      g_assert_cmpint (ful_string_table_find (self->table, "none"), ==, FUL_NONE);
    }

  return NULL;
}

/* Two readers find what was published while the table grows: builds with sanitizers see wrong accesses. */
static void
test_find_while_growing (void)
{
  g_autoptr(FulStringTable) table = ful_string_table_new ();
  Growing growing = { table, 0 };
  GThread *threads[2];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("find", find_thread, &growing);
  for (guint i = 0; i < N_GROWING; i++)
    {
      char text[16];

      g_snprintf (text, sizeof text, "%u", i);
      g_assert_cmpint (i % 2 ? ful_string_table_append (table, text, -1) : ful_string_table_intern (table, text, -1), ==, (gint32) i);
      if (i % 100 == 99)
        __atomic_store_n (&growing.n, ful_string_table_publish (table), __ATOMIC_RELEASE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static gpointer
write_thread (gpointer data)
{
  for (guint i = 0; i < N_GROWING; i++)
    {
      char text[16];

      g_snprintf (text, sizeof text, "%u", N_GROWING - 1 - i);
      ful_string_table_intern (data, text, -1);
      if (i % 100 == 99)
        ful_string_table_publish (data);
    }

  return NULL;
}

/* Two writers of a published table: each string is there once. */
static void
test_two_writers (void)
{
  g_autoptr(FulStringTable) table = ful_string_table_new ();
  GThread *thread;

  ful_string_table_publish (table);
  thread = g_thread_new ("write", write_thread, table);
  for (guint i = 0; i < N_GROWING; i++)
    {
      char text[16];

      g_snprintf (text, sizeof text, "%u", i);
      g_assert_cmpstr (ful_string_table_get (table, ful_string_table_intern (table, text, -1)), ==, text);
    }
  g_thread_join (thread);
  g_assert_cmpuint (ful_string_table_get_n (table), ==, N_GROWING);
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
  g_test_add_func ("/string-table/find-while-growing", test_find_while_growing);

  g_test_add_func ("/string-table/two-writers", test_two_writers);

  return g_test_run ();
}
