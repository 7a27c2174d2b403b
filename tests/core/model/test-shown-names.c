/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "model/ful-shown-names.h"

#include <string.h>

#define N_NAMES 2000

#ifdef HAVE_LIBIBERTY

static void
test_once_for_each_name (void)
{
  FulShownNames *names = ful_shown_names_new ();
  const char *mangled = "_ZN3foo3barEv", *plain = "foo", *damaged = "_ZN3foo";
  const char *shown = ful_shown_names_get (names, mangled);

  g_assert_cmpstr (shown, ==, "foo::bar()");
  g_assert_true (ful_shown_names_get (names, mangled) == shown);
  g_assert_true (ful_shown_names_get (names, plain) == plain);
  g_assert_true (ful_shown_names_get (names, damaged) == damaged);
  g_assert_true (ful_shown_names_get (names, damaged) == damaged);
  ful_shown_names_free (names);
}

typedef struct
{
  FulShownNames *names;
  char          *stored[N_NAMES];
  const char    *shown[2][N_NAMES];
} Shared;

static gpointer
ask_all (gpointer data)
{
  Shared *self = data;

  for (guint i = 0; i < N_NAMES; i++)
    self->shown[1][i] = ful_shown_names_get (self->names, self->stored[i]);

  return NULL;
}

static void
test_two_threads (void)
{
  Shared *shared = g_new0 (Shared, 1);
  GThread *thread;

  shared->names = ful_shown_names_new ();
  for (guint i = 0; i < N_NAMES; i++)
    shared->stored[i] = g_strdup_printf ("_ZN4name4f%03uEv", i % 1000);

  thread = g_thread_new ("names", ask_all, shared);
  for (guint i = N_NAMES; i-- > 0;)
    shared->shown[0][i] = ful_shown_names_get (shared->names, shared->stored[i]);
  g_thread_join (thread);

  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *expected = g_strdup_printf ("name::f%03u()", i % 1000);

      g_assert_cmpstr (shared->shown[0][i], ==, expected);
      g_assert_true (shared->shown[1][i] == shared->shown[0][i]);
      g_free (shared->stored[i]);
    }
  ful_shown_names_free (shared->names);
  g_free (shared);
}

#endif

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#ifdef HAVE_LIBIBERTY
  g_test_add_func ("/shown-names/once-for-each-name", test_once_for_each_name);
  g_test_add_func ("/shown-names/two-threads", test_two_threads);
#endif

  return g_test_run ();
}
