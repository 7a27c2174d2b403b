/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of generated code, from the file that this process writes as a runtime does. */

#include "perf/ful-perf-jit.h"

#include <glib/gstdio.h>
#include <unistd.h>

static char *
write_map (const char *text)
{
  char *path = g_strdup_printf ("/tmp/perf-%d.map", getpid ());

  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return path;
}

/* Lines in any order; those that are damaged do not count, of two at one place the last one does. */
static void
test_find (void)
{
  g_autofree char *path = write_map ("7f0000001000 20 second\n"
                                     "7f0000000000 100 first with words\n"
                                     "damaged\n"
                                     "7f0000002000 no size\n"
                                     "7f0000003000 10\n"
                                     "7f0000004000 10 old\n"
                                     "7f0000004000 10 new\n"
                                     "ffffffffffffff00 ffff beyond\n"
                                     "7f0000006000 10 not \377 UTF-8\n"
                                     "7f0000005000 10 last");
  FulPerfJit jit;

  ful_perf_jit_init (&jit, NULL);
  jit.is_here = TRUE;
  g_assert_cmpstr (ful_perf_jit_find (&jit, getpid (), 0x7f0000000000), ==, "first with words");
  g_assert_cmpstr (ful_perf_jit_find (&jit, getpid (), 0x7f00000000ff), ==, "first with words");
  g_assert_null (ful_perf_jit_find (&jit, getpid (), 0x7f0000000100));
  g_assert_cmpstr (ful_perf_jit_find (&jit, getpid (), 0x7f0000001010), ==, "second");
  g_assert_null (ful_perf_jit_find (&jit, getpid (), 0x7f0000002000));
  g_assert_null (ful_perf_jit_find (&jit, getpid (), 0x7f0000003000));
  g_assert_cmpstr (ful_perf_jit_find (&jit, getpid (), 0x7f0000004001), ==, "new");
  g_assert_null (ful_perf_jit_find (&jit, getpid (), G_MAXUINT64 - 1));
  g_assert_cmpstr (ful_perf_jit_find (&jit, getpid (), 0x7f0000005000), ==, "last");
  g_assert_cmpstr (ful_perf_jit_find (&jit, getpid (), 0x7f0000006000), ==, "not \357\277\275 UTF-8");
  g_assert_null (ful_perf_jit_find (&jit, getpid (), 0));
  g_assert_null (ful_perf_jit_find (&jit, -1, 0x7f0000005000));
  ful_perf_jit_clear (&jit);
  g_remove (path);
}

/* A process of another machine may have the same number; and who may not be trusted can place a link. */
static void
test_refused (void)
{
  g_autofree char *path = write_map ("1000 10 name\n");
  g_autofree char *other = g_strconcat (path, ".other", NULL);
  FulPerfJit jit;

  ful_perf_jit_init (&jit, NULL);
  g_assert_null (ful_perf_jit_find (&jit, getpid (), 0x1000));
  g_assert_cmpint (g_rename (path, other), ==, 0);
  g_assert_cmpint (symlink (other, path), ==, 0);
  jit.is_here = TRUE;
  g_assert_null (ful_perf_jit_find (&jit, getpid (), 0x1000));
  ful_perf_jit_clear (&jit);
  g_remove (path);
  g_remove (other);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-jit/find", test_find);
  g_test_add_func ("/perf-jit/refused", test_refused);

  return g_test_run ();
}
