/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions that a transform of a comparison names as its tables do: without what compilers add, and as they are renamed
 * (compare.md 2.1). Several may have the same name then. */

#include "config.h"

#include "ful-compare-names.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "compare/pairing/ful-func-key.h"
#include "stacks/transforms/ful-transforms.h"

#include <string.h>

static char *
dup_name (FulProfile   *profile,
          FulRenames   *renames,
          FulFuncIndex  func)
{
  FulFuncKey key;
  char *name;

  ful_func_key_init (&key, profile, func);
  if (renames)
    ful_renames_apply (renames, &key.name);
  name = g_steal_pointer (&key.name);
  ful_func_key_clear (&key);

  return name;
}

/* Name in tables → name of the function that most stacks have. */
static GHashTable *
list_names (FulProfile *profile,
            FulRenames *renames)
{
  GHashTable *names = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) most = g_hash_table_new (ful_hash_text, g_str_equal);
  g_autofree guint *n_stacks = g_new0 (guint, profile->funcs->table.n_rows + 1);

  for (guint i = 0; i < profile->stacks->table.n_rows; i++)
    {
      FulFuncIndex func = profile->frames->func[profile->stacks->frame[i]];

      if (func != FUL_NONE)
        n_stacks[func]++;
    }
  for (FulFuncIndex i = 0; i < (FulFuncIndex) profile->funcs->table.n_rows; i++)
    {
      char *name = dup_name (profile, renames, i);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (most, name));

      if (n_stacks[i] < n || n_stacks[i] == 0)
        {
          g_free (name);
          continue;
        }
      g_hash_table_remove (most, name);
      g_hash_table_insert (most, name, GUINT_TO_POINTER (n_stacks[i]));
      g_hash_table_replace (names, name, (gpointer) ful_profile_get_func_name (profile, i));
    }

  return names;
}

/* Returns: (transfer full) (nullable): @options with a transform for each of the functions; %NULL if there is none */
static FulViewOptions *
push_each (const FulViewOptions  *options,
           const char            *kind,
           const char            *name,
           FulTransformReader    *reader,
           FulRenames            *renames,
           GError               **error)
{
  g_autoptr(FulViewOptions) view = NULL;

  for (FulFuncIndex i = 0; i < (FulFuncIndex) reader->profile->funcs->table.n_rows; i++)
    {
      g_autofree char *other = dup_name (reader->profile, renames, i);
      g_autofree char *spec = g_strdup_printf ("%s:#%d", kind, i);
      FulViewOptions *next;

      if (!g_str_equal (other, name))
        continue;
      next = ful_transform_push_spec (view ? view : options, spec, reader, error);
      if (next == NULL)
        return NULL;
      g_clear_pointer (&view, ful_view_options_unref);
      view = next;
    }

  return g_steal_pointer (&view);
}

/**
 * ful_compare_push_spec:
 * @options: the view of a run so far
 * @spec: see ful_transform_push_spec()
 * @reader: of the run
 * @renames: (nullable): of its functions
 * @error: likewise
 *
 * As ful_transform_push_spec(), and finds functions by the names of the comparison as well: all of that name where one after the
 * other is the same as all at once, else the one on most stacks.
 *
 * Returns: (transfer full): @options with more transforms
 */
FulViewOptions *
ful_compare_push_spec (const FulViewOptions  *options,
                       const char            *spec,
                       FulTransformReader    *reader,
                       FulRenames            *renames,
                       GError               **error)
{
  const char *colon = strchr (spec, ':');
  g_autofree char *kind_name = colon ? g_strndup (spec, (gsize) (colon - spec)) : NULL;
  const FulTransformKind *kind = kind_name ? ful_transform_kind_find (kind_name) : NULL;
  g_autoptr(GError) missing = NULL;
  g_autoptr(GHashTable) names = NULL;
  FulViewOptions *view = ful_transform_push_spec (options, spec, reader, &missing);

  if (view || !g_error_matches (missing, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME))
    {
      if (missing)
        g_propagate_error (error, g_steal_pointer (&missing));
      return view;
    }

  if (kind == &ful_transform_merge_function || kind == &ful_transform_drop_function || kind == &ful_transform_collapse_function_subtree)
    view = push_each (options, kind_name, colon + 1, reader, renames, NULL);
  if (view)
    return view;

  names = list_names (reader->profile, renames);
  ful_transform_reader_set_aliases (reader, names);
  view = ful_transform_push_spec (options, spec, reader, error);
  ful_transform_reader_set_aliases (reader, NULL);

  return view;
}
