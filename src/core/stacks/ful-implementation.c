/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The implementation filter: which functions count (transforms.md 4). */

#include "config.h"

#include "ful-implementation.h"

#include "ful-func-kind.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

static const char *const implementation_names[] = { "combined", "js", "cpp", "own" };

const char *
ful_implementation_to_string (FulImplementation implementation)
{
  return implementation_names[implementation];
}

/**
 * ful_implementation_parse:
 * @error: %FUL_ERROR_ARGUMENT for an unknown name
 */
gboolean
ful_implementation_parse (const char         *text,
                          FulImplementation  *out_implementation,
                          GError            **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (implementation_names); i++)
    if (g_str_equal (text, implementation_names[i]))
      {
        *out_implementation = i;
        return TRUE;
      }

  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
               _("Unknown implementation “%s”; combined, js, cpp and own are known"), text);
  return FALSE;
}

static FulShown
find_shown (FulProfile        *profile,
            FulFuncIndex       func,
            FulImplementation  implementation)
{
  const FulFuncTable *funcs = profile->funcs;

  switch (implementation)
    {
    case FUL_IMPLEMENTATION_JS:
      return funcs->is_js[func] || funcs->relevant_for_js[func];
    case FUL_IMPLEMENTATION_CPP:
      /* A bare address outside of all libraries is assumed to be JIT code. */
      return !funcs->is_js[func] &&
             !(funcs->resource[func] == FUL_NONE &&
               g_str_has_prefix (ful_profile_get_func_name (profile, func), "0x"));
    case FUL_IMPLEMENTATION_OWN:
      return ful_func_kinds_get (profile)[func] == FUL_FUNC_KIND_OWN ? FUL_SHOWN_ALWAYS : FUL_SHOWN_AS_ROOT;
    case FUL_IMPLEMENTATION_COMBINED:
    default:
      return FUL_SHOWN_ALWAYS;
    }
}

/**
 * ful_func_matches_implementation:
 * @caller: the caller of @func, of any table of stacks, or %FUL_NONE where @func is a root
 *
 * Returns: whether @func is shown there under that implementation filter
 */
gboolean
ful_func_matches_implementation (FulProfile        *profile,
                                 FulFuncIndex       func,
                                 FulStackIndex      caller,
                                 FulImplementation  implementation)
{
  FulShown shown = find_shown (profile, func, implementation);

  return shown == FUL_SHOWN_ALWAYS || (shown == FUL_SHOWN_AS_ROOT && caller == FUL_NONE);
}

/**
 * ful_list_implementation_funcs:
 *
 * Returns: (transfer full) (array): for each function a #FulShown under that implementation filter; see ful_is_shown()
 */
guint8 *
ful_list_implementation_funcs (FulProfile        *profile,
                               FulImplementation  implementation)
{
  guint n_funcs = profile->funcs->table.n_rows;
  guint8 *shown = g_new (guint8, MAX (n_funcs, 1));

  for (guint i = 0; i < n_funcs; i++)
    shown[i] = (guint8) find_shown (profile, (FulFuncIndex) i, implementation);

  return shown;
}
