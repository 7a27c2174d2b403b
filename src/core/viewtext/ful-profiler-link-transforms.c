/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Transforms in links (transforms.md 7.3): items joined by "~", their fields by
 * "-", the first of which is the kind's key. Items that are invalid for the profile
 * are skipped and counted.
 *
 * Functions and resources are numbers. Before version 15 they were numbers of the
 * thread's own tables, which versions of profiles before 60 had: importing such a
 * profile keeps the maps to the shared tables with the thread. */

#include "config.h"

#include "ful-profiler-link-private.h"

#include "model/ful-shared-tables.h"
#include "stacks/ful-implementation.h"
#include "stacks/transforms/ful-transform.h"

#include <string.h>

typedef struct
{
  guint       version;
  FulProfile *profile;
  FulThread  *thread;     /* (nullable): whose numbers were used before version 15 */
  GArray     *numbers;    /* of paths; one after the other */
} Reader;

/* parseInt(): digits after white space; FUL_NONE if there are none or too many */
static gint32
parse_integer (const char *text)
{
  gint64 value = 0;

  text += strspn (text, " \t\n\r\f\v");
  text += *text == '+';
  if (!g_ascii_isdigit (*text))
    return FUL_NONE;
  for (; g_ascii_isdigit (*text) && value <= G_MAXINT32; text++)
    value = value * 10 + (*text - '0');

  return value <= G_MAXINT32 ? (gint32) value : FUL_NONE;
}

static gint32
lookup (GBytes *map,
        gint32  row)
{
  gsize n_bytes;
  const gint32 *rows = g_bytes_get_data (map, &n_bytes);

  return row >= 0 && (gsize) row < n_bytes / sizeof *rows ? rows[row] : FUL_NONE;
}

static gboolean
has_own_tables (const Reader *self)
{
  return self->version < 15 && self->thread && self->thread->old_funcs && self->thread->old_resources;
}

static FulResourceIndex
map_resource (const Reader *self,
              gint32        resource)
{
  return has_own_tables (self) ? lookup (self->thread->old_resources, resource) : resource;
}

/* Functions beyond those of the table were resources. */
static FulFuncIndex
map_func (const Reader *self,
          gint32        func)
{
  gint32 n_old;
  FulResourceIndex resource;

  if (!has_own_tables (self))
    return func;

  n_old = (gint32) (g_bytes_get_size (self->thread->old_funcs) / sizeof (gint32));
  if (func < n_old)
    return lookup (self->thread->old_funcs, func);

  resource = lookup (self->thread->old_resources, func - n_old);

  return resource == FUL_NONE ? FUL_NONE : ful_profile_get_resource_func (self->profile, resource);
}

/* Until version 3, paths of script functions were without the labels that matter to
 * scripts. Finds the first stack that such a path fits and adds its labels. */
static void
add_labels (const Reader *self,
            GArray       *path)
{
  const FulStackTable *stacks = self->profile->stacks;
  const FulFuncIndex *funcs = self->profile->frames->func;
  guint n_stacks = stacks->table.n_rows;
  g_autofree gint32 *depth = g_new (gint32, MAX (n_stacks, 1));   /* how many of the path fit above and here */
  FulStackIndex found = FUL_NONE;
  guint n_shown = 0;

  for (guint i = 0; i < n_stacks && found == FUL_NONE; i++)
    {
      FulFuncIndex func = funcs[stacks->frame[i]];

      depth[i] = stacks->prefix[i] == FUL_NONE ? 0 : depth[stacks->prefix[i]];
      if (self->profile->funcs->is_js[func] && g_array_index (path, FulFuncIndex, depth[i]) == func &&
          ++depth[i] == (gint32) path->len)
        found = (FulStackIndex) i;
    }
  if (found == FUL_NONE)
    return;

  for (FulStackIndex stack = found; stack != FUL_NONE; stack = stacks->prefix[stack])
    n_shown += ful_func_matches_implementation (self->profile, funcs[stacks->frame[stack]], stacks->prefix[stack], FUL_IMPLEMENTATION_JS);
  g_array_set_size (path, n_shown);
  for (; found != FUL_NONE; found = stacks->prefix[found])
    {
      FulFuncIndex func = funcs[stacks->frame[found]];

      if (ful_func_matches_implementation (self->profile, func, stacks->prefix[found], FUL_IMPLEMENTATION_JS))
        g_array_index (path, FulFuncIndex, --n_shown) = func;
    }
}

static gboolean
read_path (Reader       *self,
           const char   *text,
           FulTransform *values)
{
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  guint first = self->numbers->len;

  if (!ful_link_read_numbers (text, self->numbers))
    return FALSE;

  for (guint i = first; i < self->numbers->len; i++)
    {
      FulFuncIndex func = map_func (self, g_array_index (self->numbers, gint32, i));

      g_array_append_val (path, func);
    }
  if (self->version < 4 && values->implementation == FUL_IMPLEMENTATION_JS && path->len > 0)
    add_labels (self, path);
  values->n_path = path->len;
  values->path = (FulFuncIndex *) (gpointer) g_array_free (g_steal_pointer (&path), FALSE);

  return TRUE;
}

/* Until version 8, "irec" was the present "rec" without an implementation, and "rec" was "drec". */
static const char *
rename_key (const Reader *self,
            const char   *key,
            gboolean     *out_is_old_recursion)
{
  *out_is_old_recursion = self->version < 9 && g_str_equal (key, "irec");
  if (*out_is_old_recursion)
    return "rec";

  return self->version < 9 && g_str_equal (key, "rec") ? "drec" : key;
}

/* Returns: %FALSE if the link exceeds a limit. @out_transform is %NULL if the item is invalid. */
static gboolean
read_transform (Reader        *self,
                const char    *item,
                FulTransform **out_transform)
{
  g_auto(GStrv) fields = g_strsplit (item, "-", -1);
  guint n_fields = g_strv_length (fields);
  gboolean has_implementation;
  const char *key = rename_key (self, n_fields > 0 ? fields[0] : "", &has_implementation);
  const FulTransformKind *kind = ful_transform_kind_find (key);
  FulTransform values = { kind, .enabled = TRUE, .func = FUL_NONE, .resource = FUL_NONE, .category = FUL_NONE };
  FulTransformParameters has = kind ? kind->parameters : 0;
  g_autoptr(FulTransform) transform = NULL;
  guint f = 1;

  *out_transform = NULL;
  if (kind == NULL || g_strcmp0 (kind->url_key, key) != 0)
    return TRUE;

  has_implementation |= (has & FUL_TRANSFORM_IMPLEMENTATION) != 0;
  if (has_implementation && f < n_fields)
    {
      if (!ful_implementation_parse (fields[f], &values.implementation, NULL) ||
          values.implementation == FUL_IMPLEMENTATION_OWN)
        values.implementation = FUL_IMPLEMENTATION_COMBINED;
      f++;
    }
  if ((has & FUL_TRANSFORM_PATH) && f < n_fields && !read_path (self, fields[f++], &values))
    return FALSE;
  if ((has & FUL_TRANSFORM_INVERTED) && f < n_fields)
    values.inverted = *fields[f] != '\0';
  if ((has & FUL_TRANSFORM_FUNC) && f < n_fields)
    values.func = map_func (self, parse_integer (fields[f]));
  if ((has & FUL_TRANSFORM_RESOURCE) && f < n_fields)
    values.resource = map_resource (self, parse_integer (fields[f]));
  if ((has & FUL_TRANSFORM_CATEGORY) && f < n_fields)
    values.category = parse_integer (fields[f]);
  if (has & FUL_TRANSFORM_FILTER)
    {
      if (n_fields < 3 || !g_str_equal (fields[1], "m"))
        return TRUE;
      values.filter_type = FUL_SAMPLE_FILTER_MARKER_SEARCH;
      values.filter = item + strlen (fields[0]) + 1 + strlen (fields[1]) + 1;
    }

  transform = ful_transform_new (&values);
  g_free ((gpointer) values.path);
  if (ful_transform_is_valid (transform, self->profile))
    *out_transform = g_steal_pointer (&transform);

  return TRUE;
}

/**
 * ful_link_read_transforms:
 * @text: the transforms
 * @version: of the link
 * @profile: the profile of the link
 * @thread: (nullable): the only thread of the link
 * @transforms: (element-type FulTransform): gets those that are valid for @profile
 * @n_ignored: (inout): grows by the number of the others
 *
 * O(length), and O(stacks) for each path of script functions in links before version 4.
 *
 * Returns: %FALSE if the link exceeds a limit of the private header
 */
gboolean
ful_link_read_transforms (const char *text,
                          guint       version,
                          FulProfile *profile,
                          FulThread  *thread,
                          GPtrArray  *transforms,
                          guint      *n_ignored)
{
  g_autoptr(GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint32));
  Reader reader = { version, profile, thread, numbers };
  g_auto(GStrv) items = NULL;

  /* Until version 5 the transforms of each of several threads. */
  if (version < 6 && strchr (text, ';'))
    return TRUE;

  items = g_strsplit (text, "~", FUL_LINK_MAX_TRANSFORMS + 1);
  if (g_strv_length (items) > FUL_LINK_MAX_TRANSFORMS)
    return FALSE;

  for (guint i = 0; items[i]; i++)
    {
      FulTransform *transform;

      if (*items[i] == '\0')
        continue;
      if (!read_transform (&reader, items[i], &transform))
        return FALSE;
      if (transform)
        g_ptr_array_add (transforms, transform);
      else
        (*n_ignored)++;
    }

  return TRUE;
}
