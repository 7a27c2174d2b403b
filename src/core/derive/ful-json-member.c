/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Small JSON texts that a profile keeps as they are: `meta`, the display of a
 * counter. What is of another type than expected is as if it were not there. */

#include "config.h"

#include "ful-json-member.h"

#include <math.h>

/**
 * ful_json_parse_object:
 * @json: (nullable): a text
 *
 * Returns: (transfer full) (nullable): the object; %NULL if @json is none
 */
JsonObject *
ful_json_parse_object (const char *json)
{
  g_autoptr(JsonNode) node = json ? json_from_string (json, NULL) : NULL;

  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_dup_object (node) : NULL;
}

/**
 * ful_json_get_string:
 * @object: (nullable): an object; with %NULL nothing is there, here and below
 *
 * Returns: (transfer none) (nullable): the text
 */
const char *
ful_json_get_string (JsonObject *object,
                     const char *member)
{
  JsonNode *node = object ? json_object_get_member (object, member) : NULL;

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

/**
 * ful_json_get_number:
 *
 * Returns: the number, or NaN
 */
double
ful_json_get_number (JsonObject *object,
                     const char *member)
{
  JsonNode *node = object ? json_object_get_member (object, member) : NULL;
  GType type = node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : NAN;
}

/**
 * ful_json_get_array:
 *
 * Returns: (transfer none) (nullable): the array
 */
JsonArray *
ful_json_get_array (JsonObject *object,
                    const char *member)
{
  JsonNode *node = object ? json_object_get_member (object, member) : NULL;

  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/**
 * ful_json_get_object:
 *
 * Returns: (transfer none) (nullable): the object
 */
JsonObject *
ful_json_get_object (JsonObject *object,
                     const char *member)
{
  JsonNode *node = object ? json_object_get_member (object, member) : NULL;

  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/**
 * ful_json_get_element:
 *
 * Returns: (transfer none) (nullable): an element that is an object
 */
JsonObject *
ful_json_get_element (JsonArray *array,
                      guint      i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}
