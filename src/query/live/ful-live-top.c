/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions with the most self weight, over all threads. */

#include "config.h"

#include "ful-live-top.h"

#include "ful-query.h"

#include "base/ful-format.h"
#include "threads/ful-view-options.h"
#include "tree/ful-function-tree.h"

static int
compare_self (gconstpointer a,
              gconstpointer b)
{
  double x = ((const FulFunctionRow *) a)->self, y = ((const FulFunctionRow *) b)->self;

  return x > y ? -1 : x < y;
}

static FulQueryView *
make_view (FulQuery *query)
{
  guint n_threads = query->profile->threads->len;
  g_autofree guint *threads = g_new (guint, n_threads);
  FulViewOptions *options = ful_view_options_new ();

  for (guint i = 0; i < n_threads; i++)
    threads[i] = i;
  ful_view_options_set_threads (options, threads, n_threads);
  query->views = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_view_options_unref);
  g_ptr_array_add (query->views, options);

  return ful_query_view_new (query, 0, NULL);
}

/**
 * ful_live_top_to_text:
 * @profile: a profile
 * @n: how many functions
 *
 * Returns: (transfer full) (nullable): a line for each, with its share of all stacks; %NULL if there is none
 */
char *
ful_live_top_to_text (FulProfile *profile,
                      guint       n)
{
  FulQuery query = { NULL };
  g_autoptr(FulQueryView) view = NULL;
  g_autoptr(GArray) functions = NULL;
  GString *text = g_string_new (NULL);

  ful_query_set_profile (&query, profile);
  view = make_view (&query);
  functions = view ? ful_function_list_new (view->tree, NULL, NULL) : g_array_new (FALSE, FALSE, sizeof (FulFunctionRow));
  g_array_sort (functions, compare_self);
  for (guint i = 0; i < MIN (n, functions->len); i++)
    {
      const FulFunctionRow *row = &g_array_index (functions, FulFunctionRow, i);
      g_autofree char *share = ful_format_percent (row->self / view->tree->root_total);
      g_autofree char *name = ful_query_dup_shown_func (&query, row->func);

      if (row->self > 0)
        g_string_append_printf (text, "%s%7s  %s", text->len > 0 ? "\n" : "", share, name);
    }
  g_clear_pointer (&view, ful_query_view_free);
  ful_query_clear (&query);

  return g_string_free (text, text->len == 0);
}
