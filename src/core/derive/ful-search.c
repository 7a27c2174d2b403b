/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The search over functions (transforms.md 5): comma separated terms, each a
 * substring regardless of case of a function's name, source file or resource. */

#include "config.h"

#include "ful-search.h"

#include <string.h>

/**
 * ful_search_fold:
 * @text: UTF-8
 *
 * Returns: (transfer full): @text in lower case, character by character
 */
char *
ful_search_fold (const char *text)
{
  g_autoptr(GString) folded = g_string_sized_new (strlen (text));

  for (const char *p = text; *p; p = g_utf8_next_char (p))
    {
      if ((guchar) *p < 0x80)
        g_string_append_c (folded, g_ascii_tolower (*p));
      else
        g_string_append_unichar (folded, g_unichar_tolower (g_utf8_get_char (p)));
    }

  return g_string_free (g_steal_pointer (&folded), FALSE);
}

/**
 * ful_search_split_terms:
 * @search: what the user typed
 *
 * Returns: (transfer full): the terms, trimmed and folded; empty ones are left out
 */
char **
ful_search_split_terms (const char *search)
{
  g_auto(GStrv) parts = g_strsplit (search, ",", -1);
  g_autoptr(GStrvBuilder) terms = g_strv_builder_new ();

  for (guint i = 0; parts[i]; i++)
    {
      g_autofree char *folded = NULL;

      g_strstrip (parts[i]);
      if (*parts[i] == '\0')
        continue;

      folded = ful_search_fold (parts[i]);
      g_strv_builder_add (terms, folded);
    }

  return g_strv_builder_end (terms);
}

/* Folds into a buffer that is used again and again. */
static guint8
match_text (const char  *text,
            char       **terms,
            guint        n_terms,
            GString     *buffer)
{
  guint8 mask = 0;

  g_string_truncate (buffer, 0);
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    {
      if ((guchar) *p < 0x80)
        g_string_append_c (buffer, g_ascii_tolower (*p));
      else
        g_string_append_unichar (buffer, g_unichar_tolower (g_utf8_get_char (p)));
    }

  for (guint t = 0; t < n_terms; t++)
    if (strstr (buffer->str, terms[t]))
      mask |= (guint8) (1u << t);

  return mask;
}

/**
 * ful_search_match_funcs:
 * @profile: a profile
 * @terms: (array length=n_terms): folded terms
 * @n_terms: at most 8
 * @cancellable: (nullable): checked every few thousand functions
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Finds out which functions match which terms. A non-zero byte marks a function
 * that is to be highlighted. O(functions × length of their names).
 *
 * Returns: (transfer full): for each function a bit for each term it matches
 */
guint8 *
ful_search_match_funcs (FulProfile    *profile,
                        char         **terms,
                        guint          n_terms,
                        GCancellable  *cancellable,
                        GError       **error)
{
  const FulFuncTable *funcs = profile->funcs;
  guint n_sources = profile->sources->table.n_rows;
  guint n_resources = profile->resources->table.n_rows;
  g_autofree guint8 *match = g_new0 (guint8, MAX (funcs->table.n_rows, 1));
  g_autofree guint8 *source_match = g_new0 (guint8, n_sources + 1);
  g_autofree guint8 *resource_match = g_new0 (guint8, n_resources + 1);
  g_autoptr(GString) buffer = g_string_sized_new (256);

  g_return_val_if_fail (n_terms <= 8, NULL);

  for (guint i = 0; i < n_sources; i++)
    if (profile->sources->filename[i] != FUL_NONE)
      source_match[i] = match_text (ful_profile_get_string (profile, profile->sources->filename[i]),
                                    terms, n_terms, buffer);
  for (guint i = 0; i < n_resources; i++)
    resource_match[i] = match_text (ful_profile_get_string (profile, profile->resources->name[i]),
                                    terms, n_terms, buffer);

  for (guint i = 0; i < funcs->table.n_rows; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      match[i] = match_text (ful_profile_get_func_name (profile, (FulFuncIndex) i), terms, n_terms, buffer);
      if (funcs->source[i] != FUL_NONE)
        match[i] |= source_match[funcs->source[i]];
      if (funcs->resource[i] != FUL_NONE)
        match[i] |= resource_match[funcs->resource[i]];
    }

  return g_steal_pointer (&match);
}
