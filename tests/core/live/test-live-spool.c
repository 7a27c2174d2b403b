/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "live/ful-live-spool.h"

#include <glib/gstdio.h>
#include <string.h>

static const guint8 head[] = { 29, 0, 0, 0, 1, 'F', 'P', 'L', 'S', 1, 0 };

static FulLiveSpool *
make_spool (gconstpointer data,
            gsize         n)
{
  g_autoptr(GError) error = NULL;
  FulLiveSpool *spool = ful_live_spool_new (&error);

  g_assert_no_error (error);
  g_assert_true (ful_live_spool_write (spool, data, n, &error));

  return spool;
}

static void
assert_listed (const char *a,
               const char *b)
{
  g_autoptr(GPtrArray) paths = ful_live_spool_list ();

  g_assert_cmpuint (paths->len, ==, (a != NULL) + (b != NULL));
  if (a)
    g_assert_cmpstr (g_ptr_array_index (paths, 0), ==, a);
  if (b)
    g_assert_cmpstr (g_ptr_array_index (paths, 1), ==, b);
}

static void
test_list (void)
{
  FulLiveSpool *first = make_spool (head, sizeof head);
  FulLiveSpool *second = make_spool (head, sizeof head);
  FulLiveSpool *other = make_spool ("HTTP/1.1 400", 12);
  FulLiveSpool *empty = make_spool ("", 0);
  g_autofree char *a = g_strdup (ful_live_spool_get_path (first));
  g_autofree char *b = g_strdup (ful_live_spool_get_path (second));
  g_autofree char *c = g_strdup (ful_live_spool_get_path (other));
  g_autofree char *d = g_strdup (ful_live_spool_get_path (empty));
  const char *names[] = { a, b, c, d };

  g_assert_cmpstr (a, !=, b);
  assert_listed (NULL, NULL);       /* all in use */
  ful_live_spool_unref (other);
  ful_live_spool_unref (empty);
  assert_listed (NULL, NULL);       /* no streams */
  ful_live_spool_ref (first);
  ful_live_spool_unref (first);
  assert_listed (NULL, NULL);
  ful_live_spool_unref (first);
  assert_listed (a, NULL);
  ful_live_spool_unref (second);
  assert_listed (strcmp (a, b) < 0 ? a : b, strcmp (a, b) < 0 ? b : a);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_unlink (names[i]);
}

static void
test_remove (void)
{
  FulLiveSpool *spool = make_spool (head, sizeof head);
  g_autofree char *path = g_strdup (ful_live_spool_get_path (spool));

  ful_live_spool_remove (spool);
  ful_live_spool_unref (spool);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));   /* Windows keeps the name as long as it is open */
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *state = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  g_autofree char *parent = g_build_filename (state, "fulgens", NULL);
  g_autofree char *folder = g_build_filename (parent, "live", NULL);
  int status;

  /* G_TEST_OPTION_ISOLATE_DIRS leaks. */
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-spool/list", test_list);
  g_test_add_func ("/live-spool/remove", test_remove);
  status = g_test_run ();

  g_rmdir (folder);
  g_rmdir (parent);
  g_rmdir (state);

  return status;
}
