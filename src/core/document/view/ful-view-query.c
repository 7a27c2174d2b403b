/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a panel shows as a command of fulgens-query, whose answer is the same: a statement in SQL with the whole view
 * (sql.md 3) as an argument. */

#include "config.h"

#include "ful-view-query.h"

#include "stacks/ful-search.h"
#include "viewtext/ful-panel-ids.h"
#include "viewtext/ful-view-options-text.h"

static const struct { const char *panel; const char *columns; const char *order; } queries[] = {
  { FUL_PANEL_FUNCTIONS, "function, total, self FROM functions", "self DESC" },
  { FUL_PANEL_CALL_TREE, "depth, function, total, self FROM call_tree", "place" },
  { FUL_PANEL_MARKER_TABLE, "start_time, duration, name, label FROM find_markers", "start_time" },
};

/* Returns: its number in queries; their number for one of which there is none */
static guint
find_query (const char *panel)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (queries) && g_strcmp0 (queries[i].panel, panel) != 0; i++)
    ;

  return i;
}

/**
 * ful_view_query_is_of_panel:
 * @panel: (nullable): its ID
 *
 * Returns: whether there is a command that answers what it shows
 */
gboolean
ful_view_query_is_of_panel (const char *panel)
{
  return find_query (panel) < G_N_ELEMENTS (queries);
}

/* Only markers that are found have the search of markers, which is no expression. */
static FulViewOptions *
make_options (const FulViewState *state)
{
  FulViewOptions *options = ful_view_options_copy (state->options);

  if (options->has_preview)
    ful_view_options_set_range (options, &options->preview);
  if (g_strcmp0 (state->panel, FUL_PANEL_MARKER_TABLE) == 0)
    {
      ful_view_options_set_search (options, state->marker_search, FUL_SEARCH_DEFAULT);
      ful_view_options_set_transforms (options, NULL, 0);
    }

  return options;
}

static void
append_option (GString    *command,
               const char *option,
               const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append_printf (command, " %s=%s", option, quoted);
}

/* Returns: (transfer full): of SQL */
static char *
make_statement (const FulViewState   *state,
                const FulViewOptions *options,
                FulTransformReader   *reader)
{
  guint query = find_query (state->panel);
  g_autofree char *view = ful_view_options_to_text (options, reader);
  g_autoptr(GString) literal = g_string_new (view);

  g_string_replace (literal, "'", "''", 0);

  return g_strdup_printf ("SELECT %s WHERE view = '%s' ORDER BY %s", queries[query].columns, literal->str, queries[query].order);
}

/**
 * ful_view_query_new:
 * @state: with a panel of ful_view_query_is_of_panel()
 * @reader: of its profile
 *
 * A marked range takes the place of the committed one.
 *
 * Returns: (transfer full): a line for a shell
 */
char *
ful_view_query_new (const FulViewState     *state,
                    FulTransformReader     *reader,
                    const FulViewQueryFile *file)
{
  g_autoptr(FulViewOptions) options = make_options (state);
  g_autofree char *statement = make_statement (state, options, reader);
  g_autofree char *quoted = g_shell_quote (statement);
  g_autofree char *path = file->path ? g_shell_quote (file->path) : g_strdup ("PROFILE");
  GString *command = g_string_new ("fulgens-query sql");

  if (file->member)
    append_option (command, "--member", file->member);
  for (guint i = 0; file->symbols && file->symbols[i]; i++)
    append_option (command, "--symbols", file->symbols[i]);
  for (guint i = 0; file->own && file->own[i]; i++)
    append_option (command, *file->own[i] == '!' ? "--not-own" : "--own", file->own[i] + (*file->own[i] == '!'));
  g_string_append_printf (command, " %s %s", quoted, path);

  return g_string_free (command, FALSE);
}
