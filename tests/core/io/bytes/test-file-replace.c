/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "io/bytes/ful-file-replace.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Only the first @n bytes of the content are written; the rest is an error. */
static gboolean
replace_part (const char    *name,
              const char    *text,
              gsize          n,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autofree char *path = path_of (name);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(FulFileReplace) to = ful_file_replace_begin (file, cancellable, error);

  if (to == NULL || !g_output_stream_write_all (to->stream, text, n, NULL, cancellable, error))
    return FALSE;
  if (n == strlen (text))
    return ful_file_replace_finish (to, cancellable, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "full");

  return FALSE;
}

static gboolean
replace (const char  *name,
         const char  *text,
         GError     **error)
{
  return replace_part (name, text, strlen (text), NULL, error);
}

static void
set (const char *name,
     const char *text)
{
  g_autofree char *path = path_of (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
assert_content (const char *name,
                const char *expected)
{
  g_autofree char *path = path_of (name);
  g_autofree char *text = NULL;

  if (expected == NULL)
    {
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      return;
    }
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* Removes all files; there have to be @n. */
static void
assert_and_clear (guint n)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint found = 0;

  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *path = path_of (name);

      found++;
      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpuint (found, ==, n);
}

static void
test_plain (void)
{
  g_autofree char *path = path_of ("a");
  GStatBuf info;

  g_assert_true (replace ("a", "new", NULL));
  assert_content ("a", "new");
  g_assert_cmpint (g_chmod (path, 0604), ==, 0);
  g_assert_true (replace ("a", "newer", NULL));
  assert_content ("a", "newer");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0604);
  assert_and_clear (1);
}

/* Neither an existing file nor a new one is there in part, by whatever name it is reached. */
static void
test_failure (void)
{
  g_autofree char *hard = path_of ("hard");
  g_autofree char *soft = path_of ("soft");
  g_autofree char *old = path_of ("old");
  static const char *const names[] = { "old", "soft", "hard", "absent" };

  set ("old", "precious");
  g_assert_cmpint (symlink ("old", soft), ==, 0);
  g_assert_cmpint (link (old, hard), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_false (replace_part (names[i], "12345678", 4, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
      assert_content ("old", "precious");
    }
  assert_content ("absent", NULL);
  assert_and_clear (3);
}

static void
test_links (void)
{
  g_autofree char *hard = path_of ("hard");
  g_autofree char *soft = path_of ("soft");
  g_autofree char *dangling = path_of ("dangling");
  g_autofree char *loop = path_of ("loop");
  g_autofree char *old = path_of ("old");
  g_autoptr(GError) error = NULL;

  set ("old", "1");
  g_assert_cmpint (symlink ("old", soft), ==, 0);
  g_assert_cmpint (link (old, hard), ==, 0);
  g_assert_cmpint (symlink ("later", dangling), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);

  g_assert_true (replace ("soft", "2", NULL));
  g_assert_true (g_file_test (soft, G_FILE_TEST_IS_SYMLINK));
  assert_content ("old", "2");
  assert_content ("hard", "1");
  g_assert_true (replace ("dangling", "3", NULL));
  g_assert_true (g_file_test (dangling, G_FILE_TEST_IS_SYMLINK));
  assert_content ("later", "3");
  g_assert_false (replace ("loop", "4", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS);
  assert_and_clear (6);
}

static void
test_refused (void)
{
  g_autofree char *sub = path_of ("folder");
  g_autofree char *pipe = path_of ("pipe");
  static const struct { const char *name; GIOErrorEnum code; } rows[] = {
    { "folder", G_IO_ERROR_IS_DIRECTORY },
    { "pipe", G_IO_ERROR_NOT_REGULAR_FILE },
    { "missing/a", G_IO_ERROR_NOT_FOUND },
  };

  g_assert_cmpint (g_mkdir (sub, 0755), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0644), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_false (replace (rows[i].name, "x", &error));
      g_assert_error (error, G_IO_ERROR, rows[i].code);
    }
  assert_and_clear (2);
}

static void
test_signals (void)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      struct sigaction action;
      pid_t child;
      int status;

      sigaction (signals[i], NULL, &action);
      if (action.sa_handler == SIG_IGN)   /* as nohup does: it ends nothing */
        continue;
      set ("old", "precious");
      child = fork ();
      if (child == 0)
        {
          g_autofree char *path = path_of ("old");
          g_autoptr(GFile) file = g_file_new_for_path (path);
          g_autoptr(FulFileReplace) to = ful_file_replace_begin (file, NULL, NULL);

          g_assert_true (g_output_stream_write_all (to->stream, "half", 4, NULL, NULL, NULL));
          raise (signals[i]);
          _exit (1);
        }
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, signals[i]);
      assert_content ("old", "precious");
      assert_and_clear (1);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  set ("old", "precious");
  g_cancellable_cancel (cancellable);
  g_assert_false (replace_part ("old", "new", 3, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_content ("old", "precious");
  assert_and_clear (1);
}

int
main (int    argc,
      char **argv)
{
  int status;

  folder = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-replace/plain", test_plain);
  g_test_add_func ("/file-replace/failure", test_failure);
  g_test_add_func ("/file-replace/links", test_links);
  g_test_add_func ("/file-replace/refused", test_refused);
  g_test_add_func ("/file-replace/signals", test_signals);
  g_test_add_func ("/file-replace/cancelled", test_cancelled);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);

  return status;
}
