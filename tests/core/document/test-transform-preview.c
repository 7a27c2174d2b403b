/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/analysis/ful-analysis.h"
#include "document/analysis/ful-transform-preview.h"
#include "document/ful-document-history.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-node-transform.h"

typedef struct
{
  FulDocument         *document;
  FulAnalysis         *analysis;
  FulTransformPreview *preview;
  guint                n_changes;
} Fixture;

static void
changed_cb (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
settle (Fixture *fixture)
{
  while (ful_analysis_get_busy (fixture->analysis))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n"
                                                              "B  B  C   \n"
                                                              "D  D      \n");

  fixture->document = ful_document_new (profile);
  fixture->analysis = ful_analysis_new (fixture->document);
  fixture->preview = ful_transform_preview_new (fixture->analysis);
  g_signal_connect_swapped (fixture->preview, "changed", G_CALLBACK (changed_cb), fixture);
  settle (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_object_unref (fixture->preview);
  g_object_unref (fixture->analysis);
  g_object_unref (fixture->document);
}

static FulTransform *
create_transform (Fixture                *fixture,
                  const FulTransformKind *kind,
                  FulCallNodeIndex        node)
{
  return ful_node_transform_new (kind, ful_analysis_get_tree (fixture->analysis), node, FUL_IMPLEMENTATION_COMBINED);
}

static void
wait_for_changes (Fixture *fixture,
                  guint    n)
{
  while (fixture->n_changes < n)
    g_main_context_iteration (NULL, TRUE);
}

/* In and out with every kind: the document is as it was. */
static void
test_leaves_no_trace (Fixture       *fixture,
                      gconstpointer  data)
{
  FulViewState *before = ful_document_get_view_state (fixture->document);
  FulCallTree *tree = ful_analysis_get_tree (fixture->analysis);
  guint n_kinds, n_previews = 0;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    for (FulCallNodeIndex node = 0; node < (gint32) tree->nodes->n_nodes; node++)
      {
        g_autoptr(FulTransform) transform = create_transform (fixture, kinds[i], node);
        guint n_before = fixture->n_changes;

        if (!transform)
          continue;

        ful_transform_preview_set_transform (fixture->preview, transform);
        g_assert_null (ful_transform_preview_get_effect (fixture->preview));
        wait_for_changes (fixture, n_before + 1);
        g_assert_true (ful_transform_preview_get_transform (fixture->preview) == transform);
        g_assert_true (ful_transform_preview_get_effect (fixture->preview)->before == tree);
        ful_transform_preview_set_transform (fixture->preview, NULL);
        g_assert_cmpuint (fixture->n_changes, ==, n_before + 2);
        g_assert_null (ful_transform_preview_get_effect (fixture->preview));
        n_previews++;
      }

  g_assert_cmpuint (n_previews, >, 30);
  g_assert_false (ful_analysis_get_busy (fixture->analysis));
  g_assert_true (ful_document_get_view_state (fixture->document) == before);
  g_assert_null (ful_document_get_undo (fixture->document));
}

/* Only the last one is delivered, and none that is stopped. */
static void
test_last_one_wins (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(FulTransform) drop = create_transform (fixture, &ful_transform_drop_function, 1);
  g_autoptr(FulTransform) merge = create_transform (fixture, &ful_transform_merge_function, 1);

  for (guint i = 0; i < 20; i++)
    {
      ful_transform_preview_set_transform (fixture->preview, drop);
      ful_transform_preview_set_transform (fixture->preview, merge);
    }
  wait_for_changes (fixture, 1);
  g_assert_cmpfloat (ful_transform_preview_get_effect (fixture->preview)->after->root_total, ==, 4);
  g_assert_cmpuint (fixture->n_changes, ==, 1);

  ful_transform_preview_set_transform (fixture->preview, drop);
  ful_transform_preview_set_transform (fixture->preview, NULL);
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (1000);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (fixture->n_changes, ==, 2);
}

/* An effect is one on the tree that is shown. */
static void
test_ends_with_the_tree (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(FulTransform) merge = create_transform (fixture, &ful_transform_merge_function, 1);

  ful_transform_preview_set_transform (fixture->preview, merge);
  wait_for_changes (fixture, 1);
  ful_document_set_option (fixture->document, FUL_OPTION_INVERT, TRUE);
  settle (fixture);
  g_assert_null (ful_transform_preview_get_effect (fixture->preview));
  g_assert_null (ful_transform_preview_get_transform (fixture->preview));
  g_assert_cmpuint (fixture->n_changes, ==, 2);
}

static FulViewOptions *
push (const FulViewOptions   *options,
      const FulTransformKind *kind,
      FulFuncIndex            func)
{
  FulTransform values = { .kind = kind, .enabled = TRUE, .func = func, .path = &func, .n_path = 1 };
  g_autoptr(FulTransform) transform = ful_transform_new (&values);

  return ful_view_options_push_transform (options, transform);
}

static FulFuncIndex
find_func (FulProfile *profile,
           const char *name)
{
  for (FulFuncIndex i = 0; i < (gint32) profile->funcs->table.n_rows; i++)
    if (g_str_equal (ful_profile_get_func_name (profile, i), name))
      return i;

  g_assert_not_reached ();
}

/* In the tree of the callees of a function, the one more transform comes before the focus on it. */
static void
test_part (Fixture       *fixture,
           gconstpointer  data)
{
  FulProfile *profile = ful_document_get_profile (fixture->document);
  g_autoptr(FulViewOptions) options = push (ful_analysis_get_thread (fixture->analysis)->options, &ful_transform_focus_function,
                                            find_func (profile, "B"));
  g_autoptr(FulDerivedThread) thread = NULL;
  g_autoptr(FulCallTree) callees = ful_derive_call_tree (profile, options, ful_analysis_get_cache (fixture->analysis), &thread, NULL, NULL);
  g_autoptr(FulTransform) merge = create_transform (fixture, &ful_transform_merge_function, 2);
  g_autoptr(FulTransform) other = create_transform (fixture, &ful_transform_merge_function, 1);
  g_autoptr(FulTransformPreview) part = ful_transform_preview_new_of_part (fixture->preview);
  FulTransformEffect *effect;
  guint n_changes = 0;

  g_assert_cmpstr (ful_profile_get_func_name (profile, merge->func), ==, "D");
  g_assert_cmpstr (ful_profile_get_func_name (profile, other->func), ==, "B");
  g_signal_connect_swapped (part, "changed", G_CALLBACK (count_cb), &n_changes);
  ful_transform_preview_set_part (part, callees, thread);
  ful_transform_preview_set_transform (fixture->preview, merge);
  while (n_changes == 0)
    g_main_context_iteration (NULL, TRUE);
  effect = ful_transform_preview_get_effect (part);
  g_assert_true (effect->before == callees);
  g_assert_cmpuint (effect->n_gone, ==, 1);
  g_assert_cmpfloat (ful_transform_effect_get_self (effect, 0), ==, 2);
  g_assert_cmpstr (ful_profile_get_func_name (profile, effect->taker), ==, "B");

  /* Without the function, nobody calls from it: the focus finds no sample. */
  ful_transform_preview_set_transform (fixture->preview, other);
  g_assert_null (ful_transform_preview_get_effect (part));
  while (ful_transform_preview_get_effect (part) == NULL)
    g_main_context_iteration (NULL, TRUE);
  effect = ful_transform_preview_get_effect (part);
  g_assert_cmpuint (effect->n_gone, ==, 2);
  g_assert_cmpfloat (effect->after->root_total, ==, 0);
  ful_transform_preview_set_transform (fixture->preview, NULL);
  g_assert_null (ful_transform_preview_get_effect (part));
}

/* In the inverted tree of the callers. */
static void
test_callers (Fixture       *fixture,
              gconstpointer  data)
{
  FulProfile *profile = ful_document_get_profile (fixture->document);
  g_autoptr(FulViewOptions) options = push (ful_analysis_get_thread (fixture->analysis)->options,
                                            &ful_transform_collapse_function_subtree, find_func (profile, "B"));
  g_autoptr(FulDerivedThread) thread = NULL;
  g_autoptr(FulCallTree) callers = NULL;
  g_autoptr(FulTransform) merge = create_transform (fixture, &ful_transform_merge_function, 0);
  g_autoptr(FulTransformPreview) part = ful_transform_preview_new_of_part (fixture->preview);
  FulTransformEffect *effect;
  g_autoptr(GArray) rows = NULL;

  options->invert = TRUE;
  callers = ful_derive_call_tree (profile, options, ful_analysis_get_cache (fixture->analysis), &thread, NULL, NULL);
  ful_transform_preview_set_part (part, callers, thread);
  ful_transform_preview_set_transform (fixture->preview, merge);
  while ((effect = ful_transform_preview_get_effect (part)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  rows = ful_call_tree_expand_all (effect->before, FUL_NONE, G_MAXUINT, NULL, NULL);
  g_assert_cmpuint (rows->len, >, 2);
  for (guint i = 0; i < rows->len; i++)
    {
      FulCallNodeIndex node = g_array_index (rows, FulCallTreeRow, i).node;
      gboolean is_main = g_str_equal (ful_call_tree_get_name (callers, node), "A");

      g_assert_cmpint (ful_transform_effect_removes (effect, node), ==, is_main);
      if (!is_main)
        g_assert_cmpfloat (ful_transform_effect_get_self (effect, node), ==, ful_call_tree_get_self (callers, node));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/transform-preview/leaves-no-trace", Fixture, NULL, set_up, test_leaves_no_trace, tear_down);
  g_test_add ("/transform-preview/last-one-wins", Fixture, NULL, set_up, test_last_one_wins, tear_down);
  g_test_add ("/transform-preview/part", Fixture, NULL, set_up, test_part, tear_down);
  g_test_add ("/transform-preview/callers", Fixture, NULL, set_up, test_callers, tear_down);
  g_test_add ("/transform-preview/ends-with-the-tree", Fixture, NULL, set_up, test_ends_with_the_tree, tear_down);

  return g_test_run ();
}
