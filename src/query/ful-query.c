/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by all commands: reads views, derives one after the other from one profile, and writes their tables. */

#include "config.h"

#include "ful-query.h"

#include "ful-query-system.h"

#include "base/ful-error.h"
#include "export/ful-one-weight.h"
#include "export/ful-processed-writer.h"
#include "io/json/ful-json-document.h"
#include "viewtext/ful-profiler-link.h"

void
ful_query_clear (FulQuery *query)
{
  g_clear_object (&query->profile);
  g_free (query->remove);
  g_free (query->keep);
  g_free (query->tracks);
  g_free (query->output);
  g_free (query->format);
  g_free (query->sort);
  g_free (query->profile_path);
  g_free (query->member);
  g_strfreev (query->symbols);
  g_free (query->function);
  g_free (query->text);
  g_strfreev (query->kinds);
  g_strfreev (query->path_maps);
  g_strfreev (query->arguments);
  g_free (query->rows.tables);
  g_free (query->rows.part);
  g_strfreev (query->rows.partitions);
  g_free (query->sql.key);
  g_strfreev (query->sql.labels);
  g_free (query->compare.by);
  g_free (query->compare.measure);
  g_free (query->compare.per);
  g_free (query->compare.interval);
  g_free (query->compare.split);
  g_free (query->compare.before_range);
  g_free (query->compare.after_range);
  g_free (query->compare.before_thread);
  g_free (query->compare.after_thread);
  g_strfreev (query->compare.renames);
  g_free (query->compare.margin);
  g_free (query->compare.min_effect);
  g_free (query->compare.assume_noise);
  g_free (query->compare.only);
  g_free (query->compare.verdicts);
  g_strfreev (query->compare.conditions);
  g_free (query->compare.baseline);
  g_free (query->live.address);
  g_free (query->live.token_file);
  g_free (query->live.start);
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
    stream = ful_query_system_open_input ();
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

static gboolean
write_table (FulQuery       *query,
             guint           view,
             FulQueryTable  *table,
             FulQueryJson   *json,
             GError        **error)
{
  table->sort = query->sort;
  if ((query->command->flags & FUL_COMMAND_LIMIT) && !(query->command->flags & FUL_COMMAND_TEXT))
    table->limit = query->limit;
  if (!ful_query_table_check_sort (table, error))
    return FALSE;
  if (query->json && query->sort && table->is_nested)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                   "--sort: the JSON of %s is no list of rows; sort text or --csv", query->command->name);
      return FALSE;
    }

  if (query->csv)
    return ful_query_table_write_csv (table, error);
  if (query->json)
    {
      ful_query_table_write_json (table, json);
      return TRUE;
    }

  if (query->views->len > 1)
    {
      g_autofree char *text = ful_view_options_to_text (g_ptr_array_index (query->views, view), &query->reader);

      g_print ("%s%s\n", view > 0 ? "\n" : "", text);
    }
  ful_query_table_print (table, query->color);

  return TRUE;
}

/**
 * ful_query_answer:
 * @query: a query
 * @error: error of a derivation or of the command line
 *
 * Writes the table of the command for each view, in JSON as a list if the views are one.
 *
 * Returns: %FUL_EXIT_NOTHING if there is no answer for any view
 */
FulExitStatus
ful_query_answer (FulQuery  *query,
                  GError   **error)
{
  FulQueryJson json;
  gboolean found = query->views->len == 0, ok = TRUE;

  if (query->csv && (query->json || query->views_are_list))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--csv is for one view, without --json");
      return FUL_EXIT_USAGE;
    }

  ful_query_json_init (&json, NULL);
  if (query->views_are_list)
    ful_query_json_begin_array (&json);
  for (guint i = 0; ok && i < query->views->len; i++)
    {
      g_autoptr(FulQueryTable) table = query->command->make_table (query, i, error);

      ok = table && write_table (query, i, table, &json, error);
      found |= table && table->found;
    }
  if (query->views_are_list)
    ful_query_json_end_array (&json);
  if (query->json && ok)
    ful_query_json_finish (&json);
  else
    g_string_free (json.buffer, TRUE);

  return ok && !found ? FUL_EXIT_NOTHING : FUL_EXIT_OK;
}

/**
 * ful_query_save:
 * @query: a query with an output file
 * @sample_type: (nullable): the sample type to write; %NULL is the default one
 * @part: (nullable): what of it to write; %NULL is all
 * @error: see ful_one_weight_new(), ful_selection_cut() and ful_processed_writer_save()
 *
 * Writes the profile in the processed format, and says on standard error which sample types that leaves out.
 */
gboolean
ful_query_save (FulQuery            *query,
                const char          *sample_type,
                const FulSelection  *part,
                GError             **error)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (query->output);
  g_autofree char *lost = NULL;
  g_autoptr(FulProfile) weighed = ful_one_weight_new (query->profile, sample_type, &lost, NULL, error);
  g_autoptr(FulProfile) profile = weighed && part ? ful_selection_cut (part, weighed, NULL, error) : g_steal_pointer (&weighed);

  if (profile == NULL || !ful_processed_writer_save (profile, file, NULL, NULL, error))
    return FALSE;
  if (lost)
    g_printerr ("fulgens-query: the format has one weight of each sample; left out the sample types %s\n", lost);

  return TRUE;
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

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "output", query->output);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
}
