/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The origin of a function, shown after its name (formats.md 6.7). */

#include "config.h"

#include "ful-func-origin.h"

#include <string.h>

/**
 * ful_func_origin_clean_path:
 * @path: a source file as symbol servers write it, for example "hg:host/repository:path:revision",
 *   or a path
 *
 * Returns: (transfer full): the path in it
 */
char *
ful_func_origin_clean_path (const char *path)
{
  static const char *const kinds[] = { "hg:", "git:", "s3:", "cargo:" };
  g_auto(GStrv) parts = NULL;
  const char *slash;
  guint kind;

  for (kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    if (g_str_has_prefix (path, kinds[kind]))
      break;
  if (kind == G_N_ELEMENTS (kinds))
    return g_strdup (path);

  parts = g_strsplit (path, ":", -1);
  if (g_strv_length (parts) != 4)
    return g_strdup (path);

  switch (kind)
    {
    case 2:   /* s3:bucket:digest/path:revision */
      slash = strchr (parts[2], '/');
      return g_strdup (slash ? slash + 1 : path);
    case 3:   /* cargo:registry:crate-version:path */
      return g_strconcat (parts[2], "/", parts[3], NULL);
    default:  /* hg:host/repository:path:revision */
      return g_strdup (parts[2]);
    }
}

/**
 * ful_func_get_file:
 * @profile: a profile
 * @func: a function of it
 * @out_line: (out): where it begins there, from 1, or %FUL_NONE
 * @out_column: (out): its column, likewise
 *
 * Returns: (transfer full) (nullable): the source file, the original one if there is a source map; %NULL if
 *   it is not known
 */
char *
ful_func_get_file (FulProfile   *profile,
                   FulFuncIndex  func,
                   gint32       *out_line,
                   gint32       *out_column)
{
  const FulFuncTable *funcs = profile->funcs;
  FulSourceIndex source = funcs->source[func];
  const char *filename;

  *out_line = funcs->line[func];
  *out_column = funcs->column[func];
  if (funcs->original_location[func] != FUL_NONE)
    {
      gint32 location = funcs->original_location[func];

      source = profile->source_locations->source[location];
      *out_line = profile->source_locations->line[location];
      *out_column = profile->source_locations->column[location];
    }
  if (source == FUL_NONE || profile->sources->filename[source] == FUL_NONE)
    return NULL;

  filename = ful_profile_get_string (profile, profile->sources->filename[source]);

  return *filename != '\0' ? ful_func_origin_clean_path (filename) : NULL;
}

/* File with line and column, or NULL. */
static char *
file_position (FulProfile   *profile,
               FulFuncIndex  func)
{
  gint32 line, column;
  g_autofree char *file = ful_func_get_file (profile, func, &line, &column);

  if (file == NULL || line == FUL_NONE)
    return g_steal_pointer (&file);
  if (column == FUL_NONE)
    return g_strdup_printf ("%s:%d", file, line);

  return g_strdup_printf ("%s:%d:%d", file, line, column);
}

/**
 * ful_func_get_origin:
 * @profile: a profile
 * @func: a function of it
 *
 * Returns: (transfer full): source file with position, library or host, whichever is known; "" for none
 */
char *
ful_func_get_origin (FulProfile   *profile,
                     FulFuncIndex  func)
{
  FulResourceIndex resource = profile->funcs->resource[func];
  g_autofree char *file = file_position (profile, func);
  const char *origin = NULL;

  if (resource != FUL_NONE)
    origin = ful_profile_get_string (profile, profile->resources->name[resource]);
  if (origin && *origin == '\0')
    origin = NULL;

  if (file == NULL)
    return g_strdup (origin ? origin : "");
  if (origin == NULL || g_str_has_prefix (file, origin) ||
      profile->resources->type[resource] == FUL_RESOURCE_TYPE_LIBRARY)
    return g_steal_pointer (&file);

  return g_strdup_printf ("%s: %s", origin, file);
}
