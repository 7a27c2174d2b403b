/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Random chains of transforms over random profiles, against a version that
 * rewrites the path of each sample by itself (transforms.md 3.2). */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-node-transform.h"

#define N_PROFILES 60
#define N_CHAINS 12
#define N_STEPS 6

/* Whether a place in a path is a root is all that an implementation looks at. */
#define CALLER_AT(i) ((i) > 0 ? 0 : FUL_NONE)

typedef struct
{
  FulFuncIndex     func;
  FulCategoryIndex category;
} Frame;

/* Paths of all samples, root first; NULL is dropped. */
typedef GPtrArray Paths;   /* GArray of Frame */

static FulProfile *
random_profile (GRand *rand)
{
  static const char *const words[] = {
    "a", "b[Layout]", "c.js", "d.js[JavaScript]", "e", "0x5", "g[Idle]", "h.js",
  };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");

  for (int i = 0, n = g_rand_int_range (rand, 0, 40); i < n; i++)
    {
      g_autoptr(GString) path = g_string_new (NULL);

      for (int d = 0, depth = g_rand_int_range (rand, 1, 9); d < depth; d++)
        g_string_append_printf (path, "%s%s", d > 0 ? " " : "",
                                words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
      ful_test_profile_sample (thread, i, g_rand_int_range (rand, 0, 8) == 0 ? FUL_NONE
                                                                          : ful_test_profile_stack (test, path->str));
    }

  return ful_test_profile_seal (test);
}

static Paths *
read_paths (FulProfile *profile)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;
  Paths *paths = g_ptr_array_new ();

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      GArray *path = samples->stack[i] == FUL_NONE ? NULL : g_array_new (FALSE, FALSE, sizeof (Frame));

      for (FulStackIndex s = samples->stack[i]; s != FUL_NONE; s = profile->stacks->prefix[s])
        {
          Frame frame = { profile->frames->func[profile->stacks->frame[s]], ful_stack_table_get_category (profile->stacks, s) };

          g_array_prepend_val (path, frame);
        }
      g_ptr_array_add (paths, path);
    }

  return paths;
}

static void
paths_free (Paths *paths)
{
  for (guint i = 0; i < paths->len; i++)
    if (g_ptr_array_index (paths, i))
      g_array_unref (g_ptr_array_index (paths, i));
  g_ptr_array_unref (paths);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Paths, paths_free)

static FulFuncIndex
func_at (GArray *path,
         guint   i)
{
  return g_array_index (path, Frame, i).func;
}

static gint
find_func (GArray       *path,
           FulFuncIndex  func)
{
  for (guint i = 0; i < path->len; i++)
    if (func_at (path, i) == func)
      return (gint) i;

  return -1;
}

/* Where the path of the transform ends in @path, or -1. */
static gint
match (const FulTransform *t,
       FulProfile         *profile,
       GArray             *path)
{
  guint k = 0;

  for (guint i = 0; i < path->len; i++)
    {
      if (func_at (path, i) == t->path[k])
        {
          if (++k == t->n_path)
            return (gint) i;
        }
      else if (ful_func_matches_implementation (profile, func_at (path, i), CALLER_AT (i), t->implementation))
        {
          return -1;
        }
    }

  return -1;
}

static gint
match_inverted (const FulTransform *t,
                FulProfile         *profile,
                GArray             *path)
{
  guint k = 0;

  for (gint i = (gint) path->len - 1; i >= 0; i--)
    {
      if (func_at (path, (guint) i) == t->path[k])
        {
          if (++k == t->n_path)
            return i;
        }
      else if (ful_func_matches_implementation (profile, func_at (path, (guint) i), CALLER_AT (i), t->implementation))
        {
          return -1;
        }
    }

  return -1;
}

static void
remove_func (GArray       *path,
             FulFuncIndex  func)
{
  for (guint i = path->len; i > 0; i--)
    if (func_at (path, i - 1) == func)
      g_array_remove_index (path, i - 1);
}

static void
collapse_direct (const FulTransform *t,
                 FulProfile         *profile,
                 GArray             *path,
                 FulFuncIndex        func)
{
  gint chain = -1;

  for (guint i = 0; i < path->len; i++)
    {
      gboolean shown = ful_func_matches_implementation (profile, func_at (path, i), CALLER_AT (i), t->implementation);

      if (chain < 0)
        {
          if (func_at (path, i) == func)
            chain = (gint) i;
        }
      else if (shown && func_at (path, i) == func)
        {
          g_array_remove_range (path, (guint) chain, i - (guint) chain);
          i = (guint) chain;
        }
      else if (shown)
        {
          chain = -1;
        }
    }
}

static void
cut (GArray *path,
     guint   begin,
     guint   end)
{
  g_array_set_size (path, end);
  if (begin > 0)
    g_array_remove_range (path, 0, begin);
}

/* Changes @path as @t says. Returns: whether the sample stays */
static gboolean
apply_naively (const FulTransform *t,
               FulProfile         *profile,
               GArray             *path)
{
  const FulTransformKind *kind = t->kind;
  gint at;

  if (kind == &ful_transform_focus_subtree)
    {
      at = t->inverted ? match_inverted (t, profile, path) : match (t, profile, path);
      if (at < 0)
        return FALSE;
      if (t->inverted)
        cut (path, 0, (guint) at + 1);
      else
        cut (path, (guint) at, path->len);
    }
  else if (kind == &ful_transform_focus_function)
    {
      at = find_func (path, t->func);
      if (at < 0)
        return FALSE;
      cut (path, (guint) at, path->len);
    }
  else if (kind == &ful_transform_focus_self)
    {
      guint i = path->len;

      for (; i > 0 && func_at (path, i - 1) != t->func; i--)
        if (ful_func_matches_implementation (profile, func_at (path, i - 1), CALLER_AT (i - 1), t->implementation))
          return FALSE;
      if (i == 0)
        return FALSE;
      cut (path, i - 1, path->len);
    }
  else if (kind == &ful_transform_focus_category)
    {
      for (guint i = path->len; i > 0; i--)
        if (g_array_index (path, Frame, i - 1).category != t->category)
          g_array_remove_index (path, i - 1);
    }
  else if (kind == &ful_transform_merge_call_node)
    {
      at = match (t, profile, path);
      if (at >= 0)
        g_array_remove_index (path, (guint) at);
    }
  else if (kind == &ful_transform_merge_function)
    remove_func (path, t->func);
  else if (kind == &ful_transform_merge_subtree)
    {
      at = match (t, profile, path);
      if (at >= 0)
        g_array_set_size (path, (guint) at);
    }
  else if (kind == &ful_transform_drop_function)
    return find_func (path, t->func) < 0;
  else if (kind == &ful_transform_drop_call_node)
    return match (t, profile, path) < 0;
  else if (kind == &ful_transform_collapse_resource)
    {
      FulFuncIndex collapsed = ful_profile_get_resource_func (profile, t->resource);

      for (guint i = 0; i < path->len; i++)
        if (profile->funcs->resource[func_at (path, i)] == t->resource)
          g_array_index (path, Frame, i).func = collapsed;
      collapse_direct (t, profile, path, collapsed);
    }
  else if (kind == &ful_transform_collapse_direct_recursion)
    collapse_direct (t, profile, path, t->func);
  else if (kind == &ful_transform_collapse_recursion)
    {
      at = find_func (path, t->func);
      if (at >= 0)
        {
          guint last = path->len - 1;

          while (func_at (path, last) != t->func)
            last--;
          g_array_remove_range (path, (guint) at, last - (guint) at);
        }
    }
  else if (kind == &ful_transform_collapse_function_subtree)
    {
      at = find_func (path, t->func);
      if (at >= 0)
        g_array_set_size (path, (guint) at + 1);
    }
  else
    g_assert_not_reached ();

  return path->len > 0;
}

/* "a;b 3" for each path that samples end in, sorted: names told apart by number. */
static char *
paths_to_text (Paths *paths)
{
  g_autoptr(GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GList) keys = NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < paths->len; i++)
    {
      GArray *path = g_ptr_array_index (paths, i);
      GString *key;

      if (!path)
        continue;
      key = g_string_new (NULL);
      for (guint d = 0; d < path->len; d++)
        g_string_append_printf (key, "%d;", func_at (path, d));
      g_hash_table_insert (counts, g_strdup (key->str),
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, key->str)) + 1));
      g_string_free (key, TRUE);
    }
  keys = g_list_sort (g_hash_table_get_keys (counts), (GCompareFunc) strcmp);
  for (GList *l = keys; l; l = l->next)
    g_string_append_printf (text, "%s %u\n", (char *) l->data, GPOINTER_TO_UINT (g_hash_table_lookup (counts, l->data)));

  return g_string_free (text, FALSE);
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static char *
tree_to_text (FulCallTree *tree)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);

  for (FulCallNodeIndex i = 0; i < (gint32) tree->nodes->n_nodes; i++)
    {
      g_autoptr(GArray) path = NULL;
      GString *line;

      g_assert_cmpint (tree->nodes->prefix[i], <, i);
      if (tree->self[i] == 0)
        continue;
      path = ful_call_tree_get_path (tree, i);
      line = g_string_new (NULL);
      for (guint d = 0; d < path->len; d++)
        g_string_append_printf (line, "%d;", g_array_index (path, FulFuncIndex, d));
      g_string_append_printf (line, " %g\n", tree->self[i]);
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append (text, g_ptr_array_index (lines, i));

  return g_string_free (text, FALSE);
}

typedef struct
{
  FulDerivedThread *thread;
  FulCallTree      *tree;
} View;

static void
view_clear (View *view)
{
  g_clear_pointer (&view->thread, ful_derived_thread_unref);
  g_clear_pointer (&view->tree, ful_call_tree_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

static View
derive (FulProfile     *profile,
        FulViewOptions *options,
        FulDeriveCache *cache)
{
  View view = { ful_derived_thread_new (profile, options, cache, NULL, NULL), NULL };
  g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (view.thread, cache, NULL, NULL);
  g_autoptr(FulInvertedTree) inverted = options->invert ? ful_inverted_tree_new (nodes) : NULL;
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (view.thread, NULL);
  const FulStackTable *stacks = view.thread->stacks->stacks;

  for (FulStackIndex i = 0; i < (gint32) stacks->table.n_rows; i++)
    g_assert_cmpint (stacks->prefix[i], <, i);
  view.tree = ful_call_tree_new (nodes, inverted, rows, NULL, NULL);

  return view;
}

/* A transform of a random node of the view as it is. */
static FulTransform *
random_transform (GRand          *rand,
                  FulProfile     *profile,
                  FulViewOptions *options,
                  FulDeriveCache *cache)
{
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);
  const FulTransformKind *kind = kinds[g_rand_int_range (rand, 0, (gint32) n_kinds)];
  FulImplementation implementation = (FulImplementation) g_rand_int_range (rand, 0, 4);
  g_autoptr(FulViewOptions) changed = ful_view_options_copy (options);
  g_auto(View) view = { 0 };
  g_autoptr(GArray) rows = NULL;
  FulCallTreeRow row;

  changed->implementation = implementation;
  changed->invert = g_rand_boolean (rand);
  view = derive (profile, changed, cache);
  rows = ful_call_tree_expand_all (view.tree, FUL_NONE, 500, NULL, NULL);
  if (rows->len == 0)
    return NULL;
  row = g_array_index (rows, FulCallTreeRow, g_rand_int_range (rand, 0, (gint32) rows->len));

  return ful_node_transform_new (kind, view.tree, row.node, implementation);
}

static void
test_chains (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261121);
  guint n_applied = 0;

  for (guint p = 0; p < N_PROFILES; p++)
    {
      g_autoptr(FulProfile) profile = random_profile (rand);
      g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 4 << 20);

      for (guint c = 0; c < N_CHAINS; c++)
        {
          g_autoptr(Paths) paths = read_paths (profile);
          g_autoptr(FulViewOptions) options = ful_view_options_new ();

          for (guint s = 0; s < N_STEPS; s++)
            {
              g_autoptr(FulTransform) transform = random_transform (rand, profile, options, cache);
              g_autoptr(FulViewOptions) before = NULL;
              g_autofree char *expected = NULL;
              g_autofree char *found = NULL;
              g_autofree char *earlier = NULL;
              g_autofree char *popped = NULL;
              g_auto(View) view = { NULL };

              if (!transform)
                continue;

              {
                g_auto(View) now = derive (profile, options, cache);

                earlier = tree_to_text (now.tree);
              }
              before = g_steal_pointer (&options);
              options = ful_view_options_push_transform (before, transform);
              for (guint i = 0; i < paths->len; i++)
                {
                  GArray *path = g_ptr_array_index (paths, i);

                  if (path && !apply_naively (transform, profile, path))
                    {
                      g_array_unref (path);
                      g_ptr_array_index (paths, i) = NULL;
                    }
                }

              view = derive (profile, options, g_rand_boolean (rand) ? cache : NULL);
              expected = paths_to_text (paths);
              found = tree_to_text (view.tree);
              if (!g_str_equal (expected, found))
                g_error ("profile %u, chain %u, step %u, %s: expected\n%sfound\n%s", p, c, s, transform->kind->name,
                         expected, found);
              n_applied++;

              /* Taking it off gives back what was there. */
              {
                g_auto(View) back = derive (profile, before, cache);

                popped = tree_to_text (back.tree);
                g_assert_cmpstr (popped, ==, earlier);
              }
            }
        }
    }

  g_test_message ("%u transforms", n_applied);
  g_assert_cmpuint (n_applied, >, N_PROFILES * N_CHAINS);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transform-chains/random", test_chains);

  return g_test_run ();
}
