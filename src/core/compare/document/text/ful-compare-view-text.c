/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison as text: a view as of a single recording, with a member that names what is compared:
 *
 *   { "compare": { "before": ["a.json.gz"], "after": ["b.json.gz"], "beforeRange": null, "afterRange": "0,250",
 *                  "measure": "self", "per": "run", "renames": { "old": "new" } },
 *     "implementation": "combined", "search": "", "transforms": [], … }
 *
 * Functions of transforms are names; for files see ful-compared-part-text.c. */

#include "config.h"

#include "ful-compare-view-text.h"

#include "ful-compared-part-text.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "compare/ful-per.h"
#include "io/json/ful-json-document.h"
#include "viewtext/ful-transform-names.h"
#include "viewtext/ful-view-options-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const sides[FUL_N_SIDES] = { "before", "after" };
static const char *const ranges[FUL_N_SIDES] = { "beforeRange", "afterRange" };
static const char *const measures[] = { "self", "total" };

static JsonObject *
get_sides (JsonNode *node)
{
  JsonObject *view = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *compare = view ? json_object_get_member (view, "compare") : NULL;

  return compare && JSON_NODE_HOLDS_OBJECT (compare) ? json_node_get_object (compare) : NULL;
}

/**
 * ful_compare_view_text_is_one:
 *
 * Returns: whether @text says what to compare, and not only how
 */
gboolean
ful_compare_view_text_is_one (const char *text)
{
  g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, NULL);

  return get_sides (node) != NULL;
}

static gboolean
write_files (JsonObject *to,
             const char *name,
             GPtrArray  *parts,
             GFile      *folder)
{
  JsonArray *files = json_array_new ();

  json_object_set_array_member (to, name, files);
  for (guint i = 0; i < parts->len; i++)
    {
      JsonNode *part = ful_compared_part_to_json (parts->pdata[i], folder);

      if (part == NULL)
        return FALSE;
      json_array_add_element (files, part);
    }

  return TRUE;
}

static void
write_renames (JsonObject *to,
               GHashTable *renames)
{
  g_autoptr(GList) names = g_list_sort (g_hash_table_get_keys (renames), (GCompareFunc) strcmp);
  JsonObject *object = json_object_new ();

  for (GList *name = names; name; name = name->next)
    json_object_set_string_member (object, name->data, g_hash_table_lookup (renames, name->data));
  if (names)
    json_object_set_object_member (to, "renames", object);
  else
    json_object_unref (object);
}

static gboolean
read_renames (FulCompareDocument  *document,
              JsonObject          *from,
              GError             **error)
{
  JsonNode *node = json_object_get_member (from, "renames");
  JsonObject *object = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr(GHashTable) renames = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);
  JsonObjectIter iter;
  const char *old;
  JsonNode *name;

  if (node == NULL)
    return TRUE;
  if (object)
    json_object_iter_init (&iter, object);
  while (object && json_object_iter_next (&iter, &old, &name))
    {
      if (!JSON_NODE_HOLDS_VALUE (name) || json_node_get_value_type (name) != G_TYPE_STRING)
        {
          object = NULL;
          break;
        }
      g_hash_table_insert (renames, g_strdup (old), g_strdup (json_node_get_string (name)));
    }
  ful_compare_document_set_renames (document, renames);
  if (object == NULL)
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The comparison's “%s” are not names"), "renames");

  return object != NULL;
}

/**
 * ful_compare_view_to_text:
 * @options: the view of all runs, of the names of @document
 * @folder: (nullable): where the text will be; files in it have relative paths
 *
 * Returns: (transfer full) (nullable): the comparison as text; %NULL if a run is of no file, or has transforms of its own
 */
char *
ful_compare_view_to_text (FulCompareDocument   *document,
                          const FulViewOptions *options,
                          GFile                *folder)
{
  g_autoptr(FulProfile) names = ful_compare_document_get_names (document);
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(JsonNode) node = NULL;
  g_autoptr(JsonObject) compare = json_object_new ();
  g_autofree char *per = ful_per_dup_text (ful_compare_document_get_per (document), ful_compare_document_get_view (document)->counted_marker);

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    if (!write_files (compare, sides[side], ful_compare_document_get_sources (document, side), folder))
      return NULL;
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    if (ful_compare_document_get_range (document, side))
      json_object_set_string_member (compare, ranges[side], ful_compare_document_get_range (document, side));
  json_object_set_string_member (compare, "measure", measures[ful_compare_document_get_table (document)]);
  json_object_set_string_member (compare, "per", per);
  write_renames (compare, ful_compare_document_get_renames (document));

  ful_transform_reader_init (&reader, names, NULL);
  node = ful_view_options_to_json (options, &reader);
  json_object_remove_member (json_node_get_object (node), "range");
  json_object_remove_member (json_node_get_object (node), "thread");
  json_object_set_object_member (json_node_get_object (node), "compare", g_steal_pointer (&compare));

  return json_to_string (node, TRUE);
}

/* Returns: FALSE if the member is there, and is no text */
static gboolean
read_text (JsonObject  *from,
           const char  *name,
           const char  *missing,
           const char **out_text)
{
  JsonNode *node = json_object_get_member (from, name);
  gboolean is_missing = node == NULL || JSON_NODE_HOLDS_NULL (node);

  *out_text = is_missing ? missing : ful_json_node_get_string (node);

  return is_missing || *out_text;
}

static gboolean
refuse_member (const char  *name,
               GError     **error)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The comparison's “%s” is not known"), name);

  return FALSE;
}

/* Returns: the number of @text in @words, 0 if it is missing, or -1 */
static int
find_word (JsonObject        *from,
           const char        *name,
           const char *const *words,
           guint              n_words)
{
  const char *text;

  for (guint i = 0; read_text (from, name, words[0], &text) && i < n_words; i++)
    if (g_strcmp0 (words[i], text) == 0)
      return (int) i;

  return -1;
}

/* Returns: (transfer full) (nullable): the runs of a side */
static GPtrArray *
read_files (JsonObject  *from,
            const char  *name,
            GFile       *folder,
            GError     **error)
{
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  JsonNode *node = json_object_get_member (from, name);
  JsonArray *files = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = files ? json_array_get_length (files) : 0;

  for (guint i = 0; i < n; i++)
    {
      FulComparedPart *part = ful_compared_part_new_from_json (json_array_get_element (files, i), folder);

      if (part == NULL)
        break;
      g_ptr_array_add (parts, part);
    }
  if (parts->len == 0 || parts->len < n)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The comparison's “%s” is not a list of files"), name);
      return NULL;
    }

  return g_steal_pointer (&parts);
}

/**
 * ful_compare_view_open_text:
 * @text: of ful_compare_view_to_text()
 * @folder: (nullable): where it is from
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Returns: (transfer full): what it compares; its view needs names, see ful_compare_view_read_options()
 */
FulCompareDocument *
ful_compare_view_open_text (const char  *text,
                            GFile       *folder,
                            GError     **error)
{
  g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, error);
  JsonObject *compare = get_sides (node);
  g_autoptr(GPtrArray) before = NULL;
  g_autoptr(GPtrArray) after = NULL;
  g_autoptr(FulCompareDocument) document = NULL;
  const char *text_of_per, *marker;
  FulPer per;
  int measure;

  if (node == NULL)
    return NULL;
  if (compare == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view does not say what to compare"));
      return NULL;
    }
  measure = find_word (compare, "measure", measures, G_N_ELEMENTS (measures));
  if (measure < 0)
    {
      refuse_member ("measure", error);
      return NULL;
    }
  before = read_files (compare, "before", folder, error);
  after = before ? read_files (compare, "after", folder, error) : NULL;
  if (after == NULL)
    return NULL;

  document = ful_compare_document_new ((GPtrArray *[]) { before, after });
  ful_compare_document_set_table (document, (FulComparedTable) measure);
  if (!read_text (compare, "per", "run", &text_of_per) || !ful_per_parse (text_of_per, &per, &marker))
    {
      refuse_member ("per", error);
      return NULL;
    }
  ful_compare_document_set_per (document, per, marker);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      const char *range;

      if (!read_text (compare, ranges[side], NULL, &range))
        {
          refuse_member (ranges[side], error);
          return NULL;
        }
      ful_compare_document_set_range (document, side, range);
    }
  if (!read_renames (document, compare, error))
    return NULL;

  return g_steal_pointer (&document);
}

/* Paths are of functions that need no samples to be found. */
static void
number_path (JsonObject   *transform,
             FulFuncNames *names)
{
  JsonNode *node = json_object_get_member (transform, "path");
  JsonArray *path = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  JsonArray *numbers;

  if (path == NULL || json_object_has_member (transform, "numbers"))
    return;

  numbers = json_array_new ();
  json_object_set_array_member (transform, "numbers", numbers);
  for (guint i = 0; i < json_array_get_length (path); i++)
    {
      JsonNode *element = json_array_get_element (path, i);
      const char *name = JSON_NODE_HOLDS_VALUE (element) && json_node_get_value_type (element) == G_TYPE_STRING
                         ? json_node_get_string (element) : "";
      guint n;

      json_array_add_int_element (numbers, ful_func_names_find (names, name, &n));
    }
}

/**
 * ful_compare_view_read_options:
 * @text: a view, of a comparison or of a single recording
 * @names: of the comparison
 * @error: %FUL_ERROR_ARGUMENT, also if a function is not in @names
 *
 * Returns: (transfer full): the view of all runs, without threads and range
 */
FulViewOptions *
ful_compare_view_read_options (const char  *text,
                               FulProfile  *names,
                               GError     **error)
{
  g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, error);
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulFuncNames) of_names = ful_func_names_new (names);
  JsonNode *transforms;

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *view = json_node_get_object (node);

      json_object_remove_member (view, "compare");
      json_object_remove_member (view, "range");
      json_object_remove_member (view, "thread");
      transforms = json_object_get_member (view, "transforms");
      for (guint i = 0; transforms && JSON_NODE_HOLDS_ARRAY (transforms) && i < json_array_get_length (json_node_get_array (transforms)); i++)
        {
          JsonNode *transform = json_array_get_element (json_node_get_array (transforms), i);

          if (JSON_NODE_HOLDS_OBJECT (transform))
            number_path (json_node_get_object (transform), of_names);
        }
    }
  ful_transform_reader_init (&reader, names, NULL);

  return ful_view_options_new_from_json (node, &reader, error);
}
