/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A transform as a value. Its text forms are in ful-transform-text.c. */

#include "config.h"

#include "ful-transform.h"

#include "base/ful-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const filter_names[FUL_N_SAMPLE_FILTERS] = {
  "marker-search", "outside-marker", "function-include", "stack-prefix", "stack-suffix",
};

/* Labels in the list of transforms with more information than their kind. */
static const char *const filter_crumbs[FUL_N_SAMPLE_FILTERS] = {
  N_("Drop samples outside of markers matching: “%s”"), N_("Drop samples inside of markers matching: “%s”"),
  N_("Only samples with: %s"), N_("Only samples beginning with: %s"), N_("Only samples ending with: %s"),
};

const char *
ful_sample_filter_to_string (FulSampleFilter filter)
{
  return filter_names[filter];
}

gboolean
ful_sample_filter_parse (const char      *text,
                         FulSampleFilter *out_filter)
{
  for (guint i = 0; i < G_N_ELEMENTS (filter_names); i++)
    if (g_str_equal (text, filter_names[i]))
      {
        *out_filter = i;
        return TRUE;
      }

  return FALSE;
}

static void
clear (gpointer data)
{
  FulTransform *self = data;

  g_free ((gpointer) self->path);
  g_free ((gpointer) self->filter);
}

/**
 * ful_transform_new:
 * @values: the values, copied; those that the kind does not have are ignored
 *
 * Returns: (transfer full): the transform
 */
FulTransform *
ful_transform_new (const FulTransform *values)
{
  FulTransform *self = g_atomic_rc_box_new (FulTransform);
  FulTransformParameters has = values->kind->parameters;

  *self = *values;
  if (!(has & FUL_TRANSFORM_IMPLEMENTATION))
    self->implementation = FUL_IMPLEMENTATION_COMBINED;
  if (!(has & FUL_TRANSFORM_INVERTED))
    self->inverted = FALSE;
  if (!(has & FUL_TRANSFORM_FUNC))
    self->func = FUL_NONE;
  if (!(has & FUL_TRANSFORM_RESOURCE))
    self->resource = FUL_NONE;
  if (!(has & FUL_TRANSFORM_CATEGORY))
    self->category = FUL_NONE;
  if (!(has & (FUL_TRANSFORM_PATH | FUL_TRANSFORM_FILTER)))
    self->n_path = 0;
  if (!(has & FUL_TRANSFORM_FILTER))
    {
      self->filter_type = FUL_SAMPLE_FILTER_MARKER_SEARCH;
      self->filter = NULL;
      self->regex = FALSE;
    }
  self->path = g_memdup2 (self->path, self->n_path * sizeof *self->path);
  self->filter = g_strdup (self->filter);

  return self;
}

FulTransform *
ful_transform_ref (FulTransform *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_transform_unref (FulTransform *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_transform_with_enabled:
 *
 * Returns: (transfer full): a copy that is switched on or off
 */
FulTransform *
ful_transform_with_enabled (const FulTransform *self,
                            gboolean            enabled)
{
  FulTransform values = *self;

  values.enabled = enabled;

  return ful_transform_new (&values);
}

/**
 * ful_transform_with_mapped_funcs:
 * @map: (array length=n_funcs): for each function its new number, or %FUL_NONE
 *
 * Follows a change of the function table. A filter for any of several functions
 * keeps those that remain; every other kind needs all of its functions.
 *
 * Returns: (transfer full) (nullable): a copy, or %NULL if its subject does not exist any more
 */
FulTransform *
ful_transform_with_mapped_funcs (const FulTransform *self,
                                 const FulFuncIndex *map,
                                 guint               n_funcs)
{
  FulTransform values = *self;
  gboolean any = (self->kind->parameters & FUL_TRANSFORM_FILTER) &&
                 self->filter_type == FUL_SAMPLE_FILTER_FUNCTION_INCLUDE;
  g_autofree FulFuncIndex *path = g_new (FulFuncIndex, MAX (self->n_path, 1));

  values.path = path;
  values.n_path = 0;
  for (guint i = 0; i < self->n_path; i++)
    {
      FulFuncIndex func = (guint) self->path[i] < n_funcs ? map[self->path[i]] : FUL_NONE;

      if (func != FUL_NONE)
        path[values.n_path++] = func;
      else if (!any)
        return NULL;
    }
  if (values.n_path == 0 && self->n_path > 0)
    return NULL;

  if (self->kind->parameters & FUL_TRANSFORM_FUNC)
    {
      values.func = (guint) self->func < n_funcs ? map[self->func] : FUL_NONE;
      if (values.func == FUL_NONE)
        return NULL;
    }

  return ful_transform_new (&values);
}

/* The path of @self with the functions of @profile. Functions to find are mapped one by one: those that samples end with
 * are innermost. */
static GArray *
map_path (const FulTransform *self,
          FulProfile         *profile)
{
  gboolean is_set = (self->kind->parameters & FUL_TRANSFORM_FILTER) &&
                    self->filter_type != FUL_SAMPLE_FILTER_STACK_PREFIX;
  GArray *path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));

  g_array_append_vals (path, self->path, self->n_path);
  if (!is_set)
    ful_profile_map_path (profile, path, self->inverted);
  for (guint i = 0; is_set && i < path->len; i++)
    {
      FulFuncIndex *func = &g_array_index (path, FulFuncIndex, i);
      guint n;
      const FulFuncIndex *funcs = ful_profile_get_replacement (profile, *func, &n);

      if (funcs)
        *func = funcs[self->filter_type == FUL_SAMPLE_FILTER_STACK_SUFFIX ? n - 1 : 0];
    }

  return path;
}

/**
 * ful_transform_with_symbols:
 * @self: a transform of @profile, or of one with fewer symbols
 *
 * Returns: (transfer full): the transform for the functions of @profile
 */
FulTransform *
ful_transform_with_symbols (FulTransform *self,
                            FulProfile   *profile)
{
  g_autoptr(GArray) path = map_path (self, profile);
  FulTransform values = *self;

  values.func = ful_profile_map_func (profile, self->func);
  values.path = (FulFuncIndex *) (gpointer) path->data;
  values.n_path = path->len;
  if (values.func == self->func && values.n_path == self->n_path &&
      (values.n_path == 0 || memcmp (values.path, self->path, values.n_path * sizeof *values.path) == 0))
    return ful_transform_ref (self);

  return ful_transform_new (&values);
}

/**
 * ful_transform_to_key:
 *
 * Returns: (transfer full): a text that only equal transforms have
 */
char *
ful_transform_to_key (const FulTransform *self)
{
  GString *key = g_string_new (self->kind->name);

  g_string_append_printf (key, "-%d-%d-%d-%d-%d-%d-%d-%d", self->enabled, self->implementation, self->inverted,
                          self->func, self->resource, self->category, self->filter_type, self->regex);
  for (guint i = 0; i < self->n_path; i++)
    g_string_append_printf (key, ",%d", self->path[i]);
  g_string_append_c (key, ':');
  if (self->filter)
    g_string_append (key, self->filter);

  return g_string_free (key, FALSE);
}

gboolean
ful_transform_equal (const FulTransform *a,
                     const FulTransform *b)
{
  g_autofree char *key_a = ful_transform_to_key (a);
  g_autofree char *key_b = ful_transform_to_key (b);

  return g_str_equal (key_a, key_b);
}

/**
 * ful_transform_is_valid:
 *
 * Returns: whether all that the transform is about is in @profile
 */
gboolean
ful_transform_is_valid (const FulTransform *self,
                        FulProfile         *profile)
{
  FulTransformParameters has = self->kind->parameters;
  guint n_funcs = profile->funcs->table.n_rows;

  for (guint i = 0; i < self->n_path; i++)
    if ((guint) self->path[i] >= n_funcs)
      return FALSE;

  return (!(has & FUL_TRANSFORM_PATH) || self->n_path > 0) &&
         (!(has & FUL_TRANSFORM_FUNC) || (guint) self->func < n_funcs) &&
         (!(has & FUL_TRANSFORM_RESOURCE) || (guint) self->resource < profile->resources->table.n_rows) &&
         (!(has & FUL_TRANSFORM_CATEGORY) || (guint) self->category < profile->categories->len);
}

/* Returns: (transfer full): the short name of what @self is about */
static char *
get_subject (const FulTransform *self,
             FulProfile         *profile)
{
  FulTransformParameters has = self->kind->parameters;

  if (has & FUL_TRANSFORM_FILTER)
    {
      GString *names = g_string_new (self->filter);

      for (guint i = 0; i < self->n_path; i++)
        {
          g_autofree char *one = ful_format_short_name (ful_profile_get_shown_name (profile, self->path[i]));

          g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", one);
        }

      return g_string_free (names, FALSE);
    }
  if (has & FUL_TRANSFORM_RESOURCE)
    return g_strdup (ful_profile_get_string (profile, profile->resources->name[self->resource]));
  if (has & FUL_TRANSFORM_CATEGORY)
    return g_strdup (ful_profile_get_category (profile, self->category)->name);

  return ful_format_short_name (ful_profile_get_shown_name (profile, self->n_path > 0 ? self->path[self->n_path - 1]
                                                                                      : self->func));
}

/**
 * ful_transform_say:
 * @self: a valid transform of @profile
 * @text: a text of its kind, such as @done of #FulTransformKind; not translated yet
 *
 * Returns: (transfer full): the text in the language of the user, with the short name of the subject as its %s
 */
char *
ful_transform_say (const FulTransform *self,
                   FulProfile         *profile,
                   const char         *text)
{
  g_autofree char *name = get_subject (self, profile);
  const char *translated = _(text);
  const char *mark = strstr (translated, "%s");

  return mark ? g_strdup_printf ("%.*s%s%s", (int) (mark - translated), translated, name, mark + 2) : g_strdup (translated);
}

/**
 * ful_transform_get_label:
 * @self: a valid transform of @profile
 *
 * Returns: (transfer full): its label, with the short name of its subject
 */
char *
ful_transform_get_label (const FulTransform *self,
                         FulProfile         *profile)
{
  gboolean is_filter = (self->kind->parameters & FUL_TRANSFORM_FILTER) != 0;

  return ful_transform_say (self, profile, is_filter ? filter_crumbs[self->filter_type] : self->kind->crumb);
}

/**
 * ful_transform_filters_rows:
 *
 * Returns: whether the transform filters rows by their time, which a map of stacks cannot express
 */
gboolean
ful_transform_filters_rows (const FulTransform *self)
{
  return (self->kind->parameters & FUL_TRANSFORM_FILTER) &&
         (self->filter_type == FUL_SAMPLE_FILTER_MARKER_SEARCH ||
          self->filter_type == FUL_SAMPLE_FILTER_OUTSIDE_MARKER);
}
