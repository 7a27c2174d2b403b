/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/nodes/ful-recursion.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *path;       /* words, each of them or a group in brackets with a number of turns: "main (a b)*64" */
  const char *other;      /* (nullable): another one */
  const char *expected;   /* begin-end/stride … */
} Case;

static const Case cases[] = {
  { "a b c", NULL, "" },
  { "(a)*63", NULL, "" },
  { "(a)*64", NULL, "0-64/1 " },
  { "main (a)*100 b", NULL, "1-101/1 " },
  { "(a b)*63 a", NULL, "" },
  { "(a b)*64", NULL, "0-128/2 " },
  { "main (a b a c)*70", NULL, "2-281/4 " },
  { "(a a b)*70 c", NULL, "2-210/3 " },
  { "(a b c)*70 (a)*100", NULL, "0-211/3 211-310/1 " },
  { "(a)*100 (a b)*100", NULL, "0-101/1 101-300/2 " },
  /* What describes the nodes differs; categories are inherited. */
  { "(a)*100 a[Layout] (a)*99", NULL, "0-100/1 100-200/1 " },
  { "(a b b[Layout])*100", NULL, "3-300/3 " },
  /* Another branch, after it, or in between. */
  { "(a)*100", "(a)*50 b", "0-100/1 " },
  { "(b)*100", "(b)*50 a", "" },
  { "(b)*200", "(b)*100 (a)*90", "0-100/1 100-190/1 190-290/1 " },
  { "(a)*100", "(b)*100", "0-100/1 100-200/1 " },
};

/* Writes the turns out. */
static char *
unfold (const char *path)
{
  GString *text = g_string_new (NULL);
  const char *open;

  while ((open = strchr (path, '(')))
    {
      const char *close = strchr (open, ')');
      char *rest;
      guint n = (guint) strtoul (close + 2, &rest, 10);

      g_string_append_len (text, path, open - path);
      for (guint i = 0; i < n; i++)
        {
          g_string_append_len (text, open + 1, close - open - 1);
          g_string_append_c (text, ' ');
        }
      path = rest;
    }
  g_string_append (text, path);

  return g_string_free (text, FALSE);
}

static void
test_find (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      FulThreadBuilder *thread = ful_test_profile_add (test, "");
      g_autofree char *path = unfold (cases[i].path);
      g_autofree char *other = unfold (cases[i].other ? cases[i].other : "");
      g_autoptr(GString) found = g_string_new (NULL);
      g_autoptr(GArray) recursion = NULL;
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(FulTestView) view = NULL;

      ful_test_profile_declare (test, "main a b c");
      ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, path));
      ful_test_profile_sample (thread, 1, ful_test_profile_stack (test, other));
      profile = ful_test_profile_seal (test);
      view = ful_test_view_new (profile, NULL);
      recursion = ful_recursion_find_all (view->nodes);
      for (guint k = 0; k < recursion->len; k++)
        {
          FulRecursion part = g_array_index (recursion, FulRecursion, k);

          g_string_append_printf (found, "%d-%d/%d ", part.begin, part.end, part.stride);
        }
      g_test_message ("%s", cases[i].path);
      g_assert_cmpstr (found->str, ==, cases[i].expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recursion/find", test_find);

  return g_test_run ();
}
