/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The two text forms of transforms: the JSON objects of views, with a member for
 * each field, and the short form of the command line, where the kind is followed by
 * its subject:
 *
 *   { "type": "merge-function", "function": "malloc" }        merge-function:malloc
 *   { "type": "focus-subtree", "path": ["main", "run"], … }   focus-subtree:main;run
 *
 * Ambiguous names are written with their numbers. */

#include "config.h"

#include "ful-transform-text-private.h"

#include "io/json/ful-json-document.h"
#include "stacks/ful-implementation.h"

#include <glib/gi18n-lib.h>

/**
 * ful_transform_reader_init:
 * @profile: the profile
 * @cache: (nullable): of @profile; %NULL creates one
 */
void
ful_transform_reader_init (FulTransformReader *self,
                           FulProfile         *profile,
                           FulDeriveCache     *cache)
{
  self->profile = g_object_ref (profile);
  self->cache = cache ? ful_derive_cache_ref (cache) : ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  self->names = NULL;
  self->aliases = NULL;
}

void
ful_transform_reader_clear (FulTransformReader *self)
{
  g_clear_object (&self->profile);
  g_clear_pointer (&self->cache, ful_derive_cache_unref);
  g_clear_pointer (&self->names, ful_func_names_free);
}

/**
 * ful_transform_reader_set_aliases:
 * @aliases: (nullable): for names that no function has, the name of one; lives until others are set
 */
void
ful_transform_reader_set_aliases (FulTransformReader *self,
                                  GHashTable         *aliases)
{
  self->aliases = aliases;
}

FulFuncNames *
ful_transform_reader_get_names (FulTransformReader *self)
{
  if (self->names == NULL)
    self->names = ful_func_names_new (self->profile);

  return self->names;
}

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static gboolean
is_number (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64;
}

static gboolean
is_flag (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN;
}

static gboolean
read_names (FulTransformDraft  *draft,
            const char         *name,
            JsonNode           *node,
            GError            **error)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (!is_text (element))
        return ful_transform_refuse (error, _("The transform's “%s” is not a list of names"), name);
      g_ptr_array_add (draft->path, g_strdup (json_node_get_string (element)));
    }

  return array || ful_transform_refuse (error, _("The transform's “%s” is not a list of names"), name);
}

static gboolean
read_numbers (FulTransformDraft  *draft,
              JsonNode           *node,
              GError            **error)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      FulFuncIndex number = is_number (element) ? (FulFuncIndex) CLAMP (json_node_get_int (element), -1, G_MAXINT32)
                                                : FUL_NONE;

      g_array_append_val (draft->numbers, number);
    }

  return array || ful_transform_refuse (error, _("The transform's “numbers” are not a list"));
}

static gboolean
read_member (FulTransformDraft  *draft,
             const char         *name,
             JsonNode           *node,
             GError            **error)
{
  struct { const char *name; const char **text; } texts[] = {
    { "function", &draft->function }, { "resource", &draft->resource }, { "category", &draft->category },
    { "filter", &draft->values.filter },
  };
  struct { const char *name; gboolean *flag; } flags[] = {
    { "inverted", &draft->values.inverted }, { "enabled", &draft->values.enabled }, { "regex", &draft->values.regex },
  };

  if (g_str_equal (name, "type"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (name, texts[i].name))
      {
        if (!is_text (node))
          return ful_transform_refuse (error, _("The transform's “%s” is not a text"), name);
        *texts[i].text = json_node_get_string (node);
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (g_str_equal (name, flags[i].name))
      {
        if (!is_flag (node))
          return ful_transform_refuse (error, _("The transform's “%s” is not true or false"), name);
        *flags[i].flag = json_node_get_boolean (node);
        return TRUE;
      }
  if (g_str_equal (name, "implementation"))
    return is_text (node) ? ful_implementation_parse (json_node_get_string (node), &draft->values.implementation, error)
                          : ful_transform_refuse (error, _("The transform's “%s” is not a text"), name);
  if (g_str_equal (name, "path") || g_str_equal (name, "functions"))
    return read_names (draft, name, node, error);
  if (g_str_equal (name, "numbers"))
    return read_numbers (draft, node, error);
  if (g_str_equal (name, "functionNumber"))
    {
      draft->number = is_number (node) ? json_node_get_int (node) : -1;
      return TRUE;
    }
  if (g_str_equal (name, "filterType"))
    return (is_text (node) && ful_sample_filter_parse (json_node_get_string (node), &draft->values.filter_type)) ||
           ful_transform_refuse (error, _("The transform's “filterType” is not a kind of filter"));

  return ful_transform_refuse (error, _("A transform has no member “%s”"), name);
}

/**
 * ful_transform_push_json:
 * @options: the view so far: threads, range and the transforms before this one
 * @node: the transform as in views
 * @reader: resolves the names
 * @error: %FUL_ERROR_ARGUMENT, with the name that is invalid or not found
 *
 * Returns: (transfer full): @options with one more transform
 */
FulViewOptions *
ful_transform_push_json (const FulViewOptions  *options,
                         JsonNode              *node,
                         FulTransformReader    *reader,
                         GError               **error)
{
  g_auto(FulTransformDraft) draft;
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *type = object ? json_object_get_member (object, "type") : NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  ful_transform_draft_init (&draft);
  if (type == NULL || !is_text (type))
    return ful_transform_refuse (error, _("A transform is an object with a “type”")), NULL;
  draft.kind = ful_transform_kind_find (json_node_get_string (type));
  if (draft.kind == NULL)
    return ful_transform_refuse (error, _("There is no transform “%s”"), json_node_get_string (type)), NULL;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!read_member (&draft, name, member, error))
      return NULL;

  return ful_transform_draft_push (&draft, options, reader, error);
}

/* "a;b;c", or a JSON list for names that contain ";". */
static gboolean
split_names (FulTransformDraft  *draft,
             const char         *text,
             GError            **error)
{
  g_auto(GStrv) parts = NULL;

  if (text[0] == '[')
    {
      g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, NULL);

      if (node && JSON_NODE_HOLDS_ARRAY (node))
        return read_names (draft, "path", node, error);
    }

  parts = g_strsplit (text, ";", -1);
  for (guint i = 0; parts[i]; i++)
    g_ptr_array_add (draft->path, g_strdup (g_strstrip (parts[i])));

  return TRUE;
}

/**
 * ful_transform_push_spec:
 * @options: the view before the transform; its implementation and inversion are those of the transform
 * @spec: KIND:WHAT; the functions of a path are separated by ";" or are a JSON list; of a sample filter
 *   TYPE:WHAT, where /EXPRESSION/ is a regular expression
 * @reader: resolves the names
 * @error: %FUL_ERROR_ARGUMENT, with the name that is invalid or not found
 *
 * Returns: (transfer full): @options with one more transform
 */
FulViewOptions *
ful_transform_push_spec (const FulViewOptions  *options,
                         const char            *spec,
                         FulTransformReader    *reader,
                         GError               **error)
{
  g_auto(FulTransformDraft) draft;
  const char *colon = strchr (spec, ':');
  g_autofree char *name = g_strndup (spec, colon ? (gsize) (colon - spec) : strlen (spec));
  const char *what = colon ? colon + 1 : "";
  g_autofree char *filter = NULL;

  ful_transform_draft_init (&draft);
  draft.kind = ful_transform_kind_find (name);
  if (draft.kind == NULL)
    return ful_transform_refuse (error, _("There is no transform “%s”"), name), NULL;

  draft.values.implementation = options->implementation;
  draft.values.inverted = options->invert;
  if (draft.kind->parameters & FUL_TRANSFORM_FILTER)
    {
      g_autofree char *type = NULL;
      gsize n;

      colon = strchr (what, ':');
      type = g_strndup (what, colon ? (gsize) (colon - what) : strlen (what));
      if (colon == NULL || !ful_sample_filter_parse (type, &draft.values.filter_type))
        return ful_transform_refuse (error, _("%s: “%s” is not TYPE:WHAT with a known type"), draft.kind->name, what), NULL;

      what = colon + 1;
      n = strlen (what);
      draft.values.regex = n > 2 && what[0] == '/' && what[n - 1] == '/';
      if (draft.values.regex)
        draft.values.filter = filter = g_strndup (what + 1, n - 2);
      else if (draft.values.filter_type <= FUL_SAMPLE_FILTER_OUTSIDE_MARKER)
        draft.values.filter = what;
      else if (!split_names (&draft, what, error))
        return NULL;
    }
  else if (*what == '\0')
    return ful_transform_refuse (error, _("%s: what it is about is missing; write %s:NAME"), draft.kind->name, draft.kind->name), NULL;
  else if (draft.kind->parameters & FUL_TRANSFORM_PATH)
    {
      if (!split_names (&draft, what, error))
        return NULL;
    }
  draft.function = draft.resource = draft.category = what;

  return ful_transform_draft_push (&draft, options, reader, error);
}

static void
write_text (JsonBuilder *builder,
            const char  *name,
            const char  *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
write_path (const FulTransform       *self,
            FulTransformReader       *reader,
            JsonBuilder              *builder)
{
  gboolean ambiguous = FALSE;

  json_builder_set_member_name (builder, self->kind->parameters & FUL_TRANSFORM_FILTER ? "functions" : "path");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_path; i++)
    {
      const char *name = ful_profile_get_func_name (reader->profile, self->path[i]);
      guint n;

      ful_func_names_find (ful_transform_reader_get_names (reader), name, &n);
      ambiguous |= n > 1;
      json_builder_add_string_value (builder, name);
    }
  json_builder_end_array (builder);
  if (!ambiguous)
    return;

  json_builder_set_member_name (builder, "numbers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_path; i++)
    json_builder_add_int_value (builder, self->path[i]);
  json_builder_end_array (builder);
}

/**
 * ful_transform_write:
 * @self: a valid transform of the profile of @reader
 * @reader: has the names
 * @builder: gets the object that ful_transform_push_json() reads
 */
void
ful_transform_write (const FulTransform       *self,
                     FulTransformReader       *reader,
                     JsonBuilder              *builder)
{
  FulTransformParameters has = self->kind->parameters;

  json_builder_begin_object (builder);
  write_text (builder, "type", self->kind->name);
  if (has & FUL_TRANSFORM_FUNC)
    {
      const char *name = ful_profile_get_func_name (reader->profile, self->func);
      guint n;

      write_text (builder, "function", name);
      ful_func_names_find (ful_transform_reader_get_names (reader), name, &n);
      if (n > 1)
        {
          json_builder_set_member_name (builder, "functionNumber");
          json_builder_add_int_value (builder, self->func);
        }
    }
  if (has & FUL_TRANSFORM_RESOURCE)
    write_text (builder, "resource",
                ful_profile_get_string (reader->profile, reader->profile->resources->name[self->resource]));
  if (has & FUL_TRANSFORM_CATEGORY)
    write_text (builder, "category", ful_profile_get_category (reader->profile, self->category)->name);
  if (has & FUL_TRANSFORM_FILTER)
    write_text (builder, "filterType", ful_sample_filter_to_string (self->filter_type));
  if (self->filter)
    write_text (builder, "filter", self->filter);
  if (self->n_path > 0)
    write_path (self, reader, builder);
  if (has & FUL_TRANSFORM_IMPLEMENTATION)
    write_text (builder, "implementation", ful_implementation_to_string (self->implementation));
  if (self->inverted)
    {
      json_builder_set_member_name (builder, "inverted");
      json_builder_add_boolean_value (builder, TRUE);
    }
  if (self->regex)
    {
      json_builder_set_member_name (builder, "regex");
      json_builder_add_boolean_value (builder, TRUE);
    }
  if (!self->enabled)
    {
      json_builder_set_member_name (builder, "enabled");
      json_builder_add_boolean_value (builder, FALSE);
    }
  json_builder_end_object (builder);
}
