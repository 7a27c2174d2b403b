/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by all commands that answer views: reads views, derives one after the other from one profile, and
 * answers with a list if the views are a list. */

#include "config.h"

#include "ful-query.h"

#include "ful-query-table.h"

#include "base/ful-error.h"
#include "io/ful-json-document.h"
#include "viewtext/ful-profiler-link.h"

#include <gio/gunixinputstream.h>
#include <unistd.h>

void
ful_query_clear (FulQuery *query)
{
  g_clear_object (&query->profile);
  g_free (query->output);
  g_free (query->format);
  g_free (query->sort);
  g_clear_pointer (&query->views, g_ptr_array_unref);
  ful_transform_reader_clear (&query->reader);
  g_strfreev (query->paths);
}

/**
 * ful_query_set_profile:
 * @query: a query without one
 * @profile: the profile
 */
void
ful_query_set_profile (FulQuery   *query,
                       FulProfile *profile)
{
  query->profile = g_object_ref (profile);
  ful_transform_reader_init (&query->reader, profile, NULL);
}

/* Returns: (transfer full): the text of a file, or of standard input */
static char *
read_text (const char  *file,
           GError     **error)
{
  g_autoptr(GError) local_error = NULL;
  g_autoptr(GFile) location = NULL;
  g_autoptr(GInputStream) stream = NULL;
  char *text = NULL;

  if (g_str_equal (file, "-"))
    stream = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  else
    {
      location = g_file_new_for_path (file);
      stream = G_INPUT_STREAM (g_file_read (location, NULL, &local_error));
    }
  if (stream)
    text = ful_json_load_text (stream, NULL, NULL, &local_error);
  if (text == NULL)
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "The view cannot be read: %s", local_error->message);

  return text;
}

static gboolean
read_link (FulQuery    *query,
           const char  *text,
           GError     **error)
{
  g_autoptr(FulProfilerLink) link = ful_profiler_link_parse (text, query->profile, error);

  if (link == NULL)
    return FALSE;

  if (link->n_ignored > 0)
    g_printerr ("fulgens-query: threads and transforms of the link that are not in this profile were left out: %u\n",
                link->n_ignored);
  g_ptr_array_add (query->views, ful_view_options_ref (link->options));

  return TRUE;
}

/**
 * ful_query_read_views:
 * @query: gets the views
 * @file: name of a file with a view, a list of views, an object with a member "views", or a link; "-" is
 *   standard input; or a link of profiler.firefox.com itself
 * @error: %FUL_ERROR_ARGUMENT, with the number of the view that is refused
 */
gboolean
ful_query_read_views (FulQuery    *query,
                      const char  *file,
                      GError     **error)
{
  g_autofree char *text = ful_profiler_link_is_link (file) ? g_strdup (file) : read_text (file, error);
  g_autoptr(JsonNode) root = NULL;
  g_autoptr(GError) json_error = NULL;
  JsonNode *node;
  JsonArray *array;

  if (text == NULL)
    return FALSE;

  g_ptr_array_set_size (query->views, 0);
  if (ful_profiler_link_is_link (g_strstrip (text)))
    return read_link (query, text, error);

  node = root = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, &json_error);
  if (root == NULL)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "The view cannot be read: %s", json_error->message);
      return FALSE;
    }

  if (JSON_NODE_HOLDS_OBJECT (node) && json_object_has_member (json_node_get_object (node), "views"))
    node = json_object_get_member (json_node_get_object (node), "views");

  query->views_are_list = JSON_NODE_HOLDS_ARRAY (node);
  if (!query->views_are_list)
    {
      FulViewOptions *options = ful_view_options_new_from_json (node, &query->reader, error);

      if (options == NULL)
        return FALSE;
      g_ptr_array_add (query->views, options);
      return TRUE;
    }

  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      FulViewOptions *options = ful_view_options_new_from_json (json_array_get_element (array, i),
                                                                &query->reader, error);

      if (options == NULL)
        {
          g_prefix_error (error, "View %u: ", i);
          return FALSE;
        }
      g_ptr_array_add (query->views, options);
    }

  return TRUE;
}

/**
 * ful_query_view_new:
 * @query: a query
 * @index: which of its views
 * @error: %FUL_ERROR_ARGUMENT for a thread that does not exist
 *
 * Returns: (transfer full): the results for that view
 */
FulQueryView *
ful_query_view_new (FulQuery  *query,
                    guint      index,
                    GError   **error)
{
  g_autoptr(FulQueryView) view = g_new0 (FulQueryView, 1);
  FulViewOptions *options = g_ptr_array_index (query->views, index);

  view->derived = ful_derived_thread_new (query->profile, options, query->reader.cache, NULL, error);
  if (view->derived == NULL)
    return NULL;
  view->nodes = ful_derived_thread_get_nodes (view->derived, query->reader.cache, NULL, error);
  if (view->nodes == NULL)
    return NULL;
  if (options->invert)
    view->inverted = ful_derived_thread_get_inverted (view->derived, view->nodes, query->reader.cache);

  view->rows = ful_derived_thread_get_rows (view->derived, NULL);
  view->tree = ful_call_tree_new (view->nodes, view->inverted, view->rows, NULL, error);
  if (view->tree == NULL)
    return NULL;

  return g_steal_pointer (&view);
}

void
ful_query_view_free (FulQueryView *self)
{
  g_clear_pointer (&self->derived, ful_derived_thread_unref);
  g_clear_pointer (&self->nodes, ful_call_node_table_unref);
  g_clear_pointer (&self->inverted, ful_inverted_tree_unref);
  g_clear_pointer (&self->rows, ful_sample_rows_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_free (self);
}

static gboolean
print_table (FulQuery          *query,
             FulQueryView      *view,
             FulQueryJsonFunc   json_func,
             GError           **error)
{
  g_autofree char *answer = NULL;
  FulQueryJson json;
  gboolean ok;

  ful_query_json_init (&json, &answer);
  ok = json_func (query, view, &json, error);
  ful_query_json_finish (&json);

  return ok && ful_query_table_write (answer, query->command->container, query->command->columns, FUL_TABLE_TEXT, NULL,
                                      G_MAXUINT, error);
}

/**
 * ful_query_answer_views:
 * @query: a query
 * @json_func: writes the answer to one view
 * @text_func: (nullable): prints the answer to one view; %NULL prints the rows of its JSON as a table
 * @error: error of either function or of the derivation
 *
 * Returns: %FUL_EXIT_NOTHING if no view has any row
 */
FulExitStatus
ful_query_answer_views (FulQuery          *query,
                        FulQueryJsonFunc   json_func,
                        FulQueryTextFunc   text_func,
                        GError           **error)
{
  FulQueryJson json = { NULL };
  gboolean found = query->views->len == 0;
  gboolean ok = TRUE;

  ful_query_json_init (&json, query->answer);
  if (query->json && query->views_are_list)
    ful_query_json_begin_array (&json);

  for (guint i = 0; ok && i < query->views->len; i++)
    {
      g_autoptr(FulQueryView) view = ful_query_view_new (query, i, error);

      if (view == NULL)
        {
          ok = FALSE;
          break;
        }

      found |= view->tree->root_total != 0;
      if (query->json)
        {
          ok = json_func (query, view, &json, error);
          continue;
        }

      if (query->views->len > 1)
        {
          g_autofree char *text = ful_view_options_to_text (view->derived->options, &query->reader);

          g_print ("%s%s\n", i > 0 ? "\n" : "", text);
        }
      ok = text_func ? text_func (query, view, error) : print_table (query, view, json_func, error);
    }

  if (query->json && query->views_are_list)
    ful_query_json_end_array (&json);
  if (query->json && ok)
    ful_query_json_finish (&json);
  else
    g_string_free (json.buffer, TRUE);

  return ok && !found ? FUL_EXIT_NOTHING : FUL_EXIT_OK;
}

/**
 * ful_query_answer_output:
 * @query: a query that has written its output file
 *
 * Reports it in JSON; text output is empty.
 */
void
ful_query_answer_output (FulQuery *query)
{
  FulQueryJson json;

  if (!query->json)
    return;

  ful_query_json_init (&json, query->answer);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "output", query->output);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
}
