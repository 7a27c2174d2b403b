/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of a comparison in its text: a file, or a range and threads of one:
 *
 *   { "file": "a.json.gz", "name": "200 ms to 600 ms", "range": [200, 600], "threads": [0] }
 *
 * Files are URIs of local files, or paths relative to the folder of the text. */

#include "config.h"

#include "ful-compared-part-text.h"

#include "io/json/ful-json-document.h"
#include "threads/ful-time-range.h"

#include <math.h>

#define MAX_THREADS 100000

/* Returns: (transfer full) (nullable): the name of a file in a text */
static char *
name_file (GFile *file,
           GFile *folder)
{
  g_autofree char *relative = folder ? g_file_get_relative_path (folder, file) : NULL;

  if (relative == NULL || !g_utf8_validate (relative, -1, NULL))
    return g_file_get_uri (file);

  return g_strdelimit (g_steal_pointer (&relative), G_DIR_SEPARATOR_S, '/');
}

/**
 * ful_compared_part_to_json:
 * @folder: (nullable): where the text will be; files in it have relative paths
 *
 * Returns: (transfer full) (nullable): the part; %NULL if it is of no file
 */
JsonNode *
ful_compared_part_to_json (const FulComparedPart *self,
                           GFile                 *folder)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  const FulViewOptions *options = self->options;
  g_autofree char *file = self->file ? name_file (self->file, folder) : NULL;

  if (file == NULL)
    return NULL;
  if (!options->has_range && options->n_threads == 0)
    return json_node_init_string (json_node_alloc (), file);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "file");
  json_builder_add_string_value (builder, file);
  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, self->name);
  if (options->has_range)
    {
      json_builder_set_member_name (builder, "range");
      json_builder_begin_array (builder);
      json_builder_add_double_value (builder, options->range.start);
      json_builder_add_double_value (builder, options->range.end);
      json_builder_end_array (builder);
    }
  if (options->n_threads > 0)
    {
      json_builder_set_member_name (builder, "threads");
      json_builder_begin_array (builder);
      for (guint i = 0; i < options->n_threads; i++)
        json_builder_add_int_value (builder, options->threads[i]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);

  return json_builder_get_root (builder);
}

/* Returns: (transfer full) (nullable): a file that @text names. Nothing is asked for over a network because of a text. */
static GFile *
find_file (const char *text,
           GFile      *folder)
{
  g_autofree char *scheme = text ? g_uri_parse_scheme (text) : NULL;

  if (text == NULL || *text == '\0' || (scheme ? !g_str_equal (scheme, "file") : folder == NULL))
    return NULL;

  return scheme ? g_file_new_for_uri (text) : g_file_resolve_relative_path (folder, text);
}

/* Returns: the number in an array, or NaN */
static double
get_number (JsonArray *array,
            guint      i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) != G_TYPE_STRING ? json_node_get_double (node) : NAN;
}

static gboolean
read_range (JsonObject     *from,
            FulViewOptions *options)
{
  JsonArray *array = ful_json_get_array (from, "range");
  FulTimeRange range;

  if (!json_object_has_member (from, "range"))
    return TRUE;
  if (array == NULL || json_array_get_length (array) != 2)
    return FALSE;

  range = (FulTimeRange) { get_number (array, 0), get_number (array, 1) };
  if (!isfinite (range.start) || !isfinite (range.end) || !(range.start < range.end))
    return FALSE;
  ful_view_options_set_range (options, &range);

  return TRUE;
}

static gboolean
read_threads (JsonObject     *from,
              FulViewOptions *options)
{
  JsonArray *array = ful_json_get_array (from, "threads");
  guint n = array ? json_array_get_length (array) : 0;
  g_autofree guint *threads = NULL;

  if (!json_object_has_member (from, "threads"))
    return TRUE;
  if (n == 0 || n > MAX_THREADS)
    return FALSE;

  threads = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    {
      double number = get_number (array, i);

      if (!(number >= 0 && number < MAX_THREADS))
        return FALSE;
      threads[i] = (guint) number;
    }
  ful_view_options_set_threads (options, threads, n);

  return TRUE;
}

/**
 * ful_compared_part_new_from_json:
 * @node: of ful_compared_part_to_json()
 * @folder: (nullable): where the text is from
 *
 * Returns: (transfer full) (nullable): the part; %NULL if @node is none
 */
FulComparedPart *
ful_compared_part_new_from_json (JsonNode *node,
                                 GFile    *folder)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  gboolean is_text = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
  g_autoptr(GFile) file = find_file (object ? ful_json_get_string (object, "file") : is_text ? json_node_get_string (node) : NULL, folder);
  const char *name = object ? ful_json_get_string (object, "name") : NULL;
  g_autoptr(FulViewOptions) options = ful_view_options_new ();

  if (file == NULL)
    return NULL;
  if (object == NULL)
    return ful_compared_part_new_file (file);
  if (name == NULL || !read_range (object, options) || !read_threads (object, options))
    return NULL;

  return ful_compared_part_new_view (file, name, NULL, options);
}
