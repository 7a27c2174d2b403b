/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The implementation filter: which functions count (transforms.md 4). */

#include "config.h"

#include "ful-implementation.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

static const char *const implementation_names[] = { "combined", "js", "cpp" };

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
               _("Unknown implementation “%s”; combined, js and cpp are known"), text);
  return FALSE;
}

/**
 * ful_func_matches_implementation:
 *
 * Returns: whether @func is shown under that implementation filter
 */
gboolean
ful_func_matches_implementation (FulProfile        *profile,
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
    case FUL_IMPLEMENTATION_COMBINED:
    default:
      return TRUE;
    }
}

/**
 * ful_list_implementation_funcs:
 *
 * Returns: (transfer full) (array): for each function whether it is shown under that implementation filter
 */
guint8 *
ful_list_implementation_funcs (FulProfile        *profile,
                               FulImplementation  implementation)
{
  guint n_funcs = profile->funcs->table.n_rows;
  guint8 *shown = g_new (guint8, MAX (n_funcs, 1));

  for (guint i = 0; i < n_funcs; i++)
    shown[i] = ful_func_matches_implementation (profile, (FulFuncIndex) i, implementation);

  return shown;
}
