/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text form of derive options: a "view", a small JSON object.
 *
 *   { "thread": 3, "range": [0, 250.5], "implementation": "js", "invert": true,
 *     "search": "", "searchIsRegex": false, "searchMatchesCase": false, "strategy": "timing",
 *     "includeIdle": true, "foldUnnamed": false, "transforms": [] }
 *
 * Every member may be missing; "panel", "path", "pathNumbers", "marker", "markerSearch", "networkSearch",
 * "markerColumns" and "markerSort" are for the window alone (see ful_view_state_to_text()), "id", "about" and
 * "expect" are comments. Unknown members are errors, so that a misspelt one is noticed. */

#include "config.h"

#include "ful-view-options-text.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const struct { const char *name; FulSearchFlags flag; } search_flags[] = {
  { "searchIsRegex", FUL_SEARCH_REGEX }, { "searchMatchesCase", FUL_SEARCH_MATCH_CASE },
};

static const char *const strategy_names[FUL_N_STRATEGIES] = {
  "timing", "js-allocations", "native-retained-allocations", "native-allocations", "native-deallocations-sites",
  "native-deallocations-memory", "cpu",
};

#define SAMPLE_TYPE_PREFIX "sample-type:"

const char *
ful_strategy_to_string (FulStrategy strategy)
{
  const char *sample_type = ful_strategy_get_sample_type (strategy);
  g_autofree char *text = NULL;

  if (sample_type == NULL)
    return strategy_names[strategy];
  text = g_strconcat (SAMPLE_TYPE_PREFIX, sample_type, NULL);

  return g_intern_string (text);
}

/**
 * ful_strategy_parse:
 * @error: %FUL_ERROR_ARGUMENT for an unknown name
 */
gboolean
ful_strategy_parse (const char   *text,
                    FulStrategy  *out_strategy,
                    GError      **error)
{
  g_autofree char *known = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (strategy_names); i++)
    if (g_str_equal (text, strategy_names[i]))
      {
        *out_strategy = i;
        return TRUE;
      }

  if (g_str_has_prefix (text, SAMPLE_TYPE_PREFIX))
    {
      *out_strategy = ful_strategy_from_sample_type (text + strlen (SAMPLE_TYPE_PREFIX));
      return TRUE;
    }

  known = g_strjoin (", ", strategy_names[0], strategy_names[1], strategy_names[2], strategy_names[3],
                     strategy_names[4], strategy_names[5], strategy_names[6], SAMPLE_TYPE_PREFIX "NAME", NULL);
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Unknown strategy “%s”; known are %s"), text, known);
  return FALSE;
}

static gboolean
refuse (GError     **error,
        const char  *member,
        const char  *expected)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view's “%s” is not %s"), member, expected);
  return FALSE;
}

static gboolean
node_is (JsonNode *node,
         GType     type)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}

static gboolean
read_number (JsonNode *node,
             double   *out)
{
  if (!node_is (node, G_TYPE_INT64) && !node_is (node, G_TYPE_DOUBLE))
    return FALSE;

  *out = json_node_get_double (node);
  return isfinite (*out);
}

static gboolean
read_thread (JsonNode *node,
             GArray   *threads)
{
  gint64 value;
  guint thread;

  if (!node_is (node, G_TYPE_INT64))
    return FALSE;

  value = json_node_get_int (node);
  if (value < 0 || value > G_MAXINT32)
    return FALSE;

  thread = (guint) value;
  g_array_append_val (threads, thread);
  return TRUE;
}

static gboolean
read_threads (JsonNode        *node,
              FulViewOptions  *options,
              GError         **error)
{
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean ok = TRUE;

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; ok && i < json_array_get_length (array); i++)
        ok = read_thread (json_array_get_element (array, i), threads);
    }
  else if (!JSON_NODE_HOLDS_NULL (node))
    ok = read_thread (node, threads);

  ful_view_options_set_threads (options, (guint *) (gpointer) threads->data, threads->len);

  return ok || refuse (error, "thread", _("a thread number or a list of them"));
}

static gboolean
read_range (JsonNode        *node,
            FulViewOptions  *options,
            GError         **error)
{
  JsonArray *array;

  if (JSON_NODE_HOLDS_NULL (node))
    return TRUE;

  array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  if (array == NULL || json_array_get_length (array) != 2 ||
      !read_number (json_array_get_element (array, 0), &options->range.start) ||
      !read_number (json_array_get_element (array, 1), &options->range.end))
    return refuse (error, "range", _("null or a list of two times in ms"));

  options->has_range = TRUE;
  return TRUE;
}

static gboolean
read_member (const char      *name,
             JsonNode        *node,
             FulViewOptions  *self,
             GError         **error)
{
  static const char *const others[] = {
    "id", "about", "expect", "panel", "path", "pathNumbers", "marker", "markerSearch", "networkSearch", "markerColumns",
    "markerSort", NULL,
  };
  struct { const char *name; gboolean *flag; } flags[] = {
    { "invert", &self->invert }, { "includeIdle", &self->include_idle },
    { "foldUnnamed", &self->fold_unnamed },
    { "searchHighlights", &self->search_highlights },
  };

  if (g_strv_contains (others, name))
    return TRUE;

  if (g_str_equal (name, "thread"))
    return read_threads (node, self, error);

  if (g_str_equal (name, "range"))
    return read_range (node, self, error);

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (g_str_equal (name, flags[i].name))
      {
        if (!node_is (node, G_TYPE_BOOLEAN))
          return refuse (error, name, _("true or false"));
        *flags[i].flag = json_node_get_boolean (node);
        return TRUE;
      }

  for (guint i = 0; i < G_N_ELEMENTS (search_flags); i++)
    if (g_str_equal (name, search_flags[i].name))
      {
        if (!node_is (node, G_TYPE_BOOLEAN))
          return refuse (error, name, _("true or false"));
        self->search_flags &= ~search_flags[i].flag;
        self->search_flags |= json_node_get_boolean (node) ? search_flags[i].flag : 0;
        return TRUE;
      }

  if (g_str_equal (name, "implementation"))
    return node_is (node, G_TYPE_STRING)
             ? ful_implementation_parse (json_node_get_string (node), &self->implementation, error)
             : refuse (error, name, _("a text"));

  if (g_str_equal (name, "strategy"))
    return node_is (node, G_TYPE_STRING)
             ? ful_strategy_parse (json_node_get_string (node), &self->strategy, error)
             : refuse (error, name, _("a text"));

  if (g_str_equal (name, "search"))
    {
      if (!node_is (node, G_TYPE_STRING))
        return refuse (error, name, _("a text"));
      g_free ((gpointer) self->search);
      self->search = g_strdup (json_node_get_string (node));
      return TRUE;
    }

  if (g_str_equal (name, "transforms"))
    return JSON_NODE_HOLDS_ARRAY (node) || refuse (error, name, _("a list"));

  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Unknown member “%s” of a view"), name);
  return FALSE;
}

/* After all other members, as names of transforms are resolved in the view. */
static gboolean
read_transforms (JsonArray           *array,
                 FulTransformReader  *reader,
                 FulViewOptions     **options,
                 GError             **error)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autoptr(FulViewOptions) before = *options;

      *options = ful_transform_push_json (before, json_array_get_element (array, i), reader, error);
      if (*options == NULL)
        {
          g_prefix_error (error, _("Transform %u: "), i + 1);
          return FALSE;
        }
    }

  return TRUE;
}

/**
 * ful_view_options_new_from_json:
 * @view: a view object
 * @reader: (nullable): has the profile; without it a view with transforms is an error
 * @error: %FUL_ERROR_ARGUMENT, with the name that is invalid or not in the profile
 *
 * Returns: (transfer full): the options, or %NULL with @error set
 */
FulViewOptions *
ful_view_options_new_from_json (JsonNode            *view,
                                FulTransformReader  *reader,
                                GError             **error)
{
  g_autoptr(FulViewOptions) self = ful_view_options_new ();
  JsonArray *transforms;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (!JSON_NODE_HOLDS_OBJECT (view))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("A view must be a JSON object"));
      return NULL;
    }

  json_object_iter_init_ordered (&iter, json_node_get_object (view));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (!read_member (name, node, self, error))
      return NULL;

  node = json_object_get_member (json_node_get_object (view), "transforms");
  transforms = node ? json_node_get_array (node) : NULL;
  if (transforms && json_array_get_length (transforms) > 0)
    {
      if (reader == NULL)
        {
          g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Transforms cannot be read without a profile"));
          return NULL;
        }
      if (!read_transforms (transforms, reader, &self, error))
        return NULL;
    }

  return g_steal_pointer (&self);
}

/**
 * ful_view_options_new_from_text:
 * @text: JSON text of one view
 * @reader: (nullable): see ful_view_options_new_from_json()
 * @error: %FUL_ERROR_ARGUMENT if it is not JSON or not a view
 *
 * Returns: (transfer full): the options, or %NULL with @error set
 */
FulViewOptions *
ful_view_options_new_from_text (const char          *text,
                                FulTransformReader  *reader,
                                GError             **error)
{
  g_autoptr(GError) json_error = NULL;
  g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, &json_error);

  if (node == NULL)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view cannot be read: %s"), json_error->message);
      return NULL;
    }

  return ful_view_options_new_from_json (node, reader, error);
}

/**
 * ful_view_options_to_json:
 * @self: options
 * @reader: (nullable): has the profile; needed if there are transforms
 *
 * The preview range is not part of a view.
 *
 * Returns: (transfer full): a view object that reads back as equal options
 */
JsonNode *
ful_view_options_to_json (const FulViewOptions *self,
                          FulTransformReader   *reader)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  if (self->n_threads > 0)
    {
      json_builder_set_member_name (builder, "thread");
      if (self->n_threads > 1)
        json_builder_begin_array (builder);
      for (guint i = 0; i < self->n_threads; i++)
        json_builder_add_int_value (builder, self->threads[i]);
      if (self->n_threads > 1)
        json_builder_end_array (builder);
    }
  json_builder_set_member_name (builder, "range");
  if (self->has_range)
    {
      json_builder_begin_array (builder);
      json_builder_add_double_value (builder, self->range.start);
      json_builder_add_double_value (builder, self->range.end);
      json_builder_end_array (builder);
    }
  else
    json_builder_add_null_value (builder);
  json_builder_set_member_name (builder, "implementation");
  json_builder_add_string_value (builder, ful_implementation_to_string (self->implementation));
  json_builder_set_member_name (builder, "invert");
  json_builder_add_boolean_value (builder, self->invert);
  json_builder_set_member_name (builder, "search");
  json_builder_add_string_value (builder, self->search);
  for (guint i = 0; i < G_N_ELEMENTS (search_flags); i++)
    if (self->search_flags & search_flags[i].flag)
      {
        json_builder_set_member_name (builder, search_flags[i].name);
        json_builder_add_boolean_value (builder, TRUE);
      }
  if (self->search_highlights)
    {
      json_builder_set_member_name (builder, "searchHighlights");
      json_builder_add_boolean_value (builder, TRUE);
    }
  json_builder_set_member_name (builder, "strategy");
  json_builder_add_string_value (builder, ful_strategy_to_string (self->strategy));
  if (self->fold_unnamed)
    {
      json_builder_set_member_name (builder, "foldUnnamed");
      json_builder_add_boolean_value (builder, TRUE);
    }
  json_builder_set_member_name (builder, "includeIdle");
  json_builder_add_boolean_value (builder, self->include_idle);
  json_builder_set_member_name (builder, "transforms");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_transforms; i++)
    ful_transform_write (self->transforms[i], reader, builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  return json_builder_get_root (builder);
}

/**
 * ful_view_options_to_text:
 * @reader: (nullable): see ful_view_options_to_json()
 *
 * Returns: (transfer full): the same as JSON text
 */
char *
ful_view_options_to_text (const FulViewOptions *self,
                          FulTransformReader   *reader)
{
  g_autoptr(JsonNode) view = ful_view_options_to_json (self, reader);

  return ful_json_write_text (view, FALSE);
}
