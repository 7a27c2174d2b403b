/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Largest text of a separate document: a view, notes. */
#define FUL_JSON_TEXT_BYTES ((gsize) 1 << 20)

/* Largest text of a part of a profile, whose size depends on the number of marker schemas. */
#define FUL_JSON_PART_BYTES ((gsize) 16 << 20)

JsonNode   *ful_json_parse_text    (const char    *text,
                                    gssize         length,
                                    gsize          max_bytes,
                                    GError       **error);
char       *ful_json_write_text    (JsonNode      *node,
                                    gboolean       pretty);
char       *ful_json_load_text     (GInputStream  *stream,
                                    gsize         *out_length,
                                    GCancellable  *cancellable,
                                    GError       **error);

/* Values and members of objects that may be of any type, or missing. */

const char *ful_json_node_get_string (JsonNode *node);
double      ful_json_node_get_number (JsonNode *node);

JsonObject *ful_json_parse_object  (const char *json);
const char *ful_json_get_string    (JsonObject *object,
                                    const char *member);
double      ful_json_get_number    (JsonObject *object,
                                    const char *member);
gboolean    ful_json_get_boolean   (JsonObject *object,
                                    const char *member);
JsonArray  *ful_json_get_array     (JsonObject *object,
                                    const char *member);
JsonObject *ful_json_get_object    (JsonObject *object,
                                    const char *member);
JsonObject *ful_json_get_element   (JsonArray  *array,
                                    guint       i);

G_END_DECLS
