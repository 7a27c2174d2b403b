/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "calltree/ful-call-tree-model.h"

typedef struct
{
  FulTestView      *view;
  FulCallTreeModel *model;
  GPtrArray        *mirror;   /* the items as the signals tell them */
} Fixture;

/* The model leaves time for frames between its portions; nothing draws here, so the next one is due. */
static void
settle (FulCallTreeModel *model)
{
  while (ful_call_tree_model_get_busy (model))
    {
      GSource *portion = g_main_context_find_source_by_funcs_user_data (NULL, &g_timeout_funcs, NULL);

      if (portion)
        g_source_set_ready_time (portion, 0);
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  Fixture    *fixture)
{
  if (n_removed > 0)
    g_ptr_array_remove_range (fixture->mirror, position, n_removed);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (fixture->mirror, (int) (position + i), g_list_model_get_item (model, position + i));
}

/* What a list that only listens to signals has is what the model has. */
static void
assert_consistent (Fixture *fixture)
{
  GListModel *model = G_LIST_MODEL (fixture->model);
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (fixture->model));

  g_assert_cmpuint (g_list_model_get_n_items (model), ==, fixture->mirror->len);
  for (guint i = 0; i < fixture->mirror->len; i++)
    {
      g_autoptr(FulRowItem) item = g_list_model_get_item (model, i);

      g_assert_true (item == g_ptr_array_index (fixture->mirror, i));
      g_assert_cmpuint (ful_row_item_get_position (item), ==, i);
      g_assert_cmpint (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (fixture->model), i), ==, selected == i);
    }

  g_assert_null (g_list_model_get_item (model, fixture->mirror->len));
  if (selected >= 0)
    g_assert_cmpint (ful_call_tree_model_get_row (fixture->model, (guint) selected)->node, ==,
                     ful_call_tree_model_get_selected_node (fixture->model));
}

/* Jobs that were cancelled may still hold the model for a moment. */
static void
finalize_model (FulCallTreeModel *model)
{
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_unref (model);
  while (model)
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  B  B  C  C  C\n"
                                                              "A  B  C  A  A  B  C  A\n"
                                                              "B  B  C  C  A  A  C  A\n"
                                                              "C  A  C  A  B  A  C  B\n");

  fixture->view = ful_test_view_new (profile, NULL);
  fixture->model = ful_call_tree_model_new ();
  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (fixture->model, "items-changed", G_CALLBACK (items_changed_cb), fixture);

  ful_call_tree_model_set_tree (fixture->model, fixture->view->tree, NULL, TRUE);
  settle (fixture->model);
  g_assert_cmpuint (fixture->mirror->len, >, 0);
  assert_consistent (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_ptr_array_unref (fixture->mirror);
  finalize_model (fixture->model);
  ful_test_view_free (fixture->view);
}

static void
test_random (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (11);

  for (guint i = 0; i < 1000; i++)
    {
      guint row = (guint) g_rand_int_range (random, 0, (gint32) fixture->mirror->len);

      switch (g_rand_int_range (random, 0, 5))
        {
        case 0:
          ful_call_tree_model_expand (fixture->model, row);
          break;
        case 1:
          ful_call_tree_model_collapse (fixture->model, row);
          break;
        case 2:
          gtk_selection_model_select_item (GTK_SELECTION_MODEL (fixture->model), row, TRUE);
          break;
        case 3:
          ful_call_tree_model_expand_all (fixture->model, row);
          break;
        default:
          {
            double start = g_rand_double_range (random, 0, 7);
            g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (fixture->view->derived,
                                                                         &(FulTimeRange) { start, start + 2 });
            g_autoptr(FulCallTree) tree = ful_call_tree_new (fixture->view->nodes, NULL, rows, NULL, NULL);

            ful_call_tree_model_set_tree (fixture->model, tree, NULL, FALSE);
          }
        }

      settle (fixture->model);
      assert_consistent (fixture);
    }
}

/* Collapsing over the selection moves it to where it went. */
static void
test_selection_is_never_hidden (Fixture       *fixture,
                                gconstpointer  data)
{
  ful_call_tree_model_expand_all (fixture->model, 0);
  settle (fixture->model);
  ful_call_tree_model_select (fixture->model, 2);
  ful_call_tree_model_collapse (fixture->model, 0);
  settle (fixture->model);
  g_assert_cmpint (ful_row_model_get_selected (FUL_ROW_MODEL (fixture->model)), ==, 0);
  assert_consistent (fixture);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* New numbers tell the rows on screen, and change the list only at its end. */
static void
test_brushing_keeps_items (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (fixture->view->derived, &(FulTimeRange) { 0, 5 });
  g_autoptr(FulCallTree) tree = ful_call_tree_new (fixture->view->nodes, NULL, rows, NULL, NULL);
  g_autoptr(FulRowItem) first = g_object_ref (g_ptr_array_index (fixture->mirror, 0));
  guint n_changed = 0;

  g_signal_connect_swapped (first, "changed", G_CALLBACK (count_cb), &n_changed);
  ful_call_tree_model_set_tree (fixture->model, tree, NULL, FALSE);
  settle (fixture->model);

  g_assert_true (g_ptr_array_index (fixture->mirror, 0) == first);
  g_assert_cmpuint (n_changed, ==, 1);
  g_signal_handlers_disconnect_by_func (first, count_cb, &n_changed);
  assert_consistent (fixture);
}

/* What the user does while a new tree is under way is not lost. */
static void
test_change_during_job (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (fixture->view->derived, NULL);
  g_autoptr(FulCallTree) tree = ful_call_tree_new (fixture->view->nodes, NULL, rows, NULL, NULL);
  FulCallNodeIndex node;

  ful_call_tree_model_set_tree (fixture->model, tree, NULL, FALSE);
  ful_call_tree_model_collapse (fixture->model, 0);
  ful_call_tree_model_select (fixture->model, 1);
  node = ful_call_tree_model_get_selected_node (fixture->model);
  settle (fixture->model);

  g_assert_true (ful_call_tree_model_get_tree (fixture->model) == tree);
  g_assert_false (ful_call_tree_model_is_expanded (fixture->model, 0));
  g_assert_cmpint (ful_call_tree_model_get_selected_node (fixture->model), ==, node);
  assert_consistent (fixture);
}

/* A node of the newest tree, at once and while the tree is under way; the user's
 * own choice wins over it. */
static void
test_reveal (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (fixture->view->derived, NULL);
  g_autoptr(FulCallTree) tree = ful_call_tree_new (fixture->view->nodes, NULL, rows, NULL, NULL);
  FulCallNodeIndex last = (FulCallNodeIndex) fixture->view->nodes->n_nodes - 1;

  ful_call_tree_model_reveal (fixture->model, last);
  settle (fixture->model);
  g_assert_cmpint (ful_call_tree_model_get_selected_node (fixture->model), ==, last);
  g_assert_cmpint (ful_row_model_get_selected (FUL_ROW_MODEL (fixture->model)), >=, 0);
  assert_consistent (fixture);

  ful_call_tree_model_set_tree (fixture->model, tree, NULL, TRUE);
  ful_call_tree_model_reveal (fixture->model, 1);
  settle (fixture->model);
  g_assert_cmpint (ful_call_tree_model_get_selected_node (fixture->model), ==, 1);
  assert_consistent (fixture);

  ful_call_tree_model_reveal (fixture->model, last);
  ful_call_tree_model_select (fixture->model, 0);
  settle (fixture->model);
  g_assert_cmpint (ful_row_model_get_selected (FUL_ROW_MODEL (fixture->model)), ==, 0);
  assert_consistent (fixture);
}

/* Thousands of rows are added and removed at any position of the view; the signals
 * always tell the whole story. */
static void
test_many_rows (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GRand) random = g_rand_new_with_seed (5);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  Fixture fixture = { NULL };

  for (guint depth = 0; depth < 14; depth++)
    {
      for (guint sample = 0; sample < 200; sample++)
        g_string_append_printf (text, "%c  ", 'A' + g_rand_int_range (random, 0, depth == 0 ? 2 : 12));
      g_string_append_c (text, '\n');
    }
  profile = ful_test_profile_from_text (text->str);
  view = ful_test_view_new (profile, NULL);

  fixture.view = view;
  fixture.model = ful_call_tree_model_new ();
  fixture.mirror = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (fixture.model, "items-changed", G_CALLBACK (items_changed_cb), &fixture);
  ful_call_tree_model_set_tree (fixture.model, view->tree, NULL, TRUE);
  settle (fixture.model);

  for (guint i = 0; i < 200; i++)
    {
      guint row = (guint) g_rand_int_range (random, 0, (gint32) MIN (fixture.mirror->len, 12));

      ful_row_model_set_anchor (FUL_ROW_MODEL (fixture.model),
                                (guint) g_rand_int_range (random, 0, (gint32) fixture.mirror->len));
      if (g_rand_boolean (random))
        ful_call_tree_model_expand_all (fixture.model, row);
      else
        ful_call_tree_model_collapse (fixture.model, row);
      settle (fixture.model);
      assert_consistent (&fixture);
    }

  g_ptr_array_unref (fixture.mirror);
  finalize_model (fixture.model);
}

typedef struct
{
  gboolean is_held;
  guint    n_asked;
} Person;

static gboolean
is_held_cb (gpointer owner)
{
  Person *person = owner;

  person->n_asked++;

  return person->is_held;
}

static const char *
get_first_name (FulCallTreeModel *model)
{
  const FulCallTreeRow *row = ful_call_tree_model_get_row (model, 0);

  return ful_call_tree_get_name (ful_call_tree_model_get_tree (model), row->node);
}

/* While a profile grows, rows are sorted now and then, and not while the person holds them. */
static void
test_growing_keeps_order (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  B\n");
  g_autoptr(FulProfile) later = ful_test_profile_from_text ("A  A  B  B  B\n");
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulTestView) after = NULL;
  FulCallTreeModel *model = ful_call_tree_model_new ();
  Person person = { FALSE, 0 };

  profile->grows = later->grows = TRUE;
  view = ful_test_view_new (profile, NULL);
  after = ful_test_view_new (later, NULL);
  ful_call_tree_model_set_held (model, is_held_cb, &person);
  ful_call_tree_model_set_tree (model, view->tree, NULL, TRUE);
  settle (model);
  g_assert_cmpstr (get_first_name (model), ==, "A");
  ful_call_tree_model_set_tree (model, after->tree, NULL, FALSE);
  settle (model);
  g_assert_true (ful_call_tree_model_get_tree (model) == after->tree);
  g_assert_cmpstr (get_first_name (model), ==, "A");

  person.is_held = TRUE;
  person.n_asked = 0;
  while (person.n_asked < 3)
    g_main_context_iteration (NULL, TRUE);
  settle (model);
  g_assert_cmpstr (get_first_name (model), ==, "A");

  person.is_held = FALSE;
  while (person.n_asked < 4 || ful_call_tree_model_get_busy (model))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (get_first_name (model), ==, "B");

  finalize_model (model);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/call-tree-model/random", Fixture, NULL, set_up, test_random, tear_down);
  g_test_add ("/call-tree-model/selection-is-never-hidden", Fixture, NULL, set_up, test_selection_is_never_hidden,
              tear_down);
  g_test_add ("/call-tree-model/brushing-keeps-items", Fixture, NULL, set_up, test_brushing_keeps_items, tear_down);
  g_test_add ("/call-tree-model/change-during-job", Fixture, NULL, set_up, test_change_during_job, tear_down);
  g_test_add ("/call-tree-model/reveal", Fixture, NULL, set_up, test_reveal, tear_down);
  g_test_add_func ("/call-tree-model/growing-keeps-order", test_growing_keeps_order);
  g_test_add_func ("/call-tree-model/many-rows", test_many_rows);

  return g_test_run ();
}
