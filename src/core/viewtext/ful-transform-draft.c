/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions, resources and categories that the names of a transform are of. Of several functions with the
 * same name it is the one that the view before the transform has. */

#include "config.h"

#include "ful-transform-text-private.h"

#include "base/ful-error.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"
#include "tree/ful-derived-thread.h"

#include <glib/gi18n-lib.h>

void
ful_transform_draft_clear (FulTransformDraft *self)
{
  g_clear_pointer (&self->path, g_ptr_array_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
}

void
ful_transform_draft_init (FulTransformDraft *self)
{
  *self = (FulTransformDraft) { .number = -1 };
  self->values.enabled = TRUE;
  self->path = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
}

gboolean
ful_transform_refuse (GError     **error,
                      const char  *format,
                      ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error)
    *error = g_error_new_valist (FUL_ERROR, FUL_ERROR_ARGUMENT, format, arguments);
  va_end (arguments);

  return FALSE;
}

/* A function of that name may come with symbols. */
static gboolean
refuse_name (GError **error)
{
  if (error)
    (*error)->code = FUL_ERROR_UNKNOWN_NAME;

  return FALSE;
}

/* Marks the stacks that samples of the view end in, and if @and_callers those above. */
static guint8 *
list_used_stacks (FulDerivedThread *derived,
                  gboolean          and_callers)
{
  const FulStackTable *stacks = derived->transformed->stacks;
  guint8 *used = g_new0 (guint8, MAX (stacks->table.n_rows, 1));
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (derived, NULL);

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);

      if (stack != FUL_NONE)
        used[stack] = TRUE;
    }
  for (guint i = stacks->table.n_rows; and_callers && i > 0; i--)
    if (used[i - 1] && stacks->prefix[i - 1] != FUL_NONE)
      used[stacks->prefix[i - 1]] = TRUE;

  return used;
}

/* The view before the transform: its threads and range, and the transforms so far. */
static FulDerivedThread *
derive_before (const FulViewOptions  *options,
               FulTransformReader    *reader,
               GError               **error)
{
  g_autoptr(FulViewOptions) before = ful_view_options_copy (options);

  before->implementation = FUL_IMPLEMENTATION_COMBINED;
  ful_view_options_set_search (before, "", FUL_SEARCH_DEFAULT);

  return ful_derived_thread_new (reader->profile, before, reader->cache, NULL, error);
}

/* One of several functions of the same name: the one that the view has. */
static gboolean
choose_func (const char            *name,
             const FulViewOptions  *options,
             FulTransformReader    *reader,
             FulFuncIndex          *out_func,
             GError               **error)
{
  g_autoptr(FulDerivedThread) derived = derive_before (options, reader, error);
  g_autofree guint8 *used = NULL;
  g_autoptr(GString) found = g_string_new (NULL);
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);

  if (derived == NULL)
    return FALSE;

  used = list_used_stacks (derived, TRUE);
  for (FulStackIndex i = 0; i < (gint32) derived->transformed->stacks->table.n_rows; i++)
    {
      FulFuncIndex func = ful_filtered_stacks_get_func (derived->transformed, i);

      if (used[i] && g_str_equal (ful_profile_get_func_name (reader->profile, func), name) &&
          g_hash_table_add (seen, GINT_TO_POINTER (func)))
        {
          g_string_append_printf (found, "%s%d", found->len > 0 ? ", " : "", func);
          *out_func = func;
        }
    }

  if (g_hash_table_size (seen) > 1)
    return ful_transform_refuse (error, _("“%s” is the name of several functions; give one of the numbers %s as "
                                           "“functionNumber”, or as #NUMBER"), name, found->str);

  return TRUE;
}

static gboolean
find_func (const char            *name,
           gint64                 number,
           const FulViewOptions  *options,
           FulTransformReader    *reader,
           FulFuncIndex          *out_func,
           GError               **error)
{
  guint n;
  guint64 typed;

  *out_func = ful_func_names_find (ful_transform_reader_get_names (reader), name, &n);
  if (n == 0 && name[0] == '#' &&
      g_ascii_string_to_unsigned (name + 1, 10, 0, reader->profile->funcs->table.n_rows - 1, &typed, NULL))
    {
      *out_func = (FulFuncIndex) typed;
      return TRUE;
    }
  if (n == 0)
    {
      ful_transform_refuse (error, _("No function is named “%s”"), name);
      return refuse_name (error);
    }
  if (n == 1)
    return TRUE;

  if (number >= 0 && number < reader->profile->funcs->table.n_rows &&
      g_str_equal (ful_profile_get_func_name (reader->profile, (FulFuncIndex) number), name))
    {
      *out_func = (FulFuncIndex) number;
      return TRUE;
    }

  return choose_func (name, options, reader, out_func, error);
}

/* Whether the given numbers belong to the names. */
static gboolean
numbers_fit (const FulTransformDraft *draft,
             FulTransformReader      *reader)
{
  if (draft->numbers->len != draft->path->len)
    return FALSE;

  for (guint i = 0; i < draft->path->len; i++)
    {
      FulFuncIndex func = g_array_index (draft->numbers, FulFuncIndex, i);

      if ((guint) func >= reader->profile->funcs->table.n_rows ||
          !g_str_equal (ful_profile_get_func_name (reader->profile, func), g_ptr_array_index (draft->path, i)))
        return FALSE;
    }

  return TRUE;
}

static gboolean
find_path (FulTransformDraft     *draft,
           const FulViewOptions  *options,
           FulTransformReader    *reader,
           FulFuncIndex          *path,
           GError               **error)
{
  g_autoptr(FulDerivedThread) derived = derive_before (options, reader, error);
  g_autofree guint8 *used = NULL;
  gboolean found;

  if (derived == NULL)
    return FALSE;

  used = list_used_stacks (derived, !draft->values.inverted);
  g_ptr_array_add (draft->path, NULL);
  found = ful_func_names_find_path (ful_transform_reader_get_names (reader), derived->transformed, used,
                                    (const char * const *) draft->path->pdata,
                                    draft->values.implementation, draft->values.inverted, path);
  g_ptr_array_set_size (draft->path, (int) draft->path->len - 1);
  if (!found)
    {
      g_autofree char *names = NULL;

      g_ptr_array_add (draft->path, NULL);
      names = g_strjoinv ("; ", (char **) draft->path->pdata);
      g_ptr_array_set_size (draft->path, (int) draft->path->len - 1);
      ful_transform_refuse (error, _("%s: no call node has the path %s"), draft->kind->name, names);
      return refuse_name (error);
    }

  return TRUE;
}

static gboolean
find_row (const char            *name,
          FulTransformParameters what,
          FulProfile            *profile,
          gint32                *out_row,
          GError               **error)
{
  gboolean is_resource = what == FUL_TRANSFORM_RESOURCE;
  guint n = is_resource ? profile->resources->table.n_rows : profile->categories->len;

  for (guint i = 0; i < n; i++)
    if (g_str_equal (name, is_resource ? ful_profile_get_string (profile, profile->resources->name[i])
                                       : ful_profile_get_category (profile, (FulCategoryIndex) i)->name))
      {
        *out_row = (gint32) i;
        return TRUE;
      }

  return ful_transform_refuse (error, is_resource ? _("No library or other resource is named “%s”")
                                                  : _("No category is named “%s”"), name);
}

/* Returns: (transfer none): the name of a function that @name is an alias of, or @name */
static const char *
get_real_name (FulTransformReader *reader,
               const char         *name)
{
  const char *real = reader->aliases ? g_hash_table_lookup (reader->aliases, name) : NULL;
  guint n = 0;

  if (real)
    ful_func_names_find (ful_transform_reader_get_names (reader), name, &n);

  return real && n == 0 ? real : name;
}

/* Resolves all names and appends the transform to the options. */
FulViewOptions *
ful_transform_draft_push (FulTransformDraft     *draft,
                          const FulViewOptions  *options,
                          FulTransformReader    *reader,
                          GError               **error)
{
  FulTransformParameters has = draft->kind->parameters;
  g_autofree FulFuncIndex *path = g_new (FulFuncIndex, draft->path->len + 1);
  g_autoptr(FulTransform) transform = NULL;
  g_autoptr(GRegex) regex = NULL;

  if ((has & FUL_TRANSFORM_FUNC) && draft->function == NULL)
    return ful_transform_refuse (error, _("%s needs a “function”"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_RESOURCE) && draft->resource == NULL)
    return ful_transform_refuse (error, _("%s needs a “resource”"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_CATEGORY) && draft->category == NULL)
    return ful_transform_refuse (error, _("%s needs a “category”"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_PATH) && draft->path->len == 0)
    return ful_transform_refuse (error, _("%s needs a “path” of one name at least"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_FILTER) && draft->values.filter == NULL && draft->path->len == 0)
    return ful_transform_refuse (error, _("%s needs a “filter”, or “functions”"), draft->kind->name), NULL;
  if (draft->values.regex && (regex = ful_search_compile (draft->values.filter, FALSE, error)) == NULL)
    return NULL;

  if (draft->function)
    draft->function = get_real_name (reader, draft->function);
  for (guint i = 0; i < draft->path->len; i++)
    {
      g_autofree char *name = draft->path->pdata[i];

      draft->path->pdata[i] = g_strdup (get_real_name (reader, name));
    }
  draft->values.kind = draft->kind;
  draft->values.func = draft->values.resource = draft->values.category = FUL_NONE;
  draft->values.path = path;
  draft->values.n_path = draft->path->len;
  if ((has & FUL_TRANSFORM_FUNC) &&
      !find_func (draft->function, draft->number, options, reader, &draft->values.func, error))
    return NULL;
  if ((has & FUL_TRANSFORM_RESOURCE) &&
      !find_row (draft->resource, FUL_TRANSFORM_RESOURCE, reader->profile, &draft->values.resource, error))
    return NULL;
  if ((has & FUL_TRANSFORM_CATEGORY) &&
      !find_row (draft->category, FUL_TRANSFORM_CATEGORY, reader->profile, &draft->values.category, error))
    return NULL;

  if (numbers_fit (draft, reader))
    {
      for (guint i = 0; i < draft->path->len; i++)
        path[i] = g_array_index (draft->numbers, FulFuncIndex, i);
    }
  else if (has & FUL_TRANSFORM_FILTER)
    {
      for (guint i = 0; i < draft->path->len; i++)
        if (!find_func (g_ptr_array_index (draft->path, i), -1, options, reader, &path[i], error))
          return NULL;
    }
  else if (has & FUL_TRANSFORM_PATH)
    {
      if (!find_path (draft, options, reader, path, error))
        return NULL;
    }

  transform = ful_transform_new (&draft->values);

  return ful_view_options_push_transform (options, transform);
}
