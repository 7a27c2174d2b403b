/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Members of objects that may be of any type, or not there. */

JsonObject *ful_json_parse_object  (const char *json);
const char *ful_json_get_string    (JsonObject *object,
                                    const char *member);
double      ful_json_get_number    (JsonObject *object,
                                    const char *member);
JsonArray  *ful_json_get_array     (JsonObject *object,
                                    const char *member);
JsonObject *ful_json_get_object    (JsonObject *object,
                                    const char *member);
JsonObject *ful_json_get_element   (JsonArray  *array,
                                    guint       i);

G_END_DECLS
