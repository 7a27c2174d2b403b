/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison of a window, as a command line. */

#include "config.h"

#include "ful-compare-command.h"

#include "compare/document/ful-compared-names.h"
#include "compare/document/ful-compared-part.h"
#include "compare/ful-per.h"
#include "compare/pairing/ful-renames.h"
#include "io/json/ful-json-document.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"

#include <string.h>

static void
append_quoted (GString    *command,
               const char *option,
               const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append_printf (command, " %s=%s", option, quoted);
}

/* Functions with ";" between them, or as a JSON list where that would not say which they are. */
static void
append_path (GString            *spec,
             const FulTransform *transform,
             FulProfile         *names)
{
  g_autoptr(JsonNode) list = json_node_new (JSON_NODE_ARRAY);
  g_autoptr(GString) joined = g_string_new (NULL);
  g_autofree char *json = NULL;
  gboolean is_plain = TRUE;

  json_node_take_array (list, json_array_new ());
  for (guint i = 0; i < transform->n_path; i++)
    {
      const char *name = ful_profile_get_func_name (names, transform->path[i]);
      gsize n = strlen (name);

      is_plain &= n > 0 && !strchr (name, ';') && !g_ascii_isspace (name[0]) && !g_ascii_isspace (name[n - 1]) && (i > 0 || name[0] != '[');
      g_string_append_printf (joined, "%s%s", i > 0 ? ";" : "", name);
      json_array_add_string_element (json_node_get_array (list), name);
    }
  json = ful_json_write_text (list, FALSE);
  g_string_append (spec, is_plain ? joined->str : json);
}

/* Of a filter what it keeps. Returns: FALSE for a text that the command would take for an expression */
static gboolean
append_filter (GString            *spec,
               const FulTransform *transform,
               FulProfile         *names)
{
  const char *filter = transform->filter;
  gsize n = filter ? strlen (filter) : 0;

  g_string_append_printf (spec, "%s:", ful_sample_filter_to_string (transform->filter_type));
  if (filter == NULL)
    append_path (spec, transform, names);
  else if (transform->regex)
    g_string_append_printf (spec, "/%s/", filter);
  else
    g_string_append (spec, filter);

  return transform->regex || n <= 2 || filter[0] != '/' || filter[n - 1] != '/';
}

/* A transform as the command names it. Returns: FALSE if it cannot */
static gboolean
append_transform (GString            *command,
                  const FulTransform *transform,
                  FulProfile         *names)
{
  g_autoptr(GString) spec = g_string_new (transform->kind->name);
  FulTransformParameters has = transform->kind->parameters;
  gboolean can = TRUE;

  if (!transform->enabled)
    return TRUE;

  g_string_append_c (spec, ':');
  if (has & FUL_TRANSFORM_FILTER)
    can = append_filter (spec, transform, names);
  else if (has & FUL_TRANSFORM_CATEGORY)
    g_string_append (spec, ful_profile_get_category (names, transform->category)->name);
  else if (has & FUL_TRANSFORM_RESOURCE)
    g_string_append (spec, ful_profile_get_string (names, names->resources->name[transform->resource]));
  else if (has & FUL_TRANSFORM_PATH)
    append_path (spec, transform, names);
  else
    g_string_append (spec, ful_profile_get_func_name (names, transform->func));
  append_quoted (command, "--transform", spec->str);

  return can;
}

/* What a transform is about may have another name before: with that as an exact rename the command finds it. */
static void
append_renamed (GString               *command,
                const FulComparedView *view,
                FulFuncIndex           func)
{
  g_autofree char *old = ful_compared_names_dup_old_name (view->names, func);
  g_autoptr(FulProfile) names = ful_compared_names_get_profile (view->names);
  g_autofree char *pair = NULL;

  if (old == NULL || g_hash_table_contains (view->renames, old))
    return;

  pair = ful_renames_to_pair (old, ful_profile_get_func_name (names, func));
  append_quoted (command, "--rename", pair);
}

/* Returns: FALSE if there is no option for some of it */
static gboolean
append_view (GString               *command,
             const FulComparedView *view)
{
  static const char *const ranges[] = { "--before-range", "--after-range" };
  const FulViewOptions *options = view->options;
  g_autoptr(GList) olds = g_list_sort (g_hash_table_get_keys (view->renames), (GCompareFunc) strcmp);
  g_autoptr(FulProfile) names = ful_compared_names_get_profile (view->names);
  gboolean can = TRUE;

  if (options->implementation != FUL_IMPLEMENTATION_COMBINED)
    append_quoted (command, "--implementation", ful_implementation_to_string (options->implementation));
  if (options->strategy != FUL_STRATEGY_TIMING)
    append_quoted (command, "--strategy", ful_strategy_to_string (options->strategy));
  if (!options->include_idle)
    g_string_append (command, " --no-idle");
  if (*options->search != '\0' && !options->search_highlights)
    {
      append_quoted (command, "--search", options->search);
      if (options->search_flags & FUL_SEARCH_REGEX)
        g_string_append (command, " --regex");
      if (options->search_flags & FUL_SEARCH_MATCH_CASE)
        g_string_append (command, " --match-case");
    }
  for (guint i = 0; i < options->n_transforms; i++)
    can &= append_transform (command, options->transforms[i], names);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    if (view->ranges[side])
      append_quoted (command, ranges[side], view->ranges[side]);
  for (GList *old = olds; old; old = old->next)
    {
      g_autofree char *pair = ful_renames_to_pair (old->data, g_hash_table_lookup (view->renames, old->data));

      append_quoted (command, "--rename", pair);
    }
  for (guint i = 0; i < options->n_transforms; i++)
    {
      const FulTransform *transform = options->transforms[i];

      if (!transform->enabled)
        continue;
      if (transform->kind->parameters & FUL_TRANSFORM_FUNC)
        append_renamed (command, view, transform->func);
      for (guint k = 0; k < transform->n_path; k++)
        append_renamed (command, view, transform->path[k]);
    }

  return can;
}

/* Range and threads of the only part of a side. Returns: FALSE if there is no option that says what the parts are */
static gboolean
append_part (GString               *command,
             const FulComparedView *view,
             FulSide                side,
             const GPtrArray       *parts)
{
  static const char *const ranges[] = { "--before-range", "--after-range" }, *const threads[] = { "--before-thread", "--after-thread" };
  const FulViewOptions *options = ((const FulComparedPart *) parts->pdata[0])->options;

  for (guint i = 0; i < parts->len; i++)
    {
      const FulViewOptions *of = ((const FulComparedPart *) parts->pdata[i])->options;

      if (parts->len > 1 && (of->has_range || of->n_threads > 0))
        return FALSE;
    }
  if (options->has_range && view->ranges[side] == NULL)
    {
      char start[G_ASCII_DTOSTR_BUF_SIZE], end[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *range = g_strdup_printf ("%s,%s", g_ascii_dtostr (start, sizeof start, options->range.start),
                                                g_ascii_dtostr (end, sizeof end, options->range.end));

      append_quoted (command, ranges[side], range);
    }
  for (guint i = 0; i < options->n_threads; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", options->threads[i]);

      append_quoted (command, threads[side], number);
    }

  return TRUE;
}

/**
 * ful_compare_command_new:
 * @table: a list of @document
 *
 * Returns: (transfer full) (nullable): a command line with the same answer; %NULL if a part is no local file, or there is no option for
 *   its view
 */
char *
ful_compare_command_new (FulCompareDocument *document,
                         FulComparedTable    table)
{
  static const char *const words[] = {
    "", " --measure=total", " --by=marker", " --by=marker --measure=count", " --by=marker --measure=mean", " --by=marker --measure=median",
  };
  FulCompareAnswer *answer = ful_compare_document_get_answer (document);
  g_autofree char *per = ful_per_dup_text (ful_compare_document_get_per (document), ful_compare_document_get_view (document)->counted_marker);
  g_autoptr(GString) command = g_string_new ("fulgens-query compare");

  g_string_append (command, words[table]);
  if (ful_compare_document_get_per (document) != FUL_PER_RUN && table != FUL_COMPARED_MARKER_MEAN && table != FUL_COMPARED_MARKER_MEDIAN)
    append_quoted (command, "--per", per);
  if (answer && answer->runs->is_named)
    g_string_append (command, " --symbols=auto");
  if (!append_view (command, ful_compare_document_get_view (document)))
    return NULL;
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    if (!append_part (command, ful_compare_document_get_view (document), side, ful_compare_document_get_sources (document, side)))
      return NULL;
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      GPtrArray *parts = ful_compare_document_get_sources (document, side);

      if (side == FUL_AFTER)
        g_string_append (command, " :");
      for (guint i = 0; i < parts->len; i++)
        {
          const FulComparedPart *part = g_ptr_array_index (parts, i);
          const char *path = part->file ? g_file_peek_path (part->file) : NULL;
          g_autofree char *quoted = path ? g_shell_quote (path) : NULL;

          if (quoted == NULL)
            return NULL;
          g_string_append_printf (command, " %s", quoted);
        }
    }

  return g_string_free (g_steal_pointer (&command), FALSE);
}
