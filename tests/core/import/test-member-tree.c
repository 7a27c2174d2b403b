/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Trees of paths, drawn as text. */

#include "import/ful-member-tree.h"

/* What is shown, a row a line: "name/" of a folder. */
static char *
tree_text (FulMemberTree *tree)
{
  GString *text = g_string_new (NULL);
  const FulMemberRow *row;

  for (guint i = 0; (row = ful_member_tree_get (tree, i)); i++)
    g_string_append_printf (text, "%*s%s%s\n", (int) row->depth * 2, "", row->name, row->member < 0 ? "/" : "");

  return g_string_free (text, FALSE);
}

static FulMemberTree *
make_tree (FulMember *files,
           guint      n)
{
  g_autoptr(GPtrArray) members = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (members, &files[i]);

  return ful_member_tree_new (members);
}

static void
assert_shown (FulMemberTree *tree,
              const char    *expected)
{
  g_autofree char *text = tree_text (tree);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_folders (void)
{
  FulMember files[] = { { "b/y" }, { "a.txt" }, { "b.txt" }, { "b/c/z" }, { "/b/x" }, { "../up" }, { "b" }, { "d//e" } };
  g_autoptr(FulMemberTree) tree = make_tree (files, G_N_ELEMENTS (files));

  assert_shown (tree,
                "b/\n"
                "  x\n"
                "../\n"
                "  up\n"
                "a.txt\n"
                "b\n"
                "b/\n"
                "  c/\n"
                "    z\n"
                "  y\n"
                "b.txt\n"
                "d/\n"
                "  e\n");
  for (guint i = 0; i < tree->shown->len; i++)
    {
      const FulMemberRow *row = ful_member_tree_get (tree, i);

      g_assert_true (row->member < 0 || g_str_has_suffix (files[row->member].path, row->name));
    }
}

static void
test_toggle (void)
{
  FulMember files[] = { { "b/y" }, { "b/c/z" }, { "d" } };
  g_autoptr(FulMemberTree) tree = make_tree (files, G_N_ELEMENTS (files));

  ful_member_tree_toggle (tree, 1);
  assert_shown (tree, "b/\n  c/\n  y\nd\n");
  ful_member_tree_toggle (tree, 0);
  assert_shown (tree, "b/\nd\n");
  ful_member_tree_toggle (tree, 0);
  assert_shown (tree, "b/\n  c/\n  y\nd\n");   /* the inner one is as it was */
  ful_member_tree_toggle (tree, 1);
  assert_shown (tree, "b/\n  c/\n    z\n  y\nd\n");
}

/* A path of many folders has a limited number of rows. */
static void
test_deep (void)
{
  GString *path = g_string_new (NULL);
  FulMember files[] = { { NULL }, { NULL } };
  g_autoptr(FulMemberTree) tree = NULL;
  g_autoptr(FulMemberTree) empty = make_tree (NULL, 0);

  for (guint i = 0; i < 30000; i++)
    g_string_append (path, "a/");
  files[0].path = files[1].path = path->str;
  tree = make_tree (files, 2);
  g_assert_cmpuint (tree->rows->len, ==, 32 + 2);
  g_assert_cmpuint (empty->rows->len, ==, 0);
  g_string_free (path, TRUE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/member-tree/folders", test_folders);
  g_test_add_func ("/member-tree/toggle", test_toggle);
  g_test_add_func ("/member-tree/deep", test_deep);

  return g_test_run ();
}
