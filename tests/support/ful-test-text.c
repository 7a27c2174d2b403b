/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Derived results as text that a person can check by eye. */

#include "config.h"

#include "ful-test-text.h"

#include "markers/find/ful-marker-search.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-list.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-function-tree.h"
#include "viewtext/ful-view-options-text.h"

static FulTestView *
view_new (FulProfile     *profile,
          FulDeriveCache *cache,
          const char     *view)
{
  FulTestView *self = g_new0 (FulTestView, 1);
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(GError) error = NULL;

  self->cache = cache;
  ful_transform_reader_init (&reader, profile, self->cache);
  options = ful_view_options_new_from_text (view ? view : "{ \"thread\": 0 }", &reader, &error);
  g_assert_no_error (error);
  self->derived = ful_derived_thread_new (profile, options, self->cache, NULL, &error);
  g_assert_no_error (error);
  self->nodes = ful_call_node_table_new (self->derived->stacks, NULL, &error);
  g_assert_no_error (error);
  if (options->invert)
    self->inverted = ful_inverted_tree_new (self->nodes);
  self->rows = ful_derived_thread_get_rows (self->derived, NULL);
  self->tree = ful_call_tree_new (self->nodes, self->inverted, self->rows, NULL, &error);
  g_assert_no_error (error);

  return self;
}

/* @view: JSON text of the derive options, or NULL for thread 0 without filters. */
FulTestView *
ful_test_view_new (FulProfile *profile,
                   const char *view)
{
  return view_new (profile, ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET), view);
}

/* Another view of the same document: paths can follow from one to the other. */
FulTestView *
ful_test_view_change (FulTestView *self,
                      const char  *view)
{
  return view_new (self->derived->profile, ful_derive_cache_ref (self->cache), view);
}

void
ful_test_view_free (FulTestView *self)
{
  g_clear_pointer (&self->cache, ful_derive_cache_unref);
  g_clear_pointer (&self->derived, ful_derived_thread_unref);
  g_clear_pointer (&self->nodes, ful_call_node_table_unref);
  g_clear_pointer (&self->inverted, ful_inverted_tree_unref);
  g_clear_pointer (&self->rows, ful_sample_rows_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_free (self);
}

/* A line for each node, indented by its depth: name, total, self, and perhaps the category. */
char *
ful_test_call_tree_to_text (FulCallTree *tree,
                            gboolean     with_category)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (tree, FUL_NONE, G_MAXUINT, NULL, NULL);
  GString *text = g_string_new (NULL);

  g_assert_cmpuint (rows->len, ==, ful_call_tree_count_visible (tree, NULL, NULL));
  for (guint i = 0; i < rows->len; i++)
    {
      FulCallTreeRow row = g_array_index (rows, FulCallTreeRow, i);

      g_assert_cmpint (row.depth, ==, ful_call_tree_get_depth (tree, row.node));
      g_string_append_printf (text, "%*s%s %g %g", 2 * row.depth, "", ful_call_tree_get_name (tree, row.node),
                              ful_call_tree_get_total (tree, row.node), ful_call_tree_get_self (tree, row.node));
      if (with_category)
        {
          FulCategoryIndex category;
          gint32 subcategory;
          FulCategory *description;

          ful_call_tree_get_category (tree, row.node, &category, &subcategory);
          description = ful_profile_get_category (tree->profile, category);
          g_string_append_printf (text, " %s", description->name);
          if (subcategory > 0)
            g_string_append_printf (text, ": %s", description->subcategories[subcategory]);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
assert_text (FulProfile *profile,
             const char *view,
             gboolean    with_category,
             const char *expected)
{
  g_autoptr(FulTestView) test_view = ful_test_view_new (profile, view);
  g_autofree char *text = ful_test_call_tree_to_text (test_view->tree, with_category);

  g_assert_cmpstr (text, ==, expected);
}

void
ful_test_assert_call_tree (FulProfile *profile,
                           const char *view,
                           const char *expected)
{
  assert_text (profile, view, FALSE, expected);
}

void
ful_test_assert_categories (FulProfile *profile,
                            const char *view,
                            const char *expected)
{
  assert_text (profile, view, TRUE, expected);
}

void
ful_test_assert_function_list (FulProfile *profile,
                               const char *view,
                               const char *expected)
{
  g_autoptr(FulTestView) test_view = ful_test_view_new (profile, view);
  g_autoptr(GArray) rows = ful_function_list_new (test_view->tree, NULL, NULL);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      FulFunctionRow row = g_array_index (rows, FulFunctionRow, i);

      g_string_append_printf (text, "%s %g %g\n", ful_profile_get_func_name (profile, row.func), row.total, row.self);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* All that is made of the markers of a thread, and its laws: ascending, and no end before its start unless
 * it was recorded so. */
void
ful_test_use_markers (FulProfile *profile,
                      guint       thread)
{
  g_autoptr(FulThreadSet) set = ful_thread_set_new (profile, &thread, 1, NULL, NULL);
  g_autoptr(FulMarkerList) list = ful_marker_list_derive (set, NULL, NULL, NULL);
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new ("nowhere,name:e,-url:x,-id:7");
  g_autoptr(GArray) all = ful_marker_search_filter (NULL, list, NULL, NULL, NULL);
  g_autoptr(GArray) found = ful_marker_search_filter (search, list, NULL, NULL, NULL);
  g_autoptr(GArray) files = ful_marker_list_filter_by_location (list, all, FUL_MARKER_LOCATION_FILE_IO);
  g_autoptr(FulMarkerLanes) lanes = ful_marker_lanes_new (list, all, TRUE, G_MAXUINT, NULL, NULL);
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);
  guint n = 0;

  g_assert_cmpuint (all->len, ==, list->n_markers);
  g_assert_cmpuint (found->len, <=, all->len);
  g_assert_cmpuint (files->len, <=, all->len);
  for (guint i = 0; i < lanes->n_lanes; i++)
    n += lanes->lanes[i].n_markers;
  g_assert_cmpuint (n, <=, all->len);
  for (guint i = 0; i < list->n_markers; i++)
    {
      g_assert_true (i == 0 || list->start[i - 1] <= list->start[i]);
      /* A request whose start is missing ends when its row says, which may be before that. */
      if (list->incomplete[i] && list->kind[i] != FUL_MARKER_KIND_NETWORK)
        g_assert_cmpfloat (list->start[i], <=, list->end[i]);
      for (guint kind = 0; kind < FUL_N_MARKER_LABELS; kind++)
        {
          g_autofree char *label = ful_marker_labeler_get (labeler, i, (FulMarkerLabelKind) kind);

          g_assert_true (g_utf8_validate (label, -1, NULL));
        }
    }
}
