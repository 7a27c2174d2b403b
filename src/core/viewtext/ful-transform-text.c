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

#include "ful-transform-text.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"
#include "stacks/ful-search.h"
#include "tree/ful-derived-thread.h"

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
}

void
ful_transform_reader_clear (FulTransformReader *self)
{
  g_clear_object (&self->profile);
  g_clear_pointer (&self->cache, ful_derive_cache_unref);
  g_clear_pointer (&self->names, ful_func_names_free);
}

static FulFuncNames *
get_names (FulTransformReader *self)
{
  if (self->names == NULL)
    self->names = ful_func_names_new (self->profile);

  return self->names;
}

/* A transform by names, before these are resolved. Texts are owned by the node or the spec. */
typedef struct
{
  const FulTransformKind *kind;
  FulTransform            values;
  const char             *function;
  gint64                  number;       /* of the function, or -1 */
  const char             *resource;
  const char             *category;
  GPtrArray              *path;         /* of names; of a sample filter its functions */
  GArray                 *numbers;      /* of the functions on the path; may be empty */
} Draft;

static void
draft_clear (Draft *self)
{
  g_clear_pointer (&self->path, g_ptr_array_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Draft, draft_clear)

static void
draft_init (Draft *self)
{
  *self = (Draft) { .number = -1 };
  self->values.enabled = TRUE;
  self->path = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
}

static gboolean G_GNUC_PRINTF (2, 3)
refuse (GError     **error,
        const char  *format,
        ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error)
    *error = g_error_new_valist (FUL_ERROR, FUL_ERROR_ARGUMENT, format, arguments);
  va_end (arguments);

  return FALSE;
}

/* A function of that name may come with symbols. */
static gboolean
refuse_name (GError **error)
{
  if (error)
    (*error)->code = FUL_ERROR_UNKNOWN_NAME;

  return FALSE;
}

/* Marks the stacks that samples of the view end in, and if @and_callers those above. */
static guint8 *
list_used_stacks (FulDerivedThread *derived,
                  gboolean          and_callers)
{
  const FulStackTable *stacks = derived->transformed->stacks;
  guint8 *used = g_new0 (guint8, MAX (stacks->table.n_rows, 1));
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (derived, NULL);

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);

      if (stack != FUL_NONE)
        used[stack] = TRUE;
    }
  for (guint i = stacks->table.n_rows; and_callers && i > 0; i--)
    if (used[i - 1] && stacks->prefix[i - 1] != FUL_NONE)
      used[stacks->prefix[i - 1]] = TRUE;

  return used;
}

/* The view before the transform: its threads and range, and the transforms so far. */
static FulDerivedThread *
derive_before (const FulViewOptions  *options,
               FulTransformReader    *reader,
               GError               **error)
{
  g_autoptr(FulViewOptions) before = ful_view_options_copy (options);

  before->implementation = FUL_IMPLEMENTATION_COMBINED;
  ful_view_options_set_search (before, "", FUL_SEARCH_DEFAULT);

  return ful_derived_thread_new (reader->profile, before, reader->cache, NULL, error);
}

/* One of several functions of the same name: the one that the view has. */
static gboolean
choose_func (const char            *name,
             const FulViewOptions  *options,
             FulTransformReader    *reader,
             FulFuncIndex          *out_func,
             GError               **error)
{
  g_autoptr(FulDerivedThread) derived = derive_before (options, reader, error);
  g_autofree guint8 *used = NULL;
  g_autoptr(GString) found = g_string_new (NULL);
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);

  if (derived == NULL)
    return FALSE;

  used = list_used_stacks (derived, TRUE);
  for (FulStackIndex i = 0; i < (gint32) derived->transformed->stacks->table.n_rows; i++)
    {
      FulFuncIndex func = ful_filtered_stacks_get_func (derived->transformed, i);

      if (used[i] && g_str_equal (ful_profile_get_func_name (reader->profile, func), name) &&
          g_hash_table_add (seen, GINT_TO_POINTER (func)))
        {
          g_string_append_printf (found, "%s%d", found->len > 0 ? ", " : "", func);
          *out_func = func;
        }
    }

  if (g_hash_table_size (seen) > 1)
    return refuse (error, _("“%s” is the name of several functions; give one of the numbers %s as “functionNumber”, "
                      "or as #NUMBER"), name, found->str);

  return TRUE;
}

static gboolean
find_func (const char            *name,
           gint64                 number,
           const FulViewOptions  *options,
           FulTransformReader    *reader,
           FulFuncIndex          *out_func,
           GError               **error)
{
  guint n;
  guint64 typed;

  *out_func = ful_func_names_find (get_names (reader), name, &n);
  if (n == 0 && name[0] == '#' &&
      g_ascii_string_to_unsigned (name + 1, 10, 0, reader->profile->funcs->table.n_rows - 1, &typed, NULL))
    {
      *out_func = (FulFuncIndex) typed;
      return TRUE;
    }
  if (n == 0)
    {
      refuse (error, _("No function is named “%s”"), name);
      return refuse_name (error);
    }
  if (n == 1)
    return TRUE;

  if (number >= 0 && number < reader->profile->funcs->table.n_rows &&
      g_str_equal (ful_profile_get_func_name (reader->profile, (FulFuncIndex) number), name))
    {
      *out_func = (FulFuncIndex) number;
      return TRUE;
    }

  return choose_func (name, options, reader, out_func, error);
}

/* Whether the given numbers belong to the names. */
static gboolean
numbers_fit (const Draft              *draft,
             FulTransformReader       *reader)
{
  if (draft->numbers->len != draft->path->len)
    return FALSE;

  for (guint i = 0; i < draft->path->len; i++)
    {
      FulFuncIndex func = g_array_index (draft->numbers, FulFuncIndex, i);

      if ((guint) func >= reader->profile->funcs->table.n_rows ||
          !g_str_equal (ful_profile_get_func_name (reader->profile, func), g_ptr_array_index (draft->path, i)))
        return FALSE;
    }

  return TRUE;
}

static gboolean
find_path (Draft                 *draft,
           const FulViewOptions  *options,
           FulTransformReader    *reader,
           FulFuncIndex          *path,
           GError               **error)
{
  g_autoptr(FulDerivedThread) derived = derive_before (options, reader, error);
  g_autofree guint8 *used = NULL;
  gboolean found;

  if (derived == NULL)
    return FALSE;

  used = list_used_stacks (derived, !draft->values.inverted);
  g_ptr_array_add (draft->path, NULL);
  found = ful_func_names_find_path (get_names (reader), derived->transformed, used,
                                    (const char * const *) draft->path->pdata,
                                    draft->values.implementation, draft->values.inverted, path);
  g_ptr_array_set_size (draft->path, (int) draft->path->len - 1);
  if (!found)
    {
      g_autofree char *names = NULL;

      g_ptr_array_add (draft->path, NULL);
      names = g_strjoinv ("; ", (char **) draft->path->pdata);
      g_ptr_array_set_size (draft->path, (int) draft->path->len - 1);
      refuse (error, _("%s: no call node has the path %s"), draft->kind->name, names);
      return refuse_name (error);
    }

  return TRUE;
}

static gboolean
find_row (const char            *name,
          FulTransformParameters what,
          FulProfile            *profile,
          gint32                *out_row,
          GError               **error)
{
  gboolean is_resource = what == FUL_TRANSFORM_RESOURCE;
  guint n = is_resource ? profile->resources->table.n_rows : profile->categories->len;

  for (guint i = 0; i < n; i++)
    if (g_str_equal (name, is_resource ? ful_profile_get_string (profile, profile->resources->name[i])
                                       : ful_profile_get_category (profile, (FulCategoryIndex) i)->name))
      {
        *out_row = (gint32) i;
        return TRUE;
      }

  return refuse (error, is_resource ? _("No library or other resource is named “%s”") : _("No category is named “%s”"), name);
}

/* Resolves all names and appends the transform to the options. */
static FulViewOptions *
push_draft (const FulViewOptions  *options,
            Draft                 *draft,
            FulTransformReader    *reader,
            GError               **error)
{
  FulTransformParameters has = draft->kind->parameters;
  g_autofree FulFuncIndex *path = g_new (FulFuncIndex, draft->path->len + 1);
  g_autoptr(FulTransform) transform = NULL;
  g_autoptr(GRegex) regex = NULL;

  if ((has & FUL_TRANSFORM_FUNC) && draft->function == NULL)
    return refuse (error, _("%s needs a “function”"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_RESOURCE) && draft->resource == NULL)
    return refuse (error, _("%s needs a “resource”"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_CATEGORY) && draft->category == NULL)
    return refuse (error, _("%s needs a “category”"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_PATH) && draft->path->len == 0)
    return refuse (error, _("%s needs a “path” of one name at least"), draft->kind->name), NULL;
  if ((has & FUL_TRANSFORM_FILTER) && draft->values.filter == NULL && draft->path->len == 0)
    return refuse (error, _("%s needs a “filter”, or “functions”"), draft->kind->name), NULL;
  if (draft->values.regex && (regex = ful_search_compile (draft->values.filter, FALSE, error)) == NULL)
    return NULL;

  draft->values.kind = draft->kind;
  draft->values.func = draft->values.resource = draft->values.category = FUL_NONE;
  draft->values.path = path;
  draft->values.n_path = draft->path->len;
  if ((has & FUL_TRANSFORM_FUNC) &&
      !find_func (draft->function, draft->number, options, reader, &draft->values.func, error))
    return NULL;
  if ((has & FUL_TRANSFORM_RESOURCE) &&
      !find_row (draft->resource, FUL_TRANSFORM_RESOURCE, reader->profile, &draft->values.resource, error))
    return NULL;
  if ((has & FUL_TRANSFORM_CATEGORY) &&
      !find_row (draft->category, FUL_TRANSFORM_CATEGORY, reader->profile, &draft->values.category, error))
    return NULL;

  if (numbers_fit (draft, reader))
    {
      for (guint i = 0; i < draft->path->len; i++)
        path[i] = g_array_index (draft->numbers, FulFuncIndex, i);
    }
  else if (has & FUL_TRANSFORM_FILTER)
    {
      for (guint i = 0; i < draft->path->len; i++)
        if (!find_func (g_ptr_array_index (draft->path, i), -1, options, reader, &path[i], error))
          return NULL;
    }
  else if (has & FUL_TRANSFORM_PATH)
    {
      if (!find_path (draft, options, reader, path, error))
        return NULL;
    }

  transform = ful_transform_new (&draft->values);

  return ful_view_options_push_transform (options, transform);
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
read_names (Draft      *draft,
            const char *name,
            JsonNode   *node,
            GError    **error)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (!is_text (element))
        return refuse (error, _("The transform's “%s” is not a list of names"), name);
      g_ptr_array_add (draft->path, g_strdup (json_node_get_string (element)));
    }

  return array || refuse (error, _("The transform's “%s” is not a list of names"), name);
}

static gboolean
read_numbers (Draft     *draft,
              JsonNode  *node,
              GError   **error)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      FulFuncIndex number = is_number (element) ? (FulFuncIndex) CLAMP (json_node_get_int (element), -1, G_MAXINT32)
                                                : FUL_NONE;

      g_array_append_val (draft->numbers, number);
    }

  return array || refuse (error, _("The transform's “numbers” are not a list"));
}

static gboolean
read_member (Draft       *draft,
             const char  *name,
             JsonNode    *node,
             GError     **error)
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
          return refuse (error, _("The transform's “%s” is not a text"), name);
        *texts[i].text = json_node_get_string (node);
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (g_str_equal (name, flags[i].name))
      {
        if (!is_flag (node))
          return refuse (error, _("The transform's “%s” is not true or false"), name);
        *flags[i].flag = json_node_get_boolean (node);
        return TRUE;
      }
  if (g_str_equal (name, "implementation"))
    return is_text (node) ? ful_implementation_parse (json_node_get_string (node), &draft->values.implementation, error)
                          : refuse (error, _("The transform's “%s” is not a text"), name);
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
           refuse (error, _("The transform's “filterType” is not a kind of filter"));

  return refuse (error, _("A transform has no member “%s”"), name);
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
  g_auto(Draft) draft;
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *type = object ? json_object_get_member (object, "type") : NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  draft_init (&draft);
  if (type == NULL || !is_text (type))
    return refuse (error, _("A transform is an object with a “type”")), NULL;
  draft.kind = ful_transform_kind_find (json_node_get_string (type));
  if (draft.kind == NULL)
    return refuse (error, _("There is no transform “%s”"), json_node_get_string (type)), NULL;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!read_member (&draft, name, member, error))
      return NULL;

  return push_draft (options, &draft, reader, error);
}

/* "a;b;c", or a JSON list for names that contain ";". */
static gboolean
split_names (Draft       *draft,
             const char  *text,
             GError     **error)
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
  g_auto(Draft) draft;
  const char *colon = strchr (spec, ':');
  g_autofree char *name = g_strndup (spec, colon ? (gsize) (colon - spec) : strlen (spec));
  const char *what = colon ? colon + 1 : "";
  g_autofree char *filter = NULL;

  draft_init (&draft);
  draft.kind = ful_transform_kind_find (name);
  if (draft.kind == NULL)
    return refuse (error, _("There is no transform “%s”"), name), NULL;

  draft.values.implementation = options->implementation;
  draft.values.inverted = options->invert;
  if (draft.kind->parameters & FUL_TRANSFORM_FILTER)
    {
      g_autofree char *type = NULL;
      gsize n;

      colon = strchr (what, ':');
      type = g_strndup (what, colon ? (gsize) (colon - what) : strlen (what));
      if (colon == NULL || !ful_sample_filter_parse (type, &draft.values.filter_type))
        return refuse (error, _("%s: “%s” is not TYPE:WHAT with a known type"), draft.kind->name, what), NULL;

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
    return refuse (error, _("%s: what it is about is missing; write %s:NAME"), draft.kind->name, draft.kind->name), NULL;
  else if (draft.kind->parameters & FUL_TRANSFORM_PATH)
    {
      if (!split_names (&draft, what, error))
        return NULL;
    }
  draft.function = draft.resource = draft.category = what;

  return push_draft (options, &draft, reader, error);
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

      ful_func_names_find (get_names (reader), name, &n);
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
      ful_func_names_find (get_names (reader), name, &n);
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
