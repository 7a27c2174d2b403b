/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "symbols/sources/ful-symbol-cache.h"

#include <glib/gstdio.h>
#include <utime.h>

static FulSymbolResults *
answers_of (guint n)
{
  FulSymbolBuilder *builder = ful_symbol_builder_new ();

  for (guint i = 0; i < n; i++)
    {
      guint32 name = ful_symbol_builder_add_text (builder, "name");

      ful_symbol_builder_add (builder, i);
      ful_symbol_builder_set_symbol (builder, 0, n, name);
      ful_symbol_builder_add_frame (builder, name, FUL_SYMBOL_NONE, i);
    }

  return ful_symbol_builder_finish (builder);
}

static void
write_library (const char *folder,
               const char *name,
               guint       days_ago)
{
  g_autoptr(FulSymbolResults) results = answers_of (100);
  g_autofree char *key = g_strconcat (name, "/ID", NULL), *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
  g_autofree char *path = g_strdup_printf ("%s/%s.fulgens-symbols", folder, digest);
  gint64 time = g_get_real_time () / G_USEC_PER_SEC - (gint64) days_ago * 24 * 60 * 60;
  struct utimbuf times = { time, time };

  ful_symbol_cache_write (folder, name, "ID", results);
  g_assert_cmpint (utime (path, &times), ==, 0);
}

static gboolean
is_kept (const char *folder,
         const char *name)
{
  g_autoptr(FulSymbolResults) results = ful_symbol_cache_read (folder, name, "ID");

  g_assert_true (results == NULL || results->n_results == 100);

  return results != NULL;
}

static void
test_trim_large (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-symbols-XXXXXX", NULL);
  g_autofree char *large = g_build_filename (folder, "0123.debuginfo", NULL), *bytes = g_malloc0 (9000);

  write_library (folder, "small", 1);
  g_assert_true (g_file_set_contents (large, bytes, 9000, NULL));
  ful_symbol_cache_trim (folder, 20000, 30);
  g_assert_true (g_file_test (large, G_FILE_TEST_EXISTS));

  /* The others stay. */
  ful_symbol_cache_trim (folder, 8000, 30);
  g_assert_false (g_file_test (large, G_FILE_TEST_EXISTS));
  g_assert_true (is_kept (folder, "small"));
  ful_symbol_cache_trim (folder, 0, 30);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Libraries of one search: the folder is read for the first of them. */
static void
test_trim_once (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-symbols-XXXXXX", NULL);
  int has_trimmed = FALSE, another = FALSE;

  write_library (folder, "old", 31);
  ful_symbol_cache_trim_once (folder, &has_trimmed);
  g_assert_false (is_kept (folder, "old"));
  write_library (folder, "old", 31);
  ful_symbol_cache_trim_once (folder, &has_trimmed);
  ful_symbol_cache_trim_once (folder, &another);
  g_assert_false (is_kept (folder, "old"));

  write_library (folder, "older", 32);
  ful_symbol_cache_trim_once (folder, &has_trimmed);
  g_assert_true (is_kept (folder, "older"));
  ful_symbol_cache_trim (folder, 0, 30);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A file that is not whole, or not ours, is none; nor is one whose numbers are wrong. */
static void
test_damaged (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-symbols-XXXXXX", NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "lib/ID", -1);
  g_autofree char *path = g_strdup_printf ("%s/%s.fulgens-symbols", folder, digest), *contents = NULL;
  gsize n;

  write_library (folder, "lib", 1);
  g_assert_true (is_kept (folder, "lib"));
  g_assert_true (g_file_get_contents (path, &contents, &n, NULL));
  for (gsize i = 0; i < n; i += i < 100 ? 1 : 97)
    {
      g_assert_true (g_file_set_contents (path, contents, (gssize) i, NULL));
      g_assert_false (is_kept (folder, "lib"));
    }
  for (gsize i = 0; i < 38; i++)   /* its magic and the numbers of rows */
    {
      contents[i] ^= 0x40;
      g_assert_true (g_file_set_contents (path, contents, (gssize) n, NULL));
      g_assert_false (is_kept (folder, "lib"));
      contents[i] ^= 0x40;
    }
  ful_symbol_cache_trim (folder, 0, 30);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_trim (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-symbols-XXXXXX", NULL);
  g_autofree char *other = g_build_filename (folder, "other", NULL);

  g_assert_true (g_file_set_contents (other, "x", 1, NULL));
  write_library (folder, "old", 31);
  write_library (folder, "../../a b", 3);
  write_library (folder, "middle", 2);
  write_library (folder, "new", 1);
  ful_symbol_cache_trim (folder, 1 << 20, 30);
  g_assert_false (is_kept (folder, "old"));
  g_assert_false (is_kept (folder, "unknown"));

  /* Reading counts as use. Each takes between 3,000 and 4,500 bytes. */
  g_assert_true (is_kept (folder, "../../a b"));
  ful_symbol_cache_trim (folder, 9000, 30);
  g_assert_true (is_kept (folder, "../../a b"));
  g_assert_true (is_kept (folder, "new"));
  g_assert_false (is_kept (folder, "middle"));
  ful_symbol_cache_trim (folder, 0, 30);
  g_assert_false (is_kept (folder, "new"));
  g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));

  g_assert_cmpint (g_unlink (other), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-cache/trim", test_trim);
  g_test_add_func ("/symbol-cache/trim-large", test_trim_large);
  g_test_add_func ("/symbol-cache/trim-once", test_trim_once);
  g_test_add_func ("/symbol-cache/damaged", test_damaged);

  return g_test_run ();
}
