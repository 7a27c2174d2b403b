/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions that were renamed between two recordings (compare.md 2.3): exact names, or a regular expression that matches
 * the whole name. */

#include "config.h"

#include "ful-renames.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _FulRenames
{
  GHashTable *exact;     /* old name → new name */
  GPtrArray  *patterns;  /* GRegex of old names that are expressions, too … */
  GPtrArray  *results;   /* … and what becomes of them */
  GError     *flaw;      /* (nullable): of the first name that took too long */
};

static FulRenames *
new_empty (void)
{
  FulRenames *self = g_new0 (FulRenames, 1);

  self->exact = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);
  self->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref);
  self->results = g_ptr_array_new_with_free_func (g_free);

  return self;
}

/**
 * ful_renames_new:
 * @pairs: (array zero-terminated): "OLD=NEW"; NEW may have groups of OLD, as in \1
 * @error: %FUL_ERROR_ARGUMENT if there is no "="
 */
FulRenames *
ful_renames_new (const char *const  *pairs,
                 GError            **error)
{
  g_autoptr(FulRenames) self = new_empty ();

  for (guint i = 0; pairs[i]; i++)
    {
      const char *equal = strchr (pairs[i], '=');
      g_autofree char *old = NULL;
      g_autofree char *anchored = NULL;
      g_autoptr(GRegex) pattern = NULL;

      if (equal == NULL || equal == pairs[i] || equal[1] == '\0')
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” is not OLD=NEW"), pairs[i]);
          return NULL;
        }
      old = g_strndup (pairs[i], (gsize) (equal - pairs[i]));
      anchored = g_strdup_printf ("^(?:%s)$", old);
      pattern = g_regex_new (anchored, 0, 0, NULL);
      /* A name like "operator*" is no expression. */
      if (pattern && g_regex_check_replacement (equal + 1, NULL, NULL))
        {
          g_ptr_array_add (self->patterns, g_steal_pointer (&pattern));
          g_ptr_array_add (self->results, g_strdup (equal + 1));
        }
      g_hash_table_insert (self->exact, g_steal_pointer (&old), g_strdup (equal + 1));
    }

  return g_steal_pointer (&self);
}

/**
 * ful_renames_new_exact:
 * @names: old name → new name
 */
FulRenames *
ful_renames_new_exact (GHashTable *names)
{
  FulRenames *self = new_empty ();
  GHashTableIter iter;
  gpointer old, name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &old, &name))
    g_hash_table_insert (self->exact, g_strdup (old), g_strdup (name));

  return self;
}

/**
 * ful_renames_to_pair:
 *
 * Returns: (transfer full): text for ful_renames_new() by which exactly @old is @name
 */
char *
ful_renames_to_pair (const char *old,
                     const char *name)
{
  g_autofree char *expression = g_regex_escape_string (old, -1);
  g_autoptr(GString) escaped = g_string_new (expression);
  g_autoptr(GString) replacement = g_string_new (name);

  if (g_str_equal (expression, old) && strchr (old, '=') == NULL)
    return g_strdup_printf ("%s=%s", old, name);

  g_string_replace (escaped, "=", "\\x3d", 0);
  g_string_replace (replacement, "\\", "\\\\", 0);

  return g_strdup_printf ("%s=%s", escaped->str, replacement->str);
}

void
ful_renames_free (FulRenames *self)
{
  g_clear_pointer (&self->exact, g_hash_table_unref);
  g_clear_pointer (&self->patterns, g_ptr_array_unref);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_error (&self->flaw);
  g_free (self);
}

/**
 * ful_renames_apply:
 * @name: (inout): a name, which is replaced if it has another one
 *
 * After a name for which an expression takes too long nothing is replaced; see ful_renames_check().
 */
void
ful_renames_apply (FulRenames  *self,
                   char       **name)
{
  const char *exact = g_hash_table_lookup (self->exact, *name);

  if (exact)
    {
      g_free (*name);
      *name = g_strdup (exact);
      return;
    }
  for (guint i = 0; i < self->patterns->len && self->flaw == NULL; i++)
    if (g_regex_match_full (self->patterns->pdata[i], *name, -1, 0, 0, NULL, &self->flaw))
      {
        char *renamed = g_regex_replace (self->patterns->pdata[i], *name, -1, 0, self->results->pdata[i], 0, NULL);

        if (renamed == NULL)
          continue;
        g_free (*name);
        *name = renamed;
        return;
      }
}

/**
 * ful_renames_check:
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Returns: whether all names were replaced that should be
 */
gboolean
ful_renames_check (const FulRenames  *self,
                   GError           **error)
{
  if (self->flaw == NULL)
    return TRUE;
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("An expression for renamed functions takes too long: %s"), self->flaw->message);

  return FALSE;
}
