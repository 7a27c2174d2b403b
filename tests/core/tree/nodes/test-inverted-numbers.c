/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Against a naive count in recursion: test-inverted-tree.c. */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/nodes/ful-inverted-numbers.h"

/* A > B once by way of another A; A never ends a sample. */
#define SAMPLES "A  A  A\n" \
                "B  A  C\n" \
                "   B   \n"

static void
add_children (GString            *text,
              FulTestView        *view,
              FulInvertedNumbers *numbers,
              FulCallNodeIndex    node)
{
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));

  ful_inverted_numbers_list_children (numbers, node, children);
  for (guint i = 0; i < children->len; i++)
    {
      FulCallNodeIndex child = g_array_index (children, FulCallNodeIndex, i);
      FulFuncIndex func = ful_inverted_tree_get_func (view->inverted, child);

      g_string_append_printf (text, "%s%s %g", i > 0 ? ", " : "", ful_profile_get_func_name (view->nodes->profile, func),
                              ful_inverted_numbers_get (numbers, child).total);
      if (ful_inverted_numbers_get (numbers, child).has_children)
        {
          g_string_append (text, " (");
          add_children (text, view, numbers, child);
          g_string_append (text, ")");
        }
    }
}

static char *
numbers_to_text (FulTestView        *view,
                 FulInvertedNumbers *numbers)
{
  GString *text = g_string_new (NULL);

  add_children (text, view, numbers, FUL_NONE);

  return g_string_free (text, FALSE);
}

/* With these self weights of A > B, A > A > B and A > C. */
static void
assert_numbers (double      a_b,
                double      a_a_b,
                double      a_c,
                guint       n_roots,
                const char *expected)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (SAMPLES);
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
  g_autofree double *self = g_new0 (double, view->nodes->n_nodes);
  g_autofree char *text = NULL, *again = NULL;
  FulInvertedNumbers *numbers;

  for (guint i = 0; i < view->nodes->n_nodes; i++)
    {
      const char *name = ful_profile_get_func_name (profile, view->nodes->func[i]);

      if (g_str_equal (name, "C"))
        self[i] = a_c;
      if (g_str_equal (name, "B"))
        self[i] = view->nodes->depth[i] == 1 ? a_b : a_a_b;
    }
  numbers = ful_inverted_numbers_new (view->nodes, view->inverted, self);

  text = numbers_to_text (view, numbers);
  again = numbers_to_text (view, numbers);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (again, ==, expected);
  g_assert_cmpuint (ful_inverted_numbers_count_roots (numbers), ==, n_roots);
  for (FulCallNodeIndex func = 0; func < (FulCallNodeIndex) view->nodes->n_funcs; func++)
    g_assert_cmpint (ful_inverted_numbers_get (numbers, func).known, ==,
                     g_str_equal (ful_profile_get_func_name (profile, func), "B") ? a_b != 0 || a_a_b != 0
                     : g_str_equal (ful_profile_get_func_name (profile, func), "C") && a_c != 0);
  ful_inverted_numbers_free (numbers);
}

static void
test_totals (void)
{
  assert_numbers (1, 1, 1, 2, "B 2 (A 2 (A 1)), C 1 (A 1)");
  assert_numbers (0, 0.5, 3, 2, "C 3 (A 3), B 0.5 (A 0.5 (A 0.5))");
}

/* What has no weight in the range is not there. */
static void
test_nothing (void)
{
  assert_numbers (1, 0, 0, 1, "B 1 (A 1)");
  assert_numbers (0, 0, 0, 0, "");
}

/* What was freed counts below zero; a sum of zero over something is shown. */
static void
test_negative (void)
{
  assert_numbers (1, 1, -5, 2, "C -5 (A -5), B 2 (A 2 (A 1))");
  assert_numbers (1, -1, 0, 1, "B 0 (A 0 (A -1))");
}

typedef struct
{
  FulTestView        *view;
  FulInvertedNumbers *numbers;
} Shared;

static gpointer
walk_thread (gpointer user_data)
{
  Shared *shared = user_data;

  return numbers_to_text (shared->view, shared->numbers);
}

static void
test_threads (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (SAMPLES);
      g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
      FulInvertedNumbers *numbers = ful_inverted_numbers_new (view->nodes, view->inverted, view->tree->self);
      Shared shared = { view, numbers };
      GThread *thread = g_thread_new ("walk", walk_thread, &shared);
      g_autofree char *here = numbers_to_text (view, numbers);
      g_autofree char *there = g_thread_join (thread);

      g_assert_cmpstr (here, ==, "B 2 (A 2 (A 1)), C 1 (A 1)");
      g_assert_cmpstr (there, ==, here);
      ful_inverted_numbers_free (numbers);
    }
}

/* 0.1 and -0.1 in deep recursion are 0, whatever there is before them. */
static void
test_fractions (void)
{
  g_autoptr(GString) samples = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autofree double *self = NULL;
  FulInvertedNumbers *numbers;
  FulCallNodeIndex node;
  guint n_children;

  for (guint i = 0; i < 200; i++)
    g_string_append (samples, "A\n");
  profile = ful_test_profile_from_text (samples->str);
  view = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
  self = g_new0 (double, view->nodes->n_nodes);
  self[50] = 0.3;
  self[100] = 0.1;
  self[101] = -0.1;
  numbers = ful_inverted_numbers_new (view->nodes, view->inverted, self);

  node = view->nodes->func[0];
  for (guint level = 0; level <= 101; level++)
    {
      double total = ful_inverted_numbers_get (numbers, node).total;

      if (level > 50)
        g_assert_cmpfloat (total, ==, level <= 100 ? 0 : -0.1);
      n_children = ful_inverted_tree_get_children (view->inverted, node, &node);
      g_assert_cmpuint (n_children, ==, 1);
    }
  ful_inverted_numbers_free (numbers);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inverted-numbers/totals", test_totals);
  g_test_add_func ("/inverted-numbers/nothing", test_nothing);
  g_test_add_func ("/inverted-numbers/negative", test_negative);
  g_test_add_func ("/inverted-numbers/threads", test_threads);
  g_test_add_func ("/inverted-numbers/fractions", test_fractions);

  return g_test_run ();
}
